"""If a game that counts is open, a page asks before it solves an invented position."""

import inspect
import re
from datetime import timedelta
from itertools import product
from pathlib import Path

import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import timezone

from games.catalog.rules import CLASSIC, PRESETS
from games.insight.fairness.position import FREE_TURNS, FairPosition
from games.learn.league.judging import tree_of
from games.management.tasks import grade_the_rest
from games.models import Assist, Challenge, Daily, Game, Player, Season, today
from solver.rule.codes import Variant
from solver.rule.feedback import feedback
from tests import cast
from tests.addresses import ADDRESSES
from tests.cast import HTMX, ask, led_to, log_in, play, sign_up, start, start_daily

SECRET = "3632"
GUESSES = ("1122", "1344")
TURNS = "%20".join(f"{code}:{feedback(code, SECRET)}" for code in GUESSES)
QUESTION = "This would be help"
COVERED = "These guesses stay hidden"
EVENING = f"/duels/here/{'evening':-<22}/"


@pytest.fixture
def game(client):
    """A ranked game of an account, with one guess."""
    sign_up(client)
    play(client, game := start(client, SECRET), GUESSES[0])
    return game


@pytest.fixture
def shown(monkeypatch):
    """A list with the number of turns of each position that a page has requested.

    Tests empty the list before the part that they check.
    """
    given = []
    make = FairPosition._of.__func__
    spy = classmethod(lambda cls, variant, turns: _noted(given, make(cls, variant, turns)))
    monkeypatch.setattr(FairPosition, "_of", spy)
    return given


def _noted(given: list[int], position: FairPosition) -> FairPosition:
    given.append(len(position.turns))
    return position


def here(client, *codes: str) -> Game:
    """Return a game of players who share a screen, with these guesses."""
    number = Game.objects.filter(mode="here").count() + 1
    client.post(EVENING, {"code": SECRET, "number": number})
    return cast.guessed(Game.objects.with_secret().filter(mode="here").latest("pk"), *codes)


def fed(client) -> str:
    client.post("/assist/", {"strategy": "knuth"})
    assist = Assist.objects.latest("pk")
    for revision, code in enumerate(GUESSES):
        assist.answer(revision, f"{revision}", code, feedback(code, SECRET))
    return assist.get_absolute_url()


def with_panel(client) -> str:
    other = here(client, *GUESSES)
    other.take_hint(3, "panel")
    return other.get_absolute_url()


def given_up(client) -> str:
    (other := here(client)).resign()
    return f"{other.get_absolute_url()}analysis/"


def watched(client) -> str:
    sent = {"code": SECRET, "strategy": "knuth"}
    return client.post("/watch/", sent)["Location"].removesuffix("#play")


def boxed(client) -> str:
    """Return the page of a duel in which a computer has broken the player's code."""
    sent = {"kind": "box", "pace": "live", "rounds": "1"}
    address = client.post("/duels/", sent)["Location"]
    client.post(f"{address}computer/", {"strategy": "knuth", "memory": "100"})
    client.post(f"{address}ready/")
    client.post(address, {"code": SECRET})
    client.post(f"{address}leave/")
    return address


def entered(client) -> str:
    """Return the page of an entrant whose tree first differs from Knuth's after two turns."""
    days = {"first_day": today(), "last_day": today() + timedelta(days=9)}
    opener = Player.objects.latest("pk")
    season = Season.objects.open(opener, CLASSIC.variant, title=f"{Season.objects.count()}", **days)
    [(_name, key)] = season.invite(["4710"])
    lines = (line.split(":") for line in tree_of(CLASSIC.variant, "knuth").split())
    guesses = {answers: "6666" if answers == "1002" else guess for answers, guess in lines}
    return season.entrant_with(key).enter(guesses, {1: 1, 9: 1295}).entrant.get_absolute_url()


