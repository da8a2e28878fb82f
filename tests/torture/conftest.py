"""Fixtures for tests of real servers under faults, which ``make torture`` runs."""

import subprocess
import sys

import pytest

from tools.with_postgres import find_programs, postgres


@pytest.fixture(scope="session", autouse=True)
def _static_files_are_there():
    command = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity=0"]
    subprocess.run(command, check=True)


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def database(request):
    """Yield the environment variables of a server, once for each kind of database."""
    if request.param == "SQLite":
        yield {}
        return
    if (programs := find_programs()) is None:
        pytest.skip("no PostgreSQL")
    with postgres(programs) as env:
        yield env
