"""A running game is helped by whatever works its position out: every page asks first, or counts."""

from functools import partial
from random import Random

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from games.catalog.rules import CLASSIC
from games.insight.fairness.helped import known_games, note_told
from games.models import Assist, Game, Player
from solver.rule.codes import Variant
from solver.rule.feedback import Turn, feedback
from solver.study.forgetful import way_to
from tests import cast
from tests.addresses import ADDRESSES
from tests.cast import HTMX, ask, play, sign_up, start

pytestmark = pytest.mark.django_db
SECRET = "3632"  # 1122, the first guess of Knuth, earns one black peg
QUESTION = "This is a game you are playing"
COVERED = "These guesses stay covered"


@settings(max_examples=40)
@given(
    played=st.lists(st.sampled_from(["1111", "2222", "1212"]), max_size=2, unique=True),
    told=st.sets(st.sampled_from(["1111", "2222", "1212", "3333"])),
    is_same_board=st.booleans(),
    is_over=st.booleans(),
)
def test_a_solver_knows_the_running_games_that_told_it_no_more_than_it_was_told(
    played, told, is_same_board, is_over
):
    """All answers say here that some colors are missing, in one guess or in two."""
    ada, secret = Player.objects.create(), "6665"
    game = Game.objects.create(player=ada, secret=secret, **CLASSIC.fields())
    cast.guessed(game, *played)
    if is_over:
        game.resign()
    turns = [Turn(code, feedback(code, secret)) for code in told]
    variant = CLASSIC.variant if is_same_board else Variant(4, 7)
    missing = set("".join(played))
    same = {color for code in told if set(code) <= missing for color in code}
    is_known = is_same_board and not is_over and bool(played) and same == missing
    assert (game in known_games(ada.pk, variant, turns)) == is_known
    note_told(Player.objects.create().pk, variant, turns)
    assert not Game.objects.get(pk=game.pk).is_aided
    note_told(ada.pk, variant, turns)
    assert Game.objects.get(pk=game.pk).is_aided == is_known


class InOrder(Random):
    def sample(self, population, k):
        return list(population)[:k]


@pytest.fixture
def game(client, monkeypatch):
    """One that stands where Knuth stands after a guess, whom a computer plays under true names."""
    monkeypatch.setattr("games.models.duels.duel.way_to", partial(way_to, chance=InOrder()))
    sign_up(client)
    game = start(client, SECRET)
    play(client, game, "1122")
    return game


def other_game(client, **columns) -> Game:
    """Another game of the same player, for practice, that stands in the same position."""
    player = Game.objects.get().player
    other = Game.objects.create(player=player, secret=SECRET, **CLASSIC.fields(), **columns)
    return cast.guessed(other, "1122")


def explored(client):
    return client.get("/explore/?history=1122:1,0")


def node(client):
    return client.get("/strategies/knuth/tree/10/")


def watched(client):
    address = client.post("/watch/", {"code": SECRET, "strategy": "knuth"})["Location"]
    return client.get(address, {"step": 1})


def fed(client) -> Assist:
    client.post("/assist/", {"strategy": "knuth"})
    assist = Assist.objects.latest("pk")
    assist.answer(0, "t", "1122", feedback("1122", SECRET))
    return assist


def assisted(client):
    return client.get(fed(client).get_absolute_url())


def corrected(client):
    assist = fed(client)
    client.post(f"{assist.get_absolute_url()}guesses/1/", {"answer": "0,0", "revision": 1})
    sent = {"answer": "1,0", "revision": 2}
    return client.post(f"{assist.get_absolute_url()}guesses/1/", sent)


def analysed(client):
    other = other_game(client)
    other.resign()
    return client.get(f"{other.get_absolute_url()}analysis/")


def hinted(client):
    return ask(client, other_game(client), "best", 2)


def panel(client):
    other = other_game(client)
    other.take_hint(2, "panel")
    return client.get(other.get_absolute_url())


def told(client):
    address = f"{fed(client).get_absolute_url()}code/"
    return client.post(address, {"told": SECRET, "revision": 1}, headers=HTMX)


def broken_by_a_computer(client):
    """A code of one's own, which a computer breaks in a duel that is given up."""
    sent = {"kind": "box", "pace": "live", "rounds": "1"}
    address = client.post("/duels/", sent)["Location"]
    client.post(f"{address}computer/", {"strategy": "knuth", "memory": "100"})
    client.post(address, {"code": SECRET})
    return client.post(f"{address}leave/")


def set_up(client):
    other = other_game(client)
    other.take_hint(2, "panel")
    return client.post(f"{other.get_absolute_url()}help/", {"show": "yes"}, headers=HTMX)


