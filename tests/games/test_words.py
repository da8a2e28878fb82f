"""Every text of a page can be translated and has no retired word of the glossary.

``tests.games.reading`` finds the wrong texts. ``test_addresses.py`` and ``test_access.py`` read
every page of the table in the same way.
"""

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from games.catalog.rules import CLASSIC, PRESETS
from games.models import Assist, Challenge, Duel, Hint, Watch, today
from games.people import limits
from tests.addresses import GUEST, OTHER, OWNER, path_of
from tests.cast import HTMX, ask, leave, led_to, play, start, start_daily
from tests.games.reading import Read, bare


def test_untranslated_text_is_detected(client, in_brackets, monkeypatch):
    assert bare(client.get("/rules/")) == {}
    monkeypatch.setattr("games.learn.lessons.matching.Example.answer", "one black")
    assert set(bare(client.get("/rules/"))["/rules/"]) == {"one", "black"}


def test_a_retired_word_is_detected_in_text_and_in_labels():
    """A retired name, such as Careful, is detected only with its capital letter."""
    for said in (
        "⟦Nobody won⟧",
        "⟦<i>split</i>⟧",
        '<img alt="⟦An attempt⟧">',
        "⟦Careful: careful⟧",
    ):
        assert len(Read(f"<p>{said}</p>").retired) == 1


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ("<p>1,296 ⟦in 4.34⟧ 1’296 4·34</p>", ["1,296", "4.34"]),
        ('<p title="⟦1,296 codes⟧"></p><path d="M0 0H4.5" />', ["1,296"]),
        ("<p>Play</p>", ["Play"]),
        ("<p>⟦Play <b>on</b>⟧ or <b>⟦stop⟧</b></p>", ["or"]),
        ('<img alt="A peg">', ["peg"]),
        ('<meta name="description" content="A game">', ["game"]),
        ('<meta name="robots" content="noindex">', []),
        ('<a data-copied="Copied" data-tool="undo">⟦Copy⟧</a>', ["Copied"]),
        ("<p>1122 AB12 ≈ 13k 4×6</p><script>let it = 'be'</script>", []),
    ],
)
def test_the_parser_finds_untranslated_words(page, found):
    assert Read(page).bare == found


class TestGames:
    """The texts of a game while the game is played and when it has ended."""

    @pytest.mark.parametrize("rules", [CLASSIC, PRESETS["bulls-and-cows"]])
    def test_a_game_with_every_hint_has_no_untranslated_text(self, client, in_brackets, rules):
        path = (game := start(client, "3562", rules)).get_absolute_url()
        pages = [client.get(path)]
        for number, code in enumerate(("1234", "3516", "3562"), start=1):
            pages += [ask(client, game, kind, number, "1234", **HTMX) for kind in Hint.Kind]
            pages += [client.get(path), play(client, game, code, **HTMX)]
        assert bare(*pages, client.get(f"{path}analysis/")) == {}

    @pytest.mark.parametrize("rules", [CLASSIC, PRESETS["bulls-and-cows"]])
    def test_refused_input_has_no_untranslated_text(self, client, in_brackets, rules):
        play(client, game := start(client, "3562", rules), "1234")
        for wrong in ("", "11", "1.2.", "99999", "Z", "1122", "123456789" * 9):
            for number in "21":
                sent = {"number": number, "token": "x", "code": wrong}
                assert bare(client.post(game.get_absolute_url(), sent)) == {}, sent

    def test_every_end_of_a_game_has_no_untranslated_text(self, client, in_brackets):
        lost, given_up, left = (
            start(client, "3562", PRESETS[one]) for one in ("classic", "super", "mini")
        )
        play(client, lost, *["1122"] * 10)
        client.post(f"{given_up.get_absolute_url()}resign/")
        leave(left)
        for game in (lost, given_up, left):
            path = game.get_absolute_url()
            paths = (path, f"{path}result/", f"{path}analysis/", f"{path}analysis/?beside=all")
            lesson = f"{path}analysis/?guess=2&code=1234&show=best"
            assert bare(*map(client.get, paths), client.get(lesson, headers=HTMX)) == {}
            assert bare(client.post(path, {"number": "1", "token": "y", "code": "1122"})) == {}
        assert bare(client.get("/you/"), client.get("/leaderboard/"), client.post("/")) == {}
        assert bare(client.get("/leaderboard/?help=yes&period=day")) == {}

    def test_statistics_have_no_untranslated_text(self, client, in_brackets):
        """The chart over time appears after two games."""
        for _ in range(2):
            play(client, start(client, "3562"), "1122", "3562")
        assert bare(client.get("/you/")) == {}

    def test_dailies_have_no_untranslated_text(self, nameless, in_brackets):
        people, _ = nameless
        paths = ("/", "/daily/", f"/daily/{today()}/", f"/daily/{today()}/board/")
        for client in (people[GUEST], people[OWNER]):
            assert bare(*map(client.get, paths)) == {}
            game = start_daily(client)
            assert bare(*map(client.get, paths)) == {}
            play(client, game, game.secret if client is people[OWNER] else "1122")
            assert bare(client.get(game.get_absolute_url()), *map(client.get, paths)) == {}

    def test_challenges_have_no_untranslated_text(self, nameless, in_brackets):
        people, its = nameless
        path, other = path_of("challenge", its), people[OTHER]
        game = led_to(other.post(path), type(Challenge.objects.get().games.model()))
        pages = [other.get(path), other.get("/")]
        play(other, game, "1122", "3344")
        made = people[OWNER].post(path_of("challenge-from", its))["Location"]
        pages += [people[OWNER].get(path), people[OTHER].get(made)]
        assert bare(*pages, other.get(game.get_absolute_url())) == {}


