"""Foul words are refused in names and greetings.

The examples are written in ROT13, too.
"""

import codecs
import re
import unicodedata

import pytest
from django.test import Client

from games.models import Challenge, Player
from games.people.accounts.decency import LIST, WordList, is_foul, plainly
from tests.cast import sign_up

FOUL = [
    *("shpx", "Fpuhpx Fuvg", "fu1g", "FU!G", "Ubeal", "Uvgyre 88", "u1gy3e", "ovgpu42", "N$$"),
    *("s.h.p.x", "f u v g", "s-h_p-x", "sh px", "l bh f u v g", "fffuuuvvvggg", "shhhhhpx"),
    *("Znqngureshpxre", "xvyy lbhefrys", "xvyylbhefrys", "x1yy_lbhefrys", "ovt phag", "j4ax3e"),
    *("fuyg", "shpx Fphagubecr", "chgn", "uvwb qr chgn", "Uherafbua", "xhejn", "nffubyr1"),
    *("Puvat Pubat", "Qrrm Ahgf", "zreqr"),
]
INNOCENT = [
    *("Scunthorpe", "Penistone", "Cockburn", "Dickens", "Hancock", "Peacock", "Assassin", "Class"),
    *("Essex", "Therapist", "Analyst", "Titanic", "Tilt", "Harshit", "Nishit", "Shital", "Shitij"),
    *("Matsushita", "Shiitake", "Takeshita", "Fukuda", "Fukushima", "Wankel", "Siriporn", "Nazim"),
    *("Nigeria", "Niger", "Snigger", "Pakistan", "Raccoon", "Grape", "Drape", "Spice", "Slutskaya"),
    *("Puteri", "Compute", "Dispute", "Computador", "Reputation", "Saltwater", "Else"),
    *("Cassandra", "Bass", "Mass", "Analisa", "Manus", "Janus", "Pussycat", "Pussy Willow"),
    *("Ada 455", "4 5 5", "7175", "Maine Coon", "Kyss!", "fick", "salopette", "Whitler"),
    *("push it", "is hi to", "as his hit", "the pen is mine", "this hit", "Straße entlang"),
    *("Bet you need more than five 🙂", "You & “me” <3", "Good luck, you will need it!", "名前"),
    *("Ты молодец", "Καλή τύχη", "Ç'est la vie", "x" * 80, "1234567890", "S. H. Ives", "A B C"),
    *("Cumming", "Cumberland", "Clitheroe", "Lightwater", "Arsenal", "Mishka", "Ingrid", "Fagin"),
]
BETWEEN = [
    *("\u0301", "\u20e3", "\u200d", "\ufe0f", "\U000e0101", "\u034f", "\u1160", "\u3164"),
    *("\u2800", "·", "•", "→", "|", "*", ")(", "\\", "🙂", " + "),
]
HOMOGLYPHS = {
    "f": "\uab35",
    "u": "\u03c5",
    "c": "\u0441",
    "k": "\u03ba",
    "s": "\u0455",
    "h": "\u04bb",
    "i": "\u0456",
    "t": "\u0442",
}  # Cyrillic and Greek letters that look like these Latin letters


def test_a_foul_word_is_recognized():
    assert [one for one in FOUL if not is_foul(codecs.decode(one, "rot13"))] == []


@pytest.mark.parametrize("word", ["shpx", "fuvg"])
def test_a_foul_word_in_lookalike_letters_is_recognized(word):
    plain = codecs.decode(word, "rot13")
    for letter, other in HOMOGLYPHS.items():
        assert is_foul(plain.replace(letter, other))
    assert is_foul("".join(HOMOGLYPHS.get(letter, letter) for letter in plain))
    for between in BETWEEN:
        assert is_foul(between.join(plain)), ascii(between)
    for first in ("\uff41", "\U0001f170", "\U0001f150", "\U0001f1e6"):  # wide, in boxes, of flags
        assert is_foul("".join(chr(ord(letter) - ord("a") + ord(first)) for letter in plain))


def test_an_innocent_word_is_accepted():
    assert [text for text in INNOCENT if is_foul(text)] == []


def test_every_entry_of_the_list_is_recognized():
    entries = codecs.decode(LIST.read_text(), "rot13").splitlines()
    for entry in entries:
        assert is_foul(entry.strip("+<>")) == (not entry.startswith("+"))
    assert len(entries) == len(set(entries)) < 200


def test_a_long_text_is_checked():
    for text in ("g", "s", "1", "a ", "a*"):
        assert not WordList(["aggsa", "<s ggg>"]).finds(text * 4_000)


def test_an_operator_can_add_words(settings):
    assert not is_foul("Turnip 7")
    settings.REFUSED_WORDS = ["turnip", "<rat>", "+turnipseed", "+slutsk"]
    for text in ("Turnip 7", "bigturn1p", "t u r n i p", "RAT!"):
        assert is_foul(text)
    for text in ("Turnipseed", "Rational", "Pirat"):
        assert not is_foul(text)


class TestForms:
    def test_a_foul_name_is_refused_and_stays_in_the_form_for_correction(self, client, game):
        foul = codecs.decode("Fu1g unccraf", "rot13")
        for response in (client.post("/you/name/", {"name": foul}), sign_up(Client(), foul)):
            assert response.status_code == 422
            assert "Please choose another name." in response.text
            assert f'value="{foul}"' in response.text
        assert Player.objects.get().name == ""

    def test_a_foul_greeting_is_refused_and_stays_in_the_form(self, client):
        foul = codecs.decode("Xvyy lbhefrys, ybfre", "rot13")
        response = client.post("/challenges/", {"code": "3632", "greeting": foul})
        assert response.status_code == 422
        assert "Please choose other words." in response.text
        assert f'value="{foul}"' in response.text
        assert not Challenge.objects.exists()
        address = client.post("/challenges/", {"code": "3632"})["Location"]
        assert client.post(f"{address}greeting/", {"greeting": foul}).status_code == 422
        assert Challenge.objects.get().greeting == ""


def test_no_page_of_the_site_contains_a_word_of_the_list(client):
    words = [word for word in codecs.decode(LIST.read_text(), "rot13").split() if len(word) > 6]
    for page in ("/", "/privacy/", "/fair-play/", "/challenges/", "/you/sign-up/"):
        text = client.get(page).text.lower()
        assert not [word for word in words if word.strip("+<>") in text]


def test_a_foul_word_in_letters_with_strokes_or_small_capitals_is_recognized():
    """The test reads each Latin letter of Unicode as the plain letter in its Unicode name."""
    pattern = re.compile(r"LATIN (LETTER |SMALL |CAPITAL )+([AEIOUPLST])( WITH .*)?")
    alike = {}
    for one in map(chr, range(0x30000)):  # Unicode has no Latin letters above this range
        if name := pattern.fullmatch(unicodedata.name(one, "")):
            alike.setdefault(name[2].lower(), []).append(one)
    assert sorted(alike) == sorted("aeiouplst")
    for letter, found in alike.items():
        assert len(found) > 15
        assert {plainly(one)[:1] for one in found} == {letter}
