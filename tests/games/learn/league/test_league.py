"""The pages of the league: opening seasons, giving out keys, sending trees and judging them."""

import csv
import json
import re
from datetime import timedelta
from functools import cache
from http import HTTPStatus
from pathlib import Path
from threading import BoundedSemaphore

import pytest
from django.test import Client

from games.learn.league.judging import (
    BOARDS,
    BYTES_OF_A_CODE,
    KNOWN_TREES,
    SENTENCES,
    references_on,
    tree_of,
)
from games.models import Entrant, Season, SentTree, today
from games.models.league.written import digest_of_tree
from games.people import limits
from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.strategies.roster import strategy_named
from solver.trees import verify
from solver.trees.books import proven_book
from solver.trees.formats import as_exchange
from solver.trees.tree import grow_tree
from solver.trees.verify import parse
from tests.cast import sign_up

MINI = Variant(3, 6)
# A tree that always guesses 111.
STUBBORN = json.dumps({"111": {answer: {} for answer in ("00", "10", "20")}})
for answer in ("00", "10", "20"):
    deeper = f'{{"111": {{"{answer}": ' * 25 + "{}" + "}}" * 25
    STUBBORN = STUBBORN.replace(f'"{answer}": {{}}', f'"{answer}": {deeper}', 1)


@cache
def tree(strategy: str = "knuth", variant: Variant = MINI) -> str:
    [text] = as_exchange(grow_tree(strategy_named(strategy), position_after(variant, ())))
    return text


@pytest.fixture
def teacher():
    browser = Client()
    sign_up(browser, "Teacher")
    return browser


@pytest.fixture
def season(teacher):
    return open_season(teacher)


def open_season(teacher: Client, board: str = "3x6", **more) -> Season:
    days = {"first_day": f"{today()}", "last_day": f"{today() + timedelta(days=20)}"}
    response = teacher.post("/league/", {"title": "Autumn", "board": board} | days | more)
    assert response.status_code == HTTPStatus.FOUND
    return Season.objects.get(code=response["Location"].split("/")[2])


def keys_for(teacher: Client, season: Season, *names: str) -> dict[str, str]:
    """Return the keys that the teacher gets for these names, by name."""
    response = teacher.post(f"/league/{season.code}/entrants/", {"names": "\n".join(names)})
    return {row["name"]: row["key"] for row in csv.DictReader(response.text[1:].splitlines())}


def put(season: Season, key: str, sent: str | bytes, client: Client | None = None):
    return (client or Client(enforce_csrf_checks=True)).put(
        f"/api/v1/seasons/{season.code}/tree", sent, headers={"Authorization": f"Bearer {key}"}
    )


def names_in(page: str) -> list[str]:
    """Return the names in the table of a season from top to bottom, each with its rank."""
    lines = re.findall(r'class="of-strategy">\s*(?:(\d+)\. )?<a [^>]*>([^<]+)</a>', page)
    return [f"{rank} {name}".strip() for rank, name in lines]


