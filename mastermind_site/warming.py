"""What a server prepares before its first request, which would pay for it."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.template.loader import get_template

from games.play.home.sample import sample_game


def warm() -> None:
    """Compile every template of the site, and work out the game that the first page shows."""
    folder: Path = settings.BASE_DIR / "templates"
    for file in folder.rglob("*.*"):
        get_template(str(file.relative_to(folder)))
    sample_game()
