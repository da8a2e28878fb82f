"""The IP address of a request, direct or through trusted proxies."""

import logging
from functools import cache, lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

UNKNOWN = "unknown"
logger = logging.getLogger(__name__)


def address_of(request: HttpRequest) -> str:
    """Return the IP address to charge: an IPv4 address, or the IPv6 network of a customer."""
    return network_of(origin_of(request))


def exact_address_of(request: HttpRequest) -> str:
    """Return the exact IP address, for administrators who want to ban it."""
    return str(parse_address(origin_of(request)) or UNKNOWN)


def origin_of(request: HttpRequest) -> str:
    """Return the IP address from which the request came, not reduced to a network.

    Each proxy appends its client's IP address to X-Forwarded-For. So only the last entries, one per
    trusted proxy, are reliable; the visitor can forge earlier ones.
    """
    direct: str = request.META.get("REMOTE_ADDR", "")
    forwarded: str = request.META.get("HTTP_X_FORWARDED_FOR", "")
    if not settings.BEHIND_PROXY:
        if forwarded:
            tell_once("X-Forwarded-For is ignored: is there a proxy, and BEHIND_PROXY not set?")
        return direct
    if not forwarded:
        tell_once("BEHIND_PROXY is set, but a request came without X-Forwarded-For.")
        return direct
    believed = forwarded.split(",")[-settings.TRUSTED_PROXIES :]
    if len(believed) < forwarded.count(",") + 1 and is_inside(believed[0]):
        tell_once("All visitors seem to come from one proxy: are TRUSTED_PROXIES too few?")
    return believed[0]


@lru_cache(maxsize=1024)
def network_of(text: str) -> str:
    """Return the network to charge: a customer has at least 2**64 IPv6 addresses.

    >>> network_of("198.51.100.7:4711"), network_of("::ffff:198.51.100.7")
    ('198.51.100.7', '198.51.100.7')
    >>> network_of("[2001:db8::1]:443"), network_of("junk")
    ('2001:db8::/64', 'unknown')
    """
    address = parse_address(text)
    if address is None:
        return UNKNOWN
    if isinstance(address, IPv4Address):
        return str(address)
    return str(ip_network((int(address) >> 64 << 64, 64)))


def is_inside(text: str) -> bool:
    """Return whether an IP address is private, such as the address of a proxy."""
    address = parse_address(text)
    return address is not None and address.is_private


def parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """Return the IP address in a text, which can have a port; None if there is none."""
    host = text.strip()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        address = ip_address(host)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


@cache
def tell_once(problem: str) -> None:
    """Log a problem with the settings that a request has revealed; log each problem only once."""
    logger.warning(problem)
