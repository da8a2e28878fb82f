"""The entry point of a WSGI server."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "mastermind_site.settings")

application = get_wsgi_application()
