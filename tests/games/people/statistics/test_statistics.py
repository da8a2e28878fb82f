"""The page of a player, for the player and for others."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone

from games.catalog.rules import CLASSIC, PRESETS
from games.models import (
    FIRST_DAY,
    Challenge,
    Daily,
    Game,
    Player,
    Praise,
    Standing,
    played_games_of,
    state_of,
    today,
    words_of,
)
from games.models.duels.leaving import forget
from games.people.statistics.page import AboutPlayer
from games.web.charts.trend import POINTS, Trend, moving_means
from tests.cast import (
    ask,
    ended,
    finished,
    led_to,
    log_in,
    named,
    play,
    sign_up,
    start,
    start_daily,
)


def about(player: Player) -> AboutPlayer:
    return AboutPlayer(player, state_of(player), today(), None, "1", is_you=True, has_times=True)


def test_a_player_sees_their_running_games_and_others_do_not(client, game):
    client.post("/you/name/", {"name": "Ada"})
    play(client, game, "1122")
    assert game.get_absolute_url() in client.get("/you/").text
    page = type(client)().get("/players/Ada/").text
    assert game.public_id not in page
    play(client, game, "3632")
    hidden = {Game.Mode.ONE_SCREEN: False, Game.Mode.DUEL: True}
    for mode, is_held in hidden.items():
        ended(game.player, 4, mode=mode, is_held=is_held)
    page = type(client)().get("/players/ada/").text
    assert not any(one.public_id in page for one in Game.objects.filter(mode__in=hidden))
    assert f"{game.get_absolute_url()}result/" in page
    assert "3632" not in page


def test_a_player_without_a_name_has_no_page(client, game):
    for name in ("Nobody", "%00", "Guest%20abcd"):
        assert client.get(f"/players/{name}/").status_code == 404


def test_the_distribution_of_a_player_is_next_to_that_of_best_play():
    ada = named("Ada", 4, 4, 5, 11)
    statistics = about(ada).statistics
    assert [(share.label, share.games, share.percent) for share in statistics.shares] == [
        *(("1", 0, 0), ("2", 0, 0), ("3", 0, 0), ("4", 2, 50), ("5", 1, 25), ("6", 0, 0)),
        ("not solved", 1, 25),
    ]
    assert sum(share.best_percent for share in statistics.shares) == pytest.approx(100)
    assert (statistics.line.won_percent, statistics.reference.name) == (75, "Optimal play")


def test_the_trend_is_the_average_of_the_last_twenty_games():
    ada = named("Ada")
    for age, guesses in enumerate([3] * 20 + [5] * 20):
        ended(ada, guesses, finished_at=timezone.now() - timedelta(hours=age))
    [trend] = about(ada).statistics.mean_trends
    assert (trend.values[0], trend.values[19], trend.values[29], trend.values[39]) == (5, 5, 4, 3)
    assert trend.sentence == (
        "Average of the last 20 games: 5.00 at first, 3.00 now, between 3.00 and 5.00."
    )
    assert len(trend.rows) == 10


def test_the_line_of_a_chart_stays_inside_and_has_few_points():
    trend = Trend("Skill", moving_means([0.0, 99.0] * 500), 0, 99)
    points = [point.split() for point in trend.path.removeprefix("M").split("L")]
    assert len(points) == POINTS
    assert all(0 <= float(x) <= 600 and 0 <= float(y) <= 160 for x, y in points)
    assert (points[0][0], points[-1][0]) == ("0.0", "600.0")


@pytest.mark.parametrize(
    ("guesses", "best", "worst"),
    [((4, 7, 11, 2, 5, 6, 3), [2, 3, 4], [11, 7, 6]), ((4, 7, 5), [4], [7]), ((4,), [], [])],
)
def test_best_and_worst_games_are_listed(guesses, best, worst):
    statistics = about(named("Ada", *guesses)).statistics
    assert [game.counted_guesses for game in statistics.best_games] == best
    assert [game.counted_guesses for game in statistics.worst_games] == worst


def test_games_whose_code_the_player_knew_count_nowhere():
    ada = named("Ada", 4, 5, 7)
    daily = Daily.objects.create(day=FIRST_DAY, secret="1122")
    challenge = Challenge.objects.set_code(ada, CLASSIC, "1122")
    Game.objects.filter(counted_guesses=4).update(repeated_daily=daily)
    Game.objects.filter(counted_guesses=5).update(repeated_challenge=challenge)
    assert about(ada).played.games == 1
    assert [game.counted_guesses for game in about(ada).statistics.games] == [7]


def test_the_url_chooses_the_game_size(client):
    ada = named("Ada", 4, 5)
    finished(ada, 3, rules=PRESETS["mini"])
    page = client.get("/players/Ada/")
    assert page.context["about"].statistics.rules == CLASSIC
    assert "<dd>4.50</dd>" in page.text
    shown = client.get("/players/Ada/", dict(PRESETS["mini"].settings))
    assert shown.context["about"].statistics.rules == PRESETS["mini"]
    assert client.get("/players/Ada/", {"pegs": "99"}).context["about"].statistics.rules == CLASSIC


class TestKept:
    """Statistics are cached, and recomputed as soon as a game changes."""

    def is_fresh(self, client: Client) -> bool:
        """Return whether both pages of the player show the statistics as they would be computed
        now.
        """
        [ada] = Player.objects.exclude(name="")
        shown = {
            "/you/": about(ada),
            "/players/Ada/": replace(about(ada), is_you=False, has_times=False),
        }
        pages = {path: client.get(path).text for path in shown}
        return all(
            render_to_string(f"people/statistics/{part}.html", {"about": facts}) in pages[path]
            for path, facts in shown.items()
            for part in ("_played", "_games")
        )

    def test_the_pages_show_every_change_of_a_game(self, client, game, monkeypatch):
        client.post("/you/name/", {"name": "Ada"})
        daily = start_daily(client)
        challenge = Challenge.objects.set_code(Player.objects.create(), CLASSIC, "1111")
        duel = challenge.begin(game.player)
        tomorrow = today() + timedelta(days=1)
        for change in (
            lambda: play(client, game, "1122"),
            lambda: ask(client, game, "check", 2, "1344"),
            lambda: play(client, game, "3632"),
            lambda: Game.objects.filter(pk=game.pk).update(skill=None, luck=None),
            lambda: Game.objects.get(pk=game.pk).grade(0, 0),
            lambda: play(client, daily, Game.objects.with_secret().get(pk=daily.pk).secret),
            duel.resign,
            challenge.delete,
            lambda: start(client, "1234"),
            lambda: sign_up(client, "Ada"),
            lambda: Game.objects.filter(pk=daily.pk).delete(),
            lambda: monkeypatch.setattr("games.models.play.streak.today", lambda: tomorrow),
        ):
            assert self.is_fresh(client)
            change()
        monkeypatch.setattr("games.people.statistics.views.today", lambda: tomorrow)
        assert self.is_fresh(client)

    def test_showing_cached_statistics_takes_two_queries(self, client, django_assert_num_queries):
        named("Ada", 4, 5)
        first = client.get("/players/Ada/").content
        with django_assert_num_queries(2):
            assert client.get("/players/Ada/").content == first


class TestWhatIsOnesOwn:
    """A player's statistics include every finished game, ranked or not."""

    def numbers(self, client) -> list[tuple]:
        played = client.get("/you/").context["about"].played
        return [(one.games, one.mean, one.best, one.distribution) for one in played.kinds]

    @pytest.mark.parametrize("is_known", [False, True], ids=["sign up", "log in"])
    def test_signing_up_removes_no_game_from_the_statistics(self, client, is_known):
        if is_known:
            sign_up(type(client)(), "Ada")
        for codes in (("1122", "3632"), ("3632",)):
            play(client, start(client, "3632"), *codes)
        daily = start_daily(client)
        play(client, daily, Game.objects.with_secret().get(pk=daily.pk).secret)
        before = self.numbers(client)
        assert [games for games, *_ in before] == [2, 1]
        assert client.get("/you/").text.count(">no (guest)</td>") == 3
        page = (log_in if is_known else sign_up)(client, "Ada")
        assert self.numbers(client) == before
        page = client.get("/you/").text
        assert "This includes 2 games played as a guest, or at a challenge that was" in page
        assert page.count(">no</td>") == 2
        assert not Standing.objects.exists()

    def test_a_game_whose_challenge_was_deleted_is_not_called_one_from_before_signing_up(
        self, client
    ):
        sign_up(client, "Ada")
        challenge = Challenge.objects.set_code(Player.objects.create(), CLASSIC, "1111")
        play(client, led_to(client.post(challenge.get_absolute_url()), Game), "1111")
        forget(challenge.setter)
        page = client.get("/you/").text
        assert "1 game played as a guest, or at a challenge that was deleted." in page
        assert "sign" not in re.findall(r'class="counts".*?</td>', page)[0]

    def test_dailies_and_challenges_have_separate_distributions_and_totals(self, client):
        ada = named("Ada", 4, 11)
        ended(ada, 3, is_ranked=False, daily=Daily.objects.create(day=FIRST_DAY, secret="1111"))
        bob = Player.objects.create()
        for secret, counted in (("1111", 2), ("2222", 11)):
            challenge = Challenge.objects.set_code(bob, CLASSIC, secret)
            ended(ada, counted, is_ranked=False, challenge=challenge)
        played = played_games_of(ada)
        assert (played.games, played.won) == (5, 3)
        assert [one.won for one in played.kinds] == [{4: 1}, {3: 1}, {2: 1}]
        assert [one.missed for one in played.kinds] == [1, 0, 1]
        page = client.get("/players/Ada/").text
        assert ('id="dailies"' in page, 'id="challenges"' in page) == (True, True)

    def test_words_of_praise_are_collected(self, client):
        ada = named("Ada")
        for skill in (99, 99, 30):
            ended(ada, 5, skill=skill, luck=50)
        ended(ada, 5, skill=99, luck=50, is_aided=True)
        assert words_of(ada) == {Praise.FLAWLESS: 2, Praise.CRACKED: 1}
        assert "<b>Flawless</b>" in client.get("/players/Ada/").text


