"""A whole game, in the requests of a browser."""

import pytest

from games.catalog.rules import CLASSIC
from games.models import Game, Hint
from games.play.board.views import own_game
from games.web.entry.typed import LONGEST
from tests.cast import HTMX, ask, form_of, play


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_guess_gets_an_answer(client, game, headers):
    response = play(client, game, "1234", **headers)
    if response.status_code == 302:
        response = client.get(response["Location"])
    assert [str(guess) for guess in game.guesses.all()] == ["1: 1234 1,1"]
    assert "1 black, 1 white" in response.text
    assert f"Guess 2 of {CLASSIC.limit}" in response.text


def test_htmx_gets_the_changed_part_and_the_announcement(client, game):
    response = play(client, game, "3632", **HTMX)
    assert "<html" not in response.text
    assert (
        '<p id="status" hx-swap-oob="innerHTML">'
        "Guess 1: 4 black, 0 white. You broke the code in 1 guess. Your first win!</p>"
    ) in response.text


@pytest.mark.parametrize("header", ["HX-Boosted", "HX-History-Restore-Request"])
def test_boosted_links_and_the_browser_history_get_the_whole_page(client, game, header):
    response = client.get(game.get_absolute_url(), headers=HTMX | {header: "true"})
    assert "<html" in response.text


def test_a_wrong_last_guess_loses_the_game(client, game):
    limit = CLASSIC.limit
    play(client, game, *["1111"] * limit)
    game.refresh_from_db()
    assert (game.status, game.guess_count, game.counted_guesses) == ("lost", limit, limit + 1)
    assert "Not solved" in client.get(game.get_absolute_url()).text


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_giving_up_shows_the_code(client, game, headers):
    play(client, game, "1122", "3344")
    response = client.post(f"{game.get_absolute_url()}resign/", headers=headers, follow=True)
    game.refresh_from_db()
    assert (game.status, game.counted_guesses) == ("resigned", CLASSIC.limit + 1)
    assert game.skill is None, "otherwise players would stop before the hard part"
    assert "3632: Green, Rose, Green, Amber" in response.text


def test_a_winning_guess_sent_twice_shows_the_end(client, game):
    data = form_of(client, game) | {"code": "3632"}
    answers = [client.post(game.get_absolute_url(), data, headers=HTMX) for _ in range(2)]
    assert all("You broke the code in 1 guess" in answer.text for answer in answers)


def test_a_stale_page_gets_a_message_and_keeps_its_row(client, game):
    stale = form_of(client, game) | {"code": "5566"}
    play(client, game, "1122")
    response = client.post(game.get_absolute_url(), stale)
    assert response.status_code == 409
    assert "This game continued elsewhere" in response.text
    assert 'name="number" value="2"' in response.text
    assert 'value="5566"' in response.text
    assert game.guesses.count() == 1


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_finished_game_refuses_every_move(client, game, headers):
    data = form_of(client, game)
    play(client, game, "3632")
    guess = client.post(game.get_absolute_url(), data | {"code": "1122"}, headers=headers)
    hint = client.post(
        f"{game.get_absolute_url()}hint/", {"kind": "best", "number": 2}, headers=headers
    )
    resign = client.post(f"{game.get_absolute_url()}resign/", headers=headers)
    assert [guess.status_code, hint.status_code, resign.status_code] == [409, 409, 409]
    assert "This game is over. Nothing changed." in resign.text
    game.refresh_from_db()
    assert (game.status, game.guess_count, game.is_aided) == ("won", 1, False)


@pytest.mark.parametrize(
    ("path", "sent", "headers"),
    [
        ("", {"code": "1122"}, {}),
        ("", {"code": "1122"}, HTMX),
        ("hint/", {"kind": "panel"}, HTMX),
        ("resign/", {}, {}),
        ("mode/", {}, HTMX),
    ],
)
def test_a_move_shows_the_end_if_another_tab_has_already_won(
    client, game, monkeypatch, path, sent, headers
):
    data = form_of(client, game) | {"mode": "hard"} | sent

    def won_meanwhile(*arguments):
        found = own_game(*arguments)
        Game.objects.get(pk=game.pk).play("3632", 1, "elsewhere")
        return found

    monkeypatch.setattr("games.play.board.views.own_game", won_meanwhile)
    response = client.post(f"{game.get_absolute_url()}{path}", data, headers=headers)
    assert response.status_code == 409
    assert "This game is over. Nothing changed." in response.text
    assert "You broke the code in 1 guess" in response.text


INVALID = [
    ({"code": "112"}, "1 hole to go: a code has 4 pegs."),
    ({"code": "11223"}, "has 5 pegs"),
    ({"code": "1127"}, "is not a color here: the colors are 123456."),
    ({"code": "1" * 10_000}, "That is too long: a code has 4 pegs."),
    ({"code": "11\x0022"}, "is not a color"),
    ({"code": "1..2"}, "2 holes to go: a code has 4 pegs."),
    ({"code": ""}, "The row is empty: a code has 4 pegs."),
    ({"code": None}, "The row is empty"),
    *(({"number": junk}, "This page was incomplete") for junk in (None, "x", "9" * 30, "-1")),
    *(({"token": junk}, "This page was incomplete") for junk in (None, "a b", "x" * 99)),
]


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_an_invalid_guess_is_refused_with_a_sentence(client, game, headers):
    form = form_of(client, game) | {"code": "1122"}
    for sent, sentence in INVALID:
        data = {name: value for name, value in (form | sent).items() if value is not None}
        response = client.post(game.get_absolute_url(), data, headers=headers)
        assert response.status_code == 422, sent
        assert sentence in response.text
        assert f'value="{data.get("code", "")[:LONGEST]}"' in response.text
    assert not game.guesses.exists()


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_hint_gives_its_reason(client, game, headers):
    play(client, game, "1122")
    response = ask(client, game, "best", 2, "13..", **headers)
    if response.status_code == 302:
        response = client.get(response["Location"])
    assert "at most 44 of 256 codes are left. Try it." in response.text
    assert 'name="row" value="13.."' in response.text
    game.refresh_from_db()
    assert game.is_aided
    assert game.hints.get().number == 2


def test_a_hint_for_a_past_guess_is_refused_and_costs_nothing(client, game):
    play(client, game, "1122")
    assert ask(client, game, "best", 1).status_code == 409
    assert ask(client, game, "best", "١x").status_code == 422
    game.refresh_from_db()
    assert not game.is_aided
    assert not Hint.objects.exists()


def test_a_hint_is_recorded_before_it_is_computed(client, game, monkeypatch):
    def fail(*arguments):
        raise RuntimeError("the machine went down")

    monkeypatch.setattr("games.play.board.hints.suggest_guess", fail)
    with pytest.raises(RuntimeError, match="went down"):
        ask(client, game, "best", 1, **HTMX)
    assert Hint.objects.count() == 1


def test_an_invalid_row_in_the_url_fills_no_hole(client, game):
    rows = [{"row": "\x00"}, {"row": "9" * 1000}, {"color": "<script>", "place": "1"}]
    places = [{"color": "1", "place": place} for place in ("9" * 20, "١", "0")]
    for query in (*rows, *places, {"color": "12", "place": "1"}):
        page = client.get(game.get_absolute_url(), query)
        assert page.status_code == 200, query
        assert 'name="row" value="...."' in page.text