class TestDuels:
    """The texts of duels, from the invitation to the end."""

    @pytest.mark.parametrize("kind", ["race", "box"])
    def test_a_duel_has_no_untranslated_text(self, client, in_brackets, kind):
        opened = dict(CLASSIC.settings) | {"kind": kind, "pace": "day", "rounds": "2"}
        path = led_to(client.post("/duels/", opened), Duel).get_absolute_url()
        assert bare(client.post("/duels/", {**opened, "rounds": "0"}), Client().get(path)) == {}
        client.post(f"{path}computer/", {"strategy": "knuth", "memory": "75"})
        pages = [client.get(path), client.post(f"{path}computer/")]
        client.post(f"{path}ready/")
        pages += [client.get(path), client.post(path, {"code": "11"})]
        client.post(path, {"code": "1234"})
        Duel.objects.update(starts_at=timezone.now() - timedelta(hours=1))
        client.post(f"{path}say/", {"phrase": "1"})
        pages += [client.get(path), Client().get(path), client.get(path, headers=HTMX)]
        for number, code in enumerate(("1122", "3344"), start=1):
            sent = {"code": code, "number": number, "token": number}
            pages.append(client.post(path, sent, headers=HTMX))
        asked = f"{path}now/?since=1&stage=running1&board="
        pages += [client.get(asked, headers=HTMX), client.get(f"{asked}2playingb", headers=HTMX)]
        client.post(f"{path}leave/")
        assert bare(*pages, client.get(path), client.get(f"{path}preview.png")) == {}


class TestPositions:
    """The texts about positions, for valid and invalid answers."""

    @pytest.mark.parametrize(
        "history", ["", "1122:1,1", "1122:4,0", "1122:0,0 1122:2,2", "11", "a"]
    )
    def test_the_explorer_has_no_untranslated_text(self, client, in_brackets, history):
        for more in ({}, {"code": "1344"}, {"exercise": "yes"}, {"pegs": "9"}, {"work": "yes"}):
            assert bare(client.get("/explore/", {"history": history, **more})) == {}

    def test_the_solver_has_no_untranslated_text(self, client, in_brackets):
        for sent in ({"black": "1", "white": "1"}, {"black": "0", "white": "0"}, {"black": "5"}):
            path = led_to(client.post("/assist/", {"strategy": "knuth"}), Assist).get_absolute_url()
            for revision in range(3):
                code = {"code": "1122", "token": f"{revision}", "said": "yes"}
                answer = {"white": "0", **code, **sent, "revision": f"{revision}"}
                assert bare(client.post(path, answer, headers=HTMX), client.get(path)) == {}
            told = client.post(f"{path}code/", {"revision": "3", "told": "3344"}, headers=HTMX)
            assert bare(told, client.get(path), client.get("/assist/")) == {}

    @pytest.mark.parametrize("strategy", ["knuth", "optimal", "random"])
    def test_a_watched_game_has_no_untranslated_text(self, client, in_brackets, strategy):
        sent = {"code": "3632", "strategy": strategy, "rival": "simple"}
        watch = led_to(client.post("/watch/", sent), Watch)
        path = watch.get_absolute_url()
        assert bare(client.get(path), client.post(path), client.get(f"{path}?step=999")) == {}
        assert bare(*(client.get(f"{path}?step={step}&play=yes") for step in range(4))) == {}
        assert bare(client.get(f"/strategies/{strategy}/")) == {}
        assert bare(client.get("/watch/"), client.post("/watch/", {"strategy": "none"})) == {}

    @pytest.mark.parametrize(
        "board", ["pegs=3&colors=5", "pegs=8&colors=12", "pegs=5&colors=2&repeats=no"]
    )
    def test_the_lab_has_no_untranslated_text(self, client, in_brackets, board):
        paths = ["", "knuth/", "knuth/vs/simple/", "knuth/tree/", "optimal/tree.txt"]
        asked = [f"/strategies/{path}?{board}" for path in paths]
        picture = f"/strategies/knuth/tree/?{board}&picture=yes"
        assert bare(*map(client.get, [*asked, picture])) == {}


