from django.apps import AppConfig
from django.conf import settings


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games.learn.lab import tasks as lab  # noqa: F401
        from games.learn.puzzles import tasks as puzzles  # noqa: F401
        from games.management import tasks  # noqa: F401
        from games.people.accounts import accounts  # noqa: F401
        from games.play.duels import tasks as duels  # noqa: F401
        from games.web.traffic import waiting  # noqa: F401 - it registers itself

        if settings.PUSH_KEY:
            from games.play.push import tasks as push  # noqa: F401
