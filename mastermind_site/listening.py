"""Where the server listens, and why it cannot."""

from __future__ import annotations

import errno
import socket

NOWHERE = "this machine has no such address; HOST names another one"
REASONS = {
    errno.EADDRINUSE: "something else listens there already; PORT names another port",
    errno.EACCES: "only root may listen there; PORT names another port, from 1024 on",
    errno.EADDRNOTAVAIL: NOWHERE,
    socket.EAI_NONAME: NOWHERE,
    socket.EAI_AGAIN: NOWHERE,
}


def joined(host: str, port: int) -> str:
    """Return both as gunicorn and browsers write them.

    >>> joined("127.0.0.1", 8000), joined("::1", 8000)
    ('127.0.0.1:8000', '[::1]:8000')
    """
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def refusal(host: str, port: int) -> str | None:
    """Return in a sentence why nobody can listen there, or None if one can."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        reason = REASONS.get(error.errno or 0, error.strerror or str(error))
        return f"The site cannot be served on {joined(host, port)}: {reason}."
    return None
