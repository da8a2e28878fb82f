"""Who waits in a page holds up nobody who asks for another one of its kind."""

import functools
import sys
import threading

import pytest
from django.utils.functional import cached_property

from games.catalog.rules import CLASSIC
from games.explore import page as pages
from games.explore.page import ExplorePage

PATIENCE = 0.2  # seconds until the control takes it that nothing comes


def is_held_up(kind: type, monkeypatch) -> bool:
    """Return whether a page has to wait while another one of its class waits for the gate."""
    inside, leave, came = threading.Event(), threading.Event(), threading.Event()

    def explored(variant, history, guess):
        if guess == "1111":
            inside.set()
            leave.wait(600)

    monkeypatch.setattr(pages, "explored", explored)
    found = kind(lambda page: pages.explored(page.variant, page.history, page.guess))
    found.__set_name__(ExplorePage, "outlook")
    monkeypatch.setattr(ExplorePage, "outlook", found)

    def ask(guess: str) -> None:
        ExplorePage(CLASSIC.variant, (), guess, {}).outlook  # noqa: B018 - it works it out
        if guess != "1111":
            came.set()

    threads = [threading.Thread(target=ask, args=(guess,)) for guess in ("1111", "2222")]
    threads[0].start()
    inside.wait(600)
    threads[1].start()
    is_free = came.wait(30 if kind is cached_property else PATIENCE)
    leave.set()
    for thread in threads:
        thread.join()
    return not is_free


def test_a_page_that_waits_holds_up_no_other_one(monkeypatch):
    assert not is_held_up(type(ExplorePage.__dict__["outlook"]), monkeypatch)


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="Python has no such lock any more")
def test_with_the_lock_of_python_3_11_it_would(monkeypatch):
    """The control, and why the linter refuses ``functools.cached_property``."""
    assert is_held_up(functools.cached_property, monkeypatch)  # noqa: TID251
