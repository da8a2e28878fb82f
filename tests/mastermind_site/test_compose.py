"""Checks deploy/compose.yaml without a container engine."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.proxies import DEPLOY, path_of_program

yaml = pytest.importorskip("yaml", reason="no PyYAML: it comes with the extra lab")

COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
SETTINGS = set(
    re.findall(r'env\.\w+\(\s*"(\w+)"', (DEPLOY.parent / "mastermind_site/settings.py").read_text())
)


@pytest.mark.parametrize("name", ["migrate", "web"])
def test_every_setting_reaches_the_container(name):
    """compose.yaml sets only what a container needs; site.env has all other settings."""
    assert SERVICES[name]["env_file"] == [{"path": "site.env", "required": False}]
    assert SERVICES[name]["environment"].keys() - SETTINGS == set()


def test_the_database_is_migrated_once_for_any_number_of_servers():
    first = {"db": {"condition": "service_healthy"}}
    assert SERVICES["migrate"]["depends_on"] == first
    assert SERVICES["migrate"]["command"].endswith("manage.py migrate --verbosity 0")
    assert "restart" not in SERVICES["migrate"]
    done = {"migrate": {"condition": "service_completed_successfully"}}
    assert SERVICES["web"]["depends_on"] == done
    assert SERVICES["web"]["deploy"] == {"replicas": "${REPLICAS:-2}"}
    assert "container_name" not in SERVICES["web"]
    assert "ports" not in SERVICES["web"]
    [command] = re.findall(r"^CMD (.+)$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    assert "migrate" not in command


def test_every_file_that_compose_names_exists():
    used = {one.partition(":")[0] for each in SERVICES.values() for one in each.get("volumes", [])}
    assert used == COMPOSE["volumes"].keys()
    assert {one["source"] for one in SERVICES["proxy"]["configs"]} == COMPOSE["configs"].keys()


def test_caddy_accepts_its_configuration(tmp_path):
    text = COMPOSE["configs"]["caddy"]["content"].replace("${SITE_HOST:?}", "play.example.org")
    own = re.findall(r"header_up \S+ \S+", (DEPLOY / "Caddyfile").read_text())
    assert re.findall(r"header_up \S+ \S+", text) == own
    text = text.replace("request_buffers 64KB", "")  # unknown to Caddy 2.6 of Debian
    (file := Path(tmp_path, "Caddyfile")).write_text(text)
    asked = [path_of_program("caddy"), "validate", "--adapter=caddyfile", f"--config={file}"]
    ended = subprocess.run(asked, env={"HOME": tmp_path}, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
