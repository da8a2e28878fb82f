"""Functions that act as visitors at the gate."""

from contextlib import contextmanager

from games.catalog.rules import PRESETS
from games.web.traffic.gate import Busy, ShareSpent, visitor

GIANT = PRESETS["giant"]
RACE = {**dict(GIANT.settings), "random": "yes", "strategy": "knuth", "rival": "weighted"}


@contextmanager
def asked_by(address):
    token = visitor.set(address)
    try:
        yield
    finally:
        visitor.reset(token)


def refusal_of(gate, address="ada"):
    """Return the refusal that a visitor gets at the gate, or None."""
    try:
        with asked_by(address), gate.passing():
            return None
    except (Busy, ShareSpent) as refusal:
        return refusal.code
