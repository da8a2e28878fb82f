"""Play-outs that visitors request: each runs once, in pieces, even if a worker fails."""

import os
import signal
import time
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from datetime import timedelta
from html import unescape
from unittest.mock import Mock

import pytest
from django.db import OperationalError, transaction
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games.learn.lab import tasks
from games.learn.lab.tasks import TOO_LONG, play_out, stop_the_abandoned
from games.models import Playout, QueueFull
from games.models.learn.playout import KEPT_FOR_SMALL, MOST_OF_ONE, MOST_WAITING
from games.web.tasks import LAB as QUEUE
from games.web.tasks.worker import do_next
from solver.rule.codes import Variant
from solver.study.evaluate import evaluate, pieces_of, play_piece
from solver.study.results import kept_results, lengths_in
from tests.cast import HTMX, side_by_side
from tests.extras import LAB
from tools.results import play_all_games

BOARD = {"pegs": "5", "colors": "6", "repeats": "yes"}
SMALL = Variant(2, 5)
ADDRESS = "/strategies/?pegs=5&colors=6&repeats=yes"


@pytest.fixture(autouse=True)
def _small_boards_are_asked_for(monkeypatch):
    """Replace the requested board by a small one, which takes less time."""
    monkeypatch.setattr("games.learn.lab.work.kept_results", lambda variant: None)
    monkeypatch.setattr(Playout, "variant", SMALL)


class Here(Executor):
    """Runs the work in the test's own process, in place of the process beside the worker.

    A separate process would not see the changes that a test makes.
    """

    def submit(self, work, piece):
        done = Future()
        done.set_result(work(piece))
        return done


def ask(client: Client, strategy: str = "knuth"):
    return client.post("/strategies/", {**BOARD, "strategy": strategy})


def work(times: int = 99) -> None:
    """Run all waiting tasks of a worker."""
    while times and do_next(QUEUE, "worker"):
        times -= 1


def shown(client: Client, **headers: str) -> str:
    return unescape(client.get(ADDRESS, headers=headers).text)


def test_a_requested_play_out_is_run_once_and_stored_for_all_visitors(client):
    """The length of every game is stored, but no visitor."""
    assert ask(client)["Location"] == ADDRESS
    assert "Waiting in the queue." in shown(client)
    row = Playout.objects.get()
    assert row.wishes.count() == 1
    work()
    ask(client)
    assert not DBTaskResult.objects.filter(status="READY").exists()
    found, (_, lengths) = evaluate(SMALL, "knuth"), play_all_games(SMALL, "knuth")
    row.refresh_from_db()
    assert (row.evaluation.distribution, row.first_guess) == (found.distribution, found.first_guess)
    assert row.lengths.tolist() == lengths_in(lengths).tolist()
    assert (row.wishes.count(), row.pieces.count()) == (0, 0)
    page = shown(Client())
    assert f"{found.mean:.4f}" in page
    assert "Waiting" not in page


def test_a_process_that_was_killed_is_replaced():
    """The system can kill a process; then a new process plays the piece again."""
    piece = pieces_of(SMALL, "knuth")[0]
    first = tasks.process()
    killed = first.submit(os.getpid).result()
    os.kill(killed, signal.SIGKILL)
    with suppress(BrokenProcessPool):
        first.submit(time.sleep, 60).result()
    assert tasks.play_patiently(piece)[0] == play_piece(piece)[0]
    assert tasks.process().submit(os.getpid).result() != killed


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_only_one_of_two_concurrent_requests_enqueues_a_task():
    def together(place: int) -> bool:
        with transaction.atomic():
            return Playout.objects.ask(Variant(5, 6), "knuth", "somebody") is not None

    assert side_by_side(together, times=4) == ["False", "False", "False", "True"]


def test_a_lost_worker_loses_only_one_piece(client, monkeypatch):
    """The worker is killed between two pieces; the next worker plays the other pieces."""
    ask(client)
    row = Playout.objects.get()
    first, second, *rest = pieces_of(SMALL, "knuth")
    row.begin(first.turn.guess)
    row.keep(*play_piece(first))
    # A piece that is stored twice must count once.
    row.keep(*play_piece(first))
    seen = []
    monkeypatch.setattr(tasks, "process", Here)
    monkeypatch.setattr(tasks, "play_piece", lambda piece: seen.append(piece) or play_piece(piece))
    play_out.call(row.pk)
    row.refresh_from_db()
    assert seen == [second, *rest]
    assert row.evaluation.distribution == evaluate(SMALL, "knuth").distribution
    play_out.call(row.pk)  # the task runs again without any work left
    assert seen == [second, *rest]


