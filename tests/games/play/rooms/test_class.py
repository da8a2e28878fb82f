"""Twelve pupils at one IP address who play three codes.

The room is locked, a code is stopped, and a pupil is removed.
"""

import csv
import io
import re
from collections import Counter

from django.test import Client

from games.models import Duel, Side, new_token
from tests.games.play.rooms.test_rooms import enter, send_code, wall

__all__ = ["wall"]
PUPILS = 12


def secret_of(duel: Duel) -> str:
    return duel.sides_now.with_secret().first().secret


def guess(pupil: Client, duel: Duel, code: str, number: int = 1) -> int:
    """Send a guess as the page does; return the status."""
    sent = {"code": code, "sure": code, "number": number, "token": new_token()}
    return pupil.post(duel.get_absolute_url(), sent).status_code


def tiles(client: Client, wall: str) -> Counter[str]:
    """Return how many pupils have each mark on the wall; the mark shows a pupil's progress."""
    page = client.get(f"{wall}wall/").text
    return Counter(re.findall(r'<span>([^<]*)<span class="visually-hidden">', page))


def test_a_class_plays_three_codes(client, wall):
    pupils = [enter(wall, f"Pupil {number:02}") for number in range(1, PUPILS + 1)]
    client.post(f"{wall}set-up/", {"is_locked": "on"})
    assert Client().post(wall, {"name": "Late"}).status_code == 409

    duel = send_code(client, wall)
    assert {guess(pupil, duel, secret_of(duel)) for pupil in pupils} == {302}
    page = client.get(f"{wall}wall/").text
    assert ("Code 1 is over" in page, page.count("1 guess, 0:")) == (True, 3), "the podium"

    duel = send_code(client, wall)
    wrong = "1111" if secret_of(duel) != "1111" else "2222"
    assert {guess(pupil, duel, wrong) for pupil in pupils[:8]} == {302}
    assert {guess(pupil, duel, secret_of(duel), 2) for pupil in pupils[:3]} == {302}
    out = duel.seats.get(name="Pupil 05")
    client.post(f"{wall}seats/{out.number}/")
    assert guess(pupils[4], duel, wrong, 2) == 302, "the seat is gone, and the way leads out"
    assert pupils[4].get(wall).text.count("You were removed") == 1
    assert tiles(client, wall) == {"✓ 2": 3, "2": 4, "1": 4}
    client.post(f"{wall}stop/")
    assert "Not finished: 8" in client.get(wall).text

    client.post(f"{wall}seats/{out.number}/", {"again": "yes"})
    client.post(f"{wall}set-up/", {})
    assert pupils[4].post(wall, {"name": "Pupil 05"}).status_code == 302
    duel = send_code(client, wall)
    assert {guess(pupil, duel, secret_of(duel)) for pupil in pupils[1:]} == {302}
    assert tiles(client, wall) == {"✓ 1": PUPILS - 1, "1": 1}
    assert guess(pupils[0], duel, secret_of(duel)) == 302

    client.post(f"{wall}close/")
    table = client.get(f"{wall}table.csv").content.decode("utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(table)))
    counted = Counter((row["code_number"], row["broken"]) for row in rows)
    assert counted == {
        ("1", "yes"): PUPILS - 1,
        ("2", "yes"): 3,
        ("2", "unfinished"): PUPILS - 4,
        ("3", "yes"): PUPILS,
    }
    assert not Side.objects.filter(game__is_held=True).exists()
