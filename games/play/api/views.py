"""The documents of the API: OpenAPI for programs, a page for people."""

from collections.abc import Callable
from functools import cache
from typing import Any
from urllib.parse import quote

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from games.web.responses.revalidation import readable_elsewhere, revalidated

DOCUMENT_KEPT = 10 * 60  # caches keep the OpenAPI document for this many seconds

# Every response has the headers of TOLD_ALWAYS, a temporary refusal also has TOLD_LATER.
TOLD_ALWAYS = {
    "RateLimit-Policy": "Each limit: its code, its quota (q) in a window of w seconds, the unit.",
    "RateLimit": "What is left of each limit (r); when refused, the seconds to wait (t).",
}
TOLD_LATER = {"Retry-After": "In how many seconds to send the same request again."}
# the web server refuses such requests before the site sees them
URL_REFUSED = {"description": "The URL has more than 4 kB.", "content": {"text/html": {}}}


def operation(route: str) -> Callable[..., HttpResponse]:
    """Return the view of the operations at a route."""

    @csrf_exempt
    def view(request: HttpRequest, **parts: Any) -> HttpResponse:
        # loaded by the first request to the API, because ninja and pydantic take 13 MB
        from games.play.api.operations import VIEWS

        return VIEWS[route](request, **parts)

    return view


@cache
def document(root: str) -> dict[str, Any]:
    """Return the OpenAPI document of the API whose URLs start with ``root``."""
    from games.play.api.operations import api

    found: dict[str, Any] = api.get_openapi_schema(path_prefix=root)
    for path in found["paths"].values():
        for one in path.values():
            one["operationId"] = one["operationId"].rpartition("operations_")[2]
            for status, answer in one["responses"].items():
                told = TOLD_ALWAYS | (TOLD_LATER if int(status) in (429, 503) else {})
                answer["headers"] = {
                    name: {"description": words, "schema": {"type": "string"}, "required": True}
                    for name, words in told.items()
                }
                if int(status) >= 400:
                    answer["content"] = {"application/problem+json": answer["content"].popitem()[1]}
            one["responses"]["414"] = URL_REFUSED
    return found


@csrf_exempt
@require_safe
@readable_elsewhere
@revalidated(kept=DOCUMENT_KEPT)
def openapi(request: HttpRequest) -> HttpResponse:
    """Return the OpenAPI document."""
    return JsonResponse(document(reverse("api")))


@require_safe
@revalidated()
def page(request: HttpRequest) -> HttpResponse:
    """Show the operations of the API, with an example of each."""
    site = request.build_absolute_uri("/").rstrip("/")
    operations = [
        {**one, "method": method.upper(), "path": path}
        | {"example": example(site + path, method, one)}
        for path, methods in document(reverse("api"))["paths"].items()
        for method, one in methods.items()
    ]
    return render(request, "play/api/api.html", {"operations": operations})


def example(address: str, method: str, described: dict[str, Any]) -> str:
    """Return a shell command that calls an operation."""
    words = ["curl"]
    if described.get("security") == [{"ByKey": []}]:
        words.append('-H "Authorization: Bearer KEY"')
    if method != "get":
        words.append(f"-X {method.upper()}")
    if address.endswith("/tree"):
        words.append("-T tree.txt")
    elif "requestBody" in described:
        sent = '{"guess": "1122"}' if method == "put" else "{}"
        words.append(f"--json '{sent}'")
    asked = [
        f"{one['name']}={quote(one['schema']['examples'][0])}"
        for one in described["parameters"]
        if "examples" in one["schema"]
    ]
    for part, value in {"game_id": "ID", "number": "1", "letters": "ABCDEF"}.items():
        address = address.replace(f"{{{part}}}", value)
    return " ".join([*words, f'"{address}?{"&".join(asked)}"' if asked else address])
