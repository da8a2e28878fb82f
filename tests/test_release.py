"""``make release`` with and without a container engine."""

import pytest

from tools import release

# A fake container engine, which records its arguments and answers like podman.
ENGINE = """#!/bin/sh
printf "%s\\n" "$*" >>"$(dirname "$0")/asked"
case "$1" in
  info) exit {status};;
  run) echo python:django==5.2; echo debian:libc6==2.36;;
  image) echo sha256:abc;;
esac
"""


@pytest.fixture
def engine(tmp_path, monkeypatch):
    """Return a function that puts a fake engine into PATH, with this status."""

    def put(name: str, status: int = 0):
        program = tmp_path / name
        program.write_text(ENGINE.format(status=status))
        program.chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
        return tmp_path / "asked"

    monkeypatch.setattr(release, "ENGINES", ("engine-of-the-test",))
    return put


def test_a_running_engine_builds_the_image_with_its_digest_and_parts(engine, tmp_path, capsys):
    asked = engine("engine-of-the-test")
    release.build_image("9.9.9", tmp_path / "dist")
    words = [line.split()[0] for line in asked.read_text().splitlines()]
    assert words == ["info", "build", "run", "image"]
    assert "--file deploy/Dockerfile --tag mastermind:9.9.9 ." in asked.read_text()
    parts = (tmp_path / "dist/mastermind-9.9.9.parts").read_text()
    assert parts == "python:django==5.2\ndebian:libc6==2.36\n"
    assert (tmp_path / "dist/mastermind-9.9.9.digest").read_text() == "sha256:abc\n"
    assert "push registry.example.org/mastermind:9.9.9" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["engine-of-the-test", "another"])
def test_without_a_running_engine_release_says_so_and_builds_nothing(
    engine, name, tmp_path, capsys
):
    engine(name, status=1)
    release.build_image("9.9.9", tmp_path / "dist")
    assert "No container engine runs here" in capsys.readouterr().out
    assert not (tmp_path / "dist").exists()
