import pytest

from games.web.traffic import gate as gates
from games.web.traffic.gate import Gate, Shares


@pytest.fixture(autouse=True)
def gate(monkeypatch):
    """Return a separate gate for this test, with one waiting place and a short wait."""
    fresh = Gate(1, Shares(gates.AT_ONCE, gates.A_SECOND))
    for name in ("room", "turn", "shares"):
        monkeypatch.setattr(gates.gate, name, getattr(fresh, name))
    monkeypatch.setattr(gates, "PATIENCE", 0.05)
    return gates.gate


@pytest.fixture
def crowded(gate):
    """Occupy the gate: one visitor is inside and another visitor waits."""
    with (
        gates.take_place(gate.room, 0),
        gates.take_place(gate.room, 0),
        gates.take_place(gate.turn, 0),
    ):
        yield
