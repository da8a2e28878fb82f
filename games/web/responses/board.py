"""Show a page with a board, and answer moves that are posted to it."""

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.models import Refused
from games.web.responses.pages import PageAndPart, page_or_part, wants_fragment
from games.web.responses.refusals import mark_refused


class PageAtAnAddress(Protocol):
    """The data of a page, with the URL of that page."""

    def get_absolute_url(self) -> str: ...


Page = TypeVar("Page", bound=PageAtAnAddress)


class Board(Generic[Page]):
    """A page and its moves; htmx gets the changed part, a browser the whole page.

    ``told`` are messages that one response adds to the page.
    """

    templates: PageAndPart

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    def page(self, **told: Any) -> Page:
        """Return the data of the page as it is now."""
        raise NotImplementedError

    def context(self, page: Page) -> dict[str, Any]:
        """Return the context for the templates; called when the page is rendered."""
        return {"page": page}

    def show(self, status: int = 200, **told: Any) -> HttpResponse:
        """Return the page, or for htmx only the changed part."""
        context = self.context(self.page(**told))
        return page_or_part(self.request, self.templates, context, status)

    def refuse(self, problem: Refused | str, name: str = "problem", **told: Any) -> HttpResponse:
        """Return the page with a problem: the sentence of a form, or a refusal."""
        told[name] = str(problem)
        if isinstance(problem, Refused):
            return mark_refused(problem, self.show(**told))
        return self.show(422, **told)

    def after(self, **told: Any) -> HttpResponse:
        """Return the answer after a change; reloading it does not repeat the change."""
        return self.show(**told) if wants_fragment(self.request) else redirect(self.page(**told))

    def move(self, act: Callable[[], object], **told: Any) -> HttpResponse:
        """Make a move; return the new page, or the page with the reason of a refusal."""
        try:
            act()
        except Refused as refusal:
            return self.refuse(refusal, **told)
        return self.after(**told)
