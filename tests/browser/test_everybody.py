"""The accessibility of every page: rules of axe, no cut-off text, optional motion."""

from django.test import Client
from playwright.sync_api import Page, expect

from games.catalog.rules import CLASSIC
from games.models import Challenge, Daily, Duel, Game, Group, Player, today
from tests.addresses import ADDRESSES, EVERYBODY, GUEST, path_of
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
from tests.browser.moves import ask
from tests.cast import PASSWORD, finished
from tests.expensive import Things

OWNED = set(Things._fields) - Things._field_defaults.keys()

WINDOWS = ((360, 640), (1366, 650), *further((427, 341), (740, 360)))


# URLs whose query changes the look of the page; ``pages`` adds the URLs without a query
STATES = (
    "/?pegs=8&colors=12&limit=20",
    "/?pegs=99",
    "/puzzles/print/?what=positions",
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


def pages() -> list[str]:
    """Return the URLs of pages that need no game and no player, and of some of their states."""
    of_nobody = Things(*[""] * 6)
    paths = (
        path_of(name, of_nobody)
        for name, one in ADDRESSES.items()
        if one.seen[EVERYBODY.index(GUEST)] == 200 and not set(one.of.split()) & OWNED
    )
    html = [path for path in paths if Client().get(path)["Content-Type"].startswith("text/html")]
    return [*html, *STATES]


def states_of_a_player(page: Page, address: str):
    """Visit the states of a game, an account and other pages of a player; yield their names."""
    page.goto(address)
    page.locator(".welcome .button.main").click()
    page.wait_for_url("**/games/*/")
    yield "a new game"
    page.keyboard.type("1122")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Guess 2 of 10")
    ask(page, "Suggest a guess")
    expect(page.locator(".advice-slot")).to_contain_text("codes are left")
    ask(page, "Show possible codes")
    expect(page.get_by_role("heading", name="Possible codes")).to_be_visible()
    page.keyboard.type("11")
    expect(page.locator("#why")).to_have_text("2 holes to go.")
    yield "a hint and half a row"
    page.get_by_text("Give up this game").click()
    page.get_by_role("button", name="Give up and show the code").click()
    expect(page.locator("h1")).to_have_text("You gave up")
    yield "the end"
    shared = page.get_by_role("link", name="Share", exact=True).get_attribute("href")
    page.goto(page.url.split("/games/")[0] + shared)
    yield "a result"
    page.goto(f"{address}/you/")
    page.get_by_role("button", name="Switch player").click()
    page.goto(f"{address}/you/")
    yield "guests who take turns"
    page.get_by_role("button", name="Switch to").click()
    page.wait_for_load_state()
    page.goto(f"{address}/duels/here/")
    page.keyboard.type("1122")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Pass the screen on")
    yield "a code that is passed on"
    page.get_by_role("link", name="Break the code").click()
    page.wait_for_url("**/games/*/")
    page.wait_for_load_state()
    page.keyboard.type("1122")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Play the next code").click()
    expect(page.locator("h1")).to_have_text("Player 2 sets the next code")
    page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
    yield "the next code at one screen"
    page.goto(f"{address}/duels/")
    page.get_by_role("button", name="Create the duel").click()
    page.wait_for_url("**/duels/*/")
    page.get_by_role("button", name="Add this computer").click()
    page.wait_for_load_state()
    yield "a duel that waits"
    page.get_by_role("button", name="I’m ready").click()
    expect(page.locator("#submit")).to_be_visible()
    yield "a race"
    page.goto(f"{address}/you/name/")
    page.get_by_label("Name").fill("<>")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".problem")).to_be_visible()
    page.wait_for_load_state()
    yield "a name that is none"
    page.get_by_label("Name").fill("The longest name there is")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**/leaderboard/")
    yield "the leaderboard"
    page.goto(f"{address}/you/sign-up/")
    page.get_by_label("Password").fill("short")
    page.get_by_label("Name").fill("Ada")
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator(".problem:visible")).to_contain_text("too short")
    yield "a password that is none"
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url("**/you/recovery/**")
    finished(Player.objects.get(), *range(1, 12), 4)
    for game in Game.objects.filter(counted_guesses__gte=4, is_aided=False):
        game.grade(skill=50, luck=99)
    for path in ("/you/", "/players/Ada/", "/you/password/", "/you/delete/", "/leaderboard/"):
        page.goto(address + path)
        page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
        yield path
    page.goto(address)
    page.locator(".preset", has_text="Classic").get_by_role("button").click()
    page.wait_for_url("**/games/*/")
    page.wait_for_load_state()
    page.keyboard.type("1122")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Guess 2 of 10")
    page.goto(address)
    expect(page.locator(".welcome .button.main")).to_have_text("Continue: guess 2 of 10")
    yield "the first page with a game that is open"
    page.goto(f"{address}/rules/")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("h1")).to_have_text("You have a Classic game open")
    yield "a game that is still open"
    puzzle = Daily(day=today())
    game = puzzle.begin(Player.objects.get(name="Ada"))
    game.play(Game.objects.with_secret().get(pk=game.pk).secret, 1, "a")
    for path in ("/", "/daily/", puzzle.get_absolute_url(), f"{puzzle.get_absolute_url()}board/"):
        page.goto(address + path)
        yield f"{path} after the daily"