class TestOpening:
    def test_a_season_can_be_opened_and_others_find_it_if_it_is_listed(self, teacher):
        private = open_season(teacher, title="Hidden 1")
        listed = open_season(teacher, title="Listed 1", is_listed="on")
        page = Client().get("/league/").text
        assert (listed.title in page, private.title in page) == (True, False)
        assert private.title in teacher.get("/league/").text
        assert Client().get(f"/league/{private.code.lower()}/").status_code == HTTPStatus.OK

    def test_a_guest_who_wants_to_open_a_season_is_asked_to_sign_up(self, client):
        assert "You need an account" in client.get("/league/").text
        assert client.post("/league/", {"title": "Autumn"}).status_code == 422
        assert not Season.objects.exists()

    @pytest.mark.parametrize(
        ("sent", "sentence"),
        [
            ({"title": "admin"}, "reserved for the people who run this site"),
            ({"title": "<b>"}, "A name is 2 to 24 letters"),
            ({"board": "8x12"}, "Choose one of the game sizes."),
            ({"first_day": "tomorrow"}, "Type a day as 2026-11-30."),
            ({"last_day": "2020-01-01"}, "not before the first"),
            ({"last_day": "2199-01-01"}, "at most a year after it"),
            ({"first_day": "9999-01-01", "last_day": "9999-12-31"}, "at most a year away"),
            ({"first_day": "2020-01-01", "last_day": "2020-02-01"}, "at most a year ago"),
        ],
    )
    def test_an_invalid_season_is_refused_with_a_sentence(self, teacher, sent, sentence):
        usual = {"title": "Autumn", "board": "4x6", "first_day": f"{today()}"}
        response = teacher.post("/league/", usual | {"last_day": f"{today()}"} | sent)
        assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        assert sentence in response.text

    def test_the_title_and_days_of_a_season_can_be_changed_by_its_opener_only(
        self, teacher, season
    ):
        last = today() + timedelta(days=30)
        sent = {"title": "Winter", "first_day": f"{today()}", "last_day": f"{last}"}
        assert Client().post(f"/league/{season.code}/", sent).status_code == HTTPStatus.NOT_FOUND
        teacher.post(f"/league/{season.code}/", sent | {"board": "4x8"})
        changed = Season.objects.get()
        assert (changed.title, changed.last_day) == ("Winter", last)
        assert (changed.variant, changed.is_listed) == (MINI, False)

    def test_the_friends_page_finds_a_season_by_its_letters(self, season):
        found = Client().get("/friends/", {"code": season.code.lower()})
        assert found["Location"] == season.get_absolute_url()

    @pytest.mark.parametrize("variant", BOARDS.values(), ids=BOARDS)
    def test_the_site_knows_its_strategies_by_their_trees(self, variant):
        assert proven_book(variant)  # not searched: that can take too long for a page
        names = references_on(variant) if variant.size < 2_000 else ("simple", "optimal")
        known = {}
        for name in names:
            known.setdefault(digest_of_tree(tree_of(variant, name)), name)
        assert known.items() <= KNOWN_TREES[variant.name].items()


class TestKeys:
    def test_the_opener_enters_sixty_names_and_gets_sixty_keys(self, teacher, season):
        names = [f"Student {number}" for number in range(60)]
        keys = keys_for(teacher, season, *names)
        assert list(keys) == names
        assert len({*keys.values()}) == 60
        page = teacher.get(f"/league/{season.code}/").text
        assert all(name in page for name in names)
        assert not any(key in page for key in keys.values())

    @pytest.mark.parametrize(
        ("names", "sentence"),
        [
            ("Ada\nroot", "“root”: That name is reserved"),
            ("Ada, ada", "“ada” is taken"),
            (" \n ", "Type a name."),
            ("\n".join(f"Student {n}" for n in range(61)), "Type 1 to 60 names"),
        ],
    )
    def test_an_invalid_list_of_names_adds_no_entrant(self, teacher, season, names, sentence):
        response = teacher.post(f"/league/{season.code}/entrants/", {"names": names})
        assert response.status_code in (409, 422)
        assert sentence in response.text
        assert not Entrant.objects.exists()

    def test_visitors_can_join_only_a_listed_season(self, teacher, season):
        listed = open_season(teacher, is_listed="on")
        address = f"/league/{listed.code}/entrants/"
        page = Client().post(address, {"names": "Ada"}).text
        [key] = {*re.findall(r"(?:[2-9a-z]{4}-){3}[2-9a-z]{4}", page)}
        assert put(listed, key, tree()).json()["entrant"] == "Ada"
        assert Client().post(address, {"names": "Bob\nCleo"}).status_code == 422
        other = Client().post(f"/league/{season.code}/entrants/", {"names": "Ada"})
        assert other.status_code == HTTPStatus.NOT_FOUND

    def test_one_address_cannot_fill_a_listed_season(self, teacher):
        season = open_season(teacher, is_listed="on")
        address = f"/league/{season.code}/entrants/"

        def join(name: str, **where: str):
            return Client(**where).post(address, {"names": name})

        assert {join(f"Player {n}").status_code for n in range(10)} == {HTTPStatus.OK}
        assert join("Player 1", REMOTE_ADDR="10.9.8.7")["X-Refused"] == "name-taken"
        refused = join("Late")
        assert (refused.status_code, refused["X-Refused"]) == (429, "too-many")
        assert "Many people at your address have joined." in refused.text
        assert join("Elsewhere", REMOTE_ADDR="10.9.8.7").status_code == HTTPStatus.OK
        assert len(keys_for(teacher, season, *(f"Student {n}" for n in range(60)))) == 60


