"""The lab with mouse and keys: trees, positions, and a play-out."""

from playwright.sync_api import Page, expect

from games.models import Playout
from games.web.tasks import LAB
from games.web.tasks.worker import do_next
from solver.rule.codes import Variant


def test_an_answer_opens_the_next_node_of_the_tree_and_a_row_leads_back(page: Page, live_server):
    page.goto(f"{live_server.url}/strategies/knuth/tree/")
    page.get_by_role("link", name="1 black, 1 white: 208 codes").click()
    expect(page.locator("h1")).to_have_text("Knuth, guess 2: 1134")
    page.go_back()
    page.locator("#picture").evaluate("picture => picture.scrollIntoView()")
    expect(page.locator(".icicle rect").first).to_be_visible()


def test_a_position_is_explored_with_the_keyboard(page: Page, live_server):
    page.goto(f"{live_server.url}/explore/")
    expect(page.get_by_role("heading", name="What to guess")).to_be_visible()
    page.keyboard.type("1122")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="What was the answer to 1122?")).to_be_visible()
    page.get_by_role("link", name="1 black, 0 white: 256 codes").click()
    expect(page.get_by_role("heading", name="256 codes are still possible")).to_be_visible()
    page.get_by_role("link", name="Remove guess 1").click()
    expect(page.get_by_role("heading", name="1,296 codes are still possible")).to_be_visible()


def test_the_results_of_a_play_out_appear_without_a_reload(page: Page, live_server, monkeypatch):
    monkeypatch.setattr("games.learn.lab.work.kept_results", lambda variant: None)
    monkeypatch.setattr(Playout, "variant", Variant(2, 5))
    page.goto(f"{live_server.url}/strategies/?pegs=5&colors=6")
    page.get_by_role("button", name="Play all codes").click()
    expect(page.locator(".queue")).to_contain_text("Waiting in the queue.")
    while do_next(LAB, "worker"):  # on a slow machine, the play-out takes several tasks
        pass
    expect(page.get_by_role("row", name="Knuth")).to_contain_text("3.")
    expect(page.locator(".queue")).to_have_count(0)
