"""The accessibility of every page: rules of axe, no cut-off text, optional motion."""

from django.test import Client
from playwright.sync_api import Page, expect

from games.catalog.rules import PRESETS
from games.models import Game, Handover, Player
from solver.study.play import random_secrets
from tests.addresses import ADDRESSES, EVERYBODY, GUEST, NOBODY, OWNER, path_of
from tests.browser.looks import (
    find_crowded_texts,
    find_mirrored_parts,
    further,
    jumps,
    misfits_on,
    open_and_watch,
    text_twice_as_large,
    todays,
    violations,
)
from tests.browser.test_analysis import GUESSES, save_won_game
from tests.cast import ask, finished, led_to, play, race_of, sign_up, start_daily
from tests.expensive import Things
from tests.games.conftest import things

OWNED = set(Things._fields) - Things._field_defaults.keys()
OF_NOBODY = Things(*[""] * 6)
WIDE = "W" * 24  # the widest name
WINDOWS = ((320, 640), (1366, 650), *further((427, 341), (740, 360)))


# URLs whose query changes the look of the page
STATES = (
    "/?pegs=8&colors=12&limit=20",
    "/?pegs=99",
    "/puzzles/print/?what=positions",
    "/watch/?pegs=99",
    "/rules/lesson/2/?pick=A",
    "/rules/lesson/3/?code=2341",
    "/rules/conclude/2/?pick=A",
    "/strategies/?pegs=6&colors=9&sort=worst",
    "/strategies/knuth/vs/simple/?pegs=5&colors=8",
    "/explore/?history=1122:1,1+1344:0,2&code=2516",
    "/explore/?pegs=8&colors=12&history=11223456:2,2",
    "/explore/?history=1122:4,0+3344:0,1",
    "/explore/?history=1122:1,1&exercise=yes",
    "/strategies/knuth/tree/?picture=yes",
    "/strategies/entropy/tree/11/?pegs=8&colors=12",
    "/strategies/knuth/tree/40/",
    "/leaderboard/?period=day&help=yes",
    "/leaderboard/find/?name=Nobody",
    "/nothing/",
)


def pages_of(visitor: Client, name: str, its: Things) -> list[str]:
    """Return the URLs of the pages that a kind of visitor can see, without fragments and files.

    Pages that are the same for everyone count as pages of guests.
    """
    paths = [
        path_of(one, its)
        for one, address in ADDRESSES.items()
        if address.seen[EVERYBODY.index(name)] == 200
        and (address.kept == NOBODY if name == OWNER else not set(address.of.split()) & OWNED)
    ]
    answers = {path: visitor.get(path) for path in paths}
    return [
        path
        for path, answer in answers.items()
        if answer.status_code == 200 and b"<html" in getattr(answer, "content", b"")
    ]


def pages_of_a_player(owner: Client) -> list[str]:
    """Return the URLs of all pages of a player with a wide name, and of some states of games."""
    sign_up(owner, "Owner")
    its = things(owner)._replace(player=WIDE)
    player = Player.objects.by_name("Owner")
    player.rename(WIDE)
    finished(player, *range(1, 12), 4)
    for game in Game.objects.filter(counted_guesses__gte=4, is_aided=False):
        game.grade(skill=50, luck=99)
    running = Game.objects.get(public_id=its.running)
    for kind in ("best", "panel"):
        ask(owner, running, kind, 2)
    sent = dict(PRESETS["super"].settings)
    given_up, evil = (led_to(owner.post(path, sent), Game) for path in ("/", "/evil/"))
    for game in (given_up, evil):
        play(owner, game, "11223")
        owner.post(f"{game.get_absolute_url()}resign/")
    daily = start_daily(owner)
    play(owner, daily, daily.secret)
    turns = f"/duels/here/{'turns':-<22}/"
    owner.post(turns, {"code": "3443"})
    play(owner, Handover.objects.latest("pk").game, "3443")
    owner.post(f"/duels/{its.duel}/computer/", {"strategy": "knuth", "memory": "75"})
    race = race_of(player, Player.objects.create())
    lesson = save_won_game("classic", *GUESSES)
    giant = save_won_game("giant", *random_secrets(PRESETS["giant"].variant, 4))
    return [
        *pages_of(owner, OWNER, its),
        *(one.get_absolute_url() for one in (given_up, evil, daily, race)),
        *(f"{one.get_absolute_url()}analysis/" for one in (evil, daily)),
        *(lesson + query for query in ("?guess=3&code=1344&show=best", "?code=9", "?beside=all")),
        *(f"/watch/{its.watch}/?step={step}" for step in (2, 5)),
        *(giant, turns, f"{running.get_absolute_url()}?row=11.."),
    ]


