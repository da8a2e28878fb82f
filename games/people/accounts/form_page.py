"""The page of an account form, and the page that follows it."""

from collections.abc import Callable
from functools import wraps
from secrets import randbelow

from django import forms
from django.contrib.auth.views import RedirectURLMixin
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from games.models import NameTaken, Refused
from games.web.responses.refusals import on_refusal
from games.web.traffic.gate import Busy, ComeBack

FormView = Callable[..., HttpResponse]  # it gets the request and the page


class Destination(RedirectURLMixin):
    """The URL in ``next`` if it is on this site, else the player's page."""

    next_page = "you"

    def __init__(self, request: HttpRequest) -> None:
        self.request = request

    def get_redirect_url(self, request: HttpRequest | None = None) -> str:
        address = super().get_redirect_url()
        return address if address.startswith("/") else ""


class FormPage:
    """A page with a form, which keeps the input if a request is refused."""

    def __init__(self, request: HttpRequest, template: str) -> None:
        self.request, self.template = request, template
        self.form: forms.Form | None = None
        self.context: dict[str, object] = {}

    @property
    def posted(self) -> QueryDict | None:
        """The data of a form that was posted, or None."""
        return self.request.POST if self.request.method == "POST" else None

    def accepts(self, form: forms.Form | None, **context: object) -> bool:
        """Put a form on the page; return whether it was sent and is valid."""
        self.form, self.context = form, context
        return self.request.method == "POST" and (form is None or form.is_valid())

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


def with_form(template: str) -> Callable[[FormView], Callable[..., HttpResponse]]:
    """Make a view of a form: it gets the page, which also shows refusals.

    The input is kept out of error reports.
    """

    def decorate(view: FormView) -> Callable[..., HttpResponse]:
        @require_http_methods(["GET", "HEAD", "POST"])
        @sensitive_post_parameters()
        @vary_on_headers("HX-Request")
        @wraps(view)
        def answer(request: HttpRequest) -> HttpResponse:
            page = FormPage(request, template)
            with on_refusal(page.refuse, NameTaken), on_refusal(page.refuse, ComeBack):
                return view(request, page)

        return answer

    return decorate
