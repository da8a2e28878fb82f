"""Real servers and what can happen to them. Run by ``make torture``."""

import subprocess
import sys

import pytest


@pytest.fixture(scope="session", autouse=True)
def _static_files_are_there():
    command = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity=0"]
    subprocess.run(command, check=True)