def states_of_a_guest(page: Page, address: str):
    """Visit the pages that only a form shows; yield their names."""
    page.goto(address)
    page.locator(".welcome .button.main").click()
    page.wait_for_url("**/games/*/")
    page.wait_for_load_state()
    Game.objects.update(secret="3632")
    page.keyboard.type("1122")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Guess 2 of 10")
    page.goto(f"{address}/rules/")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("h1")).to_have_text("You have a Classic game open")
    yield "a game that is still open"
    page.goto(f"{address}/you/")
    page.get_by_role("button", name="Let someone else play").click()
    page.goto(f"{address}/you/")
    yield "guests who take turns"
    page.get_by_role("button", name="Switch to").click()
    page.wait_for_load_state()
    page.goto(f"{address}/you/name/")
    page.get_by_label("Name").fill("<>")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".problem")).to_be_visible()
    yield "a name that is none"
    page.goto(f"{address}/you/sign-up/")
    page.get_by_label("Password").fill("short")
    page.get_by_label("Name").fill("Ada")
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator(".problem:visible")).to_contain_text("too short")
    yield "a password that is none"


def wrong_with(page: Page) -> list[str]:
    """Return the faults of a page.

    This checks the rules of axe, all screen sizes, the rows of a board, and text of double size.
    Codes keep their direction if the page is written from right to left.
    """
    wrong = [*violations(page), *map(str, misfits_on(page))]
    with text_twice_as_large(page):
        wrong += find_crowded_texts(page, WINDOWS)
    page.evaluate("document.documentElement.dir = 'rtl'")
    wrong += find_mirrored_parts(page)
    wrong += [*find_crowded_texts(page, WINDOWS), *map(str, misfits_on(page))]
    page.evaluate("document.documentElement.dir = 'ltr'")
    return wrong


def test_every_page_passes_axe_fits_the_screen_and_does_not_jump(page: Page, live_server):
    """The test visits a fourth of the pages that need no game, a different fourth each day."""
    wrong = {}
    for path in todays([*pages_of(Client(), GUEST, OF_NOBODY), *STATES], days=4):
        open_and_watch(page, live_server.url + path)
        page.wait_for_timeout(100)
        wrong[path] = [f"jumps by {far}" for far in jumps(page)] + wrong_with(page)
    assert {path: found for path, found in wrong.items() if found} == {}


def test_every_page_of_a_player_passes_axe_fits_a_phone_and_does_not_jump(opened, live_server):
    owner = Client()
    paths = pages_of_a_player(owner)
    page = opened(owner, "/rules/")
    page.set_viewport_size({"width": 360, "height": 740})
    wrong = {}
    for path in todays(paths, days=4):
        open_and_watch(page, live_server.url + path)
        page.wait_for_timeout(100)
        wrong[path] = [f"jumps by {far}" for far in jumps(page) if far > 0.01]
        page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
        wrong[path] += wrong_with(page)
    assert {path: found for path, found in wrong.items() if found} == {}


def test_pages_that_only_a_form_shows_pass_axe_and_fit_the_screen(page: Page, live_server):
    wrong = {where: wrong_with(page) for where in states_of_a_guest(page, live_server.url)}
    assert {where: found for where, found in wrong.items() if found} == {}


# Finds visible controls that no form sends, and forms without a visible button.
HELPLESS = """() => {
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true });
  const isSending = (one) => one.type === "submit" && isSeen(one);
  const isWorking = (one) => one.popoverTargetElement || one.readOnly
    || one.form && (one.type === "submit" || [...one.form.elements].some(isSending));
  document.querySelectorAll("details").forEach((one) => (one.open = true));
  return [...document.querySelectorAll("button, input:not([type=hidden]), select, textarea")]
    .filter((one) => isSeen(one) && !isWorking(one)).map((one) => one.outerHTML.slice(0, 99));
}"""


def test_every_visible_control_works_without_javascript(board, without_script, live_server):
    page = board(context=without_script)
    wrong = {"a game": page.evaluate(HELPLESS)}
    for path in todays([*pages_of(Client(), GUEST, OF_NOBODY), *STATES], days=4):
        page.goto(live_server.url + path)
        wrong[path] = page.evaluate(HELPLESS)
    assert {path: found for path, found in wrong.items() if found} == {}


def test_the_choices_of_the_leaderboard_fit_in_one_line_on_a_phone(page: Page, live_server):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{live_server.url}/leaderboard/?period=week")
    opener = page.get_by_role("button", name="Classic, 7 days")
    expect(opener).to_be_visible()
    expect(page.get_by_role("link", name="Super")).to_be_hidden()
    opener.click()
    page.get_by_role("link", name="Super").click()
    expect(page.get_by_role("button", name="Super, 7 days")).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 740})
    expect(page.get_by_role("link", name="Grand")).to_be_visible()
    expect(opener).to_be_hidden()


def test_pegs_and_the_main_button_differ_in_more_than_color(board):
    """If the system forces its own colors, shape, digit and name still distinguish pegs."""
    page = board()
    page.emulate_media(forced_colors="active")
    fills = "all => new Set(all.map(one => getComputedStyle(one).backgroundColor)).size"
    assert page.locator("#hint, #submit").evaluate_all(fills) == 2
    page.keyboard.type("1234")
    looks = page.locator("[data-row] > button").evaluate_all(
        "pegs => pegs.map(peg => [peg.innerText, getComputedStyle(peg, '::before').clipPath])"
    )
    assert [digit for digit, _ in looks] == ["1", "2", "3", "4"]
    assert len({shape for _, shape in looks}) == 4
