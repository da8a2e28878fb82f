"""Random walks through the site: any visitor sends anything anywhere, and no request fails.

Each walk collects URLs, so that all visitors reach each other's pages. Invariants are checked after
every step and at the end.
"""

import itertools
import logging
import re

from django.test import Client
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from games.models import Game, Guess, Hint
from games.urls import urlpatterns

MINI = {"pegs": "3", "colors": "4", "limit": "5"}
# no page contains such a long secret by chance
GIANT = {"pegs": "8", "colors": "12", "limit": "20"}
FIXED = [f"/{one.pattern}" for one in urlpatterns if "<" not in str(one.pattern)] + ["/admin/"]
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW")
SAID = ["", "1", "-1", "0", "9" * 21, "1122", "12345678", "é", "\0", "' OR 1=1", "<b>"]
NAMES = [
    *("pegs", "colors", "repeats", "limit", "code", "number", "token", "sure", "kind", "strategy"),
    *("step", "rival", "random", "black", "white", "said", "revision", "row", "color", "place"),
    *("guess", "show", "beside", "name", "password", "next", "greeting", "month", "page"),
    *("period", "told", "do", "shown", "grade", "per"),
]
KINDS = [*Hint.Kind, "junk"]
BODIES = [
    *("text/plain", "application/json"),
    *("multipart/form-data; boundary=-", "text/html; charset=utf-7"),
]

picks = st.integers(0, 2**16)  # numbers that choose one of the existing things
minis = st.text("1234", min_size=3, max_size=3)
visitors = st.sampled_from(range(3))
values = st.sampled_from(SAID) | st.text(max_size=12)
octets = st.text(st.characters(max_codepoint=255), max_size=40)
fields = st.dictionaries(st.sampled_from(NAMES), values, max_size=4)
giants = st.text("123456789ABC", min_size=8, max_size=8)


