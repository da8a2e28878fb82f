"""Test the names that players choose."""

import re
import unicodedata

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.models import NAME_LENGTH, NAME_PATTERN, Player
from games.models.people.lookalikes import looks_of, prototypes, skeleton
from games.models.people.player import LOOK_LENGTH
from tests.cast import named, play, sign_up, start

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", ["Ada", "Zoë 2", "a-b_c", "名前", "x" * 24])
def test_a_player_can_choose_a_name(client, game, name):
    response = client.post("/you/name/", {"name": f"  {name} "})
    assert response["Location"] == "/leaderboard/"
    assert Player.objects.get().name == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "A",
        "x" * 25,
        "<b>bold</b>",
        '"onclick=alert(1)',
        "a\u202eb",
        "zero\u200bwidth",
        "new\x00line",
        "Guest 1234",
        "\u3164\u3164",  # two invisible letters
        "Ad\u115fa",
        "Ada\uffa0",
        "x" * 10_000,
    ],
)
def test_an_invalid_name_is_refused_with_a_sentence(client, game, name):
    for response in (client.post("/you/name/", {"name": name}), sign_up(Client(), name)):
        assert response.status_code == 422
        assert re.search('class="[^"]*problem"', response.text)
    assert Player.objects.get().name == ""
    assert not User.objects.exists()


def test_a_visitor_without_games_cannot_choose_a_name(client):
    assert client.get("/you/name/")["Location"] == "/"
    assert client.post("/you/name/", {"name": "Ada"})["Location"] == "/"
    assert not Player.objects.exists()


def test_the_end_of_a_game_offers_a_guest_an_account(client):
    game = start(client, "1111")
    play(client, game, "1111")
    assert "your next games count" in client.get(game.get_absolute_url()).text
    sign_up(client)
    assert "your next games count" not in client.get(game.get_absolute_url()).text


ALIKE = [
    ("Ada", "\u0410da"),  # the first letter is a Cyrillic A
    ("Ada", "\u0430da"),
    ("ada", "\u0410DA"),
    ("Hugo", "\u0397ugo"),  # the first letter is a Greek Eta, whose small letter looks like an n
    ("Ian", "lan"),
    ("Ian", "\u0456an"),  # the first letter is a Cyrillic i
    ("Bob 0", "Bob O"),
    ("Bob 1", "Bob l"),
    ("Carnet", "Camet"),
    ("\u0430\u0441\u0435", "ace"),  # all Cyrillic
]


@pytest.mark.parametrize(("kept", "tried"), [*ALIKE, *(pair[::-1] for pair in ALIKE)])
def test_a_name_that_looks_like_another_is_refused(client, game, kept, tried):
    named(kept)
    assert Player.key_of(kept) != Player.key_of(tried) or kept.casefold() == tried.casefold()
    for response in (client.post("/you/name/", {"name": tried}), sign_up(Client(), tried)):
        assert response.status_code == 422
        assert "too similar to a name that is" in response.text
    assert [player.name for player in Player.objects.exclude(name="")] == [kept]


@pytest.mark.parametrize(
    ("kept", "others"),
    [
        ("Ada", ["Adam", "Ida", "Ada 2", "Zo\u00eb"]),
        ("Zoe", ["Zo\u00eb"]),
        ("\u540d\u524d", ["\u540d"]),
    ],
)
def test_a_name_that_looks_different_from_all_others_can_be_taken(client, kept, others):
    named(kept)
    for other in others:
        assert sign_up(Client(), f"{other}-x").status_code == 302


def test_players_can_change_their_name_to_a_similar_name(client):
    sign_up(client, "Ian")
    assert client.post("/you/name/", {"name": "lan"}).status_code == 302
    assert Player.objects.get().name == "lan"


@pytest.mark.parametrize(
    "name",
    [
        *("admin", "Admin", "The Admin", "admin 2", "r-o-o-t", "ROOT", "Moderator_1", "Mod"),
        *("\u0430dmin", "Supp\u043ert", "Mastermind", "System", "You", "y0u", "Nobody"),
        *("Optimal play", "r00t", "Adm1n", "0ptimal play", "Optimal-PLAY 2", "Knuths strategy"),
    ],
)
def test_no_player_can_claim_to_run_the_site(client, game, name):
    for response in (client.post("/you/name/", {"name": name}), sign_up(Client(), name)):
        assert response.status_code == 422
        assert "reserved for the people who run this site" in response.text


@pytest.mark.parametrize(
    "name", ["Modern", "Rooter", "Admiral", "Mastermind fan", "Knuth", "Li You"]
)
def test_ordinary_names_are_allowed(client, game, name):
    assert client.post("/you/name/", {"name": name}).status_code == 302


@pytest.mark.parametrize("tried", ["Chief", "chi\u0435f", "\u0421hief"])
def test_an_administrators_name_cannot_be_imitated(client, game, tried):
    User.objects.create(username="chief", is_staff=True)
    for response in (client.post("/you/name/", {"name": tried}), sign_up(Client(), tried)):
        assert (response.status_code, response["X-Refused"]) == (422, "name-taken")


def test_an_administrator_can_use_their_own_name():
    chief = Player.objects.create(user=User.objects.create(username="chief", is_staff=True))
    chief.rename("Chief")
    assert chief.name == "Chief"


def test_a_name_with_an_invisible_letter_is_refused():
    letters = [chr(point) for point in range(0x110000) if NAME_PATTERN.fullmatch(chr(point) * 2)]
    assert len(letters) > 100_000
    assert [one for one in letters if "FILLER" in unicodedata.name(one, "")] == []


def test_lookalike_keys_fit_in_their_columns():
    """The longest key belongs to a Hangul syllable that is split into its letters."""
    letters = {chr(point) for point in range(0x110000) if NAME_PATTERN.fullmatch(chr(point) * 2)}
    plain = {unicodedata.normalize("NFKC", letter) for letter in letters}
    assert (
        max(len(look) for letter in plain for look in looks_of(letter)) * NAME_LENGTH <= LOOK_LENGTH
    )


def test_computing_the_skeleton_of_a_skeleton_changes_nothing():
    assert len(prototypes()) > 5_000
    for one, other in prototypes().items():
        if unicodedata.normalize("NFKD", one + other) != one + other or " " in other:
            continue  # these characters are dropped when a name is split into its parts
        assert skeleton(skeleton(one)) == skeleton(one) == skeleton(other)
