"""A player cannot improve a rank by avoiding bad games.

The state machine of this test is one person with two browsers and any number of accounts. The
person plays, takes each kind of help, asks the Solver in other words, gives up, leaves games,
deletes accounts, signs up, logs in with a guest's games, and lets days pass. For each account, and
for the person, a control account counts every game that was started.
"""

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from math import inf

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone
from hypothesis import Phase, settings, strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games.catalog.rules import PRESETS
from games.management.tasks import expire_overdue
from games.models import LEFT_FOR, Game, Hint, Player, today
from games.models.base import calendar
from games.models.base.ids import new_public_id
from games.models.play import standing
from games.play.daily.days import results_of_day
from solver.rule.feedback import feedback
from tests.cast import PASSWORD, led_to, log_in, player_of, sign_up, start_daily
from tests.games.management.test_recounting import lines

MINI = PRESETS["mini"]
QUESTION = "This would be help"
WRONG = ("112", "345", "516", "224", "136", "653", "441", "362")
READ_AT = ("the explorer", "an assist", "a code of their own")
LUCK = (4, 5, 5, 5, 5, 6)  # numbers of guesses in six games, in any order
MOST_GAMES = 3 * len(LUCK)

browsers = st.integers(0, 1)


def score(games: int, total: int) -> float:
    """Return the best score that a person can reach with these games on several accounts.

    docs/leaderboard.md promises this limit: the margin for luck of one eighth more games.
    """
    return total / games + standing.margin_for_luck(games * 9 / 8)


