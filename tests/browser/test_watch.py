"""Watched games in a browser: with the mouse, with the keyboard, without JavaScript."""

import re
from urllib.parse import urljoin

import pytest
from django.test import Client
from playwright.sync_api import Page, Route, expect

from games.models import Step
from tests.browser.looks import further, jumps, misfits_on, open_and_watch

# Finds rows whose pegs touch their feedback or the end of the row.
CROWDED = """rows => rows.filter(row => {
  const keys = row.querySelector(".keys");
  const end = keys ? keys.getBoundingClientRect().left : row.getBoundingClientRect().right;
  return [...row.querySelectorAll(".peg")].some(peg => peg.getBoundingClientRect().right > end);
}).map(row => row.innerText)"""


def headline(page: Page):
    return page.locator("h1")


@pytest.fixture
def watched(opened):
    """Return a page on which Knuth breaks 3632, before the first guess."""
    player = Client()
    address = player.post("/watch/", {"code": "3632", "strategy": "knuth"})["Location"]
    return opened(player, address.removesuffix("#play"))


def test_keys_and_links_show_steps_that_have_urls_and_are_announced(watched: Page):
    watched.evaluate("window.isTheSamePage = true")
    for key, told in (
        ("ArrowRight", "Knuth, guess 1"),
        ("ArrowRight", "Knuth, guess 2"),
        ("ArrowLeft", "Knuth, guess 1"),
        ("End", "Knuth broke the code in 5 guesses"),
        ("Home", "Knuth: the code is set"),
    ):
        watched.keyboard.press(key)
        expect(headline(watched)).to_have_text(told)
    watched.get_by_role("link", name="Next").click()
    expect(headline(watched)).to_have_text("Knuth, guess 1")
    expect(watched.get_by_role("status")).to_contain_text("256 codes are left")
    assert "step=1" in watched.url
    watched.get_by_role("link", name="Guess 4").click()
    expect(headline(watched)).to_have_text("Knuth, guess 4")
    watched.get_by_role("link", name="Back").click()
    expect(headline(watched)).to_have_text("Knuth, guess 3")
    assert watched.evaluate("window.isTheSamePage")
    watched.go_back()
    expect(headline(watched)).to_have_text("Knuth, guess 4")


def test_a_new_game_plays_by_itself_and_pauses(another, live_server):
    page = another(reduced_motion="no-preference").new_page()
    page.goto(f"{live_server.url}/watch/")
    page.get_by_label("Or type it").fill("3632")
    page.get_by_role("button", name="Watch", exact=True).click()
    expect(page.locator("#step-play")).to_have_text("Pause")
    page.keyboard.press(" ")
    expect(page.locator("#step-play")).to_have_text("Play")
    assert "play" not in page.url
    page.get_by_role("link", name="Speed: Normal").click()
    expect(page.get_by_role("link", name="Speed: Fast")).to_be_focused()
    page.go_back()
    expect(headline(page)).to_have_text("Watch the computer")


def test_a_press_on_pause_works_even_if_the_server_answers_slowly(watched: Page):
    watched.goto(f"{watched.url.partition('?')[0]}?step=0&play=yes")
    is_play = re.compile("play=yes")
    watched.route(
        lambda address: not is_play.search(address),
        lambda route: (watched.wait_for_timeout(3000), route.continue_()),
    )
    watched.keyboard.press(" ")
    expect(watched.locator("#step-play")).to_have_text("Play")


def test_a_show_continues_when_the_server_is_available_again(watched: Page, complaints):
    watched.route(re.compile("step=1"), lambda route: route.abort(), times=1)
    watched.goto(f"{watched.url.partition('?')[0]}?step=0&speed=fast&play=yes")
    expect(watched.locator("#trouble")).to_be_visible()
    expect(headline(watched)).to_have_text("Knuth broke the code in 5 guesses")
    expect(watched.locator("#trouble")).to_be_hidden()
    complaints.clear()


