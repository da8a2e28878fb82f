"""Runs the instructions of docs/operations.md in a folder that stands for a machine."""

import gzip
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.proxies import fetch, nginx
from tools.serving import answering
from tools.with_postgres import free_port

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/operations.md").read_text()
BLOCKS = re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
COMMANDS = re.findall(r"^\|.*`(\.venv/bin/python manage\.py .+)` \|$", PAGE, re.MULTILINE)
MOVED = (
    *("/opt/mastermind", "/etc", "/run/mastermind"),
    *("/var/lib/mastermind", "/var/cache/mastermind"),
)
BANS = ("/etc/fail2ban/filter.d", "/etc/fail2ban/jail.d")
# only recorded, because they change the whole machine and the group of `install -g` is missing here
STAND_INS = {
    "useradd": 'echo "useradd $*" >>"$NOTES"',
    "systemctl": 'echo "systemctl $*" >>"$NOTES"',
    "nginx": 'echo "nginx $*" >>"$NOTES"',
    "install": 'exec /usr/bin/install $(echo "$*" | sed "s/-g mastermind//")',
}


def block(words: str) -> str:
    """Return the only block of commands in docs/operations.md that contains these words."""
    [found] = [one for one in BLOCKS if words in one]
    return found


class Machine:
    """A folder that stands for a machine; the test user owns the files that belong to root in the
    document.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.user = "nobody" if os.geteuid() == 0 else None
        self.env = {"PATH": f"{folder}/stand-ins:/usr/bin:/bin", "NOTES": f"{folder}/notes"}
        for place in (*MOVED, "/etc/systemd/system", "/etc/nginx/conf.d", "/etc/caddy", *BANS):
            (folder / place[1:]).mkdir(parents=True, exist_ok=True)
        (folder / "stand-ins").mkdir()
        for name, text in STAND_INS.items():
            (folder / "stand-ins" / name).write_text(f"#!/bin/sh\n{text}\n")
            (folder / "stand-ins" / name).chmod(0o755)

    def move_paths(self, text: str) -> str:
        """Return a text with this folder put before each path of a machine."""
        return re.sub(rf"(?<![\w.])({'|'.join(MOVED)})\b", rf"{self.folder}\1", text)

    def run(self, lines: str, *, is_root: bool = False, **more):
        """Run shell lines in the folder of the site, as the site's user or as root."""
        return subprocess.run(
            ["/bin/sh", "-euc", self.move_paths(lines)],
            cwd=self.folder / "opt/mastermind",
            env=self.env,
            user=None if is_root else self.user,
            check=True,
            **more,
        )

    def own(self, *places: str) -> None:
        """Make the site's user the owner of these folders; the user can write to no other
        folder.
        """
        for place in places:
            if self.user:
                shutil.chown(self.folder / place, self.user)


