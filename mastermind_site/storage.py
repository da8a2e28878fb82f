"""How static files are stored: named by their content, so that browsers keep them for ever."""

import os
from collections.abc import Iterator
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage as Storage

from mastermind_site.bundles import PACK, Packed


class StaticFilesStorage(Storage):  # type: ignore[misc]  # it has no types
    """Names files by their content, and packs our scripts and sheets."""

    def stored_name(self, name: str) -> str:
        """Return the name that a file is kept under; its own if it was not collected.

        A page that has no look is still a page. The server says as it starts what is missing.
        """
        try:
            kept: str = super().stored_name(name)
        except ValueError:
            return name
        return kept

    def post_process(self, paths: dict[str, Any], **options: Any) -> Iterator[Any]:
        """Pack scripts and sheets, and let a web server read the compressed files, too."""
        for name, (storage, path) in paths.items():
            if name.partition("/")[0] in PACK:
                paths[name] = Packed(storage), path
        private = os.umask(0o022)
        try:
            yield from super().post_process(paths, **options)
        finally:
            os.umask(private)