def test_dragging_the_slider_adds_only_one_entry_to_the_browser_history(watched: Page):
    def place(step: int) -> tuple[float, float]:
        box = watched.locator(f".scrubber li:nth-child({step + 1})").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    for path in ("/watch/", watched.url):
        watched.goto(urljoin(watched.url, path))
    watched.mouse.move(*place(0))
    watched.mouse.down()
    for step in (1, 2, 3):
        watched.mouse.move(*place(step), steps=4)
        expect(headline(watched)).to_have_text(f"Knuth, guess {step}")
    watched.mouse.move(*place(2))
    expect(headline(watched)).to_have_text("Knuth, guess 2")
    watched.mouse.up()
    watched.mouse.move(*place(4))
    watched.wait_for_timeout(200)
    expect(headline(watched)).to_have_text("Knuth, guess 2")
    assert "step=2" in watched.url
    watched.go_back()
    expect(headline(watched)).to_have_text("Watch the computer")


def test_the_url_of_a_step_beyond_the_end_shows_the_last_step_with_its_summary(watched: Page):
    watched.get_by_role("link", name="Guess 9").click()
    expect(headline(watched)).to_have_text("Knuth broke the code in 5 guesses")
    expect(watched.locator(".scrubber [aria-current]")).to_have_text("5")
    expect(watched.locator(".scrubber .beyond")).to_have_count(5)
    watched.get_by_role("link", name="Guess 4").click()
    expect(headline(watched)).to_have_text("Knuth, guess 4")
    watched.locator("#step-next").click()
    expect(watched.get_by_text("never more than 5")).to_be_visible()
    expect(headline(watched)).to_be_focused()
    expect(watched.get_by_role("button", name="Copy")).to_be_visible()


def test_the_page_does_not_move_during_a_show(watched: Page):
    pages = [watched, watched.context.new_page(), watched.context.new_page()]
    for page, width in zip(pages, [360, 768, 1280], strict=True):
        page.set_viewport_size({"width": width, "height": 740})
        open_and_watch(page, f"{watched.url.partition('?')[0]}?step=0&speed=fast&play=yes")
    for page in pages:
        expect(headline(page)).to_have_text("Knuth broke the code in 5 guesses")
        assert jumps(page) == []


@pytest.mark.parametrize(
    ("query", "code"), [("?pegs=8&colors=12", "16B37A48"), *further(("", "3632"))]
)
def test_both_boards_of_a_race_fit_on_a_phone(page: Page, live_server, query, code):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{live_server.url}/watch/{query}")
    assert [*misfits_on(page)] == []
    page.get_by_label("Or type it").fill(code)
    page.get_by_label("Strategy").select_option("random")
    page.get_by_label("Race against").select_option("simple")
    page.get_by_role("button", name="Watch", exact=True).click()
    page.get_by_role("link", name="Next").click()
    expect(headline(page)).to_have_text("Random against Simple, guess 1")
    expect(page.get_by_text("still thinking")).to_have_count(0)
    left, right = (page.locator(".lane .row.now").nth(lane).bounding_box() for lane in (0, 1))
    assert left["y"] == right["y"]
    assert left["x"] + left["width"] <= right["x"]
    for lane in (0, 1):
        expect(page.locator(".lane .row.now").nth(lane)).to_be_in_viewport(ratio=1)
    assert [*misfits_on(page)] == []
    for width in (320, 360, 768, 1280):
        page.set_viewport_size({"width": width, "height": 740})
        assert page.locator(".lane .row").evaluate_all(CROWDED) == [], width


def test_a_large_board_is_solved_while_the_visitor_watches_even_if_a_request_is_lost(
    page: Page, live_server, monkeypatch, complaints
):
    monkeypatch.setattr("games.learn.watch.views.THINKING_TIME", 0)
    page.clock.install()
    page.goto(f"{live_server.url}/watch/?pegs=5&colors=8")
    page.get_by_label("Or type it").fill("12345")
    page.get_by_label("Strategy").select_option("random")
    lost: list[Route] = []

    def lose_the_first(route: Route) -> None:
        if lost or route.request.method == "GET":
            return route.continue_()
        lost.append(route)
        return route.abort()

    page.route(re.compile("/watch/.+/"), lose_the_first)
    page.get_by_role("button", name="Watch", exact=True).click()
    expect(page.locator("#trouble")).to_be_visible()
    page.clock.fast_forward(10_000)
    expect(page.get_by_text("still thinking")).to_have_count(0)
    expect(page.locator("#step-play")).to_have_text("Play")  # with reduced motion
    complaints.clear()
    assert Step.objects.latest("number").code == "12345"
