"""Prepare the server before its first request, so that the first visitor need not wait."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.template.base import Node, Template
from django.template.loader import get_template

from games.play.home.page import sample_game


def warm() -> None:
    """Compile every template, and compute the sample game of the first page."""
    folder: Path = settings.BASE_DIR / "templates"
    for file in folder.rglob("*.*"):
        template: Any = get_template(str(file.relative_to(folder)))
        if not settings.DEBUG:
            forget_source(template.template)
    sample_game()


def forget_source(template: Template) -> None:
    """Free the source of a template, a quarter of its memory; only error pages of DEBUG show it."""
    template.source = ""
    for node in template.nodelist.get_nodes_by_type(Node):
        node.token = None
