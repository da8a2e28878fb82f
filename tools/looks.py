"""Generate the icons and the style sheet with the colors again: ``make looks``."""

import os
from pathlib import Path

import django

STATIC = Path("static")


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mastermind_site.settings")
    django.setup()
    from games.catalog.colors import MADE, sheet
    from games.play.previews.icons import icons

    board = STATIC / "css/board.css"
    ours = board.read_text().partition(f"/* {MADE}")[0]
    board.write_text(ours + sheet())
    for name, icon in icons().items():
        icon.save(STATIC / "icons" / name, optimize=True)


if __name__ == "__main__":
    main()
