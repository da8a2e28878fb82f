"""Laws that every response in every test must obey."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from django.db import connection

# deleting a session is allowed: if the password was changed elsewhere, Django ends the session on
# any request
WRITES = re.compile(r'INSERT|UPDATE|DELETE FROM "(?!django_session")')
# The separators of a made-up language, which no other text contains.
THOUSANDS, DECIMALS = "’", "·"
# a number with separators in an attribute that a script, form, URL or drawing uses
SEPARATED = re.compile(
    rb' (?!aria-|title=|content=)[a-z-]+="[^" ]*(?<![^"=])\d{1,3}(?:,\d{3})+["&]'
    rb'| (?:(?!aria-|title=|content=)[a-z-]+="[^" ]*|(?:d|viewBox)="[^"]*)\d(?:%s|%s)\d'
    % (THOUSANDS.encode(), DECIMALS.encode())
)
# these scripts announce failed requests
TELLING = re.compile(rb'src="[^"]*js/(?:trouble|entry|board|duel|again)\b')
# An element that is replaced needs one request at a time: a second response would go into the
# replaced element and be lost.
TWO_AT_ONCE = re.compile(
    rb'<(?![^>]*hx-sync=)[^>]*hx-target="this"[^>]*|<(?![^>]*hx-(?:target|swap)=)[^>]*hx-sync="this[^>]*'
)
# a browser's translation would turn color A into an article, and 1 into another digit
SYMBOL_AS_TEXT = re.compile(rb'class="peg[^>]*><b>.')
# The Content-Security-Policy of every page forbids such code.
INLINE = re.compile(rb" style=|<script>")
PROTECTED = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
}
# One or more limits, each with its name, in the form of the draft "RateLimit header fields".
A_LIMIT = r'"[a-z-]+"(?:;[a-z]+=(?:\d+|"[a-z]+"))+'
TOLD_LIMITS = re.compile(rf"{A_LIMIT}(?:, {A_LIMIT})*")
UNKNOWN = "MISSING:%s"  # in place of a variable that a template misspells


class LawBroken(AssertionError):
    """Raised if a response breaks a law."""


def fault_of_a_page(page: Any) -> str:
    """Return how a page fails to protect its reader, or ""."""
    policy = page.get("Content-Security-Policy", "")
    if "default-src 'none'" not in policy or "unsafe" in policy:
        return f"its policy is {policy!r}"
    wrong = {name for name, value in PROTECTED.items() if page.get(name) != value}
    if wrong and page.status_code != 400:  # refused before these headers are set
        return f"without {sorted(wrong)}"
    if found := INLINE.search(page.content):
        return f"{found[0].decode()} is inline"
    if found := SYMBOL_AS_TEXT.search(page.content):
        return f"{found[0].decode()} is a symbol of a peg as text"
    return ""


def fault_of_an_operation(answer: Any) -> str:
    """Return how an answer of the API fails to state its limits, or an empty text."""
    for name in ("RateLimit", "RateLimit-Policy"):
        if not TOLD_LIMITS.fullmatch(told := answer.get(name, "")):
            return f"its {name} is {told!r}"
    return ""


def lawful(asked: Callable[..., Any]) -> Callable[..., Any]:
    """Return the client's method ``request`` with a check of each response against the laws."""

    def request(client: Any, **sent: Any) -> Any:
        written: list[str] = []

        def note_writes(
            execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
        ) -> Any:
            result = execute(sql, params, many, context)
            # A statement that changes no row does not count as a write.
            if WRITES.match(sql) and context["cursor"].rowcount:
                written.append(sql)
            return result

        with connection.execute_wrapper(note_writes):
            answer = asked(client, **sent)
        path = sent.get("PATH_INFO", "/")
        if path.startswith("/admin/"):  # Django makes the pages of the admin
            return answer
        if sent["REQUEST_METHOD"] in ("GET", "HEAD") and written:
            raise LawBroken(f"{path}: a GET writes {written[0]}")
        if not answer.streaming and b"MISSING:" in answer.content:
            raise LawBroken(f"{path}: its template asks for a name that nothing has")
        if not answer.streaming and (found := SEPARATED.search(answer.content)):
            raise LawBroken(f"{path}: {found[0].decode()} is a number that only people can read")
        if not answer.streaming and (found := TWO_AT_ONCE.search(answer.content)):
            raise LawBroken(f"{path}: {found[0].decode()} takes two requests at once")
        is_telling = not answer.streaming and TELLING.search(answer.content)
        if is_telling and b'id="status"' not in answer.content:
            raise LawBroken(f"{path}: a script has nowhere to say what fails")
        if "X-Refused" in answer and "no-store" not in answer.get("Cache-Control", ""):
            raise LawBroken(f"{path}: a cache may store a refusal")
        is_html = answer.headers.get("Content-Type", "").startswith("text/html")
        is_page = is_html and not answer.streaming and answer.content and "Location" not in answer
        if is_page and (fault := fault_of_a_page(answer)):
            raise LawBroken(f"{path}: {fault}")
        is_operation = path.startswith("/api/") and path != "/api/v1/" and "ETag" not in answer
        if is_operation and (fault := fault_of_an_operation(answer)):
            raise LawBroken(f"{path}: {fault}")
        return answer

    return request
