"""Races, long random walks, odd requests, slow sockets and attackers cause no duplicates or
failures.
"""

import socket
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from bench import attack
from bench.web import Browser
from tests.games.conftest import peopled, world  # noqa: F401
from tests.games.test_addresses import asked_for, stumbles  # noqa: F401
from tests.games.test_walks import SHORT
from tests.games.walks import Walk
from tests.torture.proxy import proxy
from tests.torture.server import Server, serving
from tools.with_postgres import find_programs, postgres

GAMES, AT_ONCE = 10, 24


def race_first_guesses(server: Server) -> Counter[int]:
    """Send many first guesses in one game at the same moment; return how often each status came
    back.
    """
    browser = Browser(server.port)
    permission = browser.begin_game()
    address, told, gate = browser.location, [], threading.Barrier(AT_ONCE)

    def send(place: int) -> None:
        other = Browser(server.port)
        other.cookies = dict(browser.cookies)
        sent = {"number": "1", "token": f"t{place}", "code": "1122", "sure": "1122"}
        gate.wait()
        other.send(address, permission | sent, **{"HX-Request": "true"})
        told.append(other.status)
        other.connection.close()

    with ThreadPoolExecutor(AT_ONCE) as threads:
        list(threads.map(send, range(AT_ONCE)))
    browser.connection.close()
    return Counter(told)


def test_only_one_of_many_concurrent_guesses_is_accepted(tmp_path, database):
    with serving(tmp_path, **database) as server:
        for _ in range(GAMES):
            told = race_first_guesses(server)
            assert told[200] == 1
            assert told[200] + told[409] + told[503] == AT_ONCE


def test_without_the_condition_on_updates_several_guesses_would_be_accepted(tmp_path):
    """The control for the test above, on PostgreSQL, which lets several connections write at
    once.
    """
    if (programs := find_programs()) is None:
        pytest.skip("no PostgreSQL")
    careless = {"DJANGO_SETTINGS_MODULE": "tests.torture.careless"}
    with postgres(programs) as env, serving(tmp_path, **env, **careless) as server:
        server.manage("shell", "-c", DROP)
        assert max(race_first_guesses(server)[200] for _ in range(GAMES)) > 1


DROP = """
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("SELECT conname FROM pg_constraint WHERE conrelid = 'games_guess'::regclass"
                   " AND contype = 'u'")
    for [name] in cursor.fetchall():
        cursor.execute(f'ALTER TABLE games_guess DROP CONSTRAINT "{name}"')
"""


@pytest.mark.django_db
@pytest.mark.timeout(600)
@pytest.mark.filterwarnings("ignore")
def test_long_walks_cause_no_error():
    run_state_machine_as_test(Walk, settings=settings(SHORT, max_examples=300))


ODD = [
    b"",
    b"\r\n\r\n",
    b"\0" * 500,
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: session=\0\xff\r\n\r\n",
    b"GET /%00%ff%2e%2e/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET http://evil/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: y\r\n" * 300 + b"\r\n",
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -5\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\n\r\nshort",
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999999999\r\n\r\nx",
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nx\r\n",
    b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n"
    b"Content-Length: 4\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\n\r\n",
    b"BREW / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"CONNECT evil:80 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",  # the client speaks TLS
]


def status_for(port: int, said: bytes) -> int:
    """Return the status of the response to some bytes, or 0 if there is no response."""
    with socket.create_connection(("127.0.0.1", port), timeout=8) as there:
        there.sendall(said)
        there.shutdown(socket.SHUT_WR)
        try:
            answer = there.recv(4096)
        except OSError:
            return 0
    return int(answer.split(None, 2)[1]) if answer.startswith(b"HTTP/") else 0


@pytest.mark.django_db
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(20))
def test_no_url_fails_on_random_input(world, asked_for, seed):  # noqa: F811
    assert stumbles(*world, asked_for, seed=seed) == {}


def test_malformed_bytes_cause_no_error(tmp_path):
    with serving(tmp_path) as server:
        statuses = Counter(status_for(server.port, said) for said in ODD)
        print(f"oddities: {dict(sorted(statuses.items()))}")
        assert max(statuses) < 500 or statuses.keys() >= {501}
        assert status_for(server.port, b"GET /rules/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") == 200
        assert server.tracebacks() == 0


def test_a_failing_page_would_be_detected(tmp_path):
    """The control for the test above: a page that fails is found."""
    with serving(tmp_path, DJANGO_SETTINGS_MODULE="tests.torture.careless") as server:
        assert status_for(server.port, b"GET /fails/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") == 500
        assert server.tracebacks() > 0


def count_answers_beside_slow_sockets(port: int, sockets: int = 200) -> tuple[int, float]:
    """Return how many of ten pages came within two seconds, and the time of the slowest page."""
    begun = [
        b"",
        b"GET / HT",
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900\r\n\r\na=",
    ]
    with ExitStack() as stack:
        for number in range(sockets):
            there = stack.enter_context(closing(socket.create_connection(("127.0.0.1", port))))
            there.sendall(begun[number % len(begun)])
        time.sleep(0.5)
        came, slowest = 0, 0.0
        for _ in range(10):
            start, browser = time.monotonic(), Browser(port)
            browser.connection.timeout = 2
            with closing(browser.connection):
                try:
                    browser.send("/rules/")
                    came += browser.status == 200
                except OSError:
                    pass
            slowest = max(slowest, time.monotonic() - start)
    return came, slowest


def test_behind_a_proxy_slow_sockets_delay_no_other_client(tmp_path):
    with serving(tmp_path) as server, proxy(tmp_path, server.port) as port:
        came, slowest = count_answers_beside_slow_sockets(port)
        print(f"behind nginx {came} of 10 pages, the slowest took {slowest * 1e3:.0f} ms")
        assert came == 10


def test_without_a_proxy_slow_sockets_would_delay_players(tmp_path):
    """The control for the test above, and the reason why README asks for a proxy."""
    with serving(tmp_path) as server:
        came, _ = count_answers_beside_slow_sockets(server.port)
        print(f"without it {came} of 10 pages")
        assert came < 10


@pytest.mark.timeout(1800)
def test_during_an_attack_players_still_make_half_of_their_requests(monkeypatch):
    monkeypatch.setattr(attack, "SECONDS", 4.0)
    found = attack.run_attacks()
    assert [one.name for one in found if one.attacked.failures] == []
    worst = attack.worst(found)
    assert (worst.left >= attack.least_left(found), worst.slower <= 3) == (True, True), worst.name
    assert found[-1].memory < 250


@pytest.mark.timeout(300)
def test_without_the_gate_attackers_would_slow_players_down(monkeypatch):
    """The control for the test above: the same attackers on a site without the gate."""
    monkeypatch.setattr(attack, "SECONDS", 10.0)
    found = attack.run_attacks([attack.CONTROL, attack.ALL], "tests.torture.careless")
    assert attack.worst(found).left < attack.least_left(found)
