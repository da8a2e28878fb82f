"""Prepare the server before its first request, so that the first visitor need not wait."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.template.loader import get_template
from django.urls import reverse, set_script_prefix

from games.play.api.views import document
from games.play.home.page import sample_game


def warm() -> None:
    """Compile every template, load the API, and compute the sample game of the first page."""
    folder: Path = settings.BASE_DIR / "templates"
    for file in folder.rglob("*.*"):
        get_template(str(file.relative_to(folder)))
    set_script_prefix(settings.FORCE_SCRIPT_NAME or "/")  # the same prefix as in requests
    document(reverse("api"))
    sample_game()
