"""The storage of static files, whose names contain a hash, so that browsers can keep them
forever.
"""

import os
from collections.abc import Iterator
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage as Storage

from mastermind_site.bundles import PACK, Packed


class StaticFilesStorage(Storage):  # type: ignore[misc]  # it has no types
    """A storage that names files by their content, and packs scripts and style sheets."""

    # A script that another script imports only when it needs it has a hashed name, too.
    patterns = (
        *Storage.patterns,
        ("js/*.js", ((r'(?P<matched>import\("(?P<url>\./\w+\.js)"\))', 'import("%(url)s")'),)),
    )

    def stored_name(self, name: str) -> str:
        """Return the hashed name of a file; its original name if the file was not collected.

        A page without a style sheet is still usable. When the server starts, it reports missing
        files.
        """
        try:
            kept: str = super().stored_name(name)
        except ValueError:
            return name
        return kept

    def post_process(self, paths: dict[str, Any], **options: Any) -> Iterator[Any]:
        """Pack scripts and style sheets, and let a web server read the compressed files, too."""
        for name, (storage, path) in paths.items():
            if name.partition("/")[0] in PACK:
                paths[name] = Packed(storage), path
        private = os.umask(0o022)
        try:
            yield from super().post_process(paths, **options)
        finally:
            os.umask(private)