def test_a_long_play_out_lets_other_tasks_run_between_its_pieces(client, monkeypatch):
    monkeypatch.setattr(tasks, "WHILE", 0)
    ask(client)
    work(times=2)
    row = Playout.objects.get()
    assert (row.pieces.count(), row.is_done) == (2, False)
    assert DBTaskResult.objects.filter(status="READY").count() == 1
    assert "% done" in shown(client)
    work()
    row.refresh_from_db()
    assert row.is_done


def test_the_page_polls_the_progress_until_the_end(client):
    ask(client)
    part = shown(client, **HTMX)
    assert "<html" not in part
    assert 'hx-trigger="every 2s"' in part
    work()
    assert "every 2s" not in shown(client, **HTMX)


def test_a_table_keeps_its_order_when_it_updates(client):
    ask(client)
    work()
    ask(client, "entropy")
    page = unescape(client.get(f"{ADDRESS}&sort=worst&order=down").text)
    assert f'hx-post="{ADDRESS}&sort=worst&order=down"' in page


def test_a_play_out_stops_only_if_all_visitors_who_requested_it_stop_it(client):
    other = Client(REMOTE_ADDR="203.0.113.7")
    ask(client)
    assert "Request this too" in shown(other)
    ask(other)
    assert "Cancel my request" in shown(client)
    assert DBTaskResult.objects.filter(queue_name=QUEUE).count() == 1
    row = Playout.objects.get()
    client.post("/strategies/", {**BOARD, "stop": row.pk})
    # A second press changes nothing, because the visitor's request is gone.
    client.post("/strategies/", {**BOARD, "stop": row.pk})
    assert Playout.objects.unfinished().exists()
    assert "Request this too" in shown(client)
    assert "Stop<" in shown(other)
    other.post("/strategies/", {**BOARD, "stop": row.pk})
    assert "Stopped." in shown(other)
    assert not Playout.objects.unfinished().exists()
    work()
    assert row.pieces.count() == 0
    ask(client)
    work()
    assert Playout.objects.get().is_done


def test_a_visitor_reads_that_the_queue_is_full(client):
    for place in range(MOST_WAITING):
        Playout.objects.ask(Variant(5, 6), f"strategy-{place}", f"{place}")
    response = ask(client)
    assert response.status_code == 503
    assert "The queue is full" in response.text
    assert Playout.objects.count() == MOST_WAITING


def test_one_visitor_cannot_fill_the_queue():
    answers = [ask(Client(), "knuth").status_code for _ in range(10)]
    assert answers == [302] * 8 + [429] * 2


def test_the_play_outs_of_one_visitor_leave_places_in_the_queue_for_others(client):
    names = ["knuth", "entropy", "expected-size", "most-parts", "simple", "random"]
    answers = [ask(client, name) for name in names]
    assert [one.status_code for one in answers] == [302] * MOST_OF_ONE + [429]
    assert "5 strategies you asked for are still being played out" in answers[-1].text
    assert Playout.objects.count() == MOST_OF_ONE <= MOST_WAITING / 4
    assert ask(Client(REMOTE_ADDR="198.51.100.7"), names[-1]).status_code == 302
    Playout.objects.first().stop()
    assert ask(client, "minimax-plain").status_code == 302


def test_a_stored_result_is_not_played_again(client, monkeypatch):
    monkeypatch.setattr("games.learn.lab.work.kept_results", kept_results)
    response = client.post("/strategies/", {"strategy": "knuth"})
    assert response.status_code == 422
    assert Playout.objects.count() == 0


def test_large_play_outs_use_the_cluster_and_report_if_it_cannot_be_reached(
    client, settings, caplog, monkeypatch
):
    pytest.importorskip("distributed", reason=LAB)
    assert not tasks.can_be_played(Variant(6, 8))
    settings.DASK_SCHEDULER = "tcp://127.0.0.1:1"
    assert tasks.can_be_played(Variant(6, 8))
    assert not tasks.can_be_played(Variant(8, 12))
    ask(client)
    row = Playout.objects.get()
    monkeypatch.setattr(tasks, "HUGE", 1)
    play_out.call(row.pk)
    assert "The machines for large boards cannot be reached." in shown(client)
    assert "127.0.0.1:1" not in shown(client)
    assert "no scheduler with workers answers at tcp://127.0.0.1:1" in caplog.text


def test_a_failed_play_out_is_stopped_and_can_be_requested_again(client, monkeypatch):
    ask(client)
    with monkeypatch.context() as patch:
        patch.setattr(tasks, "process", Here)
        # after this error, a later try can succeed
        stumble = Mock(side_effect=OperationalError("database is locked"))
        patch.setattr(tasks, "play_piece", stumble)
        work()
        assert "Stopped" not in shown(client)
        DBTaskResult.objects.update(run_after=timezone.now())
        stumble.side_effect = ValueError
        work()
    assert "Something went wrong" in shown(client)
    ask(client)
    work()
    assert Playout.objects.get().is_done


