"""How long guesses take while 200 people race, and what their questions cost.

Two workers serve, as in production. First one race of four has the site to itself, then fifty of
them are played at once: everybody asks every 1.5 seconds how it stands, as the page does, and
makes a guess every ten or so. It takes some three minutes; ``python -m bench races night`` has two
machines behind nginx and PostgreSQL behind PgBouncer (``bench.night``).
"""

import random
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from html import unescape

from bench.load import Seen, cores_used
from bench.night import night
from bench.web import PORT, Browser
from tools.serving import serving

WORKERS = 2
PEOPLE, RACES = 4, 50
ASKS_EVERY = 1.5  # seconds, as js/duel.js
THINKS_FOR = (6.0, 14.0)
SECONDS = 90.0
BEGIN_WITHIN = 30.0  # seconds: races do not begin all at the same moment
RACE = {"kind": "race", "pace": "live", "rounds": "1", "pegs": "4", "colors": "6", "limit": "10"}
FORM = re.compile(r'<form id="guess".*?</form>', re.DOTALL)
FIELD = re.compile(r'type="hidden" name="(\w+)" value="([^"]*)"')
QUESTION = re.compile(r'id="others"[^>]* hx-get="([^"]*)"')
HTMX = {"HX-Request": "true"}


class Racer:
    """Somebody at a race, with a browser of their own."""

    def __init__(self, port: int, guesses: Seen, questions: Seen) -> None:
        self.browser, self.guesses, self.questions = Browser(port), guesses, questions
        self.chance = random.Random(self.browser.address)  # noqa: S311 - nobody is surprised

    def sit(self, duel: str) -> None:
        self.duel = duel
        self.send(f"{duel}sit/", {})

    def race(self, begins_in: float, until: float) -> None:
        """Get ready, ask and guess until then."""
        time.sleep(begins_in)
        self.send(f"{self.duel}ready/", {})
        time.sleep(1)  # by then all at the table are, and their pages count down
        self.page = self.send(self.duel)
        guesses_at = time.monotonic() + 5 + self.chance.uniform(*THINKS_FOR)
        while (now := time.monotonic()) < until:
            if now >= guesses_at and (form := FORM.search(self.page)):
                code = "".join(self.chance.choices("123456", k=4))
                fields = dict(FIELD.findall(form[0])) | {"code": code, "sure": code}
                self.take(self.guesses, self.duel, fields)
                guesses_at = time.monotonic() + self.chance.uniform(*THINKS_FOR)
            elif question := QUESTION.search(self.page):
                self.take(self.questions, unescape(question[1]))
            time.sleep(self.chance.uniform(0.9, 1.1) * ASKS_EVERY)

    def send(self, path: str, fields: dict[str, str] | None = None, **headers: str) -> str:
        """Return the page that comes, on a connection of its own as behind a proxy."""
        try:
            return self.browser.send(path, fields, **headers).decode()
        finally:
            self.browser.connection.close()

    def take(self, seen: Seen, path: str, fields: dict[str, str] | None = None) -> None:
        """Send something by htmx; what comes is the page from now on."""
        begun = time.monotonic()
        try:
            body = self.send(path, fields, **HTMX)
        except OSError:
            seen.statuses[0] += 1
            return
        seen.times.append(time.monotonic() - begun)
        seen.statuses[self.browser.status] += 1
        if self.browser.status == 200 and 'id="game"' in body:
            self.page = body
        elif self.browser.status == 200 and (asked := QUESTION.search(body)):
            self.page = QUESTION.sub(lambda _: asked[0], self.page)
        elif self.browser.status == 204 and fields is None and self.is_to_load():
            self.page = self.send(self.duel)

    def is_to_load(self) -> bool:
        """Whether the countdown is over, which the page knows itself."""
        return not FORM.search(self.page) and "countdown" in self.page


def played(port: int, races: int) -> dict[str, Seen]:
    """Return what the people at so many races saw."""
    seen = {"guesses": Seen(), "questions": Seen()}
    racers: list[Racer] = []
    for _ in range(races):
        table = [Racer(port, **seen) for _ in range(PEOPLE)]
        table[0].send("/duels/", RACE | {"repeats": "yes"})
        table[0].duel = duel = str(table[0].browser.location)
        for racer in table[1:]:
            racer.sit(duel)
        racers += table
    until = time.monotonic() + SECONDS

    def race(place: int) -> None:
        table = place - place % PEOPLE
        racers[place].race(BEGIN_WITHIN * table / len(racers), until)

    with ThreadPoolExecutor(len(racers)) as threads:
        list(threads.map(race, range(len(racers))))
    return seen


@contextmanager
def one_machine() -> Iterator[tuple[int, str]]:
    with serving(PORT, workers=WORKERS):
        yield PORT, ""


def main(where: str = "") -> None:
    with night() if where == "night" else one_machine() as (port, _):
        for races in (1, RACES):
            seen, used = cores_used(partial(played, port, races))
            print(f"\n{races} races of {PEOPLE}; cores: {used}")
            for what, answers in seen.items():
                print(f"  {what:<10} {answers.told(SECONDS)}  {dict(answers.statuses)}")
