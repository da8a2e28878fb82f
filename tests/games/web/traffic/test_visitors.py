"""The IP address of a request, through as many proxies as the settings trust."""

import logging

import pytest
from django.core.checks import run_checks

from games.web.traffic.visitors import address_of, tell_once

IGNORED = "X-Forwarded-For is ignored: is there a proxy, and BEHIND_PROXY not set?"
MISSING = "BEHIND_PROXY is set, but a request came without X-Forwarded-For."
TOO_FEW = "All visitors seem to come from one proxy: are TRUSTED_PROXIES too few?"


@pytest.fixture(autouse=True)
def _nothing_was_told_yet():
    tell_once.cache_clear()


@pytest.mark.parametrize(
    ("proxies", "forwarded", "expected"),
    [
        (0, "203.0.113.9", "127.0.0.1"),
        (1, "203.0.113.9, 198.51.100.7", "198.51.100.7"),
        (2, "192.0.2.1, 203.0.113.9, 10.0.0.1", "203.0.113.9"),
        (3, "203.0.113.9, 10.0.0.1", "203.0.113.9"),
        (1, "::ffff:198.51.100.7", "198.51.100.7"),
        (1, "::FFFF:C633:6407", "198.51.100.7"),
        (1, "198.51.100.7:51234", "198.51.100.7"),
        (1, "[2001:db8::1:2]:443", "2001:db8::/64"),
        (1, "[::ffff:198.51.100.7]:443", "198.51.100.7"),
        (1, "198.51.100.7, ", "unknown"),
        (1, "1.2.3.4.5", "unknown"),
        (1, "", "127.0.0.1"),
    ],
)
def test_only_trusted_proxies_are_believed(rf, settings, proxies, forwarded, expected):
    settings.BEHIND_PROXY, settings.TRUSTED_PROXIES = bool(proxies), proxies
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    assert address_of(rf.get("/", headers=headers)) == expected


def test_a_request_without_an_ip_address_gets_the_address_unknown(rf):
    del (request := rf.get("/")).META["REMOTE_ADDR"]
    assert address_of(request) == "unknown"


@pytest.mark.parametrize("remote", ["2001:db8::1", "2001:db8::ffff:2"])
def test_many_ipv6_addresses_of_a_customer_count_as_one(rf, remote):
    assert address_of(rf.get("/", REMOTE_ADDR=remote)) == "2001:db8::/64"


@pytest.mark.parametrize(
    ("proxies", "forwarded", "told"),
    [
        (0, "203.0.113.9", [IGNORED]),
        (0, "", []),
        (1, "", [MISSING]),
        (1, "203.0.113.9, 10.0.0.1", [TOO_FEW]),
        (2, "203.0.113.9, 10.0.0.1", []),
        (1, "10.0.0.1", []),  # in the network of the server
        (1, "192.0.2.1, 8.8.8.8", []),
    ],
)
def test_a_wrong_setting_for_proxies_is_logged_once(rf, settings, caplog, proxies, forwarded, told):
    settings.BEHIND_PROXY, settings.TRUSTED_PROXIES = bool(proxies), proxies
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    for _ in range(3):
        address_of(rf.get("/", headers=headers))
    assert [line.message for line in caplog.records if line.levelno == logging.WARNING] == told


@pytest.mark.parametrize(
    ("https", "behind_proxy", "found"),
    [(True, True, set()), (True, False, {"games.W001"}), (False, False, set())],
)
def test_the_deployment_check_reports_missing_proxies(settings, https, behind_proxy, found):
    settings.HTTPS, settings.BEHIND_PROXY = https, behind_proxy
    messages = run_checks(include_deployment_checks=True)
    assert {one.id for one in messages if one.id.startswith("games.")} == found


@pytest.mark.parametrize("behind_proxy", [True, False])
def test_a_site_on_a_unix_socket_needs_a_proxy(settings, behind_proxy):
    settings.HOST, settings.BEHIND_PROXY = "unix:/run/mastermind/site", behind_proxy
    told = [one.msg for one in run_checks(include_deployment_checks=True)]
    assert ("HOST is a socket, and BEHIND_PROXY is not set." in told) is not behind_proxy
