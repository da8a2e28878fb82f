"""The settings of the site, from environment variables or lines of ``.env``.

docs/operations.md lists them.
"""

import sys
import tomllib
from pathlib import Path

from csp.constants import NONE, SELF

from mastermind_site import postgres, restoring, sqlite
from mastermind_site.environment import Environment, become_owner, make_private_folder, require
from mastermind_site.logs import FORMATTERS, logging_config
from mastermind_site.secret_key import load_secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
TESTING = "pytest" in sys.modules
SITE_VERSION = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]

env = Environment(None if TESTING else BASE_DIR / ".env")

# The running site writes all its files to this folder, which is not in git.
VAR_DIR = env.folder("VAR_DIR", BASE_DIR / "var")
SITE_NAME = env.text("SITE_NAME", "Mastermind")
SITE_LINKS = env.links("SITE_LINKS")  # links in the footer, for example to a legal notice
# Names and greetings must contain neither these words nor the words of the site's own list.
REFUSED_WORDS = env.words("REFUSED_WORDS")
DEBUG = env.flag("DEBUG")
HTTPS = env.flag("HTTPS")
BASE_PATH = env.base_path("BASE_PATH")  # path that the proxy removes from the URL of requests

# Only the server reads these settings: see gunicorn.conf.py.
HOST = env.place("HOST", "127.0.0.1")
PORT = env.count("PORT", 8000, most=65535)
WEB_WORKERS = env.count("WEB_WORKERS", 2, most=512)
WEB_THREADS = env.count("WEB_THREADS", 4, most=512)  # threads of each worker
HOUSEKEEPING = env.flag("HOUSEKEEPING", True)

SECRET_KEY = env.key("SECRET_KEY")  # see below
SECRET_KEY_FILE = None if SECRET_KEY else VAR_DIR / "secret-key"
ALLOWED_HOSTS = env.hosts("ALLOWED_HOSTS", ["127.0.0.1", "localhost", "[::1]"])
CSRF_TRUSTED_ORIGINS = env.origins("CSRF_TRUSTED_ORIGINS", [])

INSTALLED_APPS = [
    "mastermind_site",  # before Django's apps, because its collectstatic must replace Django's
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "django_htmx",
    "django_tasks",
    "django_tasks_db",
    "csp",
    "solver",
    "games",
]

MIDDLEWARE = [
    "mastermind_site.health.HealthMiddleware",
    "games.play.duels.pulse.NothingNewMiddleware",
    "games.web.traffic.turned_away.TurnedAwayMiddleware",
    "mastermind_site.request_log.RequestLogMiddleware",
    "games.web.responses.revalidation.NotKeptMiddleware",
    "games.web.traffic.bodies.SmallBodiesMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "games.people.sessions.store.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "games.web.traffic.forgery.CsrfMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "games.web.responses.refusals.RefusalMiddleware",
]

# METRICS_FROM are the clients that can read /metrics, and SENTRY_DSN is the URL to which failures
# are sent. Each needs an extra package.
METRICS_FROM = env.networks("METRICS_FROM")
if METRICS_FROM:
    require("prometheus_client", "METRICS_FROM", "metrics")
    MIDDLEWARE.insert(1, "mastermind_site.metrics.MetricsMiddleware")
SENTRY_DSN = env.address_with_key("SENTRY_DSN")
if SENTRY_DSN:
    require("sentry_sdk", "SENTRY_DSN", "sentry")

ROOT_URLCONF = "mastermind_site.urls"
FORCE_SCRIPT_NAME = BASE_PATH or None
WSGI_APPLICATION = "mastermind_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            # Compiled templates contain translated texts, so they are kept per language.
            "loaders": [
                (
                    "games.templatetags.words.Loader",
                    [
                        "django.template.loaders.filesystem.Loader",
                        "django.template.loaders.app_directories.Loader",
                    ],
                )
            ],
            "builtins": ["games.templatetags.words", "games.templatetags.fixed"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.web.responses.context_processors.site",
            ],
        },
    }
]

# The longest wait for a lock, and on PostgreSQL the longest statement, in seconds. Commands such as
# migrate have no limit; the server sets 2 seconds.
DATABASE_PATIENCE = env.seconds("DATABASE_PATIENCE", 0)
# a pooler can give each transaction a different connection
BEHIND_POOLER = env.flag("BEHIND_POOLER")
LOCK_PATIENCE = 2 if TESTING else DATABASE_PATIENCE  # tests wait for a lock as long as players do

database = env.database("DATABASE_URL", sqlite.address(VAR_DIR / "mastermind.sqlite3"))
DATABASES = {"default": database}
if database["ENGINE"] == "django.db.backends.sqlite3":
    database["OPTIONS"] = sqlite.options(database["OPTIONS"], LOCK_PATIENCE)
    # This is an absolute path, so that commands can run in any folder.
    database["NAME"] = str(BASE_DIR / database["NAME"])
    # This is a file, because a database in memory has other locks than in production.
    database["TEST"] = {"NAME": VAR_DIR / "test.sqlite3"}
else:
    for package in ("psycopg", "psycopg_pool"):
        require(package, "DATABASE_URL", "postgres")
    # The pool already keeps connections open.
    database["CONN_MAX_AGE"] = 0
    limits = "" if BEHIND_POOLER else postgres.limits(DATABASE_PATIENCE)
    database["OPTIONS"] = postgres.options(database["OPTIONS"], WEB_THREADS, limits)
    database["DISABLE_SERVER_SIDE_CURSORS"] = BEHIND_POOLER
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Long work runs as tasks (``games.web.tasks``). A task is saved in the transaction that needs the
# work. The last two queues are from version 1.0.0; an upgrade can leave tasks in them.
TASKS = {
    "default": {
        "BACKEND": "django_tasks_db.DatabaseBackend",
        "QUEUES": ["urgent", "thoughts", "upkeep", "lab", "push", "short", "long"],
    }
}