# URLs that solve an invented position
READ = {
    "explore": lambda client: f"/explore/?history={TURNS}",
    "node": lambda client: "/strategies/knuth/tree/10-02/",
    "watch": lambda client: f"{watched(client)}?step=2",
    "assist": fed,
    "analysis": lambda client: f"{given_up(client)}?beside=all",
    "game": with_panel,
    "duel": boxed,
    "season": lambda client: f"{entered(client).rsplit('/', 3)[0]}/?code={SECRET}",
    "entrant": lambda client: f"{entered(client)}?against=knuth",
    "api-suggestion": lambda client: f"/api/v1/suggestion?history={TURNS}",
}
# These forms solve a position; each has the data of a POST.
SENT = {
    "hint": lambda client: (
        f"{here(client, *GUESSES).get_absolute_url()}hint/",
        {"kind": "best", "number": 3},
    ),
    "help-preference": lambda client: (f"{with_panel(client)}help/", {"show": "yes"}),
    "correct": lambda client: (f"{fed(client)}guesses/1/", {"answer": "0,0", "revision": 2}),
    "tell": lambda client: (f"{fed(client)}code/", {"told": SECRET, "revision": 2}),
    "assist": lambda client: (fed(client), {}),
    "game": lambda client: (with_panel(client), {"code": "1111", "number": 9, "token": "x"}),
    "watch": lambda client: (f"{watched(client)}?step=2", {}),
}
OPEN = {
    "tree": "the root of a tree is the position before the first guess",
    "tree-file": "a whole tree is theory",
    "new-watch": "leads to the page that asks",
}


def test_every_url_that_solves_positions_is_in_one_of_these_tables():
    marked = {name for name, address in ADDRESSES.items() if address.works_out}
    assert marked == READ.keys() | SENT.keys() | OPEN.keys()


@pytest.mark.parametrize("name", READ)
def test_every_page_asks_before_it_solves_an_invented_position(client, game, shown, name):
    address = READ[name](client)
    shown.clear()
    client.head(address)
    response = client.get(address, headers=HTMX)
    for asked in {address, response.get("HX-Redirect", address)}:
        page = client.get(asked).text
        assert (QUESTION in page) or (name == "duel" and COVERED in page)
    assert max(shown, default=0) <= FREE_TURNS
    client.post(f"{game.get_absolute_url()}helped/", {"next": address})
    page = client.get(address)
    assert page.status_code == 200
    assert QUESTION not in page.text
    assert COVERED not in page.text
    # Pages of a duel and of an analysis show no turns.
    assert max(shown, default=0) > FREE_TURNS or name in ("duel", "analysis")


@pytest.mark.parametrize("name", SENT)
def test_every_form_asks_before_it_solves_an_invented_position(client, game, shown, name):
    address, sent = SENT[name](client)
    shown.clear()
    for headers in ({}, HTMX):
        response = client.post(address, sent, headers=headers)
        page = client.get(response.get("HX-Redirect") or response["Location"]).text
        assert QUESTION in page, headers
    assert max(shown, default=0) <= FREE_TURNS
    assert not Game.objects.get(pk=game.pk).is_aided


@pytest.mark.parametrize("name", READ)
def test_no_url_parameter_avoids_the_question_before_help(client, game, shown, name, monkeypatch):
    """The test varies every name that a page reads from its query, including future ones."""
    read = set()

    class Watched(QueryDict):
        def get(self, key, default=None):
            read.add(key)
            return super().get(key, default)

        def __getitem__(self, key):
            read.add(key)
            return super().__getitem__(key)

        def __contains__(self, key):
            read.add(key)
            return super().__contains__(key)

    path, _, query = READ[name](client).partition("?")
    fixed = dict(part.split("=") for part in query.split("&") if part)
    monkeypatch.setattr("django.core.handlers.wsgi.QueryDict", Watched)
    client.get(path, fixed)
    client.get(path)
    shown.clear()
    # Pages read these names only when they solve a position, so ``read`` can lack them.
    solving = {"beside": "optimal", "code": "1344", "row": "1344"}
    solving |= dict.fromkeys(("guess", "work", "why", "exercise", "picture", "step"), "1")
    for key, value in {*product(read, ("optimal", "1", "1344")), *solving.items()}:
        page = client.get(path, fixed | {key: value}, headers=HTMX if value == "1" else {})
        assert max(shown, default=0) <= FREE_TURNS, (key, value)
        assert "paths" not in (page.context or {}), (key, value)


@pytest.mark.parametrize("is_daily", [False, True])
def test_setting_a_code_for_the_computer_shows_no_next_guess_while_a_game_is_open(client, is_daily):
    """The player sets a code that fits the answers, gives up, and reads a strategy's next guess."""
    sign_up(client)
    game = start_daily(client) if is_daily else start(client, SECRET)
    Game.objects.filter(pk=game.pk).update(secret=SECRET)
    play(client, game, GUESSES[0])
    page = client.get(given_up(client), {"beside": "all"})
    assert QUESTION in page.text
    cost = "not listed for the day" if is_daily else "counts as not solved on the leaderboard"
    assert cost in page.text
    assert "paths" not in (page.context or {})


