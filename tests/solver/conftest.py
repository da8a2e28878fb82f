import contextlib
import json
import os
import signal
from pathlib import Path

import pytest

from tests.extras import LAB


@pytest.fixture(scope="session")
def published():
    """Results of the literature on 4 pegs and 6 colors; the file names their sources."""
    return json.loads((Path(__file__).parent / "classic.json").read_text())


@pytest.fixture(scope="module")
def cluster():
    """A real scheduler and two workers, each a process of its own, on loopback."""
    distributed = pytest.importorskip("distributed", reason=LAB)
    with (
        pytest.MonkeyPatch.context() as patch,
        distributed.LocalCluster(
            n_workers=2,
            threads_per_worker=1,
            processes=True,
            host="127.0.0.1",
            dashboard_address=None,
        ) as cluster,
    ):
        patch.setattr("solver.running.executors._PATIENCE", 100)  # however busy the machine is
        yield cluster


@pytest.fixture
def interruptible():
    """Let commands that a test starts hear SIGINT, also when the tests run in the background.

    A shell starts what it runs in the background deaf to SIGINT, and children inherit that;
    they do not inherit a handler.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def ended():
    """Keep processes, each the first of its group, that must not outlive their test."""
    processes = []
    yield processes
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
