"""The documents of the API: OpenAPI for programs, a page for people."""

from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from games.api.operations import api
from games.web.responses.revalidation import readable_elsewhere, revalidated

DOCUMENT_KEPT = 10 * 60  # seconds that caches keep it


@cache
def document(root: str) -> dict[str, Any]:
    """Return the OpenAPI document of the API at this address."""
    found: dict[str, Any] = api.get_openapi_schema(path_prefix=root)
    for path in found["paths"].values():
        for operation in path.values():
            for status, answer in operation["responses"].items():
                if int(status) >= 400:
                    answer["content"] = {"application/problem+json": answer["content"].popitem()[1]}
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
    operations = [
        {"method": method.upper(), "path": path, **operation}
        for path, methods in document(reverse("api"))["paths"].items()
        for method, operation in methods.items()
    ]
    context = {"operations": operations, "root": request.build_absolute_uri("/")}
    return render(request, "api/api.html", context)