class Errors(logging.Handler):
    """Collects logged errors, except those that another test has left behind."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name != "asyncio":
            self.seen.append(record.getMessage())


class Walk(RuleBasedStateMachine):
    """Three browsers with the actions of their visitors, step by step."""

    numbers = itertools.count()

    @initialize()
    def arrive(self) -> None:
        here = next(self.numbers)
        self.browsers = [
            Client(
                raise_request_exception=False, REMOTE_ADDR=f"10.{here >> 8 & 255}.{here & 255}.{n}"
            )
            for n in range(3)
        ]
        self.known = list(FIXED)
        # How many guesses of each game the site has acknowledged.
        self.guesses: dict[str, int] = {}
        self.owners: dict[str, int] = {}
        self.errors = Errors()
        logging.getLogger().addHandler(self.errors)
        self.begin_on(0, MINI)
        self.begin_on(1, GIANT)

    def teardown(self) -> None:
        if not hasattr(self, "errors"):
            return
        logging.getLogger().removeHandler(self.errors)
        for game in Game.objects.filter(public_id__in=self.guesses):
            numbers = list(Guess.objects.filter(game=game).values_list("number", flat=True))
            assert numbers == list(range(1, game.guess_count + 1))
            assert game.guess_count == self.guesses[game.public_id]

    def send(self, who: int, method: str, path: str, sent: object = None, kind: str = ""):
        """Send a request, check its answer, and collect the URLs in it."""
        browser = self.browsers[who]
        if kind:
            response = browser.generic(method, path, sent, kind)
        elif method == "POST":
            response = browser.post(path, sent)
        else:
            response = browser.generic(method, path)
        page = b"".join(response).decode(errors="replace")
        assert response.status_code < 500, (method, path, sent)
        assert "Traceback" not in page
        hidden = Game.objects.with_secret().filter(status="playing", pegs=8)
        assert not [game for game in hidden if game.secret in page + str(response.headers)]
        found = [
            *re.findall(r'(?:href|action)="(/(?!static/)[^"?#]*)', page),
            response.get("Location", ""),
        ]
        self.known += [one for one in set(found) - set(self.known) if one.startswith("/")]
        return response

    @rule(who=visitors, board=st.sampled_from([MINI, GIANT]) | fields)
    def begin(self, who, board):
        self.begin_on(who, board)

    def begin_on(self, who, board):
        response = self.send(who, "POST", "/", board)
        if response.status_code == 302:
            game = response["Location"].split("/")[2]
            self.guesses.setdefault(game, 0)
            self.owners[game] = who
            self.send(who, "GET", response["Location"])

    @rule(pick=picks, small=minis, large=giants)
    def guess(self, pick, small, large):
        """Make the next guess of a game, as its player."""
        public_id = sorted(self.guesses)[pick % len(self.guesses)]
        game = Game.objects.filter(public_id=public_id).first()
        code = small if game and game.pegs == 3 else large
        number = self.guesses[public_id] + 1
        self.guess_by(self.owners[public_id], public_id, {"code": code, "number": number})
        self.send(self.owners[public_id], "GET", f"/games/{public_id}/")

    @rule(who=visitors, pick=picks, code=giants | values, number=st.integers(-1, 9), sent=fields)
    def meddle(self, who, pick, code, number, sent):
        """Send a guess, which may be invalid, to any game."""
        public_id = sorted(self.guesses)[pick % len(self.guesses)]
        self.guess_by(who, public_id, {"code": code, "number": number} | sent)

    def guess_by(self, who, public_id, sent):
        token = f"t{next(self.numbers)}"
        sent = {"sure": sent["code"], "token": token} | sent
        response = self.send(who, "POST", f"/games/{public_id}/", sent)
        self.guesses[public_id] += response.status_code == 302

    @rule(who=visitors, pick=picks, kind=st.sampled_from(KINDS), sent=fields)
    def ask(self, who, pick, kind, sent):
        games = Game.objects.filter(public_id__in=self.guesses, pegs=3).order_by("pk")
        if games:
            game = games[pick % len(games)]
            sent = {"kind": kind, "number": game.next_number, "code": "123"} | sent
            self.send(who, "POST", f"/games/{game.public_id}/hint/", sent)

    @rule(who=visitors, what=st.sampled_from(["/watch/", "/assist/", "/challenges/"]), sent=fields)
    def set_up(self, who, what, sent):
        board = {"pegs": "3", "colors": "4", "code": "123", "strategy": "knuth"}
        self.send(who, "POST", what, board | {k: sent[k] for k in sent if k not in board})

    @rule(who=visitors, name=st.sampled_from(["Ada", "Bob", "adä", "x" * 40, "\0", "guest 1"]))
    def sign_up(self, who, name):
        self.send(who, "POST", "/you/sign-up/", {"name": name, "password": "correct horse 7"})

    @rule(who=visitors, name=st.sampled_from(["Ada", "Bob", "\0"]), is_right=st.booleans())
    def log_in(self, who, name, is_right):
        password = "correct horse 7" if is_right else "wrong"
        self.send(who, "POST", "/you/log-in/", {"name": name, "password": password, "next": "foo"})

    @rule(who=visitors, pick=picks, sent=fields)
    def look(self, who, pick, sent):
        path = self.known[pick % len(self.known)]
        self.browsers[who].get(path, sent)
        self.send(who, "GET", path)

    @rule(who=visitors, pick=picks, method=st.sampled_from(METHODS), sent=fields)
    def poke(self, who, pick, method, sent):
        """Send any input to any URL, unless it would end a game or delete an account."""
        path = self.known[pick % len(self.known)]
        if not path.endswith(("/delete/", "/resign/")) and not re.fullmatch("/games/[^/]+/", path):
            self.send(who, method, path, sent if method == "POST" else None)

    @rule(who=visitors, pick=picks, kind=st.sampled_from(BODIES), body=st.binary(max_size=60))
    def babble(self, who, pick, kind, body):
        places = [*self.known, "/nowhere/", "/games/\0/"]
        self.send(who, "POST", places[pick % len(places)], body, kind)

    @rule(who=visitors, cookie=st.sampled_from(["session", "csrf", "messages"]), value=octets)
    def spoil(self, who, cookie, value):
        self.browsers[who].cookies[cookie] = value

    @invariant()
    def nothing_was_logged_as_an_error(self):
        assert getattr(self, "errors", Errors()).seen == []
