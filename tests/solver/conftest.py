import contextlib
import json
import os
import signal
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.extras import LAB


@pytest.fixture(scope="session")
def published():
    """Return published results for 4 pegs and 6 colors; the file names their sources."""
    return json.loads((Path(__file__).parent / "classic.json").read_text())


@pytest.fixture
def printed(capsys):
    """Return a function that runs a command and returns what it prints."""

    def run(*command):
        call_command(*map(str, command))
        return capsys.readouterr().out

    return run


@pytest.fixture
def facts(printed):
    """Return a function that runs a command and returns the facts that it prints as JSON."""
    return lambda *command: json.loads(printed(*command, "--json"))


@pytest.fixture
def refusal(capsys):
    """Return a function that runs a command and returns why it is refused."""

    def run(*command):
        with pytest.raises(SystemExit) as end:
            call_command(*map(str, command))
        output = capsys.readouterr()
        assert (end.value.code, output.out) == (2, "")
        return output.err

    return run


@pytest.fixture
def cluster():
    """Yield a scheduler with two workers in this process; ``make torture`` uses processes
    instead.
    """
    distributed = pytest.importorskip("distributed", reason=LAB)
    with (
        pytest.MonkeyPatch.context() as patch,
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=False,
            protocol="tcp",
            host="127.0.0.1",
            dashboard_address="127.0.0.1:0",
        ) as cluster,
    ):
        # The wait is long, because the machine can be busy.
        patch.setattr("solver.running.executors._PATIENCE", 100)
        yield cluster


@pytest.fixture
def interruptible():
    """Let a test send SIGINT to its commands even if the tests run in the background.

    A shell starts background processes with SIGINT ignored, and children inherit this. Children do
    not inherit a handler.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def ended():
    """Yield a list for processes; after the test, kill the process group of each process."""
    processes = []
    yield processes
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
