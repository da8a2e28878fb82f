"""The request log and what the log must never contain."""

import json
import logging
import re
import shutil
import subprocess
import time
from datetime import datetime
from io import StringIO
from logging.config import DictConfigurator
from pathlib import Path
from unittest.mock import Mock

import pytest
from django.db import OperationalError
from django.test import Client

from games.models import Player
from games.people.accounts.feeds import feed_key_of
from mastermind_site.logs import FORMATTERS, logging_config
from mastermind_site.request_log import RequestIdFilter
from tests.cast import PASSWORD, form_of, log_in, play, sign_up, start

FILTER = Path(__file__).parents[2] / "deploy/fail2ban/filter.d/mastermind.conf"
# fail2ban removes the date and the journal's prefix from a line, so the patterns allow for both
FAIL2BAN = [
    line.partition("failregex =")[2].strip() or line.strip()
    for line in FILTER.read_text().splitlines()
    if "<ADDR>" in line
]
FAIL2BAN = [line.replace("<ADDR>", r"(?P<ADDR>[\w.:]+)") for line in FAIL2BAN]
FORGED = "WARNING games.people.accounts.accounts [1]: Failed log-in from 192.0.2.1"


def addresses_to_ban(log: StringIO) -> list[str]:
    """Return the IP addresses that the project's filter for fail2ban finds in a log."""
    found = [re.search(one, line) for line in log.getvalue().splitlines() for one in FAIL2BAN]
    return [match["ADDR"] for match in found if match]


@pytest.fixture(params=FORMATTERS)
def log(request):
    """Yield the log lines of the test, in the form in which they are written."""
    config, written = logging_config(request.param, "INFO"), StringIO()
    shape, configurator = config["formatters"][request.param], DictConfigurator(config)
    handler = logging.StreamHandler(written)
    handler.setFormatter(configurator.configure_formatter(shape))
    handler.addFilter(RequestIdFilter())
    root = logging.getLogger()
    root.addHandler(handler)
    level, root.level = root.level, logging.INFO
    yield written
    root.removeHandler(handler)
    root.level = level


def facts_of(log: StringIO) -> list[dict]:
    """Return the facts of the lines about requests; only lines in JSON can be parsed."""
    lines = [json.loads(line) for line in log.getvalue().splitlines() if line.startswith("{")]
    return [line for line in lines if "status" in line]


def test_a_request_has_one_line_in_the_log_with_the_id_of_its_answer(client, log):
    response = client.get("/rules/?code=3632")
    [line] = log.getvalue().splitlines()
    assert response["X-Request-ID"] in line
    for facts in facts_of(log):
        assert facts.pop("ms") > 0
        assert facts | {"time": "", "queries": 0} == {
            "time": "",
            "level": "INFO",
            "logger": "mastermind_site.request_log",
            "request_id": response["X-Request-ID"],
            "method": "GET",
            "path": "/rules/",
            "status": 200,
            "queries": 0,
            "bytes": len(response.content),
        }


@pytest.mark.parametrize("log", ["json"], indirect=True)
def test_the_queries_of_a_request_are_counted(client, game, log, django_assert_num_queries):
    with django_assert_num_queries(facts_after(client, game, log)["queries"]):
        client.get(game.get_absolute_url())


def facts_after(client, game, log) -> dict:
    client.get(game.get_absolute_url())
    return facts_of(log)[-1]


def test_the_log_contains_no_codes_no_tokens_no_passwords_and_no_queries(client, game, log):
    sent = form_of(client, game)
    play(client, game, "1234", "3632")
    client.get("/games/?code=5566")
    sign_up(client)
    log_in(Client(), password="wrong " + PASSWORD)
    client.get("/nothing/?token=abcdef")
    key = feed_key_of(Player.objects.get())
    for path, status in ((f"/duels/feed/{key}/", 200), (f"/duels/feed/{key}", 301)):
        assert Client().get(path).status_code == status
    logging.getLogger("django.request").error("Internal Server Error: %s", f"/duels/feed/{key}/")
    unsaid = [key, PASSWORD, "Ada", "ada", sent["token"], "abcdef", "5566", "1234", "3632"]
    unsaid += [cookie.value for cookie in client.cookies.values()]
    numbers = r'[\d-]+[ T][\d:,.+]+|\b[\da-f]{16}\b|[\d.]+ ms|"ms": [\d.]+'
    without_numbers = re.sub(numbers, "", log.getvalue())
    assert [word for word in unsaid if word in without_numbers] == []
    assert without_numbers.count("POST") >= 4


def test_a_path_cannot_forge_a_log_line(client, log):
    client.get("/nothing%0A2026-11-22 WARNING Failed log-in from 192.0.2.1/")
    client.get("/nothing 200 1.0 ms/")
    [_, line] = log.getvalue().splitlines()
    assert "/nothing%20200%201.0%20ms/ " in line.replace('"', " ")


def test_a_long_path_makes_no_long_log_line(client, log):
    for path in ("/" + "x" * 4000, "/" + "%20" * 1300):
        client.get(path)
    Client(enforce_csrf_checks=True).post(f"/players/{'x' * 4000}/")  # Django logs this, too
    lines = log.getvalue().splitlines()
    assert (len(lines), max(map(len, lines)) < 600) == (4, True)


