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
MOST = 110  # in MB; memory that the processes share is divided among them


def descendants(root: int) -> set[int]:
    """Return all processes that a process has started, directly or indirectly."""
    begun = children(root)
    return set(begun).union(*map(descendants, begun))


def megabytes(process: int) -> float:
    """Return the memory of a process without files, which other programs may share, too."""
    shares = Path(f"/proc/{process}/smaps_rollup").read_text()
    share = re.search(r"^Pss_Anon: +(\d+) kB", shares, re.M)
    return int(share[1]) / 1024


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says what is shared")
def test_a_worker_that_has_shown_pages_of_every_kind_takes_110_mb(tmp_path):
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