class Person(RuleBasedStateMachine):
    """A person with two browsers, the games started in them, and the length of each game."""

    def __init__(self) -> None:
        super().__init__()
        self.undo = transaction.atomic()
        self.undo.__enter__()
        self.late = timedelta()
        self.clocks = pytest.MonkeyPatch()
        for module in (calendar, timezone):
            self.clocks.setattr(module, "datetime", clock_of(self))
        self.browsers = [Client(), Client()]
        self.names: list[str] = []
        self.luck: list[int] = []
        self.takes: dict[str, int] = {}  # by game
        self.begun: dict[int, list[str]] = defaultdict(list)  # by account
        self.spoilt: set[str] = set()  # attempts at a daily whose code this person knew

    def teardown(self) -> None:
        try:
            self.wait()
            self.no_account_stands_better_than_its_games()
            self.nobody_stands_better_than_all_their_games()
            self.every_line_is_the_sum_of_its_games()
            self.the_days_list_who_did_not_know()
        finally:
            self.clocks.undo()
            transaction.set_rollback(True)
            self.undo.__exit__(None, None, None)

    def player(self, place: int) -> Player | None:
        return player_of(self.browsers[place])

    def open_game(self, place: int, **columns: object) -> Game | None:
        games = Game.objects.with_secret().unfinished().filter(player=self.player(place))
        return games.filter(player__isnull=False, **columns).order_by("-is_ranked").first()

    # acts on a game

    @rule(place=browsers, times=st.sampled_from([2, 3, 6]), luck=st.permutations(LUCK))
    def guess(self, place, times, luck):
        if not self.open_game(place, is_ranked=True) and len(self.takes) < MOST_GAMES:
            self.begin(place, luck)
        for _ in range(times):
            if game := self.open_game(place, is_ranked=True):
                is_due = game.next_number == self.takes[game.public_id]
                self.send_guess(place, game, is_due)

    def begin(self, place: int, luck: list[int]) -> None:
        game = led_to(self.browsers[place].post("/", dict(MINI.settings)), Game)
        self.luck = self.luck or list(luck)
        self.takes[game.public_id] = self.luck.pop()
        if game.player.has_account:
            self.begun[game.player_id].append(game.public_id)

    def send_guess(self, place: int, game: Game, is_right: bool) -> None:
        wrong = [code + "1" * (game.pegs - 3) for code in WRONG]
        code = game.secret if is_right else [code for code in wrong if code != game.secret]
        sent = code if is_right else code[game.guess_count % len(code)]
        number = game.next_number
        data = {"code": sent, "sure": sent, "number": number, "token": f"{number}"}
        self.browsers[place].post(game.get_absolute_url(), data)

    @rule(place=browsers, kind=st.sampled_from(Hint.Kind.values))
    def take_help(self, place, kind):
        if game := self.open_game(place):
            sent = {"kind": kind, "number": game.next_number, "code": "1" * game.pegs}
            address = f"{game.get_absolute_url()}hint/"
            response = self.browsers[place].post(address, sent)
            # without this redirect, the page gave no help
            if response.get("Location") == game.get_absolute_url():
                self.is_told_about(game)

    @rule(place=browsers, where=st.sampled_from(READ_AT))
    def make_up(self, place, where):
        """Request the solution of an invented position while a game of an account has a guess."""
        game, browser = self.open_game(place, is_ranked=True), self.browsers[place]
        if game and game.guess_count and game.player.has_account:
            address = made_up(browser, where)
            answers = browser.get(address), browser.post(address, {}, follow=True)
            if any(one.status_code != 405 and QUESTION not in one.text for one in answers):
                self.is_told_about(game)

    def is_told_about(self, game: Game) -> None:
        """Assert that the game is recorded as helped, because a page gave help."""
        assert Game.objects.get(pk=game.pk).is_aided

    @rule(place=browsers)
    def consent(self, place):
        if game := self.open_game(place):
            self.browsers[place].post(f"{game.get_absolute_url()}helped/")

    @rule(place=browsers, is_ranked=st.booleans())
    def give_up(self, place, is_ranked):
        if game := self.open_game(place, is_ranked=is_ranked):
            self.browsers[place].post(f"{game.get_absolute_url()}resign/")

    # These rules are about the daily.

    @rule(place=browsers)
    def begin_the_daily(self, place):
        before = self.player(place)
        knows = before is not None and before.games.filter(daily=today()).exists()
        game = start_daily(self.browsers[place])
        if not knows and (not game.player.has_account or self.others_know(place)):
            self.spoilt.add(game.public_id)

    def others_know(self, place: int) -> bool:
        """Return whether another guest of the same browser has started today's daily."""
        others = self.browsers[place].get("/you/").context["others"]
        return any(one.games.filter(daily=today()).exists() for one in others)

    @rule(place=browsers, is_right=st.booleans())
    def guess_the_daily(self, place, is_right):
        if game := self.open_game(place, daily__isnull=False):
            self.send_guess(place, game, is_right)

    # acts that change the players or the date

    @initialize()
    def there_is_an_account(self):
        self.sign_up(0)

    @rule(place=browsers)
    def sign_up(self, place):
        name = f"Name {len(self.names)}"
        sign_up(self.browsers[place], name)
        if Player.objects.filter(name=name).exists():
            self.names.append(name)

    @precondition(lambda self: self.names)
    @rule(place=browsers, which=st.integers(0, 5))
    def log_in(self, place, which):
        guest = self.player(place)
        name = self.names[which % len(self.names)]
        is_met = guest and not guest.has_account and guest.games.filter(daily=today()).exists()
        if is_met or self.others_know(place):
            running = Game.objects.unfinished().filter(player__name=name, daily=today())
            self.spoilt.update(running.values_list("public_id", flat=True))
        log_in(self.browsers[place], name)

    @rule(place=browsers, which=st.integers(0, 2))
    def somebody_else(self, place, which):
        others = self.browsers[place].get("/you/").context["others"]
        named = [{}, *({"player": one.public_id} for one in others)]
        self.browsers[place].post("/you/switch/", named[which % len(named)])

    @rule(place=browsers)
    def log_out(self, place):
        self.browsers[place].post("/you/log-out/")

    @rule(place=browsers)
    def delete(self, place):
        self.browsers[place].post("/you/delete/", {"password": PASSWORD})
        self.names = [name for name in self.names if Player.objects.filter(name=name).exists()]

    @rule()
    def midnight(self):
        self.late += timedelta(days=1)

    @rule()
    def wait(self):
        self.late += LEFT_FOR + timedelta(minutes=1)
        expire_overdue.call()

    # The following laws are checked when all games are over.

    def no_account_stands_better_than_its_games(self) -> None:
        """Assert, on both lists, that each account counts all of its games and their guesses."""
        for is_aided in (False, True):
            lines = standing.Standing.objects.filter(
                is_aided=is_aided, period="all", has_account=True
            )
            counted = {line.player_id: (line.games, line.total) for line in lines}
            for player in Player.objects.filter(user__isnull=False):
                takes = [self.takes[game] for game in self.begun[player.pk]]
                games, total = counted.get(player.pk, (0, 0))
                assert games == len(takes)
                assert total >= sum(takes)

    def nobody_stands_better_than_all_their_games(self) -> None:
        best = min(standing.Standing.objects.ranked().values_list("score", flat=True), default=inf)
        if self.takes:
            assert best >= score(len(self.takes), sum(self.takes.values()))

    def every_line_is_the_sum_of_its_games(self) -> None:
        kept = lines(period="all")
        call_command("recount", verbosity=0)
        assert lines(period="all") == kept

    def the_days_list_who_did_not_know(self) -> None:
        for day in set(Game.objects.filter(daily__isnull=False).values_list("daily", flat=True)):
            for game in results_of_day(day):
                assert game.public_id not in self.spoilt
                assert game.finished_at.date() == day
                assert game.counted_guesses == (game.guess_count if game.is_won else 11)