class TestSending:
    def test_the_trees_of_knuth_and_the_optimum_get_their_published_totals(self, teacher):
        season = open_season(teacher, board="4x6")
        keys = keys_for(teacher, season, "Ada", "Bob")
        classic = Variant()
        assert put(season, keys["Ada"], tree("knuth", classic)).json() == {
            "season": season.code,
            "entrant": "Ada",
            "version": 1,
            "total": 5801,
            "mean": 4.4761,
            "worst": 5,
            "distribution": {"1": 1, "2": 6, "3": 62, "4": 533, "5": 694},
            "same_as": "knuth",
        }
        assert put(season, keys["Bob"], tree("optimal", classic)).json()["total"] == 5625
        page = Client().get(f"/league/{season.code}/").text
        assert names_in(page)[:3] == ["Optimal", "1 Bob", "Optimal within five"]
        assert [name for name in names_in(page) if name[0].isdigit()] == ["1 Bob", "2 Ada"]
        assert "The same tree as Knuth" in page
        assert all(total in page for total in ("5,801", "5,625", "7,471"))

    def test_a_tree_can_also_be_sent_with_a_form(self, teacher, season, monkeypatch):
        """A calculation that takes long holds up neither this form nor the API."""
        monkeypatch.setattr("games.web.traffic.gate.gate.turn", BoundedSemaphore(0))
        keys = keys_for(teacher, season, "Ada", "Bob")
        sent = {"key": keys["Ada"].upper(), "tree": f" {tree()}\r\n"}
        response = Client().post(f"/league/{season.code}/tree/", sent)
        assert response["Location"] == f"/league/{season.code}/entrants/1/"
        page = Client().get(response["Location"]).text
        assert "874" in page
        assert "The same tree as Knuth" in page
        put(season, keys["Bob"], tree())
        assert "The same tree as Knuth and Bob" in Client().get(f"/league/{season.code}/").text

    def test_a_wrong_tree_is_refused_with_a_sentence_and_can_be_corrected(self, teacher, season):
        [key] = keys_for(teacher, season, "Ada").values()
        lacking = parse(tree())
        del next(iter(lacking.values()))["02"]
        short = json.dumps(lacking)
        refused = put(season, key, short)
        assert refused.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        assert refused["Content-Type"] == "application/problem+json"
        assert refused["X-Refused"] == refused.json()["code"] == "not-a-tree"
        sentence = "The tree has no guess after 123:0,2."
        assert refused.json()["detail"] == sentence
        by_hand = Client().post(f"/league/{season.code}/tree/", {"key": key, "tree": short})
        assert (by_hand.status_code, refused.json()["detail"] in by_hand.text) == (422, True)
        assert put(season, key, tree()).json()["version"] == 1

    @pytest.mark.parametrize(
        ("sent", "sentence"),
        [
            (b"\xff\xfe{", "A tree is text in UTF-8, and this is not."),
            (b"", "A tree starts with a brace, such as {1122:{00:{3344:{}}}}."),
            (b"[1, 2]", "A tree starts with a brace, such as {1122:{00:{3344:{}}}}."),
            (b"{}", "The tree is empty."),
            (b"{112:{00:{", "The tree ends too early. A closing brace is missing."),
            (b"{112:{00:334}}", "A brace is missing after '00'."),
            (b"{112:{}} more", "The tree has ended, but 'more' follows."),
            (b"{112:{00:{334:{}},00:{556:{}}}}", "'00' comes twice in one place."),
            (b"{112:{},113:{}}", "The tree has two guesses in one place, '112' and '113'."),
            (b"{1122:{}}", "'1122' is not a code of 3 pegs, 6 colors, repeats allowed."),
            (b"{117:{}}", "'117' is not a code of 3 pegs, 6 colors, repeats allowed."),
            (b"{112:{00:" * 5000, "The tree is nested too deeply."),
            (STUBBORN, "The tree needs more than 20 guesses for one of the codes."),
            (b" " * 70_000, "A tree for this game size has at most 64 kB."),
        ],
    )
    def test_a_malformed_tree_is_refused_with_one_sentence(self, teacher, season, sent, sentence):
        [key] = keys_for(teacher, season, "Ada").values()
        refused = put(season, key, sent)
        assert (refused.status_code, refused.json()["status"]) == (422, 422)
        assert refused.json()["detail"].endswith(sentence)
        assert not SentTree.objects.exists()

    def test_the_site_has_its_own_sentence_for_each_message_of_the_tree_checker(self):
        source = Path(verify.__file__).read_text()
        said = set(re.findall(r'(?:NotATree\(|sentence = )"([^"]+)"', source))
        of_its_command = {
            "a tree begins with one guess",
            "{guess} is guessed, and no code of the board of {first}",
        }
        assert said - of_its_command <= set(SENTENCES)
        assert len(said) > 7

    def test_a_tree_with_an_unknown_key_is_refused(self, season):
        refused = put(season, "2222-2222-2222-2222", tree())
        assert (refused.status_code, refused.json()["code"]) == (403, "unknown-league-key")
        without = Client().put(f"/api/v1/seasons/{season.code}/tree", tree())
        assert (without.status_code, without["WWW-Authenticate"]) == (401, "Bearer")
        assert without.json()["detail"].startswith("This needs the key of an entrant.")
        nowhere = Client().put("/api/v1/seasons/ABCDEF/tree", tree())
        assert nowhere.status_code == HTTPStatus.NOT_FOUND

    def test_a_tree_after_the_last_day_is_refused_and_the_earlier_tree_counts(
        self, teacher, season, it_is
    ):
        [key] = keys_for(teacher, season, "Ada").values()
        put(season, key, tree("simple"))
        put(season, key, tree("optimal"))
        it_is(season.last_day + timedelta(days=1))
        late = put(season, key, tree("knuth"))
        assert (late.status_code, late.json()["code"]) == (409, "season-not-open")
        sent = {"key": key, "tree": tree("knuth")}
        by_hand = Client().post(f"/league/{season.code}/tree/", sent)
        assert by_hand.status_code == HTTPStatus.CONFLICT
        for said in (late.json()["detail"], by_hand.text):
            assert "This season ended on" in said
        page = Client().get(f"/league/{season.code}/").text
        assert "The same tree as Optimal" in page
        assert "Ended on" in page

    def test_each_key_of_the_league_has_its_own_limit_of_tries(self, teacher, season, monkeypatch):
        monkeypatch.setattr(
            "games.people.limits.TREES_OF_A_KEY", limits.Allowance("trees", 2, 3600)
        )
        keys = keys_for(teacher, season, "Ada", "Bob")
        told = [put(season, keys["Ada"], "{}").status_code for _ in range(3)]
        assert told == [422, 422, 429]
        refused = put(season, keys["Ada"], tree())
        assert (refused.status_code, refused["Retry-After"].isdigit()) == (429, True)
        judged = put(season, keys["Bob"], tree())
        assert judged["RateLimit"].startswith('"too-many";r=1, "share-spent";r=')

    def test_large_request_bodies_are_accepted_only_by_the_url_for_trees(self, teacher):
        bulls = BOARDS["4x10-no-repeats"]
        season = open_season(teacher, board="4x10-no-repeats")
        [key] = keys_for(teacher, season, "Ada").values()
        quoted = re.sub(r"\w+", r'"\g<0>"', tree("simple", bulls))
        assert 64 * 1024 < len(quoted) < BYTES_OF_A_CODE * bulls.size
        assert put(season, key, quoted).json()["total"] == 28024
        assert Client().post("/league/", {"title": "x" * 70_000}).status_code == 413
        assert put(season, key, " " * 140_000).status_code == 413


