"""The pages of watched games, tested with requests."""

from math import inf

import pytest
from django.db import IntegrityError, connection, transaction

from games.learn.watch.summary import record_in_words
from games.models import Codebreaker, Step, Watch
from solver.rule.codes import Variant
from solver.study.trace import trace
from tests.cast import HTMX, led_to

SMALL = {"pegs": "3", "colors": "4"}  # this board has no book


def set_code(client, code="3632", strategy="knuth", **sent):
    """Set a code with the form; return the watched game."""
    return led_to(client.post("/watch/", {"code": code, "strategy": strategy, **sent}), Watch)


def begin(client, *code_and_strategy, **sent):
    """Set a code, let the computer break it without a time limit, and return the watched game."""
    watch = set_code(client, *code_and_strategy, **sent)
    watch.think(inf)
    return watch


def guesses(watch, lane=1):
    return [
        str(step) for step in Step.objects.filter(codebreaker__watch=watch, codebreaker__lane=lane)
    ]


@pytest.fixture
def watch(client):
    return begin(client)


def test_two_strategies_race_for_the_same_code(client):
    watch = begin(client, rival="most-parts")
    assert guesses(watch, 1)[-1] == "5: 3632 4,0"
    assert guesses(watch, 2)[-1] == "4: 3632 4,0"
    page = client.get(watch.get_absolute_url(), {"step": "5"}).text
    assert "Kooi was first: 4 guesses, Knuth took 5" in page
    assert "Kooi broke the code at guess 4." in page


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_step_shows_its_reason_its_information_and_what_follows(client, watch, headers):
    response = client.get(watch.get_absolute_url(), {"step": "2"}, headers=headers)
    page = response.text
    assert "1344 leaves 44 of 256 codes at most" in page
    assert "0 black, 1 white: 44 codes are left. The average is about 32." in page
    assert "<dt>bits learned</dt><dd>2.54</dd>" in page
    assert "47 other guesses were as good:" in page
    assert (
        '<tr class="came"><th scope="row">0 · 1<span class="visually-hidden"> the actual answer'
        in page
    )
    assert '<span class="quiet">and 32 more</span>' in page
    [lane] = response.context["page"].lanes
    assert lane.known.startswith("Red is not first")
    assert lane.known in page
    assert "why=yes#argument" in page


@pytest.mark.parametrize(
    ("strategy", "board", "code", "is_proven"),
    [
        ("optimal", {}, "3632", True),
        ("optimal", SMALL, "143", False),
        ("knuth", SMALL, "143", True),
    ],
)
def test_an_optimal_strategy_without_a_proof_says_so(client, strategy, board, code, is_proven):
    watch = begin(client, code, strategy, **board)
    steps = [client.get(watch.get_absolute_url(), {"step": step}).text for step in ("1", "9")]
    told = ["its choice is an estimate" in page for page in steps]
    assert told == [not is_proven, False]


def test_the_start_shows_the_code_and_no_guess(client, watch):
    page = client.get(watch.get_absolute_url()).text
    assert "Knuth: the code is set" in page
    assert "No guess yet: 1,296 codes are still possible." in page
    assert "Why" not in page


def test_no_page_reveals_how_many_guesses_a_watched_game_will_take(client, watch):
    """Up to the last guess of the shorter game, the pages of both games are the same."""
    games = [begin(client, "1122", "simple"), begin(client, "6665", "simple")]
    assert len(guesses(games[0])) != len(guesses(games[1]))
    pages = [client.get(game.get_absolute_url()).text.replace(game.public_id, "") for game in games]
    short, long = (page.partition('<div class="lanes')[0] for page in pages)
    assert short.count('id="step-') == 14
    assert short == long


def test_the_totals_are_on_the_last_step_and_no_step_comes_after_it(client, watch, monkeypatch):
    monkeypatch.setattr("games.learn.watch.summary.COMPARED_IN", inf)
    for step in ("5", "999"):
        page = client.get(watch.get_absolute_url(), {"step": step}).text
        assert ('id="step-5"' in page, 'id="step-6"' in page) == (True, False)
        assert "Knuth broke the code in 5 guesses" in page
        assert "takes 4.476 guesses on average and never more than 5" in page
        assert "Kooi <b>4</b>" in page
        assert f"http://testserver{watch.get_absolute_url()}" in page


