"""How static files are stored: named by their content, so that they can be kept for ever."""

import os
from collections.abc import Iterator
from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage as Storage


class StaticFilesStorage(Storage):  # type: ignore[misc]  # it has no types
    """Our scripts are modules: what they import is named by its content, too.

    Only ours: the comments of others' scripts have imports of files that are not there.
    """

    support_js_module_import_aggregation = True
    _js_module_import_aggregation_patterns = (
        "js/*.js",
        Storage._js_module_import_aggregation_patterns[1],
    )

    def stored_name(self, name: str) -> str:
        """Return the name that a file is kept under; its own if it was not collected.

        A page that has no look is still a page. The server says as it starts what is missing.
        """
        try:
            kept: str = super().stored_name(name)
        except ValueError:
            return name
        return kept

    def post_process(self, *arguments: Any, **options: Any) -> Iterator[Any]:
        """Let everybody read what is compressed, too: a web server may be the one to send it."""
        private = os.umask(0o022)
        try:
            yield from super().post_process(*arguments, **options)
        finally:
            os.umask(private)
