"""No byte of a response depends on data that is hidden from its reader.

Two worlds differ only in hidden data: the code, the guesses of the other player, a guess that
waits, and all guesses of a computer. If the feedback is the same in both worlds, a player and a
visitor with the link must get the same responses in both worlds.
"""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import product

import pytest
from django.utils import timezone

from games.catalog.rules import CLASSIC
from games.models import Duel, Game, Seat, Side
from games.people.accounts.feeds import feed_key_of
from solver.rule.codes import Variant
from solver.rule.feedback import Feedback, feedback
from solver.sets.arrays import all_codes
from tests.addresses import ADDRESSES
from tests.cast import HTMX, after_countdown, led_to, play
from tests.games.play.duels.test_duels import OPENED, asked, at
from tests.games.test_secrecy import GUESSES, CountingClient, masked, twins, world_apart

SEEN = (Feedback(1, 1), Feedback(2, 0))  # feedback of the other players' guesses
OF_DUELS = {"duel", "room", "room seat", "feed"}


def guesses_seen_as(secret: str, of: str = "1") -> list[str]:
    """Return guesses with the feedback in ``SEEN``; ``of`` selects different guesses."""
    codes = Variant().texts(all_codes(Variant()).digits)
    alike = [[code for code in codes if feedback(code, secret) == seen] for seen in SEEN]
    return [some[int(of)] for some in alike]


def curious(people: list, duel: Duel, guesses: tuple[str, ...]) -> list[bytes]:
    """Send all requests of a player and an onlooker, and some guesses; return the responses."""
    player, _onlooker = people
    seen, news = [], []
    for number, code in enumerate(guesses, start=1):
        for one in people if number == 1 else ():
            address = asked(one, duel)
            seen += [one.get(at(duel, "preview.png"))]
            for headers in ({}, HTMX):
                seen += [one.get(at(duel), headers=headers), one.head(at(duel), headers=headers)]
                seen += [one.get(at(duel), {"row": "1...", "color": "2", "place": "2"})]
                seen += [one.get(address, headers=headers)]
                seen += [one.get(address.replace("revision=", "revision=0"), headers=headers)]
                seen += [one.get(at(duel, what), headers=headers) for what in ("now/", "live/")]
            seen += [
                one.post(at(duel, f"{what}/"))
                for what in ("here", "say", "again", "end", "computer")
            ]
            seen += [one.post(at(duel), {"code": "99", "number": str(number), "token": "x"})]
            seen += [one.post(at(duel), {"code": "6655", "number": "9", "token": "x"})]
        seen += [play(player, duel, code, **HTMX)]
        news += looking(people, duel, guesses)
    return [masked(response) for response in seen] + news


def looking(people: list, duel: Duel, guesses: tuple[str, ...]) -> list[bytes]:
    """Request only the page of the duel and its news; return the responses."""
    seen = []
    for one, headers in product(people, ({}, HTMX)):
        seen += [one.get(place, headers=headers) for place in (at(duel), asked(one, duel))]
    return [masked(response) for response in seen]


def a_race(secret: str, script: Callable = curious, kind: str = "race") -> list[bytes]:
    """Return the responses to a script of requests in a race.

    The race has a hidden code, guesses of a player, and past and future guesses of a computer.
    """
    with world_apart() as player:
        other, onlooker = CountingClient(), CountingClient()
        duel = led_to(player.post("/duels/", OPENED | {"kind": kind}), Duel)
        other.post(at(duel, "sit/"))
        player.post(at(duel, "computer/"), {"strategy": "knuth", "memory": "50"})
        for one in (player, other):
            one.post(at(duel, "ready/"))
        Duel.objects.update(starts_at=timezone.now() - timedelta(minutes=5))
        Game.objects.update(secret=secret)
        made = guesses_seen_as(secret, secret[0])
        ahead = [[secret, 4000.0 + int(secret[0])]] * int(secret[0])
        Side.objects.update(secret=secret)
        way = [[code, 10.0 + number] for number, code in enumerate(made)]
        Side.objects.exclude(seat__strategy="").update(computer_guesses=[*way, *ahead])
        for code in made:
            play(other, duel, code)
        return script([player, onlooker], duel, GUESSES)


