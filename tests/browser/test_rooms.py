"""The big screen of a room, which updates whenever a player acts."""

import re

from playwright.sync_api import expect

from games.models import Duel, Player


def opened(page, live_server, people: int = 2) -> Duel:
    """Open a room as a teacher does, and seat some people in it."""
    page.goto(f"{live_server.url}/rooms/")
    page.get_by_role("button", name="Open a room").click()
    page.wait_for_url(re.compile("/rooms/[A-Z]{6}/"))
    room = Duel.objects.get()
    for number in range(people):
        room.sit(Player.objects.create(), lambda number=number: f"Child {number + 1}")
    return room


def test_a_removed_player_stays_in_sight_while_others_play(page, live_server):
    room = opened(page, live_server)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Send Child 1 out").click()
    page.get_by_text("Sent out").click()
    again = page.get_by_role("button", name="Let Child 1 in again")
    expect(again).to_be_visible()
    room.sit(Player.objects.create(), lambda: "Child 3")
    expect(page.locator(".place")).to_have_count(2)
    expect(again).to_be_visible()
    again.click()
    expect(again).to_have_count(0)
    assert not room.seats.filter(name="Child 1").exists()


def test_a_slip_of_the_finger_removes_no_player(page, live_server):
    opened(page, live_server)
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    page.get_by_role("button", name="Send Child 2 out").click()
    page.get_by_role("button", name="Close the room").click()
    assert asked == [
        "Send Child 2 out? What they played here is deleted.",
        "Close the room? No one can join again.",
    ]
    expect(page.locator(".place")).to_have_count(2)
    assert Duel.objects.get().seats.filter(is_sent_out=False).count() == 2


def test_a_name_of_three_lines_keeps_its_distance_from_the_edge(page, live_server):
    room = opened(page, live_server, people=0)
    room.sit(Player.objects.create(), lambda: "W" * 24)
    place = page.locator(".place b")
    place.wait_for()
    gap = """(name) => {
        const range = new Range();
        range.selectNodeContents(name);
        return range.getBoundingClientRect().top - name.parentElement.getBoundingClientRect().top;
    }"""
    assert place.evaluate(gap) >= 8


def test_a_lost_server_is_announced_until_it_answers(page, live_server, complaints):
    opened(page, live_server)
    page.context.set_offline(True)
    expect(page.locator("#trouble")).to_be_visible()
    expect(page.locator("#status")).to_contain_text("The server did not answer.")
    page.context.set_offline(False)
    expect(page.locator(".place")).to_have_count(2)
    expect(page.locator("#trouble")).to_be_hidden()
    complaints[:] = [line for line in complaints if not re.search("INTERNET|htmx:", line)]
