"""Tell open pages at once when their duel changes, by server-sent events.

A waiting page takes no thread. After the head of the response, the worker keeps the connection in a
list, and one thread asks the database about all duels in the list. Pages that get no events poll:
see ``pulse``.
"""

import logging
import os
import resource
import socket
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http import HTTPStatus

from django.db import close_old_connections
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.views.decorators.http import require_safe

from games.play.duels.pulse import pulses_of, revision_of

logger = logging.getLogger(__name__)

LOOK_EVERY = 0.15  # in seconds
COMMENT_EVERY = 15.0  # in seconds; comments keep connections alive and reveal closed pages
LASTS = 1800.0  # in seconds; after this time a page must connect again
# This is per worker. The system limits open files, and requests need most of them.
MOST_CONNECTIONS = min(1000, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 4)
MOST_OF_A_DUEL = 60


@dataclass(eq=False)
class Page:
    """The connection of a page, and the last pulse that it got."""

    connection: socket.socket
    is_chunked: bool
    told: str = ""
    since: float = field(default_factory=time.monotonic)

    def tell(self, text: str) -> bool:
        """Send a text; return whether the page is still there."""
        data = f"{text}\n\n".encode()
        if self.is_chunked:
            data = b"%x\r\n%b\r\n" % (len(data), data)
        with suppress(OSError):
            return self.connection.send(data) == len(data)
        return False


class LivePages:
    """The pages to which a worker sends news, grouped by duel."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.waiting: dict[str, list[Page]] = {}
        self.thread: threading.Thread | None = None

    def has_room(self, public_id: str) -> bool:
        """Return whether one more page of a duel can wait for news."""
        with self.lock:
            count = sum(map(len, self.waiting.values()))
            of_it = len(self.waiting.get(public_id, ()))
        return count < MOST_CONNECTIONS and of_it < MOST_OF_A_DUEL

    def add(self, public_id: str, page: Page) -> None:
        """Send news to this page from now on."""
        page.connection.setblocking(False)
        with self.lock:
            self.waiting.setdefault(public_id, []).append(page)
            if self.thread is None:
                self.thread = threading.Thread(target=self.run, name="live", daemon=True)
                self.thread.start()

    def run(self) -> None:
        """Send news for as long as a page waits."""
        beat = time.monotonic()
        while True:
            time.sleep(LOOK_EVERY)
            is_beat = time.monotonic() - beat >= COMMENT_EVERY
            beat = time.monotonic() if is_beat else beat
            try:
                self.look(is_beat)
            except Exception as error:  # the thread must go on; it will look again
                logger.warning("News of duels have to wait: %s", str(error).partition("\n")[0])
                close_old_connections()
            with self.lock:
                if not self.waiting:
                    self.thread = None
                    break
        close_old_connections()

    def look(self, is_beat: bool = False) -> None:
        """Send news to each page whose duel has changed; forget pages that are gone."""
        with self.lock:
            waiting = {public_id: [*pages] for public_id, pages in self.waiting.items()}
        pulses = pulses_of(waiting)
        for public_id, pages in waiting.items():
            for page in pages:
                if not self.serve(page, pulses.get(public_id, ""), is_beat):
                    self.forget(public_id, page)

    @staticmethod
    def serve(page: Page, pulse: str, is_beat: bool) -> bool:
        """Send a page its news; return whether to keep the page."""
        if not pulse or time.monotonic() - page.since > LASTS:
            return False
        if page.told != pulse:
            page.told = pulse
            return page.tell(f"data: {pulse}")
        return page.tell(":") if is_beat else True

    def forget(self, public_id: str, page: Page) -> None:
        """Close the connection of a page."""
        page.connection.close()
        with self.lock:
            self.waiting[public_id].remove(page)
            if not self.waiting[public_id]:
                del self.waiting[public_id]


pages = LivePages()


@require_safe
def live(request: HttpRequest, duel_id: str) -> HttpResponse | StreamingHttpResponse:
    """Keep a page's connection open and send news; answer 204 if this is impossible."""
    server_side = request.META.get("gunicorn.socket")
    if not isinstance(server_side, socket.socket) or isinstance(server_side, ssl.SSLSocket):
        return no_stream()
    if request.method != "GET" or not revision_of(duel_id) or not pages.has_room(duel_id):
        return no_stream()
    is_chunked = request.META.get("SERVER_PROTOCOL") == "HTTP/1.1"
    content = keep_open(server_side, duel_id, is_chunked)
    headers = {"X-Accel-Buffering": "no"}  # nginx would buffer the events
    return StreamingHttpResponse(content, content_type="text/event-stream", headers=headers)


def no_stream() -> HttpResponse:
    """Return the answer after which a page polls instead."""
    return HttpResponse(status=HTTPStatus.NO_CONTENT)


def keep_open(server_side: socket.socket, public_id: str, is_chunked: bool) -> Iterator[bytes]:
    """Yield the head of the events, then keep the connection for news."""
    yield b"retry: 2000\n\n"
    pages.add(public_id, Page(take_over(server_side), is_chunked))


def take_over(server_side: socket.socket) -> socket.socket:
    """Return the connection of a request; give the server a closed connection in exchange.

    The server ends the response there and forgets the connection, because it seems to be closed.
    """
    own = socket.socket(fileno=os.dup(server_side.fileno()))
    substitute, other_side = socket.socketpair()
    other_side.close()
    os.dup2(substitute.fileno(), server_side.fileno())
    substitute.close()
    return own
