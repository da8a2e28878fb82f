"""A puzzle from its first row to its end, and the stored attempts."""

import re
from datetime import date, timedelta

import pytest
from django.db.models import F
from django.test import Client

from games.insight.positions.puzzles import puzzle_named
from games.models import NUMBERS, Bucket, Player, PuzzleAttempt, PuzzleName, PuzzleOfDay
from solver.deduction.puzzles import Grade
from tests.addresses import ADDRESSES, OWNER, path_of
from tests.cast import HTMX, log_in, sign_up

NAME = PuzzleName(Grade.TRICKY, 3)
PATH = "/puzzles/tricky/3/"
SOLUTION = "4422"
WRONG = "1123"


def attempt() -> PuzzleAttempt:
    return PuzzleAttempt.objects.get()


def hint(client: Client, shown: int, **headers):
    return client.post(PATH, {"do": "hint", "shown": shown}, headers=headers)


def test_the_right_code_ends_the_puzzle_and_shows_the_argument(client):
    response = client.post(PATH, {"code": "44 22"}, follow=True)
    assert "Solved" in response.text
    assert "First try, without a hint." in response.text
    assert '<details class="argument">' in response.text
    assert attempt().is_at_once


def test_a_wrong_code_shows_which_rows_it_contradicts_and_how(client):
    for headers in ({}, HTMX):
        response = client.post(PATH, {"code": WRONG}, headers=headers)
        assert response.status_code == 422
        assert (
            f"{WRONG} needs 1 black and 2 white in row 1. Row 1 has 1 and 0."
            " Rows 2, 3 and 4 do not fit, either." in response.text
        )
        assert response.text.count("contradicted") == 4
        assert f'value="{WRONG}"' in response.text  # the player can correct the code
    assert (attempt().tries, attempt().status) == (2, "open")


def test_links_fill_the_holes(client):
    page = client.get(PATH, {"row": "12..", "color": "3", "place": "3"}).text
    assert 'aria-label="Hole 3: Green"' in page
    assert 'name="row" value="123."' in page


def test_hints_appear_step_by_step_and_a_resent_request_counts_once(client):
    assert "Step 1" in hint(client, 0, **HTMX).text
    assert "Step 2" in hint(client, 1, **HTMX).text
    assert "Step 2" in hint(client, 0, **HTMX).text
    assert attempt().hints == 2
    client.post(PATH, {"code": SOLUTION})
    assert "First try, with 2 hints." in client.get(PATH).text


def test_no_hints_come_after_the_last_step_of_the_argument(client):
    shown = 0
    while 'value="hint"' in client.get(PATH).text:
        hint(client, shown)
        shown += 1
    hint(client, shown)
    assert attempt().hints in (shown, shown + 1)
    assert client.get(PATH).status_code == 200


def test_giving_up_shows_the_solution_and_ends_the_puzzle(client):
    page = client.post(PATH, {"do": "give-up"}, follow=True).text
    assert '<details class="argument" open>' in page
    assert "Given up" in page
    assert "4422: Sky, Sky, Amber, Amber" in page
    client.post(PATH, {"code": SOLUTION})
    assert (attempt().status, attempt().tries) == ("given up", 0)


def test_a_finished_puzzle_does_not_change(client):
    client.post(PATH, {"code": SOLUTION})
    for sent in ({"code": WRONG}, {"do": "give-up"}, {"do": "hint", "shown": 0}, {"do": "clock"}):
        assert client.post(PATH, sent).status_code == 302
    kept = attempt()
    assert (kept.status, kept.tries, kept.hints, kept.timed_from) == ("solved", 1, 0, None)


def test_the_clock_of_a_puzzle_runs_only_if_the_player_wants_it(client, stopped_clock):
    assert "Clock:" not in client.get(PATH).text
    client.post(PATH, {"do": "clock"})
    started = attempt().timed_from - timedelta(seconds=1203)
    PuzzleAttempt.objects.update(timed_from=started)
    # the clock is requested a second time, which must not reset it
    client.post(PATH, {"do": "clock"})
    assert "20:03" in client.get(PATH).text
    client.post(PATH, {"code": SOLUTION})
    assert "Time: 20:03." in client.get(PATH).text


def test_the_shared_text_contains_the_result_but_not_the_code(client):
    client.post(PATH, {"code": SOLUTION})
    before, text, _ = re.split(r"<textarea[^>]*>|</textarea>", client.get(PATH).text, maxsplit=2)
    assert "data-share" in before
    assert text.splitlines()[1:] == [
        "First try, without a hint.",
        "http://testserver/puzzles/tricky/3/",
    ]


def test_the_link_to_another_puzzle_leads_to_the_next_unfinished_puzzle(client):
    client.post("/puzzles/tricky/4/", {"do": "give-up"})
    client.post("/puzzles/tricky/5/", {"code": WRONG})
    client.post(PATH, {"code": SOLUTION})
    assert 'href="/puzzles/tricky/5/"' in client.get(PATH).text
    assert 'href="/puzzles/tricky/6/"' in client.get("/puzzles/").text


