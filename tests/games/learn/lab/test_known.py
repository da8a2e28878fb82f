"""Visitors' play-outs look like the results stored with the site."""

from html import unescape

import pytest

from games.learn.lab.boards import NamedBoard
from games.models import Playout
from solver.rule.codes import Variant
from solver.rule.feedback import Feedback
from solver.study.evaluate import pieces_of, play_piece
from solver.study.results import kept_lengths
from solver.study.walk import visit
from tests.cast import HTMX

SMALL = Variant(3, 4)
SENT = {"pegs": "3", "colors": "4", "repeats": "yes"}
QUERY = "?pegs=3&colors=4&repeats=yes"


@pytest.fixture(autouse=True)
def _nothing_is_kept_of_any_board(monkeypatch):
    for module in ("boards", "work", "strategy", "head_to_head"):
        monkeypatch.setattr(f"games.learn.lab.{module}.kept_results", lambda variant: None)


def play_out(*strategies: str) -> None:
    """Play out some strategies on the small board."""
    for name in strategies:
        row = Playout.objects.ask(SMALL, name, "somebody")
        pieces = pieces_of(SMALL, name)
        row.begin(pieces[0].turn.guess)
        row.refresh_from_db()
        for piece in pieces:
            row.keep(*play_piece(piece))
        assert row.finish()


def test_the_game_lengths_of_a_play_out_equal_the_stored_results():
    play_out("knuth", "simple")
    known = NamedBoard(SENT)
    assert set(known.results.strategies) == {"knuth", "simple"}
    for name in ("knuth", "simple"):
        assert known.lengths(name).tolist() == kept_lengths(SMALL, name).tolist()
    assert known.lengths("entropy") is None
    assert list(known.codes([0, 63])) == ["111", "444"]


@pytest.mark.parametrize("answers", [(), (Feedback(1, 0),), (Feedback(0, 1), Feedback(0, 2))])
def test_the_numbers_of_guesses_left_in_a_tree_match_the_stored_results(answers):
    play_out("knuth")
    node = visit(SMALL, "knuth", answers)
    ahead = NamedBoard(SENT).ahead("knuth", node.history, node.suggestion.guess)
    assert ahead == node.ahead != {}


def test_after_a_play_out_the_tree_marks_its_longest_path(client, monkeypatch):
    monkeypatch.setattr("solver.study.walk.kept_results", lambda variant: None)
    monkeypatch.setattr("games.learn.lab.tree.visit", visit)
    address = f"/strategies/knuth/tree/10/{QUERY}"
    assert "longest" not in client.get(address).text
    play_out("knuth")
    page = client.get(address).text
    assert "on the longest way" in page
    assert "From here it takes" in page


def test_two_strategies_can_be_compared_after_a_play_out_of_both(client):
    address = f"/strategies/knuth/vs/simple/{QUERY}"
    play_out("knuth")
    page = client.get(address)
    assert "Not yet played in this game size: Simple." in page.text
    assert f'href="/strategies/{QUERY}">Request the missing games' in page.text.replace(
        "&amp;", "&"
    )
    play_out("simple")
    saved = int(kept_lengths(SMALL, "simple").sum()) - int(kept_lengths(SMALL, "knuth").sum())
    again = client.get(address, headers={"If-None-Match": page["ETag"]})
    assert f"Over 64 codes, Knuth needs {saved} fewer guesses than Simple." in again.text


def test_a_strategy_page_shows_its_hardest_codes_and_links_to_the_board(client):
    play_out("knuth")
    page = unescape(client.get(f"/strategies/knuth/{QUERY}").text)
    lengths = kept_lengths(SMALL, "knuth")
    hardest = int((lengths == lengths.max()).sum())
    assert f"{hardest} codes with {lengths.max()} guesses" in page
    assert '<a href="/strategies/?pegs=3&colors=4&repeats=yes">3×4</a>' in page


def test_a_cached_page_is_rendered_again_after_another_play_out(client):
    address = f"/strategies/knuth/{QUERY}"
    etag = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 304
    play_out("knuth")
    assert client.get(address, headers={"If-None-Match": etag}).status_code == 200
    assert "Knuth" in client.get(f"/strategies/{QUERY}", headers=HTMX).text
