"""Problem documents (RFC 9457): refusals for programs, with the same sentences as on pages."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse

API, PAGE_OF_API = "/api/", "/api/v1/"  # the API, and its page for people


def is_for_program(request: HttpRequest) -> bool:
    """Return whether a URL is for programs, which get refusals as problem documents."""
    return request.path_info.startswith(API) and request.path_info != PAGE_OF_API


def problem(
    title: object, sentence: object, status: int, code: str = "", **more: str
) -> HttpResponse:
    """Return a problem document; the default of ``code`` is the name of the status."""
    code = code or HTTPStatus(status).phrase.lower().replace(" ", "-")
    facts = {"type": f"{reverse('api')}#{code}", "title": str(title), "status": int(status)}
    document = {**facts, "detail": str(sentence), "code": code, **more}
    headers = {"X-Refused": code}
    return JsonResponse(
        document, status=status, content_type="application/problem+json", headers=headers
    )