DOORS = {
    "explore": explored,
    "node": node,
    "watch": watched,
    "assist": assisted,
    "correct": corrected,
    "analysis": analysed,
    "hint": hinted,
    "game": panel,
    "tell": told,
    "help-preference": set_up,
    "duel": broken_by_a_computer,
}
NO_DOORS = {
    "tree": "the root of a tree is the position before the first guess",
    "tree-file": "a whole tree is theory",
    "new-watch": "leads to the page that asks",
}


def is_held_back(client, game: Game, response) -> bool:
    """Whether it asks first, or the game counts as helped by now."""
    if led := response.get("Location") or response.get("HX-Redirect"):
        response = client.get(led)
    return (
        any(one in response.text for one in (QUESTION, COVERED))
        or Game.objects.get(pk=game.pk).is_aided
    )


def test_every_address_that_works_a_position_out_has_its_door_here():
    marked = {name for name, address in ADDRESSES.items() if address.works_out}
    assert marked == DOORS.keys() | NO_DOORS.keys()


@pytest.mark.parametrize("name", DOORS)
def test_every_door_asks_first_or_counts(client, game, name):
    assert is_held_back(client, game, DOORS[name](client))


@pytest.mark.parametrize("name", DOORS)
def test_the_control_a_door_that_does_not_compare_is_open(client, game, name, monkeypatch):
    for compare in ("knows", "resembles"):
        monkeypatch.setattr(f"games.insight.fairness.helped.{compare}", lambda *sides: False)
    assert not is_held_back(client, game, DOORS[name](client))


def test_an_export_has_what_the_computer_guessed_once_no_game_is_open(client, game):
    client.post("/watch/", {"code": SECRET, "strategy": "knuth"})
    [watched] = client.get("/you/export.json").json()["watched"]
    assert watched["strategies"] == {"knuth": []}
    game.resign()
    [watched] = client.get("/you/export.json").json()["watched"]
    assert watched["strategies"]["knuth"][-1]["code"] == SECRET


WAYS = {
    "read": lambda browser, address, **more: browser.get(address, **more),
    "a bad answer": lambda browser, address, **more: browser.post(address, {}, **more),
    "an old page": lambda browser, address, **more: browser.post(
        address, {"code": "5555", "answer": "0,0", "revision": 7, "token": "x"}, **more
    ),
    "a code": lambda browser, address, **more: browser.post(
        f"{address}code/", {"told": "1234", "revision": 2}, **more
    ),
}


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
@pytest.mark.parametrize("way", WAYS)
def test_an_assist_that_is_nearly_the_game_asks_whatever_it_is_sent(client, game, way, headers):
    """Also where it answers what it could not do: a page is a page."""
    play(client, game, "1345")
    client.post("/assist/", {"strategy": "knuth"})
    assist = Assist.objects.get()
    for number, turn in enumerate(game.turns()):  # in other colors
        code = turn.guess.translate(str.maketrans("123456", "234561"))
        assist.answer(number, f"{number}", code, turn.feedback)
    response = WAYS[way](client, assist.get_absolute_url(), headers=headers)
    led = response.get("Location") or response.get("HX-Redirect")
    page = client.get(led).text if led else response.text
    assert QUESTION in page
    assert "codes are still possible" not in response.text


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
@pytest.mark.parametrize("sent", [{}, {"code": "1111", "number": 9, "token": "x"}])
def test_a_panel_of_another_game_asks_whatever_it_is_sent(client, game, sent, headers):
    other = other_game(client)
    other.take_hint(2, "panel")
    response = client.post(other.get_absolute_url(), sent, headers=headers)
    assert QUESTION in client.get(response.get("Location") or response["HX-Redirect"]).text
    assert "possible" not in response.text


def test_what_is_asked_about_is_shown_once_it_counts(client, game):
    assert "codes are still possible" not in explored(client).text
    asked = {"next": "/explore/?history=1122:1,0"}
    address = f"{game.get_absolute_url()}helped/"
    assert client.post(address, asked)["Location"] == asked["next"]
    assert Game.objects.get().is_aided
    assert "codes are still possible" in explored(client).text


def test_who_asks_with_htmx_is_led_to_the_question(client, game):
    response = client.get("/explore/?history=1122:1,0", headers=HTMX)
    assert response["HX-Redirect"].startswith(f"{game.get_absolute_url()}helped/?next=")
    page = client.get(response["HX-Redirect"])
    assert QUESTION in page.text
    assert 'value="/explore/?history=1122:1,0"' in page.text


def test_nobody_consents_for_somebody_else_and_nobody_is_led_away(client, game):
    address = f"{game.get_absolute_url()}helped/"
    assert Client().post(address).status_code == 404
    sent = client.post(address, {"next": "//elsewhere.example/"})
    assert sent["Location"] == game.get_absolute_url()