def test_an_abandoned_play_out_is_stopped(client):
    ask(client)
    stop_the_abandoned.call()
    assert Playout.objects.unfinished().exists()
    Playout.objects.update(asked_at=timezone.now() - timedelta(days=2))
    stop_the_abandoned.call()
    assert Playout.objects.get().problem == TOO_LONG


def test_large_boards_leave_places_in_the_queue_to_small_boards():
    large, small = Variant(6, 7), Variant(5, 6)
    for place in range(MOST_WAITING - KEPT_FOR_SMALL):
        Playout.objects.ask(large, f"s{place}", f"asker {place}")
    with pytest.raises(QueueFull):
        Playout.objects.ask(large, "knuth", "somebody")
    for place in range(KEPT_FOR_SMALL):
        assert Playout.objects.ask(small, f"s{place}", f"somebody {place}")
    with pytest.raises(QueueFull):
        Playout.objects.ask(small, "knuth", "somebody")


def test_visitors_with_play_outs_leave_half_of_the_queue_to_new_visitors():
    """Four visitors request as many play-outs as they can; a fifth can still request one."""
    for asker in "abcd":
        with suppress(QueueFull):
            for place in range(MOST_OF_ONE):
                Playout.objects.ask(Variant(6, 7), f"{asker}{place}", asker)
    assert Playout.objects.count() < (MOST_WAITING - KEPT_FOR_SMALL) * 2 / 3
    assert Playout.objects.ask(Variant(6, 7), "knuth", "somebody")


def test_the_first_play_out_of_every_visitor_runs_before_any_second_play_out():
    asked = [Playout.objects.ask(SMALL, f"s{who}", who[0]) for who in ("a1", "a2", "a3", "b1")]
    assert [row.turn for row in asked] == [0, 1, 2, 0]
    asked[1].wishes.create(asker="c")
    assert asked[1].turn == 0
    tasks.enqueue(asked[2])
    tasks.enqueue(asked[3])
    assert [row.priority for row in DBTaskResult.objects.order_by("-priority")] == [-5, -7]


def test_an_unwatched_play_out_loses_its_place_and_runs_last(client):
    for place in range(MOST_WAITING):
        Playout.objects.ask(SMALL, f"s{place}", f"{place}")
    with pytest.raises(QueueFull):
        Playout.objects.ask(SMALL, "knuth", "somebody")
    first, second, *_ = Playout.objects.order_by("asked_at")
    for row in (first, second):
        row.wishes.update(seen_at=timezone.now() - timedelta(minutes=11))
    assert first.turn == MOST_OF_ONE
    second.wishes.create(asker="who looks")
    assert Playout.objects.ask(SMALL, "knuth", "somebody")
    first.refresh_from_db()
    assert first.is_stopped
    with pytest.raises(QueueFull):
        Playout.objects.ask(SMALL, "entropy", "somebody else")


@pytest.mark.parametrize(("headers", "status"), [({}, 302), (HTMX, 200)], ids=["page", "htmx"])
def test_a_page_that_waits_for_a_play_out_renews_its_request(client, headers, status):
    ask(client)
    ask(Client(REMOTE_ADDR="203.0.113.7"))
    long_ago = timezone.now() - timedelta(hours=1)
    wishes = Playout.objects.get().wishes.order_by("pk")
    wishes.update(seen_at=long_ago)
    client.get(ADDRESS)
    assert wishes[0].seen_at == long_ago
    response = client.post(ADDRESS, {"look": "yes"}, headers=headers)
    assert response.status_code == status
    assert wishes[0].seen_at > long_ago + timedelta(minutes=59)
    assert wishes[1].seen_at == long_ago


def test_a_play_out_without_requests_stops_after_the_current_piece():
    row = Playout.objects.ask(SMALL, "knuth", "somebody")
    one, other, *_ = pieces_of(SMALL, "knuth")
    assert row.keep(*play_piece(one))
    row.withdraw("somebody")
    assert not row.keep(*play_piece(other))


def test_the_duration_of_a_play_out_starts_with_its_first_piece():
    row = Playout.objects.ask(SMALL, "knuth", "somebody")
    row.begin("12")
    begun_at = Playout.objects.get().begun_at
    row.begin("12")
    assert Playout.objects.get().begun_at == begun_at


def test_the_estimated_time_left_assumes_that_each_code_takes_equally_long(monkeypatch):
    """The board of this test has 25 codes."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    row = Playout(begun_at=now - timedelta(seconds=60))
    left = [row.time_left(done) for done in (0, 1, 5, 20, 25)]
    assert left == [None, *(timedelta(seconds=seconds) for seconds in (24 * 60, 4 * 60, 15, 0))]
    assert Playout().time_left(5) is None
