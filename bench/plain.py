"""A plain Mastermind in the style of a tutorial; benchmarks compare the site with it.

gunicorn serves it in a separate process with its own database.
"""

import os
import secrets
from typing import Any

from django import setup
from django.conf import settings

settings.configure(
    ALLOWED_HOSTS=["*"],
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": os.environ["PLAIN_DATABASE"],
            "CONN_MAX_AGE": None,
            "OPTIONS": {"init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;"},
        }
    },
    INSTALLED_APPS=["django.contrib.sessions", "django_htmx", "bench"],
    MIDDLEWARE=[
        "django.middleware.security.SecurityMiddleware",
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.middleware.clickjacking.XFrameOptionsMiddleware",
        "django_htmx.middleware.HtmxMiddleware",
    ],
    ROOT_URLCONF=__name__,
    SECRET_KEY=secrets.token_hex(),
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates"}],
    USE_I18N=False,
)
setup()

from django.core.management import call_command  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.http import HttpRequest, HttpResponse  # noqa: E402
from django.shortcuts import get_object_or_404, redirect  # noqa: E402
from django.template import engines  # noqa: E402
from django.urls import path  # noqa: E402

from solver.rule.feedback import feedback  # noqa: E402

BOARD = engines["django"].from_string("""
<div id="board"><ol>{% for guess in guesses %}
<li>{% for peg in guess.code %}<span class="peg c{{ peg }}">{{ peg }}</span>{% endfor %}
{{ guess.black }} black, {{ guess.white }} white</li>{% endfor %}</ol>
<form id="guess" method="post" hx-post="{{ request.path }}" hx-target="#board">{% csrf_token %}
<input name="code" required pattern="[1-6]{4}"><button>Guess</button></form></div>
""")
PAGE = engines["django"].from_string("""<!doctype html><title>Mastermind</title>
<h1>Mastermind</h1>{% if board %}{{ board }}{% else %}
<form method="post">{% csrf_token %}<button>Play</button></form>{% endif %}
""")


class Game(models.Model):
    session = models.CharField(max_length=40)
    secret = models.CharField(max_length=4)
    objects: models.Manager["Game"]
    guess_set: models.Manager[Any]


class Guess(models.Model):
    game = models.ForeignKey(Game, on_delete=models.CASCADE)
    code = models.CharField(max_length=4)
    black = models.SmallIntegerField()
    white = models.SmallIntegerField()


def start(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return HttpResponse(PAGE.render({}, request))
    request.session["plays"] = True
    request.session.save()
    secret = "".join(secrets.choice("123456") for _ in range(4))
    game = Game.objects.create(session=request.session.session_key, secret=secret)
    return redirect(f"/games/{game.pk}/")


def play(request: Any, game_id: int) -> HttpResponse:
    game = get_object_or_404(Game, pk=game_id, session=request.session.session_key)
    if request.method == "POST":
        code = request.POST["code"]
        black, white = feedback(code, game.secret)
        game.guess_set.create(code=code, black=black, white=white)
        if not request.htmx:
            return redirect(request.path)
    board = BOARD.render({"guesses": game.guess_set.order_by("pk")}, request)
    return HttpResponse(board if request.htmx else PAGE.render({"board": board}, request))


def empty(request: HttpRequest) -> HttpResponse:
    return HttpResponse(str(os.getpid()))


urlpatterns = [path("", start), path("games/<int:game_id>/", play), path("empty/", empty)]
application = get_wsgi_application()
call_command("migrate", verbosity=0)
with connection.schema_editor() as editor:
    editor.create_model(Game)
    editor.create_model(Guess)
connection.close()