def test_the_question_before_help_appears_in_all_browsers_of_the_account_and_in_no_other(
    client, game
):
    address = READ["explore"](client)
    second, guest = Client(), Client()
    assert QUESTION not in second.get(address).text
    log_in(second)
    assert QUESTION in second.get(address).text
    play(guest, start(guest, SECRET), GUESSES[0])
    assert QUESTION not in guest.get(address).text


@pytest.mark.parametrize("enter", [sign_up, log_in])
def test_a_guest_who_opened_a_page_without_the_question_gets_no_rank(client, enter):
    if enter is log_in:
        sign_up(Client())
    play(client, game := start(client, SECRET), GUESSES[0])
    assert QUESTION not in client.get(READ["explore"](client)).text
    enter(client)
    play(client, game, SECRET)
    game = Game.objects.get(pk=game.pk)
    assert (game.is_won, game.is_ranked, game.is_placed) == (True, False, False)
    assert not game.player.standings.exists()


CHANGES = {  # changes of a game, and whether help would change how the changed game counts
    "ranked": ({}, True),
    "untouched": ({"guess_count": 0}, False),
    "helped": ({"is_aided": True}, False),
    "over": ({"status": "resigned", "counted_guesses": 11, "finished_at": timezone.now()}, False),
    "practice": ({"is_ranked": False}, False),
    "of today": ({"is_ranked": False, "daily_id": 0}, True),
    "of today and known": ({"is_ranked": False, "daily_id": 0, "is_placed": False}, True),
    "of yesterday": ({"is_ranked": False, "daily_id": 1}, False),
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_page_asks_if_and_only_if_help_would_change_how_a_game_counts(client, game, change):
    columns, is_open = CHANGES[change]
    if "daily_id" in columns:
        day = today() - timedelta(days=columns["daily_id"])
        Daily.objects.create(day=day, secret=SECRET)
        columns = columns | {"daily_id": day}
    Game.objects.filter(pk=game.pk).update(**columns)
    assert (QUESTION in client.get(READ["explore"](client)).text) == is_open


def test_a_position_after_one_answer_is_shown_without_asking_the_player(client, game):
    for address in (
        f"/explore/?history={GUESSES[0]}:1,0",
        "/strategies/knuth/tree/10/",
        f"{watched(client)}?step=1",
    ):
        assert QUESTION not in client.get(address).text


@pytest.mark.parametrize("board", ["mini", "super"])
def test_pages_ask_for_every_game_size(client, game, board):
    rules = PRESETS[board]
    codes = (symbol * rules.variant.pegs for symbol in "12")
    history = " ".join(f"{code}:0,0" for code in codes)
    page = client.get("/explore/", dict(rules.settings) | {"history": history})
    assert QUESTION in page.text


def drawn(client) -> Game:
    return start(client, SECRET, CLASSIC._replace(limit=12))


def evil(client) -> Game:
    return led_to(client.post("/evil/"), Game)


def of_a_friend(client) -> Game:
    Client().post("/challenges/", {"code": SECRET})
    return led_to(client.post(Challenge.objects.get().get_absolute_url()), Game)


@pytest.mark.parametrize("begin", [drawn, evil, of_a_friend, start_daily])
def test_help_in_another_game_with_an_unknown_code_needs_no_question(client, game, begin):
    # With another guess limit the game has another size, so the next game can be open, too.
    Game.objects.filter(pk=game.pk).update(limit=9)
    play(client, other := begin(client), *GUESSES)
    ask(client, other, "best", 3)
    assert Game.objects.get(pk=other.pk).is_aided
    if begin is not start_daily:  # the code of a daily is hidden until the day ends
        client.post(f"{other.get_absolute_url()}resign/")
        page = client.get(f"{other.get_absolute_url()}analysis/?beside=knuth")
        assert "paths" in page.context
    assert not Game.objects.get(pk=game.pk).is_aided


def test_the_explorer_shows_positions_of_finished_games_without_asking(client, game):
    other = cast.guessed(Game.objects.with_secret().get(pk=drawn(client).pk), *GUESSES)
    address = READ["explore"](client)
    assert QUESTION in client.get(address).text
    other.resign()
    assert QUESTION not in client.get(address).text
    for history in (f"{TURNS}%206666:0,1", TURNS.replace("1344", "1345")):
        assert QUESTION in client.get(f"/explore/?history={history}").text


def test_the_explorer_asks_first_about_a_game_whose_player_knew_the_code(client, game):
    here(client, *GUESSES).resign()
    assert QUESTION in client.get(READ["explore"](client)).text


def test_the_page_asks_about_a_game_of_a_friend_if_the_reader_set_the_code(client, game):
    client.post("/challenges/", {"code": SECRET})
    friend = Client()
    theirs = led_to(friend.post(Challenge.objects.get().get_absolute_url()), Game)
    play(friend, theirs, *GUESSES)
    friend.post(f"{theirs.get_absolute_url()}resign/")
    address = f"{theirs.get_absolute_url()}analysis/"
    assert QUESTION in client.get(address).text
    assert QUESTION not in friend.get(address).text


def test_consent_applies_to_all_games_named_in_the_question(client, game):
    play(client, second := drawn(client), GUESSES[0])
    page = client.get(address := READ["explore"](client)).text
    fields = [("next", address), *(("game", one.public_id) for one in (game, second))]
    assert all(f'name="{name}" value="{value}"' in page for name, value in fields[1:])
    later = start_daily(client)
    play(client, later, GUESSES[0])
    sent = {"next": address, "game": [game.public_id, second.public_id]}
    response = client.post(f"{game.get_absolute_url()}helped/", sent)
    assert response["Location"] == address
    aided = Game.objects.filter(is_aided=True)
    assert set(aided) == {game, second}
    assert QUESTION in client.get(address).text


def test_consent_affects_only_the_visitor_and_leads_to_no_other_site(client, game):
    other = Client()
    sign_up(other, "Eve")
    play(other, own := start(other, SECRET), GUESSES[0])
    address = "{}helped/".format
    assert other.post(address(game.get_absolute_url())).status_code == 404
    other.post(address(own.get_absolute_url()), {"game": game.public_id})
    assert not Game.objects.get(pk=game.pk).is_aided
    sent = client.post(address(game.get_absolute_url()), {"next": "//elsewhere.example/"})
    assert sent["Location"] == game.get_absolute_url()


def test_an_export_has_guesses_of_the_computer_only_if_no_game_is_open(client, game):
    watched(client)
    [kept] = client.get("/you/export.json").json()["watched"]
    assert kept["strategies"] == {"knuth": []}
    game.resign()
    [kept] = client.get("/you/export.json").json()["watched"]
    assert kept["strategies"]["knuth"][-1]["code"] == SECRET


def test_a_game_at_one_screen_is_graded_only_when_no_game_is_open(client, game):
    graded = here(client, *GUESSES, SECRET)
    assert (graded.skill, graded.luck) == (None, None)
    grade_the_rest.call()
    assert "Skill" not in client.get(graded.get_absolute_url()).text
    game.resign()
    grade_the_rest.call()
    assert "Skill" in client.get(graded.get_absolute_url()).text
    assert here(client, *GUESSES, SECRET).skill is not None


# The type ``FairPosition`` makes pages ask; these tests check that no function avoids the type.

# These functions solve without taking a ``FairPosition``, each for the reason given here.
KEPT_ELSEWHERE = {
    "answer": "an answer of a computer that changes its mind, to a guess",
    "code_after": "the code at its end",
    "guesses_that_suffice": "of a whole board",
    "make_from_seed": "a puzzle, whose rows the server makes",
    "argue": "the same, kept",
    "position": "a sheet, whose rows the server makes",
    "guesses_for": "how many guesses other strategies take, and none of them",
    "run_race": "kept; WatchPage asks",
    "node_at": "TreePage takes a position",
    "write_tree": "a whole tree is theory",
    "tree_of": "a whole tree is theory; SeasonPage and EntrantPage take positions",
    "codes_at": "of a whole board",
    "ahead_in": "how long games are, from TreePage",
    "_stops": "Paths takes a position",
    "_evil_turns": "the same for everyone, and Paths takes a position",
}


ROOT = Path(inspect.getfile(FairPosition)).parents[2]
SOURCE = re.sub(r">>>.*", "", "".join(file.read_text() for file in ROOT.rglob("*.py")))


def test_every_expensive_function_takes_a_position_or_is_a_listed_exception():
    marked = re.findall(r"^ *@expensive\([^)]*\)\n(?: *@.*\n)*\s*def (\w+)", SOURCE, re.MULTILINE)
    assert {*marked} == KEPT_ELSEWHERE.keys()


def test_only_the_methods_of_fair_position_create_a_position():
    with pytest.raises(TypeError):
        FairPosition()
    _, *functions = re.split(r"\bdef (?=\w)", SOURCE)
    past = {text.partition("(")[0] for text in functions if ".without_asking(" in text}
    assert past == {"where_decided", "second_guesses"}
    assert FairPosition.without_asking(Variant(), (), why="A test.").turns == ()
