"""The home page: one click leads to a game, to today's code, or to an open game."""

import re
from datetime import timedelta

from django.test import Client

from games.catalog.rules import CLASSIC, PRESETS, Rules
from games.models import FIRST_DAY, Daily, Game, today
from games.play.home.page import sample_game
from solver.rule.codes import Variant
from solver.rule.feedback import feedback
from solver.sets.arrays import all_codes
from tests.cast import fields_in, guessed, play, sign_up, start, start_daily

ODD = Rules(Variant(pegs=3, colors=5), 7)


def first_page(client: Client) -> str:
    """Return the text of the home page with its whitespace reduced to single spaces."""
    return " ".join(client.get("/").text.split())


def begin_and_guess(client: Client, rules: Rules) -> Game:
    """Start a game with these rules and make one guess that does not win."""
    client.post("/", dict(rules.settings))
    game = Game.objects.with_secret().latest("pk")
    symbols = rules.variant.symbols
    code = "".join(symbol for symbol in symbols if symbol != game.secret[0])
    code = code[: rules.variant.pegs]
    game.play(code, 1, "a")
    return game


class TestTheMainButton:
    def test_on_a_first_visit_one_click_starts_a_game(self, client):
        assert '<button class="button main large">Play Classic</button>' in first_page(client)
        game = client.post("/", follow=True).context["game"]
        assert game.rules == CLASSIC

    def test_the_home_page_offers_to_continue_the_open_game(self, client, game):
        play(client, game, "1122", "3344")
        page = first_page(client)
        button = f'href="{game.get_absolute_url()}">Continue: guess 3 of {CLASSIC.limit}</a>'
        assert f'<a class="button main large" {button}' in page
        assert "Finish this game before you start another Classic" in page
        assert "Play Classic" not in page
        own = page.partition('class="sample own"')[2].partition("</a>")[0]
        assert re.findall(r'aria-label="(\d+):', own) == ["1122", "3344"]
        assert own.count('class="peg hole"') == CLASSIC.variant.pegs  # these holes are the next row

    def test_a_new_account_is_introduced_to_the_game_until_its_first_win(self, client):
        sign_up(client)
        assert "Learn how to play" in first_page(client)
        play(client, game := start(client, "1111"), "1122")
        assert "Hide tips" in client.get(game.get_absolute_url()).text
        play(client, game, "1111")
        assert "Learn how to play" not in first_page(client)


class TestABoardInTheAddress:
    """A visitor from a search engine can open a URL that names a game size."""

    def test_a_preset_in_the_url_is_selected(self, client):
        board = PRESETS["bulls-and-cows"]
        page = client.get(f"/?{board.query}").text
        assert "<title>Play Bulls &amp; Cows online: " in page
        assert '<h1 id="welcome">Bulls &amp; Cows</h1>' in page
        form = page.partition('<form class="actions"')[2].partition("</form>")[0]
        assert ">Play Bulls &amp; Cows</button>" in form
        assert client.post("/", fields_in(form), follow=True).context["game"].rules == board


class TestTheBoards:
    def test_every_preset_is_shown_with_its_pegs_and_starts_with_one_click(self, client):
        page = client.get("/").text
        forms = re.findall(r'<form class="card gapped preset".*?</form>', page, re.DOTALL)
        for form, rules in zip(forms, PRESETS.values(), strict=True):
            drawn = re.findall(r'class="peg c(.)"', form)
            assert "".join(drawn) == rules.face
            fields = fields_in(form)
            assert dict(rules.settings).items() <= fields.items()
            board = client.post("/", fields, follow=True)
            assert board.context["game"].rules == rules
            assert rules.name.replace("&", "&amp;") in board.text
            assert rules.shape in board.text

    def test_the_card_of_a_game_size_continues_the_open_game_of_this_size(self, client):
        game = begin_and_guess(client, PRESETS["super"])
        page = first_page(client)
        assert "Play Classic" in page
        assert 'aria-label="Resume Super: guess 2 of 12"' in page
        assert f'class="go" href="{game.get_absolute_url()}"' in page
        assert 'aria-label="Play Super"' not in page
        assert 'aria-label="Play Mini"' in page