def clock_of(person: Person) -> type[datetime]:
    """Return a class of datetimes that follow the person's clock."""

    class Clock(datetime):
        @classmethod
        def now(cls, tz=UTC):
            return datetime.now(tz) + person.late

    return Clock


def made_up(browser: Client, where: str) -> str:
    """Return the URL of the page on which this browser has typed invented answers."""
    told = [(code, feedback(code, "263")) for code in WRONG[:2]]
    match where:
        case "the explorer":
            query = MINI.query + "&history=" + "%20".join(f"{code}:{got}" for code, got in told)
            return f"/explore/?{query}"
        case "an assist":
            board = dict(MINI.settings) | {"strategy": "knuth"}
            address = browser.post("/assist/", board)["Location"]
            for revision, (code, got) in enumerate(told):
                row = {"code": code, **got._asdict(), "said": "yes"}
                row |= {"revision": revision, "token": f"{revision}"}
                assert browser.post(address, row).status_code == 302
            return address
    evening = f"/duels/here/{new_public_id()}/"
    browser.post(evening, dict(MINI.settings) | {"code": "263", "number": 1})
    game = Game.objects.filter(mode=Game.Mode.ONE_SCREEN).latest("pk")
    game.resign()
    return f"{game.get_absolute_url()}analysis/?beside=all"


LAW = settings(
    max_examples=4, stateful_step_count=30, derandomize=True, database=None, phases=[Phase.generate]
)


def test_no_way_to_leave_a_game_improves_a_rank_or_reveals_more():
    run_state_machine_as_test(Person, settings=LAW)


def hinted(person):
    person.guess(0, 2, LUCK)
    person.take_help(0, "best")
    person.guess(0, 6, LUCK)


def made_something_up(person):
    person.guess(0, 3, LUCK)
    person.make_up(0, "the explorer")


def begun_anew(person):
    person.guess(0, 6, LUCK)
    person.log_out(0)
    person.sign_up(0)
    person.guess(0, 6, LUCK)


def passed_round(person):
    person.log_out(0)
    person.begin_the_daily(0)
    person.somebody_else(0, 0)
    person.log_in(0, 0)
    person.begin_the_daily(0)
    person.guess_the_daily(0, is_right=True)


# Each way would profit from a fault: a list that leaves out games with a hint, a page that solves
# two answers without asking, no margin for luck, and a browser whose other guests are strangers.
@pytest.mark.parametrize("acts", [hinted, made_something_up, begun_anew, passed_round])
def test_help_a_new_account_and_another_guest_improve_no_rank(acts, monkeypatch):
    """The secret of this test is chosen so that each guess gives information."""
    monkeypatch.setattr("games.models.play.game.new_secret", lambda variant: "263")
    person = Person()
    try:
        person.sign_up(0)
        acts(person)
    finally:
        person.teardown()


def test_abandoning_accounts_with_bad_games_does_not_improve_a_rank():
    """An account with only some of a person's games ranks no better than all games together."""
    for games in range(1, MOST_GAMES + 1):
        whole, rest = divmod(games, len(LUCK))
        for part in {tuple(sorted(LUCK)[:rest]), tuple(sorted(LUCK)[len(LUCK) - rest :])}:
            taken = sorted(LUCK * whole + part)
            for kept in range(1, games + 1):
                mean = sum(taken[:kept]) / kept
                assert mean + standing.margin_for_luck(kept) >= score(games, sum(taken))