def test_a_page_takes_as_many_queries_for_many_games_as_for_few(
    client, django_assert_max_num_queries
):
    game = start(client, "1111")
    play(client, game, "1111")
    client.post("/you/name/", {"name": "Ada"})
    finished(Player.objects.get(), *[4] * 60)
    with django_assert_max_num_queries(12):
        client.get("/players/Ada/")


A_TIME = re.compile(r"\b\d\d:\d\d\b")


def stranger_sees() -> tuple[bool, bool]:
    """Return two facts for strangers: whether search engines may list the page, and whether it has
    a time of day.
    """
    page = Client().get("/players/Ada/").text
    return '<meta name="robots" content="all">' in page, bool(A_TIME.search(page))


def test_a_page_has_no_times_and_is_not_indexed_unless_its_player_allows_it(client):
    sign_up(client)
    play(client, start(client, "1111"), "1111")
    assert stranger_sees() == (False, False)
    assert A_TIME.search(client.get("/you/").text)
    for stranger in (Client(), Client(enforce_csrf_checks=True)):
        stranger.post("/you/page/", {"open": "yes"})
        assert stranger_sees() == (False, False)
    for sent, seen in (({"open": "yes"}, True), ({}, False), ({"open": "maybe"}, False)):
        assert client.post("/you/page/", sent)["Location"] == "/you/"
        assert stranger_sees() == (seen, seen)


def test_no_page_shows_strangers_at_what_time_a_game_was_played(client):
    sign_up(client)
    game = start(client, "1111")
    play(client, game, "1111")
    for page in ("result/", "analysis/"):
        assert not A_TIME.search(Client().get(f"{game.get_absolute_url()}{page}").text)
