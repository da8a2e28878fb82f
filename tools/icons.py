"""Draw the icons of the site into static/icons; run by ``make icons`` when the palette changes."""

import os
from pathlib import Path

import django

FOLDER = Path("static/icons")


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mastermind_site.settings")
    django.setup()
    from games.preview.icons import icons

    FOLDER.mkdir(exist_ok=True)
    for name, icon in icons().items():
        icon.save(FOLDER / name, optimize=True)


if __name__ == "__main__":
    main()
