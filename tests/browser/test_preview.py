"""The preview of a game size on the home page is shown and announced while it changes."""

from playwright.sync_api import expect


def test_a_setting_is_announced_by_a_live_region_that_stays_in_the_page(live_server, page):
    page.goto(live_server.url)
    page.get_by_text("Your own game size").click()
    region = page.get_by_role("status")
    expect(region).to_have_text("")
    kept = region.element_handle()
    preview = page.locator("#preview").element_handle()
    page.get_by_role("spinbutton", name="Pegs").fill("3")
    expect(region).to_have_text("3×6 · 3 pegs, 6 colors, repeats allowed: 216 codes, 10 guesses.")
    expect(page.locator("#preview .row .peg")).to_have_count(3)
    page.get_by_role("spinbutton", name="Colors").fill("2")
    page.get_by_role("combobox", name="Colors in a code").select_option("no")
    problem = "3 pegs of different colors need at least 3 colors, not 2."
    expect(region).to_have_text(problem)
    expect(page.locator("#preview")).to_have_text(problem)
    assert kept.evaluate("region => region.isConnected")
    assert not preview.evaluate("preview => preview.isConnected")
    assert page.locator("[aria-live]").count() == 0
