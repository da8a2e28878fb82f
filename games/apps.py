from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games.identity import accounts  # noqa: F401
        from games.lab import tasks as lab  # noqa: F401
        from games.site import checks, request_log, waiting  # noqa: F401 - they register themselves
        from games.upkeep import tasks  # noqa: F401
