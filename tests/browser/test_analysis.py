"""The analysis in a browser: learning from a mistake, rules of axe, and phone widths."""

from playwright.sync_api import Page, expect

from games.catalog.rules import PRESETS, Rules
from games.models import Game, Player
from solver.rule.codes import Code
from tests.cast import guessed

GUESSES = ("1122", "1134", "5213", "6334", "3632")


def save_won_game(board: str, *codes: Code) -> str:
    """Save a game that was won with the last code; return the URL of its analysis."""
    rules: Rules = PRESETS[board]
    player = Player.objects.create()
    game = Game.objects.create(player=player, secret=codes[-1], **rules.fields())
    guessed(game, *codes)
    return f"{game.get_absolute_url()}analysis/"


def verdict(page: Page):
    return page.locator(".verdict")


def test_the_lesson_accepts_a_guess_that_is_better_than_the_mistake(page: Page, live_server):
    page.goto(live_server.url + save_won_game("classic", *GUESSES))
    page.keyboard.type("1122")
    page.keyboard.press("Enter")
    expect(verdict(page)).to_have_text("1122 is no better: it costs a whole guess.")
    expect(page.locator("#status")).to_have_text("1122 is no better: it costs a whole guess.")
    page.get_by_role("button", name="Show the best guess").click()
    expect(page.locator(".comparison tbody tr").last).to_contain_text("Best")
    expect(page.locator("#lesson-heading")).to_be_focused()
    best = page.locator(".comparison [role=img]").last.get_attribute("aria-label")
    for symbol in best.partition(":")[0]:
        page.locator(f".swatch:has([value='{symbol}'])").click()
    page.get_by_role("button", name="Try").click()
    expect(verdict(page)).to_contain_text("No guess is better here")


def guesses(page: Page, player: str):
    return page.locator(".paths > li", has_text=player).locator(".pegs")


def test_the_guesses_of_the_strategies_appear_when_the_reader_asks_for_them(
    page: Page, live_server
):
    page.goto(live_server.url + save_won_game("classic", *GUESSES))
    page.keyboard.type("12")
    page.locator("#hole-4").click()
    page.evaluate("""document.getElementById("status").textContent = "Said before." """)
    page.locator("#paths-heading").press("Enter")
    expect(guesses(page, "Knuth")).to_have_count(5)
    expect(page.locator("#paths-heading")).to_be_focused()
    expect(page.locator(".paths .stops").first).to_be_hidden()  # each strategy has one line
    assert page.locator("#code").input_value() == "12"  # the row that the player is filling stays
    assert page.locator(".peg.here").get_attribute("id") == "hole-4"
    # The sentence is not announced a second time.
    assert page.locator("#status").text_content() == "Said before."


def test_on_a_phone_the_analysis_takes_two_screens_and_the_rest_opens_on_demand(page, live_server):
    """The two screens include the lesson on the worst guess and the footer of the page."""
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(live_server.url + save_won_game("classic", *GUESSES))
    expect(page.locator("#lesson")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") <= 2 * 740
    expect(page.locator(".move .facts").first).to_be_hidden()
    page.locator(".move summary").first.click()
    expect(page.locator(".move .facts").first).to_be_visible()
