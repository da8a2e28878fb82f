"""Only expensive functions pass the gate and run in another process."""

import os
import pickle
import signal
import time
from concurrent.futures.process import BrokenProcessPool

import pytest

from games.catalog.rules import CLASSIC
from games.web.traffic import calculator as beside
from games.web.traffic.calculator import expensive
from games.web.traffic.gate import Busy
from solver.rule.codes import Variant
from solver.study.suggest import suggest
from tests.games.web.traffic.cast import GIANT, asked_by


class TestExpensive:
    @pytest.fixture(autouse=True)
    def _machine_may_be_busy(self, monkeypatch):
        monkeypatch.setattr(beside, "LONGEST_CALCULATION", 60)

    def test_cheap_and_cached_work_does_not_wait(self, crowded):
        with asked_by("ada"):
            assert codes_of(CLASSIC.variant) == 1296
            with pytest.raises(Busy):
                codes_of(GIANT.variant)
        assert codes_of(GIANT.variant) == 12**8
        with asked_by("ada"):
            assert codes_of(GIANT.variant) == 12**8  # cached by the first call

    def test_a_suggestion_can_be_sent_to_another_process(self):
        found = suggest(Variant(), ())
        assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301

    def test_the_process_for_calculations_returns_the_same_results(self):
        calculator = beside.Calculator()
        calculator.start()
        try:
            asked = ("games.insight.positions.outlook", "suggest_guess", Variant(), (), "knuth")
            assert calculator.run(*asked) == suggest(Variant(), (), "knuth")
            assert calculator.run(__name__, "niceness") == 19
        finally:
            calculator.process.shutdown()

    def test_a_request_that_waits_too_long_for_a_result_is_refused(self, monkeypatch, tmp_path):
        monkeypatch.setattr(beside, "LONGEST_CALCULATION", 0.01)
        calculator = beside.Calculator()
        calculator.start()
        try:
            with pytest.raises(Busy):
                calculator.run(__name__, "written_in", tmp_path / "late")
            monkeypatch.setattr(beside, "LONGEST_CALCULATION", 60)
            submit = calculator.submit
            # The second request must be refused without a new calculation.
            monkeypatch.setattr(calculator, "submit", None)
            with pytest.raises(Busy):
                calculator.run(__name__, "written_in", tmp_path / "other")
            monkeypatch.setattr(calculator, "submit", submit)
            (tmp_path / "late").write_text("an answer")
            assert calculator.run(__name__, "written_in", tmp_path / "late") == "an answer"
            assert calculator.run(__name__, "slowly", 0) == 0
        finally:
            calculator.process.shutdown()

    def test_a_calculation_that_no_request_waits_for_is_ended(self, monkeypatch):
        monkeypatch.setattr(beside, "LONGEST_CALCULATION", 0.01)
        monkeypatch.setattr(beside, "LONGEST_LATE", 0)
        calculator = beside.Calculator()
        calculator.start()
        try:
            for seconds in (60, 59):
                with pytest.raises(Busy):
                    calculator.run("time", "sleep", seconds)
            monkeypatch.setattr(beside, "LONGEST_CALCULATION", 60)
            while not calculator.process._broken:
                time.sleep(0.01)
            assert calculator.run(__name__, "slowly", 0) == 0
        finally:
            calculator.process.shutdown()

    def test_the_process_for_calculations_always_ends_together_with_its_worker(self):
        calculator = beside.Calculator()
        calculator.start()
        long = calculator.process.submit(time.sleep, 60)
        calculator.stop()
        with pytest.raises(BrokenProcessPool):
            long.result(timeout=600)
        calculator.process.shutdown()

    def test_only_the_request_that_waits_for_a_killed_process_gets_an_error(self):
        calculator = beside.Calculator()
        calculator.start()
        try:
            with pytest.raises(Busy):
                calculator.run("os", "_exit", 1)
            begun_again = calculator.run("os", "getpid")
            os.kill(begun_again, signal.SIGKILL)
            while not calculator.process._broken:
                time.sleep(0.01)
            assert calculator.run("os", "getpid") != begun_again
        finally:
            calculator.process.shutdown()


@expensive(keep=8, beyond=5_040)
def codes_of(variant):
    return variant.size


def written_in(file):
    while not file.exists() or not file.read_text():
        time.sleep(0.01)
    return file.read_text()


def slowly(seconds):
    time.sleep(seconds)
    return seconds


def niceness():
    import os

    return os.nice(0)
