"""The page of an account form, and the page that follows it."""

from collections.abc import Iterator
from contextlib import contextmanager
from secrets import randbelow

from django import forms
from django.contrib.auth.views import RedirectURLMixin
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from games.models import NameTaken, Refused
from games.web.responses.refusals import on_refusal
from games.web.traffic.gate import Busy, ComeBack


class Destination(RedirectURLMixin):
    """The URL in ``next`` if it is on this site, else the player's page."""

    next_page = "you"

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    def get_redirect_url(self, request: HttpRequest | None = None) -> str:
        address = super().get_redirect_url()
        return address if address.startswith("/") else ""


def posted_data(request: HttpRequest) -> QueryDict | None:
    """Return the data of a form that was posted, or None."""
    return request.POST if request.method == "POST" else None


class FormPage:
    """A page with a form, which keeps the input if a request is refused."""

    def __init__(
        self, request: HttpRequest, template: str, form: forms.Form | None, **context: object
    ) -> None:
        self.request, self.template, self.form = request, template, form
        self.context = context

    @property
    def is_accepted(self) -> bool:
        """Whether the form was sent and is valid."""
        return self.request.method == "POST" and (self.form is None or self.form.is_valid())

    def show(self, **more: object) -> HttpResponse:
        """Return the page: with status 422 if the form has errors."""
        destination = Destination(self.request).get_redirect_url()
        context = {"form": self.form, "next": destination, **self.context, **more}
        has_errors = self.form is not None and self.form.errors
        return render(self.request, self.template, context, status=422 if has_errors else 200)

    def refuse(self, refusal: Refused) -> HttpResponse:
        """Return the page with a refusal: a taken name at its field, a rate limit above the form.

        ``js/again.js`` keeps the form and sends it again after the wait.
        """
        if isinstance(refusal, NameTaken) and self.form:
            self.form.add_error("name", str(refusal))
            return self.show()
        if isinstance(refusal, ComeBack):  # the usual page for rate limits would lose the input
            refusal.is_for_all_there = False
        if isinstance(refusal, Busy):  # a class must not retry all at once
            refusal.seconds = 1 + randbelow(refusal.seconds)
        return self.show(refusal=refusal)

    @contextmanager
    def explains_refusals(self) -> Iterator[None]:
        """Show refusals on this page: a taken name, or a rate limit."""
        with on_refusal(self.refuse, NameTaken), on_refusal(self.refuse, ComeBack):
            yield
