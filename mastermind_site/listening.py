"""The address on which the server listens, and sentences on why it cannot listen there."""

from __future__ import annotations

import errno
import os
import socket
from pathlib import Path

NOWHERE = "this machine has no such address; HOST names another one"
REASONS = {
    errno.EADDRINUSE: "something else listens there already; PORT names another port",
    errno.EACCES: "only root may listen there; PORT names another port, from 1024 on",
    errno.EADDRNOTAVAIL: NOWHERE,
    socket.EAI_NONAME: NOWHERE,
    socket.EAI_AGAIN: NOWHERE,
}


def join_address(host: str, port: int) -> str:
    """Return host and port as one text, in the form of gunicorn and browsers; a socket has no
    port.

    >>> [join_address(host, 8000) for host in ("127.0.0.1", "::1", "unix:/run/site")]
    ['127.0.0.1:8000', '[::1]:8000', 'unix:/run/site']
    """
    if host.startswith("unix:"):
        return host
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def refusal(host: str, port: int) -> str | None:
    """Return a sentence on why the server cannot listen at this address; None if it can."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        reason = REASONS.get(error.errno or 0, error.strerror or str(error))
        return f"The site cannot be served on {join_address(host, port)}: {reason}."
    return None


def refusal_of_socket(file: str) -> str | None:
    """Return a sentence on why this socket cannot be created; None if it can."""
    folder = Path(file).parent
    if os.access(folder, os.W_OK | os.X_OK):
        return None
    return (
        f"The site cannot be served on unix:{file}: {folder} is no folder that may be written to;"
        " HOST names another place."
    )