def a_box(secret: str) -> list[bytes]:
    """Return the responses in a duel in which the other player has set a code and guessed."""
    with world_apart() as player:
        other, onlooker = CountingClient(), CountingClient()
        duel = led_to(player.post("/duels/", OPENED | {"kind": "box"}), Duel)
        other.post(at(duel, "sit/"))
        player.post(at(duel), {"code": "1234"})
        other.post(at(duel), {"code": secret})
        play(other, duel, guesses_seen_as("1234", secret[0])[0])  # this guess waits
        return curious([player, onlooker], duel, GUESSES[:1])


def looking_at_the_wall(people: list, wall: str, duel: Duel) -> list[bytes]:
    """Request only the wall; return the responses."""
    return [masked(one.get(wall)) for one in people]


def in_a_room(people: list, wall: str, duel: Duel) -> list[bytes]:
    """Request everything as the opener, as a player, and as a visitor who is not in the room."""
    _opener, player, onlooker = people
    feed = f"/duels/feed/{feed_key_of(Seat.objects.get(name='Ann').player)}/"
    seen = []
    pages = (wall, f"{wall}live/", f"{wall}wall/", f"{wall}table.csv")
    for number, code in enumerate(GUESSES):
        for one, headers in product(people, ({}, HTMX)[number:]):
            places = (*pages, at(duel), at(duel, "now/"), feed)
            seen += [one.get(place, headers=headers) for place in places]
        for one, what in product(people, ("here", "say", "again", "ready")):
            seen += [one.post(at(duel, f"{what}/"))]
        for one, changes in product((player, onlooker), ("code", "stop", "close", "seats/2")):
            seen += [one.post(f"{wall}{changes}/")]
        seen += [play(player, duel, code, **HTMX), *(one.get(wall) for one in people)]
        seen += [player.get(at(duel))]
    return [masked(response) for response in seen]


def a_room(secret: str, script: Callable = in_a_room) -> list[bytes]:
    """Return the responses to a script of requests in a room.

    The room has a hidden code and guesses of another player; its opener does not play.
    """
    with world_apart() as opener:
        player, other, onlooker = (CountingClient() for _ in range(3))
        wall = opener.post("/rooms/", dict(CLASSIC.settings))["Location"]
        for one, name in ((player, "Ann"), (other, "Bea")):
            one.post(wall, {"name": name})
        opener.post(f"{wall}code/")
        duel = after_countdown(Duel.objects.get(), secret)
        play(other, duel, *guesses_seen_as(secret, secret[0]))
        return script([opener, player, onlooker], wall, duel)


BEST_OF_THREE = partial(a_race, script=looking, kind="best-of-3")


@pytest.mark.parametrize("script", [a_race, BEST_OF_THREE, a_box, a_room])
def test_no_response_depends_on_hidden_data(script):
    one, other = map(script, twins(GUESSES))
    assert len(one) > 7
    assert one == other


@pytest.mark.parametrize(
    "leak",
    [
        lambda seated: str(hash(tuple(turn.guess for turn in seated.side.game.turns()))),
        lambda seated: str(len(seated.side.computer_guesses)),
        lambda seated: str(hash(seated.side.secret)),
    ],
    ids=["a guess", "how far a computer will come", "the code"],
)
def test_a_planted_leak_of_hidden_data_is_detected(monkeypatch, leak: Callable):
    def outcome(seated):
        try:
            return leak(seated)
        except AttributeError:
            return ""

    monkeypatch.setattr("games.play.duels.page.Seated.outcome", property(outcome))
    one, other = (a_race(secret, looking) for secret in twins(GUESSES))
    assert one != other


def test_a_planted_leak_to_the_wall_is_detected(monkeypatch):
    told = property(lambda place: str(place.game and hash(tuple(place.game.turns()))))
    monkeypatch.setattr("games.play.rooms.page.Place.state", told)
    one, other = (a_room(secret, looking_at_the_wall) for secret in twins(GUESSES))
    assert one != other


def test_the_secret_is_searched_for_at_every_url_of_a_duel():
    changing = {"sit", "ready", "begin", "leave", "room-code", "room-stop", "room-close"}
    changing |= {"room-idle", "room-letters", "room-set-up", "keep-group"}
    asked_for = {"duel", "live", "now", "be-here", "say", "again", "count-out", "seat-computer"}
    asked_for |= {"duel-preview", "room", "room-live", "room-wall", "room-table"}
    asked_for |= {"room-dismiss", "duel-feed"}
    assert {name for name, one in ADDRESSES.items() if one.of in OF_DUELS} == changing | asked_for
