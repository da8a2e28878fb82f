from django.apps import AppConfig
from django.conf import settings


class SiteConfig(AppConfig):
    name = "mastermind_site"

    def ready(self) -> None:
        from mastermind_site import checks, request_log  # noqa: F401 - they register themselves

        if settings.METRICS_FROM:
            from mastermind_site import metrics  # noqa: F401 - long work is counted, too
        if settings.SENTRY_DSN:
            from mastermind_site.failures import tell_sentry

            tell_sentry(settings.SENTRY_DSN)
