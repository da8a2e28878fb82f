"""The memory of a web worker, including its process for calculations."""

import re
import sys
from contextlib import closing
from pathlib import Path

import pytest

from bench.web import UNCHANGED, Browser
from tests.torture.server import children, serving

SEEN = (
    *("/", "/leaderboard/", "/daily/", "/puzzles/", "/puzzles/print/", "/watch/", "/you/"),
    "/explore/?pegs=5&colors=8&history=11223:1,1",
)
MOST = 120  # in MB; memory that processes share is divided among them


def descendants(root: int) -> set[int]:
    """Return all processes that a process has started, directly or indirectly."""
    begun = children(root)
    return set(begun).union(*map(descendants, begun))


def megabytes(process: int) -> float:
    share = re.search(r"^Pss: +(\d+) kB", Path(f"/proc/{process}/smaps_rollup").read_text(), re.M)
    return int(share[1]) / 1024


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says what is shared")
def test_a_worker_that_has_shown_pages_of_every_kind_takes_120_mb(tmp_path):
    with serving(tmp_path, WEB_WORKERS="1") as server:
        browser = Browser(server.port)
        with closing(browser.connection):
            browser.begin_game()
            for path in (*UNCHANGED, *SEEN):
                browser.send(path)
                assert browser.status == 200, path
        [worker] = server.workers()
        family = {worker} | descendants(worker)
        assert len(family) >= 2
        assert sum(map(megabytes, family)) <= MOST