# An account is a name and a password. Each attempt is counted before its password is hashed.
AUTHENTICATION_BACKENDS = ["games.people.accounts.accounts.BoundedBackend"]
PASSWORD_HASHERS = ["games.people.accounts.hashing.PBKDF2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
# Email is used only for forgotten passwords. Without a mail server, the site asks for no address.
mail = env.mail("EMAIL_URL")
HAS_MAIL = bool(mail.host)
EMAIL_HOST, EMAIL_PORT = mail.host, mail.port
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = mail.user, mail.password
EMAIL_USE_TLS, EMAIL_USE_SSL, EMAIL_TIMEOUT = mail.starts_tls, mail.is_tls, 10  # in seconds
DEFAULT_FROM_EMAIL = mail.sender
PASSWORD_RESET_TIMEOUT = 60 * 60
# With this key, players can switch on notifications. Push services get PUSH_CONTACT.
PUSH_KEY = env.key("PUSH_KEY")
if PUSH_KEY:
    require("cryptography", "PUSH_KEY", "push")
own_hosts = [f"https://{host.strip('.*')}" for host in ALLOWED_HOSTS if host != "*"]
PUSH_CONTACT = f"mailto:{mail.sender}" if HAS_MAIL else next(iter(own_hosts), "")

LOGIN_URL = "log-in"
# messages are stored in a cookie, so that they need neither a database row nor a session
MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
NEW_GAMES_PER_HOUR = env.count(
    "NEW_GAMES_PER_HOUR", 200, most=10**9
)  # a limit that all new visitors at an IP address share
# a Dask cluster, for boards that are too large for one machine
DASK_SCHEDULER = env.scheduler("DASK_SCHEDULER")

SESSION_ENGINE = "games.people.sessions.store"
# a year, because only the session identifies a player without an account
SESSION_COOKIE_AGE = 60 * 60 * 24 * 365
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "games.web.responses.views.csrf_failure"

# With HTTPS, cookies are sent only over TLS, and browsers remember to use TLS.
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
# Browsers accept ``__Host-`` cookies only for the path /.
COOKIE_PREFIX = ("__Secure-" if BASE_PATH else "__Host-") if HTTPS else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}session", f"{COOKIE_PREFIX}csrf"
SESSION_COOKIE_PATH = CSRF_COOKIE_PATH = f"{BASE_PATH}/"
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
# This is off by default, because subdomains can belong to other people.
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.flag("HSTS_SUBDOMAINS")
# This is off by default, because browsers remember it for years.
SECURE_HSTS_PRELOAD = env.flag("HSTS_PRELOAD")
# W005 and W021 demand the two settings above; W003 does not recognize our middleware.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021", "security.W003"]
BEHIND_PROXY = env.flag("BEHIND_PROXY")
# This many proxies each add an IP address to X-Forwarded-For.
TRUSTED_PROXIES = env.count("TRUSTED_PROXIES", 1, most=16)
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "manifest-src": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# The largest legitimate request is a decision tree. Other URLs accept less
# (games.web.traffic.bodies).
DATA_UPLOAD_MAX_MEMORY_SIZE = 130 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 100
FILE_UPLOAD_HANDLERS: list[str] = []  # no handlers, because the site accepts no uploads
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o755  # the web server can read the folders in STATIC_ROOT

BACKUP_DIR = env.folder("BACKUP_DIR", VAR_DIR / "backups")  # folder of the daily backups

STATIC_URL = f"{BASE_PATH}/static/"
# The static files can be elsewhere, so that a web server can read them.
STATIC_ROOT = env.folder("STATIC_DIR", VAR_DIR / "static")
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG or TESTING
        else "mastermind_site.storage.StaticFilesStorage"
    }
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG or TESTING

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_I18N = True
LOCALE_PATHS = [BASE_DIR / "locale"]  # empty as long as all texts are English
USE_THOUSAND_SEPARATOR = True
FORMAT_MODULE_PATH = "mastermind_site.formats"

LOG_FORMAT = env.choice("LOG_FORMAT", list(FORMATTERS))
# If this is set, all requests are logged with their IP address. Failed log-ins always are.
LOG_ADDRESSES = env.flag("LOG_ADDRESSES")
LOGGING = logging_config(LOG_FORMAT, env.level("LOG_LEVEL", "INFO"))

# Stop here if settings are wrong, before any file is created.
env.check()
MISSPELT = list(env.misspelt())
if Path(sys.argv[0]).name == "manage.py":
    become_owner(VAR_DIR)
if database["ENGINE"] == "django.db.backends.sqlite3":
    named = "DATABASE_URL" if env.text("DATABASE_URL") else "VAR_DIR"
    make_private_folder(Path(database["NAME"]).parent, named)
restoring.settle(VAR_DIR, database)
# A backup contains the key to restore, and doctor must be able to report a lost key.
IS_KEY_NEEDED = sys.argv[1:2] not in (["restore"], ["doctor"])
SECRET_KEY = SECRET_KEY or load_secret_key(VAR_DIR / "secret-key", is_needed=IS_KEY_NEEDED)