@pytest.mark.parametrize(
    ("behind_proxy", "given", "is_taken"),
    [(True, "c0ffee-12345", True), (True, "a b\nc", False), (False, "c0ffee-12345", False)],
)
def test_the_request_id_of_a_trusted_proxy_is_kept(client, settings, behind_proxy, given, is_taken):
    settings.BEHIND_PROXY = behind_proxy
    response = client.get("/rules/", headers={"X-Request-ID": given})
    assert (response["X-Request-ID"] == given) is is_taken


def test_other_log_lines_of_a_request_have_its_id(client, log, monkeypatch):
    monkeypatch.setattr("games.web.responses.views.wording.hours", lambda period: 1 / 0)
    client.raise_request_exception = False
    response = client.get("/fair-play/")
    failed = [line for line in log.getvalue().splitlines() if "Internal Server Error" in line]
    assert len(failed) == 1
    assert response["X-Request-ID"] in failed[0]
    assert "ZeroDivisionError" in log.getvalue()


@pytest.mark.parametrize("way", ["log-in", "recover"])
@pytest.mark.parametrize(
    ("origin", "address"),
    [("198.51.100.7", "198.51.100.7"), ("2001:db8::1:2", "2001:db8::1:2"), ("x\ny", "unknown")],
)
def test_a_failed_log_in_is_logged_for_fail2ban(log, account, origin, address, way):
    stranger = Client(REMOTE_ADDR=origin)
    log_in(Client())
    assert "Failed" not in log.getvalue()
    log.seek(0)
    log.truncate()
    for _ in range(11):  # the last try is refused before its password is checked
        sent = {"name": "Ada", "username": "Ada", "code": "wrong", "password": PASSWORD[::-1]}
        stranger.post(f"/you/{way}/", sent)
    assert addresses_to_ban(log) == [address] * 11


def test_fail2ban_finds_failed_log_ins(log, account, tmp_path):
    if not (program := shutil.which("fail2ban-regex")):
        pytest.skip("no fail2ban-regex: only Python read deploy/fail2ban")
    log_in(Client(REMOTE_ADDR="198.51.100.7"), password="wrong")
    Client().get("/", headers={"Host": f"x: {FORGED}"})
    [line] = [one for one in log.getvalue().splitlines() if "Failed log-in from 198" in one]
    (tmp_path / "log").write_text(f"{log.getvalue()}host python[7]: {line}\n")
    asked = [program, "--usedns=no", "--out=ip", tmp_path / "log", FILTER]
    found = subprocess.run(asked, capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["198.51.100.7"] * 2


@pytest.mark.parametrize("zone", ["America/New_York", "UTC"])
def test_all_log_lines_use_the_same_clock(client, log, monkeypatch, zone):
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        client.get("/rules/")
        [told] = re.findall(r"\d{4}-\d\d-\d\dT[\d:.]+\+00:00", log.getvalue())
        assert abs(datetime.fromisoformat(told).timestamp() - time.time()) < 600
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize(
    "forge",
    [
        lambda client: client.get(f"/{FORGED}"),
        lambda client: client.get(f'/", {FORGED}'),
        lambda client: client.get("/", headers={"Host": f"x: {FORGED}"}),
        lambda client: client.post(f"/x: {FORGED}"),
        lambda client: client.post("/", headers={"Origin": f"http://x: {FORGED}"}),
        lambda client: client.get(f"/players/x%0A2026-11-22T21:04:00+00:00 {FORGED}%0A/"),
    ],
)
def test_a_visitor_cannot_get_another_visitor_banned(log, forge, monkeypatch):
    """The database is locked, because then the site logs the path of a request itself."""
    locked = Mock(side_effect=OperationalError("database is locked"))
    monkeypatch.setattr("games.people.statistics.views.Player.objects.by_name", locked)
    forge(Client(enforce_csrf_checks=True))
    assert log.getvalue()
    assert addresses_to_ban(log) == []


@pytest.mark.parametrize(
    ("method", "path", "more", "why"),
    [
        ("get", "/", {"headers": {"Host": "evil.example"}}, "Invalid HTTP_HOST header: 'evil."),
        ("post", "/", {"data": dict.fromkeys(map(str, range(200)), "1")}, "parameters exceeded"),
        ("get", "/admin/games/game/", {"data": {"secret__lt": "1"}}, "secret__lt not allowed"),
    ],
    ids=["a host", "fields", "a question"],
)
def test_a_malformed_request_has_two_lines_in_the_log(admin_client, log, method, path, more, why):
    getattr(admin_client, method)(path, **more)
    [reason, line] = log.getvalue().splitlines()
    assert why in reason
    assert "400" in line


@pytest.mark.parametrize("log", ["json"], indirect=True)
def test_a_log_line_has_the_key_of_the_player_but_no_name(client, log):
    client.get("/you/")
    start(client, "3632")
    client.get("/you/")
    sign_up(client, "Wilhelmina")  # ids are hexadecimal and could contain "ada"
    client.get("/you/")
    client.post("/you/log-out/")
    player = Player.objects.get()
    found = [facts.get("who") for facts in facts_of(log)]
    guest, account = f"guest {player.pk}", f"account {player.user_id}"
    assert found == [None, guest, guest, account, account, None]
    assert "wilhelmina" not in log.getvalue().lower()


@pytest.mark.parametrize("is_asked_for", [True, False])
def test_a_line_has_an_ip_address_only_if_a_setting_asks_for_it(
    client, log, settings, is_asked_for
):
    settings.LOG_ADDRESSES = is_asked_for
    client.get("/rules/", REMOTE_ADDR="192.0.2.7")
    assert ("192.0.2.7" in log.getvalue()) == is_asked_for
