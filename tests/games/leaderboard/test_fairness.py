"""The leaderboard agrees with the guesses, whatever its players do.

A machine plays, asks for help, gives up, leaves games alone, signs up, logs in and out in three
browsers. After every step everything is added up again from the guesses alone.
"""

from collections import defaultdict
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games.catalog.references import is_beyond_reach
from games.catalog.rules import CLASSIC, PRESETS
from games.models import FIRST_DAY, LEFT_FOR, Bucket, Game, Player, Standing
from tests.cast import ask, led_to, log_in, play, player_of, sign_up, start_daily

BOARDS = (CLASSIC, PRESETS["mini"])
browsers = st.integers(0, 2)


def one_of(things: list, which: int) -> list:
    """Return one of the things in a list, or nothing where there are none."""
    return [things[which % len(things)]] if things else []


class Leaderboard(RuleBasedStateMachine):
    """Three browsers and what is known about the games they began."""

    def __init__(self) -> None:
        super().__init__()
        self.undo = transaction.atomic()
        self.undo.__enter__()
        self.browsers = [Client() for _ in range(3)]
        self.given_up: set[str] = set()
        self.practice: set[str] = set()  # dailies, and what guests brought along to an account
        self.accounts: list[str] = []

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.undo.__exit__(None, None, None)

    def open_games(self, place: int) -> list[Game]:
        """The running games of who sits at a browser."""
        player = player_of(self.browsers[place])
        return list(player.games.unfinished().order_by("pk")) if player else []

    def guest(self, place: int) -> Player | None:
        """The player of a browser who has no account."""
        return Player.objects.filter(pk=self.browsers[place].session.get("player")).first()

    def games_of_the_guest(self, place: int) -> set[str]:
        games = Game.objects.filter(player=self.guest(place), player__isnull=False)
        return set(games.values_list("public_id", flat=True))

    @rule(place=browsers, board=st.sampled_from(BOARDS))
    def begin(self, place, board):
        assert self.browsers[place].post("/", dict(board.settings)).status_code in (302, 409)

    @rule(place=browsers)
    def begin_the_daily(self, place):
        self.practice.add(start_daily(self.browsers[place], FIRST_DAY).public_id)

    @rule(place=browsers, which=st.integers(0, 5), is_right=st.booleans(), times=st.integers(1, 10))
    def guess(self, place, which, is_right, times):
        for game in one_of(self.open_games(place), which):
            wrong = "1" * game.pegs if game.secret != "1" * game.pegs else "2" * game.pegs
            codes = (
                [game.secret] if is_right else [wrong] * min(times, game.limit - game.guess_count)
            )
            play(self.browsers[place], game, *codes)

    @rule(place=browsers, which=st.integers(0, 5))
    def ask_for_help(self, place, which):
        for game in one_of(self.open_games(place), which):
            ask(self.browsers[place], game, "candidate", game.next_number)

    @rule(place=browsers, which=st.integers(0, 5))
    def give_up(self, place, which):
        for game in one_of(self.open_games(place), which):
            self.browsers[place].post(f"{game.get_absolute_url()}resign/")
            self.given_up.add(game.public_id)

    @rule(which=st.integers(0, 5))
    def leave_alone(self, which):
        long_ago = timezone.now() - LEFT_FOR - timedelta(minutes=1)
        for game in one_of(list(Game.objects.unfinished().order_by("pk")), which):
            Game.objects.filter(pk=game.pk).update(started_at=long_ago, moved_at=long_ago)
            call_command("prune", verbosity=0)
            is_untouched = not (game.guesses.exists() or game.hints.exists())
            waits = is_untouched or game.public_id in self.practice
            if not waits:
                self.given_up.add(game.public_id)
            game.refresh_from_db()
            assert game.is_playing == waits

    @initialize()
    def there_is_an_account(self):
        self.sign_up(0)

    @precondition(lambda self: len(self.accounts) < 3)
    @rule(place=browsers)
    def sign_up(self, place):
        Bucket.objects.all().delete()
        name = f"Name {len(self.accounts)}"
        games = Game.objects.filter(player__user=None).count()
        brought = self.games_of_the_guest(place)
        sign_up(self.browsers[place], name)
        if Player.objects.filter(name=name).exists():
            self.accounts.append(name)
            self.practice |= brought
        assert Game.objects.filter(player__user=None).count() <= games

    @rule(place=browsers, which=st.integers(0, 5))
    def log_in(self, place, which):
        Bucket.objects.all().delete()
        for name in one_of(self.accounts, which):
            guest = self.guest(place)
            self.practice |= self.games_of_the_guest(place)
            log_in(self.browsers[place], name)
            assert guest is None or not Player.objects.filter(pk=guest.pk).exists()

    @rule(place=browsers)
    def log_out(self, place):
        self.browsers[place].post("/you/log-out/")

    @invariant()
    def the_leaderboard_is_the_sum_of_the_guesses(self):
        expected = defaultdict(list)
        for game in Game.objects.with_secret().prefetch_related("guesses", "hints"):
            codes = [guess.code for guess in game.guesses.all()]
            assert game.is_ranked == (game.public_id not in self.practice)
            is_won = game.secret in codes
            is_over = is_won or len(codes) == game.limit or game.public_id in self.given_up
            if is_over and game.public_id not in self.practice:
                took = len(codes) if is_won else game.limit + 1
                was_helped = bool(game.hints.all())
                expected[game.player_id, game.pegs, True].append(took)
                expected[game.player_id, game.pegs, False].append(
                    game.limit + 1 if was_helped else took
                )
        for period in ("all", "week", "day"):
            last_days = Standing.objects.filter(period=period)
            shown = {
                (line.player_id, line.pegs, line.is_aided): line
                for line in last_days.order_by("-last_day")  # the current one is the earliest
            }
            assert shown.keys() == expected.keys()
            for key, taken in expected.items():
                line = shown[key]
                assert (line.games, line.total, line.best) == (len(taken), sum(taken), min(taken))
                assert line.mean == sum(taken) / len(taken)
                least = {"all": 30, "week": 10, "day": 5}[period]
                is_too_good = is_beyond_reach(line.rules, len(taken), sum(taken))
                assert line.is_too_good == is_too_good
                assert line.is_established == (len(taken) >= least and not is_too_good)
                assert line.has_account == (line.player.user_id is not None)
                counts = [taken.count(n) for n in range(1, line.limit + 2)]
                assert line.distribution == counts

    @invariant()
    def one_ranked_game_is_open_on_a_board(self):
        running = Game.objects.unfinished().filter(is_ranked=True).values_list("player", "pegs")
        assert len(running) == len(set(running))


@pytest.mark.django_db
def test_the_leaderboard_agrees_with_the_guesses_whatever_happens():
    run_state_machine_as_test(
        Leaderboard,
        settings=settings(max_examples=8, stateful_step_count=40, phases=[Phase.generate]),
    )


@pytest.mark.django_db
def test_a_quitter_gains_nothing(client):
    """Who gives up after two guesses unless lucky stands behind who plays on."""
    means = {}
    for name, patience in (("Honest", 5), ("Quitter", 2)):
        browser = Client()
        for _ in range(10):
            game = led_to(browser.post("/"), Game)
            for number in range(1, 6):
                if number > patience:
                    browser.post(f"{game.get_absolute_url()}resign/")
                    break
                play(browser, game, game.secret if number == 5 else "1111")
                game.refresh_from_db()
                if not game.is_playing:
                    break
        browser.post("/you/name/", {"name": name})
        means[name] = Standing.objects.get(player__name=name, period="all", is_aided=False).mean
    assert means["Honest"] < means["Quitter"]
