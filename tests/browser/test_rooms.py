"""The wall of a room, the big screen that updates whenever a player acts."""

import re
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import expect

from games.models import Duel, Player
from games.models.duels import controls
from games.models.duels.kinds import RoomRules
from games.people import limits
from tests.browser.looks import is_too_wide


def open_room(page, live_server, people: int = 2) -> Duel:
    """Create a room as a teacher does, and add some players to the room; return the duel."""
    page.goto(f"{live_server.url}/rooms/")
    page.get_by_role("button", name="Create a room").click()
    page.wait_for_url(re.compile("/rooms/[A-Z]{6}/"))
    room = Duel.objects.get()
    for number in range(people):
        room.sit(Player.objects.create(), lambda number=number: f"Child {number + 1}")
    return room


def test_a_removed_player_is_still_listed_while_the_others_play(page, live_server):
    room = open_room(page, live_server)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Remove Child 1").click()
    page.get_by_text("Removed", exact=True).click()
    again = page.get_by_role("button", name="Let Child 1 back in")
    expect(again).to_be_visible()
    room.sit(Player.objects.create(), lambda: "Child 3")
    expect(page.locator(".place")).to_have_count(2)
    expect(again).to_be_visible()
    again.click()
    expect(again).to_have_count(0)
    expect(page.locator("h1")).to_be_focused()
    assert not room.seats.filter(is_sent_out=True).exists()


def test_the_notes_of_a_code_are_not_shown_at_the_next(page, live_server, contexts):
    open_room(page, live_server, people=0)
    with contexts() as elsewhere:
        child = elsewhere.new_page()
        child.goto(page.url)
        child.get_by_role("button", name="Use an animal name").click()
        child.wait_for_url("**/duels/*/")
        for number in (1, 2):
            Duel.objects.get().start()
            Duel.objects.update(starts_at=timezone.now())
            child.reload()
            if number == 1:
                child.get_by_role("button", name="Notes").click()
                child.get_by_role("button", name="Cross out Red everywhere").click()
            red = child.get_by_role("button", name="Red, place 1: ")
            for _reload in range(2):
                mark = "crossed out" if number == 1 else "blank"
                expect(red).to_have_accessible_name(f"Red, place 1: {mark}")
                child.reload()
            controls.stop(Duel.objects.get())


def test_a_single_tap_removes_no_player(page, live_server):
    open_room(page, live_server)
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    page.get_by_role("button", name="Remove Child 2").click()
    page.get_by_role("button", name="Close the room").click()
    assert asked == [
        "Remove Child 2? Their games in this room are deleted.",
        "Close the room? No one can join again.",
    ]
    expect(page.locator(".place")).to_have_count(2)
    assert Duel.objects.get().seats.filter(is_sent_out=False).count() == 2


def test_a_name_of_three_lines_keeps_its_distance_from_the_edge(page, live_server):
    room = open_room(page, live_server, people=0)
    room.sit(Player.objects.create(), lambda: "W" * 24)
    place = page.locator(".place b")
    place.wait_for()
    gap = """(name) => {
        const range = new Range();
        range.selectNodeContents(name);
        return range.getBoundingClientRect().top - name.parentElement.getBoundingClientRect().top;
    }"""
    assert place.evaluate(gap) >= 8


def test_a_refusal_or_a_lost_connection_is_announced_until_the_server_answers(
    page, live_server, complaints, monkeypatch
):
    monkeypatch.setattr(limits, "BOARDS_OF_ROOMS", limits.BOARDS_OF_ROOMS._replace(times=1))
    monkeypatch.setattr(RoomRules, "countdown", timedelta(hours=1))
    room = open_room(page, live_server)
    for button in ("#send", "#stop", "#send"):
        page.locator(button).click()
    expect(page.locator("#trouble")).to_contain_text("Please try again in 72 hours.")
    page.context.set_offline(True)
    expect(page.locator("#trouble")).to_contain_text("The server did not answer.")
    expect(page.locator("#status")).to_contain_text("The server did not answer.")
    page.context.set_offline(False)
    room.sit(Player.objects.create(), lambda: "Child 3")
    expect(page.locator(".place")).to_have_count(3)
    expect(page.locator("#trouble")).to_be_hidden()
    page.once("dialog", lambda question: question.accept())
    page.locator("#close").click()
    expect(page.locator("#close")).to_be_hidden()  # with all controls of the room
    complaints[:] = [line for line in complaints if not re.search("INTERNET|htmx:|429", line)]


def test_a_press_counts_even_if_the_page_updates_at_that_moment(page, live_server):
    room = open_room(page, live_server)
    expect(page.locator(".place")).to_have_count(2)
    page.locator("#send").hover()
    page.mouse.down()
    with page.expect_response(lambda response: "/live/" in response.url and response.ok):
        room.sit(Player.objects.create(), lambda: "Child 3")
    page.mouse.up()
    expect(page.locator("#stop")).to_be_visible()
    expect(page.locator(".place")).to_have_count(3)
    assert Duel.objects.get().round == 1


def test_the_wall_fits_the_screen_and_can_be_read_from_the_back_row(page, live_server):
    open_room(page, live_server, people=40)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{page.url}wall/")
    sizes = "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    assert min(page.locator(".tile b").evaluate_all(sizes)) >= 32
    box = "one => one.getBoundingClientRect()"  # for a locator, because updates replace elements
    assert page.locator("#room .qr svg").evaluate(box)["height"] >= 1080 / 3
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080
    assert page.locator(".tile").last.evaluate(box)["y"] < 1080 - 40
    expect(page.locator("#room").get_by_role("button")).to_have_count(0)
    page.set_viewport_size({"width": 360, "height": 740})
    assert min(page.locator("#room :not(svg, svg *)").evaluate_all(sizes)) >= 12
    assert not is_too_wide(page)
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.get_by_role("button", name="Full screen").click()
    page.wait_for_function("() => document.fullscreenElement")
    expect(page.locator("#whole-screen")).to_be_hidden()


def test_a_board_opens_at_its_start_time_without_a_connection(
    page, live_server, another, monkeypatch, complaints
):
    monkeypatch.setattr(RoomRules, "countdown", timedelta(hours=1))
    room = open_room(page, live_server, people=0)
    tablet = another(viewport={"width": 360, "height": 740})
    child = tablet.new_page()
    child.clock.install()
    child.goto(page.url)
    child.get_by_label("Your first name").fill("Ann")
    child.get_by_role("button", name="Join").click()
    expect(child.locator("#headline")).to_have_text("You are in")
    page.locator("#send").click()
    expect(page.locator(".countdown")).to_be_visible()
    expect(child.locator(".countdown")).to_be_visible()
    child.wait_for_load_state()  # so that the scripts have loaded, too
    expect(child.locator("#submit")).to_have_count(0)
    tablet.set_offline(True)
    child.clock.fast_forward("01:00:05")
    expect(child.locator("#submit")).to_be_visible()
    expect(child.locator(".countdown")).to_have_count(0)
    assert Duel.objects.get(pk=room.pk).is_running
    complaints.clear()  # forget the errors of the lost connection