def unpack(target: Path) -> None:
    files = subprocess.run(
        ["/usr/bin/env", "git", "ls-files", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split("\0")
    for name in filter(None, files):
        if (ROOT / name).exists():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, target / name)


@pytest.fixture(scope="module")
def machine():
    before = os.umask(0o022)
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    machine = Machine(folder)
    unpack(folder / "opt/mastermind")
    for lines in BLOCKS[:3]:
        machine.run(lines, is_root=True)
    env = folder / "opt/mastermind/.env"
    env.write_text(machine.move_paths(env.read_text()))
    env.chmod(0o644)  # readable by every user, because the group is missing here
    machine.own("var/lib/mastermind", "var/cache/mastermind", "run/mastermind")
    yield machine
    os.umask(before)
    shutil.rmtree(folder)


@contextmanager
def unit(machine, port, socket=None):
    """Start the server as systemd would: as the unit's user, who cannot write to the code."""
    text = (machine.folder / "etc/systemd/system/mastermind.service").read_text()
    for before in re.findall(r"^ExecStartPre=(.+)$", text, re.MULTILINE):
        machine.run(before)
    [start] = re.findall(r"^ExecStart=(.+)$", text, re.MULTILINE)
    server = subprocess.Popen(
        shlex.split(machine.move_paths(start)),
        cwd=machine.folder / "opt/mastermind",
        env=machine.env | {"PORT": str(port)},
        user=machine.user,
    )
    try:
        if socket is None:
            answering(f"http://127.0.0.1:{port}/healthz")
        while socket and not socket.exists():
            assert server.poll() is None
            time.sleep(0.05)
        yield
    finally:
        server.terminate()
        server.wait()


def test_one_machine_works_with_its_unit_and_nginx(machine):
    site = free_port()
    conf = machine.move_paths((machine.folder / "etc/nginx/conf.d/mastermind.conf").read_text())
    with unit(machine, site), nginx(machine.folder, site, conf) as (plain, secure):
        status, headers, _ = fetch(f"http://127.0.0.1:{plain}/rules/")
        assert (status, headers["Location"]) == (301, "https://play.example.org/rules/")
        status, headers, page = fetch(f"https://127.0.0.1:{secure}/")
        assert status == 200
        assert len(headers.get_all("Strict-Transport-Security")) == 1
        style = re.search(rb'href="(/static/css/site\.\w+\.css)"', page)[1].decode()
        address = f"https://127.0.0.1:{secure}{style}"
        status, headers, sheet = fetch(address, **{"Accept-Encoding": "gzip"})
        assert (status, "immutable" in headers["Cache-Control"]) == (200, True)
        assert b"{" in gzip.decompress(sheet)
        assert fetch(f"https://127.0.0.1:{secure}/", b"x" * 100_000)[0] == 413
        assert fetch(f"http://127.0.0.1:{site}/", Host="other.example.org")[0] == 400
    notes = (machine.folder / "notes").read_text()
    assert "useradd --system" in notes
    assert "systemctl enable --now mastermind" in notes


def test_the_site_works_below_a_path_and_on_a_socket(machine):
    conf, env = (
        machine.folder / place
        for place in ("etc/nginx/conf.d/mastermind.conf", "opt/mastermind/.env")
    )
    before, own = {file: file.read_text() for file in (conf, env)}, machine.folder / "below"
    own.mkdir(mode=0o755)
    for words in ("BASE_PATH=", "HOST=unix:"):
        machine.run(block(words), is_root=True)
    socket = machine.folder / "run/mastermind/site"
    text = machine.move_paths(conf.read_text())
    with unit(machine, free_port(), socket), nginx(own, free_port(), text) as (_, secure):
        # the proxy runs as another user, who must reach the socket
        assert socket.stat().st_mode & 0o777 == 0o777
        origin = f"https://127.0.0.1:{secure}"
        page = fetch(f"{origin}/mastermind/")[2].decode()
        links = {*re.findall(r'(?:href|src|action)="(/[^"]*)"', page)}
        assert {"/mastermind/rules/", "/mastermind/manifest.webmanifest"} <= links
        for link in sorted(links):
            assert link.startswith("/mastermind/")
            assert fetch(origin + link)[0] == 200, link
        sent = {"Origin": "https://play.example.org", "Sec-Fetch-Site": "same-origin"}
        status, headers, _ = fetch(f"{origin}/mastermind/", b"", **sent)
        assert (status, headers["Location"].split("/")[1:3]) == (302, ["mastermind", "games"])
        cookies = headers.get_all("Set-Cookie")
        assert [re.search("Path=([^;]*)", cookie)[1] for cookie in cookies] == ["/mastermind/"]
        kept = cookies[0].partition(";")[0]
        assert fetch(origin + headers["Location"], Cookie=kept)[0] == 200
        assert fetch(f"{origin}/mastermind/readyz")[0] == fetch(f"{origin}/readyz")[0] == 404
        asked = ["curl", "--silent", "--fail", "--unix-socket", socket, "http://site/healthz"]
        assert subprocess.run(asked, check=True, capture_output=True).stdout == b"ok\n"
    for file, was in before.items():
        file.write_text(was)


def test_the_site_cannot_change_its_own_code(machine):
    """On a real machine, ProtectSystem=strict forbids changes; here, file modes forbid them."""
    if machine.user is None:
        pytest.skip("needs root, to be somebody else")
    with pytest.raises(subprocess.CalledProcessError):
        machine.run("touch manage.py", stderr=subprocess.DEVNULL)
    assert not list((machine.folder / "opt/mastermind").glob("var*"))


TOLD = {  # for each command: further arguments, and the text that a person would type
    "createsuperuser": ("--noinput --username ada --email ada@example.org", ""),
    "changepassword": ("", "correct horse battery\n" * 2),
}


def test_the_commands_in_the_table_of_operations_md_work(machine):
    names = [shlex.split(command)[2] for command in COMMANDS]
    assert names[:4] == ["createsuperuser", "changepassword", "backup", "restore"]
    machine.env["DJANGO_SUPERUSER_PASSWORD"] = "correct horse battery"
    for name, command in zip(names, COMMANDS, strict=True):
        more, typed = TOLD.get(name, ("", ""))
        machine.run(f"{command} {more}", input=typed, text=True, start_new_session=True)


def test_backups_are_made_by_the_timer_or_by_cron(machine):
    machine.run(block("mastermind-backup.timer"), is_root=True)
    unit = (machine.folder / "etc/systemd/system/mastermind-backup.service").read_text()
    [timed] = re.findall(r"^ExecStart=(.+)$", unit, re.MULTILINE)
    [cron] = re.findall(r"`30 3 \* \* \* (.+?)`", PAGE)
    folder = machine.folder / "var/lib/mastermind/backups"
    for command in (timed, cron):
        machine.run(command)
        [made] = folder.iterdir()
        assert re.fullmatch(r"\d{4}-\d\d-\d\d\.backup", made.name)
        made.unlink()


def test_an_upgrade_follows_the_document(machine):
    machine.run(block("systemctl restart mastermind"), is_root=True)
    assert "systemctl restart mastermind" in (machine.folder / "notes").read_text()


def test_metrics_and_sentry_can_be_installed(machine):
    """With these packages installed, ``check`` accepts the settings that need them."""
    machine.run(block("requirements/metrics.txt"), is_root=True)
    named = "METRICS_FROM=127.0.0.1 SENTRY_DSN=https://key@sentry.example.org/1"
    machine.run(f"{named} .venv/bin/python manage.py check")


def test_fail2ban_gets_its_configuration(machine):
    machine.run(block("deploy/fail2ban"), is_root=True)
    for place in BANS:
        assert (machine.folder / place[1:] / "mastermind.conf").exists()


def test_every_block_of_operations_md_is_run_by_a_test():
    """This file runs most blocks; test_archive.py and test_standby.py run the others."""
    archive = [one for one in BLOCKS if "/var/backups/mastermind" in one]
    assert len(BLOCKS) == 3 + 6 + 2 + len(archive)
    assert BLOCKS[2].startswith("install -m 644 deploy/Caddyfile")