class TestAccounts:
    def test_refused_account_forms_have_no_untranslated_text(self, nameless, in_brackets):
        people, _ = nameless
        client = Client()
        for sent in (
            {"name": "Owner", "password": "short"},
            {"name": "4711", "password": "correct horse battery"},
            {"name": "a\u202eb", "password": "password"},
            {"name": "Guest 1", "password": "12345678"},
        ):
            assert bare(client.post("/you/sign-up/", sent), client.post("/you/log-in/", sent)) == {}
            assert bare(people[OWNER].post("/you/name/", sent)) == {}
        wrong = {"old_password": "x", "new_password1": "y", "password": "z"}
        for path in ("/you/password/", "/you/delete/"):
            assert bare(people[OWNER].post(path, wrong)) == {}

    def test_account_pages_have_no_untranslated_text(self, client, in_brackets):
        game = start(client, "1111")
        play(client, game, "1111")
        account = {"name": "4713", "password": "correct horse battery"}
        pages = [client.post("/you/sign-up/", account, follow=True)]
        pages.append(client.post("/you/log-out/", follow=True))
        pages.append(client.get("/you/log-in/"))
        pages.append(client.post("/you/log-in/", {"username": "4713", **account}, follow=True))
        pages.append(client.post("/you/delete/", account, follow=True))
        assert bare(*pages) == {}


class TestFaults:
    """The texts of errors."""

    def test_missing_pages_and_bad_requests_have_no_untranslated_text(self, client, in_brackets):
        strange = Client(enforce_csrf_checks=True, raise_request_exception=False)
        assert bare(client.get("/nowhere/"), strange.post("/you/log-out/")) == {}
        assert bare(strange.get("/", headers={"Host": "evil.example"})) == {}
        assert (
            bare(client.post("/", {"pegs": "99"}), client.get("/?pegs=2&colors=2&repeats=x")) == {}
        )

    def test_a_rate_limit_has_no_untranslated_text(self, client, in_brackets, monkeypatch):
        for name in ("ROWS_OF_A_GUEST", "ROWS_OF_NEWCOMERS"):
            monkeypatch.setattr(limits, name, getattr(limits, name)._replace(times=1))
        sent = {"random": "yes", "strategy": "knuth"}
        answers = [client.post("/watch/", sent) for _ in range(3)]
        assert answers[-1].status_code == 429
        assert bare(*answers) == {}

    def test_a_server_error_has_no_untranslated_text(self, in_brackets, monkeypatch):
        client = Client(raise_request_exception=False)
        monkeypatch.setattr("games.learn.lessons.views.TrialForm", None)
        stumbled = client.get("/rules/")
        assert stumbled.status_code == 500
        assert bare(stumbled) == {}


LITERAL = re.compile(r'"([^"\n]*)"|`([^`]*)`')


def test_scripts_contain_no_sentences():
    """Scripts use the sentences that the page contains for them (``words.js``)."""
    for script in Path(settings.BASE_DIR, "static/js").glob("*.js"):
        code = re.sub(
            r"/\*.*?\*/|^\s*//.*$", "", script.read_text(), flags=re.DOTALL | re.MULTILINE
        )
        said = [one or other for one, other in LITERAL.findall(code)]
        assert [text for text in said if re.match(r"[A-Z][a-z]+ [a-z]|.* [a-z]+\.$", text)] == []
