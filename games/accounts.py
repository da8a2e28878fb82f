"""How sessions are known again that were begun before accounts had a room of their own."""

from typing import Any

from django.contrib.auth.backends import ModelBackend


class BoundedBackend(ModelBackend):
    """Knows who logged in under this path; a session lasts a year. Nobody logs in by it anew."""

    def authenticate(self, *args: Any, **credentials: Any) -> None:
        return None
