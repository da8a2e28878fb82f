"""The gate lets one visitor pass at a time, and each IP address has a share of its time."""

import threading

import pytest

from games.web.traffic import gate as gates
from games.web.traffic.gate import Gate, Shares
from tests.games.web.traffic.cast import asked_by, refusal_of


class TestGate:
    def test_one_visitor_is_inside_the_gate_at_a_time_and_at_most_one_waits(
        self, gate, monkeypatch
    ):
        monkeypatch.setattr(gates, "PATIENCE", 30)
        inside, leave, seen = threading.Event(), threading.Event(), []

        def pass_slowly():
            with asked_by("ada"), gate.passing():
                inside.set()
                leave.wait(600)

        def wait():
            seen.append(refusal_of(gate, "grace"))

        threads = [threading.Thread(target=pass_slowly), threading.Thread(target=wait)]
        threads[0].start()
        inside.wait(600)
        threads[1].start()
        while gate.room._value:  # wait until the other visitor waits
            pass
        assert refusal_of(gate, "mary") == "busy"
        assert seen == []
        leave.set()
        for thread in threads:
            thread.join()
        assert seen == [None]
        assert refusal_of(gate, "mary") is None

    def test_the_wait_at_the_gate_is_short(self, gate):
        with gates.take_place(gate.turn, 0):
            assert refusal_of(gate) == "busy"
        assert refusal_of(gate) is None

    def test_a_request_inside_the_gate_can_pass_it_again(self, gate):
        with asked_by("ada"), gate.passing(), gate.passing():
            assert not gate.turn.acquire(blocking=False)
        assert gate.turn.acquire(blocking=False)

    def test_the_gate_opens_again_after_an_error(self, gate):
        with pytest.raises(ZeroDivisionError), asked_by("ada"), gate.passing():
            raise ZeroDivisionError
        assert gate.shares.time_used("ada") > 0, "work that fails takes time, too"
        assert refusal_of(gate) is None

    def test_code_outside_of_requests_is_never_refused_at_the_gate(self, gate, crowded):
        assert refusal_of(gate, None) is None

    def test_threads_are_free_for_players_while_the_gate_is_full(self, settings):
        """One thread is in the gate, some wait, one serves busy visitors, and others are free."""
        for threads in range(3, 17):
            waiting = max(0, threads // 2 - 1)
            assert 1 + waiting + gates.turns.turn._initial_value < threads
        assert Gate(1, gates.gate.shares).room._initial_value == 2


class TestShares:
    @pytest.fixture
    def shares(self, monkeypatch):
        self.now = 1000.0
        monkeypatch.setattr("games.web.traffic.gate.time.monotonic", lambda: self.now)
        return Shares(at_once=10, a_second=0.1)

    def test_a_share_can_be_used_up_and_grows_again(self, shares):
        shares.charge("ada", 9.9)
        assert shares.wait("ada") <= 0
        shares.charge("ada", 1.1)
        assert shares.wait("ada") == pytest.approx(10, rel=0.1)
        assert shares.wait("grace") <= 0
        self.now += 10.1
        assert shares.wait("ada") <= 0

    def test_use_of_the_gate_is_forgotten_after_some_time(self, shares):
        shares.charge("ada", 0.5)
        self.now += 201
        shares.charge("grace", 1)
        assert list(shares.used) == ["grace"]

    def test_time_inside_the_gate_is_charged(self, gate, monkeypatch):
        now = iter([1000.0, 1000.0, 1011.0, *[1011.0] * 9])
        monkeypatch.setattr("games.web.traffic.gate.time.monotonic", lambda: next(now))
        assert refusal_of(gate) is None
        assert refusal_of(gate) == "share-spent"
        assert refusal_of(gate, "grace") is None
