"""Carries out the steps of deploy/Dockerfile in an empty folder, without a container engine."""

import os
import re
import shutil
import subprocess
import tempfile
import urllib.request
from pathlib import Path

import pytest

from tests.torture.test_operations import ROOT, unpack
from tools.serving import answering
from tools.with_postgres import free_port

MOVED = r"(?<![\w.])(/srv/mastermind|/var/lib/mastermind|/tmp/var)\b"


def steps(text: str) -> list[tuple[str, str]]:
    """Return the instructions of a Dockerfile with their arguments, without comments."""
    lines = text.replace("\\\n", "").splitlines()
    return [tuple(line.split(maxsplit=1)) for line in lines if line and line[0] != "#"]


class Image:
    """The files after all steps; all stages share one folder, so later stages need no copies."""

    def __init__(self, folder: Path, context: Path, **arguments: str) -> None:
        self.folder, self.context, self.arguments = folder, context, arguments
        self.place, self.user, self.command = "/", None, ""
        self.env = {"PATH": "/usr/bin:/bin"}

    def move_paths(self, text: str) -> str:
        return re.sub(MOVED, rf"{self.folder}\1", text)

    def take(self, word: str, rest: str) -> None:
        getattr(self, word.lower(), lambda rest: None)(rest)

    def workdir(self, rest: str) -> None:
        self.place = self.move_paths(rest)
        Path(self.place).mkdir(parents=True, exist_ok=True)

    def copy(self, rest: str) -> None:
        if rest.startswith("--from"):
            return
        *sources, target = rest.split()
        for source in sources:
            found, there = self.context / source, Path(self.place, target)
            if found.is_dir():
                shutil.copytree(found, there, dirs_exist_ok=True)
            else:
                shutil.copy(found, there)

    def run(self, rest: str) -> None:
        if not rest.startswith("apt-get"):  # the test must not install packages here
            self.shell(rest)

    def arg(self, rest: str) -> None:
        name, _, default = rest.partition("=")
        self.env[name] = self.arguments.get(name, default)

    def env_(self, rest: str) -> None:
        self.env |= dict(pair.split("=", 1) for pair in self.move_paths(rest).split())

    def user_(self, rest: str) -> None:
        self.user = int(rest.partition(":")[0])

    def cmd(self, rest: str) -> None:
        self.command = rest

    def healthcheck(self, rest: str) -> None:
        self.health = rest.removeprefix("CMD ")

    def shell(self, text: str, **more):
        command = ["/bin/sh", "-euc", self.move_paths(text)]
        return subprocess.run(
            command, cwd=self.place, env=self.env, user=self.user, check=True, **more
        )


def delete_ignored(context: Path, rules: str) -> None:
    """Delete the files that .dockerignore excludes from the folder."""
    kept = set(re.findall(r"^!(.+)$", rules, re.MULTILINE))
    for path in context.iterdir():
        if path.name not in kept:
            shutil.rmtree(path) if path.is_dir() else path.unlink()


@pytest.fixture
def image():
    if os.geteuid() != 0:
        pytest.skip("needs root, as an engine does")
    before = os.umask(0o022)
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    for place in ("context", "var/lib"):
        (folder / place).mkdir(parents=True)
    unpack(folder / "context")
    delete_ignored(folder / "context", (ROOT / "deploy/Dockerfile.dockerignore").read_text())
    image = Image(folder, folder / "context", EXTRAS="postgres metrics sentry")
    for word, rest in steps((ROOT / "deploy/Dockerfile").read_text()):
        image.take({"ENV": "env_", "USER": "user_"}.get(word, word), rest)
    yield image
    os.umask(before)
    shutil.rmtree(folder)


def test_the_image_runs_as_its_user_and_writes_only_to_its_volume(image):
    assert image.user == 10001
    port = free_port()
    image.env |= {"PORT": str(port), "METRICS_FROM": "127.0.0.1"}
    image.shell(".venv/bin/python manage.py migrate --verbosity 0")
    command = ["/bin/sh", "-euc", image.move_paths(image.command)]
    server = subprocess.Popen(command, cwd=image.place, env=image.env, user=image.user)
    try:
        page = answering(f"http://127.0.0.1:{port}/")
        image.shell(image.health.replace("8000", str(port)))
        assert page
        figures = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10)
        with figures:
            assert b"mastermind_games_running 0" in figures.read()
    finally:
        server.terminate()
        server.wait()
    owned = {path for path in image.folder.rglob("*") if path.stat().st_uid == image.user}
    assert {path.name for path in owned} >= {"mastermind", "mastermind.sqlite3", "secret-key"}
    volume = image.folder / "var/lib/mastermind"
    assert {path for path in owned if path != volume and volume not in path.parents} == set()
    with pytest.raises(subprocess.CalledProcessError):
        image.shell("touch manage.py", stderr=subprocess.DEVNULL)
