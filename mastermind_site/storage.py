"""Store static files under names with a hash, so that browsers can cache them forever."""

import os
from collections.abc import Iterator
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage as Storage

from mastermind_site.bundles import PACK, Packed


class StaticFilesStorage(Storage):  # type: ignore[misc]  # it has no types
    """A storage that packs scripts and style sheets, and puts a hash into file names."""

    # Names in late imports, such as ``import("./notes.js")``, get a hash, too.
    patterns = (
        *Storage.patterns,
        ("js/*.js", ((r'(?P<matched>import\("(?P<url>\./\w+\.js)"\))', 'import("%(url)s")'),)),
    )

    def stored_name(self, name: str) -> str:
        """Return the file name with its hash, or the original name if the file was not collected.

        A page without its style sheet is still usable. The server reports missing files when it
        starts.
        """
        try:
            kept: str = super().stored_name(name)
        except ValueError:
            return name
        return kept

    def post_process(self, paths: dict[str, Any], **options: Any) -> Iterator[Any]:
        """Pack scripts and style sheets, and make compressed files readable for a web server."""
        for name, (storage, path) in paths.items():
            if name.partition("/")[0] in PACK:
                paths[name] = Packed(storage), path
        private = os.umask(0o022)
        try:
            yield from super().post_process(paths, **options)
        finally:
            os.umask(private)
