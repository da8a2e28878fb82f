"""The frame of a page to which moves are posted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.models import Refused
from games.web.responses.pages import page_or_part, wants_fragment
from games.web.responses.refusals import mark_refused


class PageAtAnAddress(Protocol):
    """The data of a page, and its address."""

    def get_absolute_url(self) -> str: ...


Page = TypeVar("Page", bound=PageAtAnAddress)


class Board(Generic[Page]):
    """A page and the moves on it: htmx gets the part that changes, a browser the whole page.

    ``told`` is what a response says in addition to the state of the page.
    """

    whole = part = ""  # the templates

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    def page(self, **told: Any) -> Page:
        """Return the page as things stand."""
        raise NotImplementedError

    def context(self, page: Page) -> dict[str, Any]:
        """Return the context of the templates, when the page is rendered."""
        return {"page": page}

    def show(self, status: int = 200, **told: Any) -> HttpResponse:
        """Show the page, or to htmx its part."""
        context = self.context(self.page(**told))
        return page_or_part(self.request, self.whole, self.part, context, status)

    def refuse(self, problem: Refused | str, name: str = "problem", **told: Any) -> HttpResponse:
        """Show the page with a problem, as the sentence of a form or as a refusal."""
        told[name] = str(problem)
        if isinstance(problem, Refused):
            return mark_refused(problem, self.show(**told))
        return self.show(422, **told)

    def after(self, **told: Any) -> HttpResponse:
        """Answer a request that changed something, so that reloading does not repeat it."""
        return self.show(**told) if wants_fragment(self.request) else redirect(self.page(**told))

    def move(self, act: Callable[[], object], **told: Any) -> HttpResponse:
        """Do something and show what came of it, or why it was refused."""
        try:
            act()
        except Refused as refusal:
            return self.refuse(refusal, **told)
        return self.after(**told)
