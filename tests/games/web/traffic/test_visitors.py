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
    ("proxies", "forwarded", "expected", "told"),
    [
        (0, "", "127.0.0.1", []),
        (0, "8.8.8.8", "127.0.0.1", [IGNORED]),
        (1, "", "127.0.0.1", [MISSING]),
        (1, "8.8.4.4, 8.8.8.8", "8.8.8.8", []),
        (1, "8.8.8.8, 10.0.0.1", "10.0.0.1", [TOO_FEW]),
        (1, "10.0.0.1", "10.0.0.1", []),  # in the network of the server
        (2, "8.8.4.4, 8.8.8.8, 10.0.0.1", "8.8.8.8", []),
        (3, "8.8.8.8, 10.0.0.1", "8.8.8.8", []),
        (1, "::ffff:8.8.8.8", "8.8.8.8", []),
        (1, "::FFFF:0808:0808", "8.8.8.8", []),
        (1, "8.8.8.8:51234", "8.8.8.8", []),
        (1, "[2001:db8::1:2]:443", "2001:db8::/64", []),
        (1, "[::ffff:8.8.8.8]:443", "8.8.8.8", []),
        (1, "8.8.8.8, ", "unknown", []),
        (1, "1.2.3.4.5", "unknown", []),
    ],
)
def test_only_trusted_proxies_are_believed_and_a_wrong_setting_is_logged_once(
    rf, settings, caplog, proxies, forwarded, expected, told
):
    settings.BEHIND_PROXY, settings.TRUSTED_PROXIES = bool(proxies), proxies
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    for _ in range(3):
        assert address_of(rf.get("/", headers=headers)) == expected
    assert [line.message for line in caplog.records if line.levelno == logging.WARNING] == told


def test_a_request_without_an_ip_address_gets_the_address_unknown(rf):
    del (request := rf.get("/")).META["REMOTE_ADDR"]
    assert address_of(request) == "unknown"


@pytest.mark.parametrize("remote", ["2001:db8::1", "2001:db8::ffff:2"])
def test_many_ipv6_addresses_of_a_customer_count_as_one(rf, remote):
    assert address_of(rf.get("/", REMOTE_ADDR=remote)) == "2001:db8::/64"


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
