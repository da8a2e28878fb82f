from django.apps import AppConfig


class SiteConfig(AppConfig):
    name = "mastermind_site"

    def ready(self) -> None:
        from mastermind_site import checks  # noqa: F401 - they register themselves