@pytest.mark.parametrize(
    "history",
    [
        "1344:1,2 1122:1,1",  # in another order
        "2211:1,1 1344:1,2",  # a turn that says the same
        "1344:1,2 1122:1,1 5566:0,0",  # more than the game
        "5566:1,1 5233:1,2",  # in other colors
        "6655:1,1 6344:1,2",
        "2112:1,1 4314:1,2",  # in other places
    ],
)
def test_the_finding_of_the_review_however_it_is_asked(client, history):
    game = start(client, "2134")
    play(client, game, "1122", "1344")
    page = client.get("/explore/", {"history": history}).text
    assert QUESTION in page


@pytest.mark.parametrize(
    ("secret", "guesses", "colors", "history"),
    [
        ("1142", ("1123", "3456"), 7, "1123:2,1 3456:0,1 7777:0,0"),  # others are ruled out
        ("1142", ("1123", "3456"), 8, "1123:2,1 3456:0,1 7788:0,0"),
        ("1142", ("1123", "3456"), 12, "1123:2,1 3456:0,1 7788:0,0 99AA:0,0 BBCC:0,0"),
        ("1142", ("1123", "3456"), 7, "1123:2,1 3456:0,1"),  # or are not
        ("1142", ("1123", "3456"), 7, "2234:2,1 4567:0,1 1111:0,0"),  # by other names
        ("3536", ("1122", "3345"), 4, "1123:1,2"),  # the game has ruled two out
        ("3536", ("1122", "3345"), 5, "5555:0,0 1123:1,2"),
    ],
)
def test_another_board_with_as_many_pegs_is_no_way_around(client, secret, guesses, colors, history):
    game = start(client, secret)
    play(client, game, *guesses)
    board = {"pegs": 4, "colors": colors, "repeats": "yes", "history": history}
    assert QUESTION in client.get("/explore/", board).text


@pytest.mark.parametrize(
    ("colors", "secret", "codes"),
    [
        (8, "21467", ["88887", "77778", "88888", "11227", "13447", "56247"]),  # one peg more
        (8, "72146", ["77777", "88888", "78888", "71122", "71344", "75624"]),
        (8, "21467", ["88887", "77778", "88888", "11227", "13447", "56247", "34517"]),
        (8, "32567", ["88887", "77778", "88888", "22337", "24557"]),  # in other colors
        (12, "2146777", ["7777777", "8888777", "1122777", "1344777", "5624777"]),  # too large
        (6, "214", ["112", "134", "562"]),  # the control: less is known there
    ],
)
def test_a_board_with_more_pegs_is_no_way_around(client, colors, secret, codes):
    play(client, start(client, "2146"), "1122", "1344", "5624")
    history = " ".join(f"{code}:{feedback(code, secret)}" for code in codes)
    board = {"pegs": len(secret), "colors": colors, "repeats": "yes", "history": history}
    assert (QUESTION in client.get("/explore/", board).text) == (len(secret) > 4)


def test_another_position_of_another_board_is_open(client, game):
    play(client, game, "3456")
    for board in ({"pegs": 4, "colors": 7}, {"pegs": 5, "colors": 8}):
        code = "12345"[: board["pegs"]]
        history = {"history": f"{code}:1,1", "repeats": "yes"}
        assert QUESTION not in client.get("/explore/", board | history).text


def test_what_leaves_other_codes_is_open(client, game):
    for history in ("1122:0,1", "3344:1,0", "1122:1,0 1344:4,0"):
        page = client.get("/explore/", {"history": history}).text
        assert (QUESTION in page) == (history == "1122:1,0 1344:4,0")


def test_what_a_solver_was_told_before_the_game_is_no_help(client):
    """Also when it, or another one, is told something since."""
    sign_up(client)
    fed(client)
    game = start(client, SECRET)
    Assist.objects.update(moved_at="2020-01-01T00:00Z")
    client.post("/assist/", {"strategy": "knuth"})
    note_told(game.player_id, CLASSIC.variant, [Turn("6666", feedback("6666", SECRET))])
    play(client, game, "1122")
    game.refresh_from_db()
    assert (game.has_solver, game.is_aided) == (True, False)
    Assist.objects.update(moved_at=game.moved_at)
    play(client, game, "5555")
    Assist.objects.first().rows.create(token="u", code="5555", black=0, white=0)
    play(client, game, "4444")
    Assist.objects.first().rows.create(token="v", code="4444", black=0, white=0)
    note_told(game.player_id, CLASSIC.variant, Assist.objects.first().turns())
    assert Game.objects.get().is_aided