@pytest.mark.parametrize(
    "path",
    [
        *("/puzzles/tricky/0/", f"/puzzles/tricky/{NUMBERS[-1] + 1}/"),
        *(f"/puzzles/tricky/{9**30}/", "/puzzles/2026-10-31/tricky/"),
        *("/puzzles/2126-11-01/tricky/", "/puzzles/2026-11-01/hard/", "/puzzles/Tricky/1/"),
    ],
)
def test_a_puzzle_that_does_not_exist_is_not_found(client, path):
    for one in (path, f"{path}preview.png"):
        assert client.get(one).status_code == 404
    assert client.post(path, {"code": "1122"}).status_code == 404


def test_the_puzzles_of_a_guest_move_to_the_account_at_log_in(client):
    sign_up(client)
    client.post(PATH, {"code": SOLUTION})
    guest = Client()
    guest.post(PATH, {"do": "give-up"})
    guest.post("/puzzles/tricky/4/", {"code": WRONG})
    guest.post("/puzzles/2026-11-01/easy/", {"do": "give-up"})
    for browser in (client, guest):
        browser.post("/puzzles/2026-11-02/easy/", {"do": "give-up"})
    log_in(guest)
    assert Player.objects.count() == 1
    kept = sorted((one.number or 0, one.status) for one in PuzzleAttempt.objects.all())
    assert kept == [(0, "given up"), (0, "given up"), (3, "solved"), (4, "open")]


def test_puzzles_are_exported_and_deleted_with_the_account(client):
    sign_up(client)
    client.post(PATH, {"do": "clock"})
    client.post(PATH, {"code": SOLUTION})
    [record] = client.get("/you/export.json").json()["puzzles"]
    assert (record["grade"], record["number"], record["status"]) == ("tricky", 3, "solved")
    assert record["seconds"] >= 0
    assert "1 puzzle" in client.get("/you/delete/").text
    client.post("/you/delete/", {"password": "correct horse battery"})
    assert not PuzzleAttempt.objects.exists()


def test_your_page_shows_your_results_at_puzzles(client, stopped_clock):
    assert "Puzzle streak" not in client.get("/you/").text
    client.post(PATH, {"do": "clock"})
    PuzzleAttempt.objects.update(timed_from=F("timed_from") - timedelta(minutes=2))
    client.post(PATH, {"code": SOLUTION})
    client.post("/puzzles/tricky/4/", {"do": "give-up"})
    client.post("/puzzles/hard/4/", {"code": WRONG})
    page = client.get("/you/").text
    [row] = re.findall(r"<th scope=.row.>(Tricky</th>.*?)</tr>", page)
    assert re.findall(r"<td>(.*?)</td>", row) == ["1", "1", "1", "2:00"]
    assert "Hard</th>" not in page


@pytest.mark.parametrize("is_of_day", [False, True])
def test_the_page_of_a_puzzle_takes_few_queries(client, is_of_day, django_assert_max_num_queries):
    path = "/puzzles/2026-11-01/easy/" if is_of_day else PATH
    client.post(path, {"code": WRONG})
    # one query for the session and one for the attempt
    with django_assert_max_num_queries(2 + is_of_day):
        client.get(path)
    with django_assert_max_num_queries(7 + 3 * is_of_day):
        client.post(path, {"code": WRONG}, headers=HTMX)
    with django_assert_max_num_queries(6):
        client.get("/puzzles/")


def tells(text: str, solution: str) -> bool:
    """Return whether a text contains the solution; digits of an id or a time do not count."""
    return re.search(rf"(?<![\w.-]){solution}(?![\w-])", text) is not None


ENDS = ("log-out", "resign", "delete")  # these actions end the puzzle or the session


def test_no_page_reveals_the_solution_before_the_player_finds_it_or_gives_up(world, it_is):
    it_is(date(2026, 11, 2))  # on some days, a puzzle or code of the day has one of these solutions
    Bucket.objects.all().delete()  # they are from the day of the test
    people, its = world
    client = people[OWNER]
    kept = {"history": "4516:1,2 2211:0,1 6314:2,0", "solution": "6524"}
    PuzzleOfDay.objects.create(day=its.day, grade=its.grade, **kept)
    names = [PuzzleName(its.grade, its.number), PuzzleName(its.grade, day=its.day)]
    solutions = [puzzle_named(name).solution for name in names]
    for name in names:
        client.post(name.get_absolute_url(), {"code": WRONG})
    # Pictures are not searched, because their bytes are not text.
    for name in (name for name in ADDRESSES if not name.endswith(("preview", "tree-file", *ENDS))):
        path, hint = path_of(name, its), {"do": "hint", "shown": 0}
        answers = [client.get(path), client.post(path, {"code": WRONG})]
        if name.startswith("puzzle"):
            answers += [client.get(path, headers=HTMX), client.post(path, hint, headers=HTMX)]
        heads = [{**one.headers, "Content-Length": ""} for one in answers]
        text = f"{heads}{[one.content for one in answers]}"
        assert [solution for solution in solutions if tells(text, solution)] == [], name
    for name, solution in zip(names, solutions, strict=True):
        client.post(name.get_absolute_url(), {"do": "give-up"})
        assert tells(client.get(name.get_absolute_url()).text, solution)
