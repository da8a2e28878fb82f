"""The settings of the board are remembered and never change the row in progress."""

from playwright.sync_api import Page, expect

from tests.browser.moves import ask, guess, row, until

# Collects the musical notes instead of playing them.
MUTED = """
    window.notes = [];
    window.OscillatorNode = class { constructor(_, { frequency }) { this.hertz = frequency; }
        connect(next) { return next; } start() { notes.push(this.hertz); } stop() {} };
    window.GainNode = class { gain = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
        connect(next) { return next; } };
"""


def switch(page: Page, name: str):
    if page.locator("#settings").get_attribute("open") != "":
        page.get_by_text("Settings").click()
    return page.get_by_role("switch", name=name)


def notes(page: Page) -> list[int]:
    return page.evaluate("notes.splice(0)")


def test_sounds_are_off_until_switched_on_and_then_differ_by_answer(board):
    page = board("2632")
    page.add_init_script(MUTED)
    page.reload()
    guess(page, "5555")
    assert notes(page) == []
    loaded = page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
    assert not [name for name in loaded if "sound" in name]
    with page.expect_response(lambda response: "sound" in response.url):
        switch(page, "Sounds").click()
    page.reload()
    expect(switch(page, "Sounds")).to_be_checked()
    page.keyboard.type("1")
    until(page, "notes.length === 1")
    page.keyboard.type("122")
    until(page, "notes.length === 4")
    notes(page)
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Guess 3 of 10")
    assert notes(page) == [660, 440]  # the musical notes for 1 black and 1 white peg
    page.keyboard.type("2632")
    notes(page)
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("You broke the code in 3 guesses")
    assert notes(page) == [660] * 4 + [659, 988]
    switch(page, "Sounds").click()
    page.reload()
    expect(switch(page, "Sounds")).not_to_be_checked()


def test_hints_and_the_coach_can_be_hidden_without_losing_the_row(board):
    page = board(is_new=True)
    guess(page, "1122")
    page.keyboard.type("12")
    page.get_by_role("button", name="Hide tips").click()
    expect(page.locator(".coach")).to_be_hidden()
    assert row(page) == "12.."
    page.keyboard.type("3")
    switch(page, "Offer hints").click()
    expect(page.locator("#hint")).to_be_hidden()
    expect(page.get_by_role("switch", name="Offer hints")).to_be_focused()
    expect(page.get_by_role("switch", name="Offer hints")).not_to_be_checked()
    assert row(page) == "123."
    page.reload()
    expect(page.locator("#hint")).to_be_hidden()
    switch(page, "Offer hints").click()
    expect(page.locator("#hint")).to_be_visible()


def test_warnings_can_be_switched_off(board):
    """A repeated code is still announced, because the board shows the repetition anyway."""
    page = board()
    guess(page, "1122")
    ask(page, "Suggest a guess")
    expect(page.locator(".advice-slot")).to_be_visible()
    page.keyboard.type("4444")
    page.keyboard.press("Enter")
    expect(page.locator("#why")).to_contain_text("4444 needs 0 black and 0 white in row 1")
    switch(page, "Warn me before wasted guesses").click()
    expect(page.get_by_role("switch", name="Warn me before")).not_to_be_checked()
    assert row(page) == "4444"
    page.locator("#submit").click()
    expect(page.locator("h1")).to_have_text("Guess 3 of 10")
    page.keyboard.type("4444")
    page.keyboard.press("Enter")
    expect(page.locator("#why")).to_contain_text("You already tried 4444")


def test_settings_last_until_the_page_closes_if_the_browser_has_no_storage(board):
    page = board()
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })"
    )
    page.reload()
    switch(page, "Tab stops at each color").click()
    page.get_by_role("button", name="Notes").click()
    page.get_by_role("button", name="Red, place 1: blank").press("x")
    page.locator("h1").click()
    guess(page, "1122")
    expect(switch(page, "Tab stops at each color")).to_be_checked()
    expect(page.get_by_role("button", name="Red, place 1: crossed out")).to_be_visible()


def test_every_color_is_set_with_only_tab_and_space(board):
    page = board()
    switch(page, "Tab stops at each color").click()
    page.reload()
    # A script remembers the switch.
    expect(switch(page, "Tab stops at each color")).to_be_checked()
    page.locator(".swatch input").first.focus()
    for presses in (0, 1, 0, 4):  # these presses set Red, Amber, Amber and Rose
        for _ in range(presses):
            page.keyboard.press("Tab")
        page.keyboard.press("Space")
    assert row(page) == "1226"


def test_a_player_with_a_single_switch_can_make_a_guess(board):
    """The focus moves from color to color automatically, and to Guess as soon as the row is
    full.
    """
    page = board("3632")
    page.clock.install(time=0)
    page.clock.pause_at(60_000)  # from now on the test moves the clock
    with page.expect_response(lambda response: "switches" in response.url) as loaded:
        switch(page, "Single switch").click()
    page.evaluate("async (module) => { await import(module); }", loaded.value.url)
    page.locator("#headline").focus()
    for beats in (3, 6, 3, 2):
        page.clock.run_for(1200 * beats + 100)
        page.keyboard.press("Space")
    assert row(page) == "3632"
    page.clock.run_for(1300)
    expect(page.locator("#submit")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator("h1")).to_have_text("You broke the code in 1 guess")