def test_a_strategy_has_no_record_if_it_is_random_or_has_only_played_a_sample():
    assert record_in_words(Variant(6, 9), "knuth") == ""
    assert record_in_words(Variant(), "random") == ""


def test_a_show_plays_by_itself_with_and_without_javascript(client, watch):
    page = client.get(watch.get_absolute_url(), {"step": "1", "play": "yes", "speed": "fast"}).text
    assert 'content="1; url=?step=2&amp;speed=fast&amp;play=yes"' in page
    assert 'hx-trigger="every 1s"' in page
    assert ">Pause</a>" in page
    end = client.get(watch.get_absolute_url(), {"step": "5", "play": "yes"}).text
    assert "http-equiv" not in end
    assert ">Play again</a>" in end


def test_a_very_large_board_is_solved_over_several_requests(client, monkeypatch):
    monkeypatch.setattr("games.learn.watch.views.THINKING_TIME", 0)
    sent = {"pegs": "8", "colors": "12", "rival": "minimax-candidates"}
    watch = set_code(client, "16B37A48", "random", **sent)
    assert Step.objects.count() == 1
    page = client.get(watch.get_absolute_url(), {"step": "9"}).text
    assert "still thinking" in page
    for steps, headers, status in ((2, {}, 302), (3, HTMX, 200)):
        response = client.post(watch.get_absolute_url() + "?step=1", headers=headers)
        assert (response.status_code, Step.objects.count()) == (status, steps)


def test_no_transaction_is_open_while_solving(client, monkeypatch):
    seen = []

    def noted(*arguments):
        seen.append(connection.savepoint_ids[:])
        return trace(*arguments)

    monkeypatch.setattr("solver.study.race.trace", noted)
    set_code(client)
    assert seen == [[]]


def test_a_watched_game_is_listed_for_its_setter(client, watch):
    assert watch.get_absolute_url() in client.get("/watch/").text
    assert watch.get_absolute_url() not in type(client)().get("/watch/").text


def test_the_database_refuses_impossible_rows(watch):
    breaker = Codebreaker.objects.get()
    impossible = [
        lambda: Codebreaker.objects.create(watch=watch, lane=1, strategy="simple"),
        lambda: Codebreaker.objects.create(watch=watch, lane=2, strategy="knuth"),
        lambda: Codebreaker.objects.create(watch=watch, lane=3, strategy="simple"),
        lambda: Step.objects.filter(number=1).update(number=2),
        lambda: Step.objects.filter(number=1).update(left=0),
        lambda: Step.objects.filter(number=1).update(black=5, white=4),
        lambda: Watch.objects.update(pegs=9),
    ]
    for change in impossible:
        with pytest.raises(IntegrityError), transaction.atomic():
            change()
    assert breaker.has_broken_it


def test_if_no_code_is_sent_the_computer_breaks_a_random_code(client):
    assert 'name="random" value="yes">Watch it break a random code' in client.get("/watch/").text
    assert client.post("/watch/", {"code": "", "strategy": "knuth"}).status_code == 302
    assert len(Watch.objects.get().secret) == 4


@pytest.mark.parametrize(
    ("path", "code", "hole"),
    [("/watch/", "11..", 3), ("/challenges/", "11..", 3), ("/challenges/", "", 1)],
)
def test_the_page_focuses_the_empty_hole(client, path, code, hole):
    page = client.post(path, {"code": code, "strategy": "knuth"}).text
    assert page.count(" autofocus") == 2  # the list of keys also has an autofocus
    assert f'aria-label="Hole {hole}: empty" autofocus aria-describedby="why"' in page
    assert "<title>2 holes to go" in page or "<title>The row is empty" in page


def test_bars_and_words_agree_on_the_codes_left():
    sampled = Step(code="11112222", black=0, white=5, left=320_000, parts=[[0, 5, 310_000]])
    assert sampled.partition == {(0, 5): 320_000}


def test_the_big_screen_hides_the_code_until_it_is_broken(client):
    client.post("/watch/", {"code": "3632", "strategy": "knuth"})
    address = Watch.objects.get().get_absolute_url()
    assert 'aria-label="3632: ' not in client.get(f"{address}?step=2&wall=yes").text
    assert "wall=yes" in client.get(f"{address}?step=2&wall=yes").context["page"].links["next"]
    assert 'aria-label="3632: ' in client.get(f"{address}?step=99&wall=yes").text
    assert 'aria-label="3632: ' in client.get(f"{address}?step=2").text
