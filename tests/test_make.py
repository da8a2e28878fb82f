"""``make play`` gives the true reason if it cannot start, and needs no compiler."""

import os
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]
WITHOUT_ENSUREPIP = """#!/bin/sh
case "$*" in *ensurepip*|*venv*) exit 1;; *) exec python3 "$@";; esac
"""
NO_VENV, NO_RIGHT = "apt-get install python3-venv", "run make as its owner"


def output_without(venv: Path, python: str = "python3") -> str:
    """Return the output of make if it cannot create a virtual environment."""
    command = ["make", f"VENV={venv}", f"PYTHON={python}", f"{venv}/bin/python"]
    made = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert made.returncode != 0
    return made.stdout + made.stderr


def test_the_error_of_make_names_the_folder_that_is_not_writable():
    said = output_without(Path("/proc/nobody/.venv"))
    assert (NO_RIGHT in said, NO_VENV in said) == (True, False)
    assert "You cannot write to /proc/nobody/" in said


def test_make_names_the_package_that_python_lacks(tmp_path):
    python = tmp_path / "python"
    python.write_text(WITHOUT_ENSUREPIP)
    python.chmod(0o755)
    said = output_without(tmp_path / ".venv", str(python))
    assert (NO_RIGHT in said, NO_VENV in said) == (False, True)


def test_make_continues_without_a_message_if_there_is_no_compiler(tmp_path):
    library = tmp_path / "libcounting.so"
    command = ["make", "CC=no-such-compiler", f"COUNTING={library}", str(library)]
    # If make runs the tests, it passes on its flags and its depth, which would be printed.
    alone = {name: text for name, text in os.environ.items() if not name.startswith("MAKE")}
    made = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, text=True, check=True)
    assert (made.stdout, made.stderr, library.exists()) == ("", "", False)
