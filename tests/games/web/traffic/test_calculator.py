"""Only expensive functions pass the gate and run in another process."""

import os
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

PATIENT = 600  # in seconds; a busy machine starts a process of low priority late


@pytest.fixture(autouse=True)
def _machine_may_be_busy(monkeypatch):
    monkeypatch.setattr(beside, "LONGEST_CALCULATION", PATIENT)


@pytest.fixture
def calculator():
    """A calculator whose process has started."""
    calculator = beside.Calculator()
    calculator.start()
    yield calculator
    calculator.process.shutdown()


def wait_until_broken(calculator):
    while not calculator.process._broken:
        time.sleep(0.01)


def test_cheap_and_cached_work_does_not_wait(crowded):
    with asked_by("ada"):
        assert codes_of(CLASSIC.variant) == 1296
        with pytest.raises(Busy):
            codes_of(GIANT.variant)
    assert codes_of(GIANT.variant) == 12**8
    with asked_by("ada"):
        assert codes_of(GIANT.variant) == 12**8  # cached by the first call


def test_the_process_for_calculations_returns_the_same_results(calculator):
    asked = ("games.insight.positions.outlook", "suggest_guess", Variant(), (), "knuth")
    assert calculator.run(*asked) == suggest(Variant(), (), "knuth")
    assert calculator.run(__name__, "niceness") == 19


def test_a_request_that_waits_too_long_for_a_result_is_refused(calculator, monkeypatch, tmp_path):
    monkeypatch.setattr(beside, "LONGEST_CALCULATION", 0.01)
    with pytest.raises(Busy):
        calculator.run(__name__, "written_in", tmp_path / "late")
    monkeypatch.setattr(beside, "LONGEST_CALCULATION", PATIENT)
    with monkeypatch.context() as patch:
        # The second request must be refused without a new calculation.
        patch.setattr(calculator, "submit", None)
        with pytest.raises(Busy):
            calculator.run(__name__, "written_in", tmp_path / "other")
    (tmp_path / "late").write_text("an answer")
    assert calculator.run(__name__, "written_in", tmp_path / "late") == "an answer"
    assert calculator.run("os", "getpid")


def test_a_calculation_that_no_request_waits_for_is_ended(calculator, monkeypatch):
    monkeypatch.setattr(beside, "LONGEST_CALCULATION", 0.01)
    monkeypatch.setattr(beside, "LONGEST_LATE", 0)
    for seconds in (60, 59):
        with pytest.raises(Busy):
            calculator.run("time", "sleep", seconds)
    monkeypatch.setattr(beside, "LONGEST_CALCULATION", PATIENT)
    wait_until_broken(calculator)
    assert calculator.run("os", "getpid")


def test_the_process_for_calculations_always_ends_together_with_its_worker(calculator):
    long = calculator.process.submit(time.sleep, 60)
    calculator.stop()
    with pytest.raises(BrokenProcessPool):
        long.result(timeout=600)


def test_only_the_request_that_waits_for_a_killed_process_gets_an_error(calculator):
    with pytest.raises(Busy):
        calculator.run("os", "_exit", 1)
    begun_again = calculator.run("os", "getpid")
    os.kill(begun_again, signal.SIGKILL)
    wait_until_broken(calculator)
    assert calculator.run("os", "getpid") != begun_again


@expensive(keep=8, beyond=5_040)
def codes_of(variant):
    return variant.size


def written_in(file):
    while not file.exists() or not file.read_text():
        time.sleep(0.01)
    return file.read_text()


def niceness():
    import os

    return os.nice(0)
