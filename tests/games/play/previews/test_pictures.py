"""Preview pictures: content, access, and cost."""

from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
from django.test import Client
from hypothesis import given, strategies as st
from PIL import Image
from PIL.ImageColor import getrgb

from games.catalog.colors import PEG_COLORS
from games.catalog.rules import CLASSIC, Rules
from games.models import FIRST_DAY, Challenge, Daily, Game, Guess, Player, today
from games.play.previews import cards, lettering, pictures
from games.play.previews.pictures import BOTTOM, SPACE, TOP, height_of, lines_of, picture
from solver.rule.codes import Variant
from tests.cast import play, start
from tools.looks import icons

ROOT = Path(__file__).parents[4]
WIDE = Rules(Variant(8, 12), 40)
FILLS = {symbol: getrgb(peg.fill) for symbol, peg in PEG_COLORS.items()}


def won(client: Client, *codes: str, secret: str = "3632") -> Game:
    """Return a game that the client's player won with these guesses."""
    game = start(client, secret)
    play(client, game, *codes)
    return game


def seen(response) -> Image.Image:
    return Image.open(BytesIO(response.content)).convert("RGB")


def is_near(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Return whether two colors are nearly equal, because a picture has only 256 colors."""
    return sum(abs(a - b) for a, b in zip(one, other, strict=True)) <= 12


def addresses(client: Client) -> dict[str, str]:
    """Return one URL for each kind of picture that strangers can see."""
    game = won(client, "1122", "3632")
    client.post("/you/name/", {"name": "Ada"})
    challenge = client.post("/challenges/", {"code": "3344", "greeting": "Good luck!"})["Location"]
    return {
        "site": "/preview.png",
        "result": f"{game.get_absolute_url()}result.png",
        "challenge": f"{challenge}preview.png",
        "daily": f"/daily/{FIRST_DAY}/preview.png",
        "player": "/players/Ada/preview.png",
    }


def test_every_picture_has_the_size_that_messengers_expect(client):
    for address in addresses(client).values():
        response = Client().get(address)
        assert response["Content-Type"] == "image/png"
        assert seen(response).size == (1200, 630)
        assert len(response.content) <= 60_000


def test_a_picture_is_drawn_once(client, monkeypatch):
    address = addresses(client)["challenge"]
    first = client.get(address).content
    monkeypatch.setattr(pictures, "Canvas", None)
    assert Client().get(address).content == first


def test_the_picture_of_an_unknown_page_is_not_found(client):
    days, names = ("2026-10-31", today() + timedelta(days=1)), ("Nobody", "%00")
    paths = [f"/daily/{day}/preview.png" for day in days]
    paths += [f"/players/{name}/preview.png" for name in names]
    for path in ("/games/x/result.png", "/challenges/x/preview.png", *paths):
        assert client.get(path).status_code == 404, path


def test_a_running_game_has_no_picture_even_for_its_player(client, game):
    play(client, game, "1122")
    assert client.get(f"{game.get_absolute_url()}result.png").status_code == 404


class TestSecrecy:
    """Games that differ only in their codes have the same picture."""

    def test_the_picture_of_a_result_shows_feedback_but_no_codes(self, client):
        one = won(client, "1122", "3632")
        other = won(client, "1211", "6265", secret="6265")
        assert [guess.feedback for guess in one.history] == [
            guess.feedback for guess in other.history
        ]
        first, second = (
            client.get(f"{game.get_absolute_url()}result.png").content for game in (one, other)
        )
        assert first == second

    def test_the_picture_of_a_challenge_does_not_show_its_code(self, player):
        one, other = (
            Challenge.objects.set_code(player, CLASSIC, secret) for secret in ("1122", "6543")
        )
        assert cards.of_challenge(one) == cards.of_challenge(other)

    def test_the_picture_of_a_daily_is_the_same_before_and_after_its_code_is_drawn(self, client):
        address = f"/daily/{FIRST_DAY}/preview.png"
        before = client.get(address).content
        Daily.objects.create(day=FIRST_DAY, secret="6543")
        pictures._draw.cache_clear()
        assert client.get(address).content == before

    def test_the_picture_of_a_player_shows_no_running_game(self, client, game):
        client.post("/you/name/", {"name": "Ada"})
        before = client.get("/players/Ada/preview.png").content
        play(client, game, "1122", "1344")
        pictures._draw.cache_clear()
        assert client.get("/players/Ada/preview.png").content == before


class TestWords:
    """The words of a picture: the player, the size and the guesses."""

    def test_the_picture_of_a_result_names_the_player_the_guesses_and_the_size(self, client):
        game = won(client, "1122", "3632")
        Player.objects.get().rename("Ada")
        card = cards.of_result(Game.objects.get(pk=game.pk))
        assert card.headline == "Ada broke the code in 2 guesses"
        assert [line.text for line in card.lines] == [
            "Classic, 10 guesses",
            "4 pegs, 6 colors, repeats allowed",
        ]

    def test_the_picture_of_a_challenge_made_from_a_game_shows_the_score_to_beat(self, client):
        game = won(client, "1122", "3632")
        client.post("/you/name/", {"name": "Ada"})
        client.post(f"{game.get_absolute_url()}challenge/")
        challenge = Challenge.objects.get()
        challenge.greet("Nobody gets their own words in the site’s type")
        card = cards.of_challenge(challenge)
        assert card.headline == "Ada challenges you"
        assert [line.text for line in card.lines] == [
            "Classic, 10 guesses",
            "4 pegs, 6 colors, repeats allowed",
            "Score to beat: 2 guesses",
        ]

    def test_a_name_with_letters_that_the_font_lacks_is_left_out(self, player):
        player.rename("Ada Ли")
        challenge = Challenge.objects.set_code(player, CLASSIC, "1122")
        card = cards.of_challenge(challenge)
        assert card.headline == "A friend challenges you"


letters = st.text(st.sampled_from("WMil ŁÇé0_-"), min_size=2, max_size=24)


@given(name=letters, rules=st.sampled_from([CLASSIC, WIDE]))
def test_the_words_of_every_challenge_fit_in_the_picture(name, rules):
    challenge = Challenge(setter=Player(name=name), **rules.fields())
    challenge.setters_game = Game(status="won", guess_count=40, is_aided=True)
    card = cards.of_challenge(challenge)
    lines = lines_of(card)
    assert height_of(lines) <= BOTTOM - TOP
    for line in lines:
        assert lettering.width(line.text, line.size) <= SPACE


@pytest.mark.parametrize("rules", [CLASSIC, WIDE, Rules(Variant(2, 2), 1)], ids=str)
def test_every_picture_is_a_small_file_with_the_colors_of_the_page(rules):
    game = Game(player=Player(name="W" * 24), status="lost", is_aided=True, **rules.fields())
    game.guess_count = rules.limit
    pegs_of = rules.variant.pegs
    game.history = [
        Guess(black=number % pegs_of, white=(number * 3) % (pegs_of - number % pegs_of + 1))
        for number in range(rules.limit)
    ]
    challenge = Challenge(setter=game.player, **rules.fields())
    challenge.setters_game = None
    for card in (cards.of_result(game), cards.of_challenge(challenge)):
        file = picture(card)
        assert len(file) <= 60_000
        counts = Image.open(BytesIO(file)).convert("RGB").getcolors(1200 * 630)
        shown = {color for count, color in counts if count >= 40}
        for symbol in rules.variant.symbols:
            assert any(is_near(FILLS[symbol], color) for color in shown)


def test_the_rows_in_the_picture_of_a_result_have_different_colors(client):
    game = won(client, "1122", "2363", "3632")
    rows = seen(client.get(f"{game.get_absolute_url()}result.png")).crop((748, 80, 1120, 460))
    colors = [color for _, color in rows.getcolors(2**20)]
    drawn = {s for s in "123456" if any(is_near(FILLS[s], color) for color in colors)}
    assert drawn == {"1", "2", "3"}


def test_the_icons_in_the_repository_are_up_to_date():
    for name, icon in icons().items():
        kept = Image.open(ROOT / "static/icons" / name)
        assert kept.size == icon.size
        assert kept.convert("RGBA").tobytes() == icon.convert("RGBA").tobytes(), name
