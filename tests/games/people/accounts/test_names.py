"""The names that players choose."""

import re
import unicodedata
from itertools import chain

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.models import NAME_LENGTH, NAME_PATTERN, NameTaken, Player
from games.models.people.lookalikes import looks_of, prototypes, skeleton
from games.models.people.player import LOOK_LENGTH
from tests.cast import named, refusal, sign_up


def test_a_player_can_choose_a_name(client, game):
    for name in ("Ada", "Zoë 2", "a-b_c", "名前", "x" * 24):
        response = client.post("/you/name/", {"name": f"  {name} "})
        assert response["Location"] == "/leaderboard/", name
        assert Player.objects.get().name == name


INVALID = [
    *("", "A", "x" * 25, "<b>bold</b>", '"onclick=alert(1)', "a\u202eb", "zero\u200bwidth"),
    *("new\x00line", "Guest 1234", "x" * 10_000),
    *("Gu\u0435st 1234", "\u0262uest 1234"),  # with a Cyrillic e, and with a small capital G
    *("\u3164\u3164", "Ad\u115fa", "Ada\uffa0"),  # with invisible letters
    *("--", "_ _"),  # without a letter or digit
]


def test_an_invalid_name_is_refused_with_a_sentence(client, game):
    for name in INVALID:
        for response in (client.post("/you/name/", {"name": name}), sign_up(Client(), name)):
            assert response.status_code == 422, name
            assert re.search('class="[^"]*problem"', response.text)
    assert Player.objects.get().name == ""
    assert not User.objects.exists()


ALIKE = [
    ("Ada", "\u0410da"),  # the first letter is a Cyrillic A
    ("Ada", "\u0430da"),
    ("ada", "\u0410DA"),
    # the first letter is a Greek Eta, which looks like H but whose small letter looks like n
    ("Hugo", "\u0397ugo"),
    ("Ian", "lan"),
    ("Ian", "\u0456an"),  # the first letter is a Cyrillic i
    ("Bob 0", "Bob O"),
    ("Bob 1", "Bob l"),
    ("Carnet", "Camet"),
    ("\u0430\u0441\u0435", "ace"),  # all Cyrillic
]


@pytest.mark.parametrize(("kept", "tried"), [*ALIKE, *(pair[::-1] for pair in ALIKE)])
def test_a_name_that_looks_like_another_is_refused(player, kept, tried):
    named(kept)
    assert Player.key_of(kept) != Player.key_of(tried) or kept.casefold() == tried.casefold()
    assert refusal(player.rename, tried) is NameTaken
    assert [player.name for player in Player.objects.exclude(name="")] == [kept]


def test_a_form_says_that_a_name_looks_like_another(client, game):
    named("Ian")
    for response in (client.post("/you/name/", {"name": "lan"}), sign_up(Client(), "lan")):
        assert response.status_code == 422
        assert "too similar to a name that is" in response.text


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


RESERVED = [
    *("admin", "Admin", "The Admin", "admin 2", "r-o-o-t", "ROOT", "Moderator_1", "Mod"),
    *("\u0430dmin", "Supp\u043ert", "Mastermind", "System", "You", "y0u", "Nobody"),
    *("\u00c0dmin", "Moderat\u00f6r 1", "M\u00f6d", "M\u00f3d-erator"),  # with accents
    *("Ad\u043cins", "\u1d0d\u1d0f\u1d05"),  # with a Cyrillic m, and in small capitals
    *("Optimal play", "r00t", "Adm1n", "0ptimal play", "Optimal-PLAY 2", "Knuths strategy"),
]


def test_a_name_that_claims_to_run_the_site_is_refused(client, game):
    sent = [client.post("/you/name/", {"name": name}) for name in RESERVED]
    for response in (*sent, sign_up(Client(), "admin")):
        assert response.status_code == 422
        assert "reserved for the people who run this site" in response.text


def test_ordinary_names_are_allowed(client, game):
    for name in ("Modern", "Rooter", "Admiral", "Mastermind fan", "Knuth", "Péter Mód", "Li You"):
        assert client.post("/you/name/", {"name": name}).status_code == 302, name


def test_names_in_scripts_with_vowel_signs_are_allowed(client):
    sign_up(client)
    for name in ("प्रिया", "अनिल कुमार", "தமிழ்ச்செல்வி", "শ্রীমতী", "กิตติ", "သီရိ", "ពិសិដ្ឋ", "සිරිමා"):
        assert client.post("/you/name/", {"name": name}).status_code == 302, name
        player = Player.objects.get()
        assert player.name == name
        assert name in client.get(player.get_absolute_url()).text


@pytest.mark.parametrize("name", ["Ad\u093fa", "\u093fक", "क" + 4 * "\u093f", "क\u17b4क"])
def test_marks_that_no_letter_of_their_script_has_are_refused(client, game, name):
    response = client.post("/you/name/", {"name": name})
    assert response.status_code == 422
    assert "A name is 2 to 24 letters" in response.text


@pytest.mark.parametrize("tried", ["Chief", "chi\u0435f", "\u0421hief"])
def test_the_name_of_an_administrator_cannot_be_imitated(client, game, tried):
    User.objects.create(username="chief", is_staff=True)
    for response in (client.post("/you/name/", {"name": tried}), sign_up(Client(), tried)):
        assert (response.status_code, response["X-Refused"]) == (422, "name-taken")


def test_an_administrator_can_use_their_own_name():
    chief = Player.objects.create(user=User.objects.create(username="chief", is_staff=True))
    chief.rename("Chief")
    assert chief.name == "Chief"


def test_no_letter_of_a_name_is_invisible_and_lookalike_keys_fit_in_their_columns():
    """The longest key belongs to a Hangul syllable that is split into its letters."""
    points = map(chr, chain(range(0x40000), range(0xE0000, 0xE1000)))  # all assigned characters
    letters = [point for point in points if NAME_PATTERN.fullmatch(point * 2)]
    assert len(letters) > 100_000
    assert [one for one in letters if "FILLER" in unicodedata.name(one, "")] == []
    plain = {unicodedata.normalize("NFKC", letter) for letter in letters}
    longest = max(len(look) for letter in plain for look in looks_of(letter))
    assert longest * NAME_LENGTH <= LOOK_LENGTH


def test_computing_the_skeleton_of_a_skeleton_changes_nothing():
    assert len(prototypes()) > 5_000
    for one, other in prototypes().items():
        if unicodedata.normalize("NFKD", one + other) != one + other or " " in other:
            continue  # splitting a name into parts drops these characters
        assert skeleton(skeleton(one)) == skeleton(one) == skeleton(other)
