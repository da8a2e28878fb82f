"""The admin works in a browser under the strict content security policy."""

from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from games.models import Game
from tests.cast import PASSWORD, named


def test_the_admin_finds_a_game_without_errors_on_the_console(page: Page, live_server):
    """Anything that the policy blocks would appear as an error on the console."""
    User.objects.create_superuser("chief", password=PASSWORD)
    named("Ada", 5)
    page.goto(f"{live_server.url}/admin/")
    page.get_by_label("Username").fill("chief")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.goto(f"{live_server.url}/admin/games/game/?q=ada")
    expect(page.locator("#result_list tbody tr")).to_have_count(1)
    page.get_by_role("link", name=Game.objects.get().public_id).click()
    expect(page.locator(".field-revealed_secret")).to_contain_text("1111")
    page.goto(f"{live_server.url}/admin/games/player/")
    page.locator(".action-select").first.check()
    page.get_by_label("Action:").select_option("hide_name")
    page.get_by_label("Reason").fill("Too long to be read")
    page.get_by_role("button", name="Go").click()
    expect(page.locator("#result_list")).to_contain_text("Guest ")