def wrong_with(page: Page) -> list[str]:
    """Return the faults of a page.

    This checks the rules of axe, all screen sizes, the rows of a board, and text of double size.
    """
    wrong = [*violations(page), *map(str, misfits_on(page))]
    with text_twice_as_large(page):
        return wrong + find_crowded_texts(page, WINDOWS)


def test_every_page_passes_axe_fits_the_screen_and_does_not_jump(page: Page, live_server):
    """The test visits a fourth of the pages that need no game, a different fourth each day."""
    wrong = {}
    for path in todays(pages(), days=4):
        open_and_watch(page, live_server.url + path)
        page.wait_for_timeout(100)
        wrong[path] = [f"jumps by {far}" for far in jumps(page)] + wrong_with(page)
    assert {path: found for path, found in wrong.items() if found} == {}


def test_pages_of_a_player_pass_axe_and_fit_the_width_of_the_screen(page: Page, live_server):
    stops = todays(states_of_a_player(page, live_server.url), days=4)
    wrong = {where: wrong_with(page) for where in stops}
    assert {where: found for where, found in wrong.items() if found} == {}


def states_of_play(page: Page, address: str):
    """Visit five kinds of pages of a game; yield the name of each.

    They are a board with its possible codes, a win, its analysis, a watched step, and a daily.
    """

    def win(number: int) -> None:
        page.keyboard.type(Game.objects.with_secret().latest("started_at").secret)
        page.keyboard.press("Enter")
        expect(page.locator("h1")).to_contain_text(f"You broke the code in {number} guess")

    page.goto(address)
    page.locator(".welcome .button.main").click()
    page.wait_for_url("**/games/*/")
    Game.objects.update(secret="3632")
    page.keyboard.type("1123")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Guess 2 of 10")
    ask(page, "Show possible codes")
    expect(page.locator(".possible")).to_be_visible()
    yield "board"
    win(2)
    yield "win"
    page.goto(f"{page.url}analysis/")
    page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")
    yield "analysis"
    page.goto(f"{address}/watch/")
    page.get_by_role("button", name="Watch it break a random code").click()
    page.locator("#step-next").click()
    expect(page.locator(".thought")).to_be_visible()
    yield "watch"
    page.goto(f"{address}/explore/?history=1122:1,1+1344:0,2&code=2516")
    yield "explorer"
    page.goto(address)
    page.get_by_role("button", name="Play the daily").click()
    page.wait_for_url("**/games/*/")
    win(1)
    yield "daily"


def test_codes_keep_their_direction_on_a_page_written_from_right_to_left(page: Page, live_server):
    wrong = {}
    for where in states_of_play(page, live_server.url):
        page.evaluate("document.documentElement.dir = 'rtl'")
        wrong[where] = [
            *find_mirrored_parts(page),
            *find_crowded_texts(page, WINDOWS),
            *misfits_on(page),
        ]
    assert {where: found for where, found in wrong.items() if found} == {}


def test_pages_with_names_of_wide_letters_fit_and_do_not_jump(page: Page, live_server):
    name, address = 24 * "W", live_server.url
    page.goto(f"{address}/you/sign-up/")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url("**/you/recovery/**")
    player = Player.objects.get()
    finished(player, *range(1, 11))
    puzzle = Daily(day=today())
    game = puzzle.begin(player)
    game.play(Game.objects.with_secret().get(pk=game.pk).secret, 1, "a")
    challenge = Challenge.objects.create(setter=player, secret="3632", **CLASSIC.fields())
    group = Group.objects.create(**CLASSIC.fields())
    group.join(player, lambda: name)
    duel = Duel.objects.open(player, Duel.Kind.RACE, CLASSIC, Duel.Pace.LIVE.patience)
    page.set_viewport_size({"width": 360, "height": 740})
    wrong = {}
    for path in (
        "/you/",
        f"/players/{name}/",
        "/leaderboard/",
        f"{puzzle.get_absolute_url()}board/",
        f"{game.get_absolute_url()}analysis/",
        f"{game.get_absolute_url()}result/",
        challenge.get_absolute_url(),
        group.get_absolute_url(),
        duel.get_absolute_url(),
        "/friends/",
        "/you/name/",
        "/you/delete/",
    ):
        open_and_watch(page, address + path)
        page.wait_for_timeout(100)
        wrong[path] = [*jumps(page), *misfits_on(page)]
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


def test_pegs_differ_in_more_than_color(board):
    """If the system forces its own colors, shape, digit and name still distinguish pegs."""
    page = board()
    page.emulate_media(forced_colors="active")
    page.keyboard.type("1234")
    looks = page.locator("[data-row] > button").evaluate_all(
        "pegs => pegs.map(peg => [peg.innerText, getComputedStyle(peg, '::before').clipPath])"
    )
    assert [digit for digit, _ in looks] == ["1", "2", "3", "4"]
    assert len({shape for _, shape in looks}) == 4