class TestOtherGames:
    def listed(self, client: Client) -> list[str]:
        return [title for title, _ in client.get("/").context["page"].others]

    def test_open_games_without_a_card_are_listed(self, client):
        address = Client().post("/challenges/", {"code": "1122"})["Location"]
        client.post(address)
        odd = begin_and_guess(client, ODD)
        start_daily(client, today() - timedelta(days=1))
        yesterday = str(Daily(day=today() - timedelta(days=1)))
        assert self.listed(client) == ["3×5", "Challenge, Classic"]
        assert f"3×5: guess 2 of {ODD.limit}" in first_page(client)
        assert f'<p class="lead">{yesterday}: ' in first_page(client)  # the latest move is here
        odd.play(odd.history[0].code, 2, "b")
        assert '<p class="lead">3×5: ' in first_page(client)

    def test_games_with_a_card_are_not_listed_again(self, client, game):
        start_daily(client)
        play(client, game, "1122")
        begin_and_guess(client, PRESETS["mini"])
        assert self.listed(client) == []
        assert "Other games" not in first_page(client)

    def test_finished_games_and_games_of_other_players_are_not_listed(self, client):
        begin_and_guess(client, ODD).resign()
        begin_and_guess(Client(), ODD)
        assert self.listed(client) == []

    def test_only_the_newest_four_other_games_are_listed(self, client):
        for number in range(6):
            start_daily(client, FIRST_DAY + timedelta(days=number))
        assert self.listed(client) == ["Daily 5", "Daily 4", "Daily 3", "Daily 2"]


class TestToday:
    def test_the_home_page_shows_todays_daily_and_its_results(self, client):
        page = first_page(client)
        assert f'<h2 id="today">{today():%-d %B}</h2>' in page
        assert f"No. {Daily(day=today()).number}" in page
        assert "No one has finished it yet." in page
        assert "Next code in" in page
        assert f'action="/daily/{today()}/"' in page
        assert "Play the daily" in page
        other = start_daily(Client())
        guessed(other, other.secret)
        assert "1 player solved it, in 1 guess." not in first_page(
            client
        )  # an older count is cached

    def test_the_home_page_shows_the_result_of_its_reader_in_the_daily(self, client):
        game = start_daily(client)
        assert "Learn how to play" in first_page(client)
        play(client, game, game.secret)
        page = first_page(client)
        assert "Learn how to play" not in page  # today's code is there instead
        assert page.index('id="today"') < page.index("</section> </div>")
        assert "<b>You solved it in 1 guess.</b> 1 player solved it, in 1 guess." in page
        assert "1 guess: 1 player, and you are one of them" in page
        assert "Your streak: 1 day." in page
        assert "See the results" in page
        assert "Play the daily" not in page


class TestTheSample:
    def test_the_numbers_of_the_sample_game_are_true(self):
        """The test counts codes in a loop over all codes, with only the rule of the game."""
        moves, candidates = sample_game(), Variant().texts(all_codes(Variant()).digits)
        for (guess, answer), sentence in moves[:-1]:
            left = [code for code in candidates if feedback(guess, code) == answer]
            assert sentence == f"{len(left)} code{'' if len(left) == 1 else 's'} left"
            candidates = left
        assert candidates == [moves[-1][0].guess]
        assert (len(moves), moves[-1][1]) == (5, "Code broken")


class TestABoardOfOnesOwn:
    def is_open(self, page: str) -> bool:
        return re.search(r'<details[^>]* id="custom" open>', page) is not None

    def test_the_form_for_settings_is_open_if_the_url_has_settings(self, client):
        assert not self.is_open(first_page(client))
        assert self.is_open(client.get("/?pegs=5").text)
        assert not self.is_open(client.get("/?utm_source=friend").text)


class TestItIsCheap:
    def test_a_first_visit_needs_no_query_while_the_results_of_the_day_are_cached(
        self, client, django_assert_num_queries
    ):
        client.get("/daily/")  # fills the cache with the results of the day
        with django_assert_num_queries(0):
            client.get("/")

    def test_the_home_page_of_a_player_needs_at_most_six_queries(
        self, client, game, django_assert_max_num_queries
    ):
        play(client, game, "1122")
        guessed(start_daily(client), "1122")
        for number in range(10):
            guessed(start_daily(client, FIRST_DAY + timedelta(days=number)), "1122")
        client.get("/daily/")  # fills the cache with the results of the day
        with django_assert_max_num_queries(6):  # one query asks for waiting duels
            client.get("/")
