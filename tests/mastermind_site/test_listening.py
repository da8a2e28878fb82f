"""The address of the server, and the message if the address is not available."""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from mastermind_site.listening import refusal, refusal_of_socket
from mastermind_site.restoring import alone
from tools.with_postgres import free_port

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS, TIMERS = sorted(DEPLOY.glob("*.service")), sorted(DEPLOY.glob("*.timer"))


def test_a_port_in_use_is_reported_with_a_sentence():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert refusal("127.0.0.1", port) == (
            f"The site cannot be served on 127.0.0.1:{port}: something else listens there already;"
            " PORT names another port."
        )
    # the check leaves the port free
    assert refusal("127.0.0.1", port) is refusal("127.0.0.1", port) is None


@pytest.mark.parametrize(
    ("host", "why"), [("192.0.2.1", "this machine has no such address; "), ("host.invalid", "")]
)
def test_a_foreign_or_invalid_address_is_reported_with_a_sentence(host, why):
    assert refusal(host, 8000).endswith(f"{why}HOST names another one.")


def test_a_socket_requires_a_writable_folder(tmp_path):
    assert refusal_of_socket(f"{tmp_path}/site") is None
    assert refusal_of_socket(f"{tmp_path}/none/site") == (
        f"The site cannot be served on unix:{tmp_path}/none/site: {tmp_path}/none is no folder that"
        " may be written to; HOST names another place."
    )


@pytest.fixture
def environment(monkeypatch, tmp_path):
    monkeypatch.setenv("VAR_DIR", str(tmp_path))
    monkeypatch.setenv("HOUSEKEEPING", "false")
    monkeypatch.setenv("WEB_WORKERS", "1")
    monkeypatch.delenv("DATABASE_URL", raising=False)
    return monkeypatch


@contextmanager
def serve(**kept: Any) -> Iterator[subprocess.Popen]:
    command = [sys.executable, "-m", "gunicorn"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT} | kept
    with subprocess.Popen(command, **pipes, text=True, start_new_session=True) as server:
        yield server
        if server.poll() is None:
            os.killpg(server.pid, signal.SIGKILL)


def test_the_server_ends_at_once_if_it_cannot_listen(environment):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        environment.setenv("PORT", str(taken.getsockname()[1]))
        with serve() as server:
            said, _ = server.communicate(timeout=600)
    assert server.returncode == 1
    assert said.count("The site cannot be served on 127.0.0.1") == 1
    assert "Traceback" not in said


def test_the_server_does_not_start_during_a_restore(environment, tmp_path):
    environment.setenv("PORT", str(free_port()))
    with alone(tmp_path, while_running=False), serve() as server:
        said, _ = server.communicate(timeout=600)
    assert (server.returncode, said.count("A restore is going on; start the site")) == (1, 1)
    assert "Traceback" not in said


def test_messages_of_the_server_are_in_json_if_the_log_is_in_json(environment):
    environment.setenv("PORT", str(free_port()))
    environment.setenv("LOG_FORMAT", "json")
    with serve() as server:
        said = [json.loads(server.stdout.readline()) for _ in range(3)]
    assert [line["message"].split()[0] for line in said] == ["Mastermind", "Starting", "Listening"]
    assert said[0]["message"] == f"Mastermind {settings.SITE_VERSION}"


def test_the_server_prints_its_address_and_notifies_systemd_when_it_listens(environment, tmp_path):
    environment.setenv("PORT", str(port := free_port()))
    environment.setenv("SITE_NAME", "Codes")
    environment.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.settimeout(600)
        with serve() as server:
            assert systemd.recv(1000).startswith(b"READY=1")
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
            sentence = next(line for line in server.stdout if "Codes is on" in line)
    assert sentence == f"Codes is on http://127.0.0.1:{port} (Ctrl-C stops it)\n"


def test_the_systemd_unit_restricts_the_site_to_its_own_files():
    if not (program := shutil.which("systemd-analyze")):
        pytest.skip("no systemd-analyze: how far deploy/ shuts the site in is not measured")
    for unit in UNITS:
        asked = [program, "security", "--offline=true", "--no-pager", unit]
        told = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
        if "Overall exposure level" not in told:
            pytest.skip("a systemd-analyze that asks systemd itself: the unit is not measured")
        assert float(re.search(r"exposure level for \S+: ([\d.]+)", told)[1]) <= 2.5


@pytest.mark.parametrize(("workers", "ended"), [("2", 0), ("zero", 1)])
def test_a_reload_with_a_wrong_setting_leaves_the_server_running(environment, workers, ended):
    """A reload with a wrong setting would end the server.

    Therefore the first line of ``ExecReload`` is ``check``; systemd runs the second line only if
    the first line succeeds.
    """
    environment.setenv("WEB_WORKERS", workers)
    lines = re.findall(
        "^ExecReload=(.+)", (DEPLOY / "mastermind.service").read_text(), re.MULTILINE
    )
    python, *check = lines[0].split()
    assert (python, lines[1]) == ("/opt/mastermind/.venv/bin/python", "/bin/kill -HUP $MAINPID")
    assert subprocess.run([sys.executable, *check], check=False).returncode == ended


@pytest.mark.parametrize(("key", "said"), [("Restart=", ""), ("Restrat=", "Unknown key")])
def test_systemd_accepts_the_units(tmp_path, key, said):
    """As a control, systemd reports a misspelled key."""
    if not (program := shutil.which("systemd-analyze")):
        pytest.skip("no systemd-analyze: whether systemd understands deploy/ is not tried")
    here = tmp_path / "site"
    (here / ".venv/bin").mkdir(parents=True)
    (here / ".venv/bin/python").symlink_to(sys.executable)
    for unit in (*UNITS, *TIMERS):
        text = unit.read_text().replace("/opt/mastermind", str(here)).replace("Restart=", key)
        (tmp_path / unit.name).write_text(text)
    asked = [program, "verify", *(tmp_path / unit.name for unit in (*UNITS, *TIMERS))]
    told = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "") if not said else said in told.stderr


def test_the_site_works_when_the_disk_of_the_log_is_full(environment):
    environment.setenv("PORT", str(free_port()))
    with open("/dev/full", "w") as full, serve(stdout=full, stderr=subprocess.PIPE) as server:
        said = [server.stderr.readline() for _ in range(5)]
    assert "Booting worker" in said[-1]
