import contextlib
import json
import os
import signal
from pathlib import Path

import pytest

from tests.extras import LAB


@pytest.fixture(scope="session")
def published():
    """Return published results for 4 pegs and 6 colors; the file names their sources."""
    return json.loads((Path(__file__).parent / "classic.json").read_text())


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
