from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games.duels import tasks as duels  # noqa: F401
        from games.identity import accounts  # noqa: F401
        from games.lab import tasks as lab  # noqa: F401
        from games.puzzles import tasks as puzzles  # noqa: F401
        from games.site import waiting  # noqa: F401 - it registers itself
        from games.upkeep import tasks  # noqa: F401