class TestLooking:
    def test_a_visitor_sets_a_code_and_all_entrants_break_it_side_by_side(self, teacher, season):
        keys = keys_for(teacher, season, "Ada", "Bob", "Cleo")
        put(season, keys["Ada"], tree("optimal"))
        put(season, keys["Bob"], tree("simple"))
        page = Client().get(f"/league/{season.code}/", {"code": "365"}).text
        ways = re.findall(r"<h3>([^<]+)</h3>\s*<p[^>]*>(\d+) guesses</p>", page)
        assert {"Optimal and Ada", "Bob"} <= {names for names, _guesses in ways}
        assert [int(guesses) for _names, guesses in ways] == sorted(int(n) for _w, n in ways)
        assert page.count('aria-label="365: ') == len(ways)
        wrong = Client().get(f"/league/{season.code}/", {"code": "789"})
        assert (wrong.status_code, "789" in wrong.text) == (422, True)

    def test_the_page_shows_where_two_trees_first_differ(self, teacher, season):
        keys = keys_for(teacher, season, "Ada", "Bob")
        put(season, keys["Ada"], tree())
        put(season, keys["Bob"], json.dumps(parse(tree())))
        address = f"/league/{season.code}/entrants/1/"
        assert "Both trees are the same." in Client().get(address, {"against": "knuth"}).text
        assert "Both trees are the same." in Client().get(address, {"against": "2"}).text
        put(season, keys["Bob"], tree("simple"))
        page = Client().get(address, {"against": "2"}).text
        assert "The first guesses differ" in page
        assert re.search(r"The trees differ in \d+ places", page)
        put(season, keys["Bob"], tree("minimax-candidates"))
        page = Client().get(address, {"against": "2"}).text
        assert "Both trees guess the same up to here" in page

    def test_the_page_of_an_entrant_lists_all_versions_of_its_tree(self, teacher, season):
        [key] = keys_for(teacher, season, "Ada").values()
        for strategy in ("simple", "knuth"):
            put(season, key, tree(strategy))
        page = Client().get(f"/league/{season.code}/entrants/1/").text
        assert page.index("874") < page.index("1,136")
        assert Client().get(f"/league/{season.code}/entrants/2/").status_code == 404

    def test_the_table_of_a_season_can_be_downloaded_as_a_spreadsheet(self, teacher, season):
        keys = keys_for(teacher, season, "Ada", "Bob")
        put(season, keys["Ada"], tree())
        response = Client().get(f"/league/{season.code}/table.csv")
        rows = list(csv.DictReader(response.text[1:].splitlines()))
        [ada] = [row for row in rows if row["rank"]]
        facts = ("rank", "name", "total", "mean", "worst", "version", "same_as", "in_1", "in_5")
        assert [ada[name] for name in facts] == [
            *("1", "Ada", "874", "4.0463", "5", "1", "Knuth", "1", "54")
        ]
        assert rows[0]["name"] == "Optimal"
        shown = Client().get(f"/api/v1/seasons/{season.code.lower()}").json()
        assert (shown["season"], shown["pegs"], shown["title"]) == (season.code, 3, "Autumn")
        [line] = [line for line in shown["table"] if line["rank"]]
        assert [line[name] for name in facts[:7]] == [1, "Ada", 874, 4.0463, 5, 1, "knuth"]
        assert [line["name"] for line in shown["table"]] == [row["name"] for row in rows]


class TestLeaving:
    def test_an_entrant_is_removed_with_its_key_or_by_the_opener(self, teacher, season):
        keys = keys_for(teacher, season, "Ada", "Bob")
        put(season, keys["Ada"], tree())
        address = f"/league/{season.code}/entrants/"
        assert Client().post(f"{address}1/", {"key": keys["Bob"]}).status_code == 422
        assert Client().post(f"{address}1/").status_code == 422
        assert Entrant.objects.count() == 2
        Client().post(f"{address}1/", {"key": keys["Ada"]})
        teacher.post(f"{address}2/")
        assert (Entrant.objects.count(), SentTree.objects.count()) == (0, 0)

    def test_a_season_can_be_deleted_by_its_opener_only(self, teacher, season):
        keys_for(teacher, season, "Ada")
        Client().post(f"/league/{season.code}/delete/")
        assert Entrant.objects.exists()
        teacher.post(f"/league/{season.code}/delete/")
        assert not Season.objects.exists()
