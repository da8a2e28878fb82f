"""Right values of settings are accepted, and each wrong value gets a sentence that names it.

Every setting of docs/operations.md is tried with nonsensical values.
"""

import errno
import os
import re
import runpy
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.staticfiles.management.commands.collectstatic import Command as Collect
from django.core.management import CommandError, call_command

from mastermind_site.environment import Environment, WrongSettings, become_owner

ROOT = Path(__file__).parents[2]


@pytest.fixture
def settings_with(monkeypatch, tmp_path):
    """Return a function that reads the settings again with these environment variables."""

    def read(**named):
        for name, value in ({"VAR_DIR": tmp_path} | named).items():
            monkeypatch.setenv(name, str(value))
        return runpy.run_path(str(ROOT / "mastermind_site/settings.py"))

    monkeypatch.delenv("DATABASE_URL", raising=False)
    return read


def test_common_spellings_are_accepted_and_an_empty_value_counts_as_missing(settings_with):
    settings = settings_with(LOG_LEVEL="debug", ALLOWED_HOSTS="a.org, b.org,[::1]", HTTPS="yes")
    assert settings["LOGGING"]["root"]["level"] == 10
    assert settings["ALLOWED_HOSTS"] == ["a.org", "b.org", "[::1]"]
    assert settings["HTTPS"] is True
    for hosts, contact in (("*", ""), ("*,.a.org", "https://a.org")):
        assert settings_with(ALLOWED_HOSTS=hosts)["PUSH_CONTACT"] == contact
    settings = settings_with(HTTPS="", ALLOWED_HOSTS="", DATABASE_URL="", LOG_LEVEL=" ")
    assert settings["ALLOWED_HOSTS"] == ["127.0.0.1", "localhost", "[::1]"]
    assert settings["DATABASES"]["default"]["ENGINE"] == "django.db.backends.sqlite3"


def test_misspelled_settings_are_reported(monkeypatch, tmp_path):
    """In the file every unknown name is reported, in the environment only similar names."""
    (tmp_path / ".env").write_text("WEB_WORKER=4\nHTTPS=true\nCOLOUR=red\n")
    monkeypatch.setenv("LOG_LEVLE", "debug")
    monkeypatch.setenv("HOSTNAME", "web-1")
    env = Environment(tmp_path / ".env")
    for name in ("WEB_WORKERS", "HTTPS", "LOG_LEVEL", "HOST", "SITE_NAME"):
        env.text(name)
    assert list(env.misspelt()) == [
        ("COLOUR", ""),
        ("LOG_LEVLE", "LOG_LEVEL"),
        ("WEB_WORKER", "WEB_WORKERS"),
    ]


def test_var_dir_moves_everything_that_the_site_writes(settings_with, tmp_path):
    settings = settings_with(VAR_DIR=tmp_path / "my games 50%")
    written = [settings["STATIC_ROOT"], Path(settings["DATABASES"]["default"]["NAME"])]
    assert {path.parent for path in written} == {tmp_path / "my games 50%"}
    assert (tmp_path / "my games 50%/secret-key").read_text() == settings["SECRET_KEY"]


def test_files_that_the_site_writes_are_private(settings_with, tmp_path):
    settings_with(VAR_DIR=tmp_path / "new")
    kept = [tmp_path / "new", tmp_path / "new/secret-key"]
    (tmp_path / "later").touch()
    modes = [stat.S_IMODE(path.stat().st_mode) for path in (*kept, tmp_path / "later")]
    assert modes == [0o700, 0o600, 0o600]


def test_static_files_can_be_read_by_all_users(settings, tmp_path):
    """A web server that sends these files runs as another user."""
    (tmp_path / "source/css").mkdir(parents=True)
    (tmp_path / "source/css/site.css").write_text("body { color: black }\n" * 100)
    settings.STATIC_ROOT = tmp_path / "static"
    backend = "mastermind_site.storage.StaticFilesStorage"
    settings.STORAGES = {"staticfiles": {"BACKEND": backend}}
    settings.STATICFILES_DIRS = [tmp_path / "source"]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    call_command(Collect(), interactive=False, verbosity=0)
    found = [settings.STATIC_ROOT, *settings.STATIC_ROOT.rglob("*")]
    assert any(path.suffix == ".gz" for path in found)
    assert {stat.S_IMODE(path.stat().st_mode) for path in found} == {0o755, 0o644}
    assert os.umask(0o077) == 0o077


def test_an_unreadable_secret_key_is_reported(settings_with, tmp_path):
    (tmp_path / "secret-key").mkdir()
    with pytest.raises(WrongSettings, match="secret key cannot be read"):
        settings_with()


@pytest.mark.parametrize("kept", ["", "only part", "x" * 99])
def test_a_truncated_secret_key_is_reported(settings_with, tmp_path, kept):
    (tmp_path / "secret-key").write_text(kept)
    with pytest.raises(WrongSettings, match=r"There is no secret key in .*secret-key, or only"):
        settings_with()


def test_doctor_does_not_replace_a_lost_secret_key(settings_with, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["manage.py", "doctor"])
    assert settings_with()["SECRET_KEY"]
    assert not (tmp_path / "secret-key").exists()


@pytest.mark.parametrize("owner", [1, 10001])  # the user 10001 of the container has no name
@pytest.mark.parametrize("user", [0, 1])
def test_a_command_run_by_root_continues_as_the_owner_of_the_files(
    tmp_path, monkeypatch, user, owner
):
    if os.geteuid() == 0:
        os.chown(tmp_path, owner, owner)
    became = []
    for call in ("setgroups", "setgid", "setuid"):
        monkeypatch.setattr(os, call, became.append)
    monkeypatch.setattr(os, "geteuid", lambda: user)
    become_owner(tmp_path)
    owned = tmp_path.stat()
    assert became[1:] == ([] if user else [owned.st_gid, owned.st_uid])


def test_a_reload_of_the_server_after_an_upgrade_uses_no_old_module(tmp_path):
    old = "sys.modules['mastermind_site.environment'] = object()"
    read = f"import runpy, sys; {old}; runpy.run_path('gunicorn.conf.py')"
    env = os.environ | {"VAR_DIR": str(tmp_path)}
    subprocess.run([sys.executable, "-c", read], cwd=ROOT, env=env, check=True)


def test_wrong_settings_create_no_file(settings_with, tmp_path):
    with pytest.raises(WrongSettings, match="LOG_LEVEL"):
        settings_with(VAR_DIR=tmp_path / "new", LOG_LEVEL="loud")
    assert not (tmp_path / "new").exists()


def test_options_in_a_database_url_apply(settings_with):
    postgres = settings_with(DATABASE_URL="postgres://me@host/games?sslmode=verify-full")
    assert postgres["DATABASES"]["default"]["OPTIONS"]["sslmode"] == "verify-full"
    sqlite = settings_with(DATABASE_URL="sqlite:////tmp/games?timeout=9")
    assert sqlite["DATABASES"]["default"]["OPTIONS"]["timeout"] == 9


def test_a_relative_database_path_is_the_same_file_for_every_command(settings_with, monkeypatch):
    monkeypatch.chdir("/")
    named = settings_with(DATABASE_URL="sqlite:///games.sqlite3")["DATABASES"]["default"]["NAME"]
    assert named == str(ROOT / "games.sqlite3")


@pytest.mark.parametrize("path", ["games.sqlite3", "srv/games.sqlite3", ":memory:", "/?timeout=2"])
def test_a_database_in_memory_is_refused(settings_with, path):
    """Each process would have a separate database. A missing slash can cause this."""
    with pytest.raises(WrongSettings, match="DATABASE_URL has to be an address such as sqlite:///"):
        settings_with(DATABASE_URL=f"sqlite://{path}")


@pytest.mark.parametrize(
    ("name", "value", "extra", "packages"),
    [
        ("METRICS_FROM", "127.0.0.1", "metrics", ["prometheus-client"]),
        ("SENTRY_DSN", "https://key@sentry.io/1", "sentry", ["sentry-sdk"]),
        ("PUSH_KEY", "2f6b1c9d40e7a853" * 2, "push", ["cryptography"]),
        ("DATABASE_URL", "postgres://me@a/b", "postgres", ["psycopg-binary", "psycopg-pool"]),
    ],
)
def test_a_setting_that_needs_a_missing_package_is_reported(
    settings_with, monkeypatch, name, value, extra, packages
):
    lock = f"requirements/{extra}.txt"
    assert all(f"{package}==" in (ROOT / lock).read_text() for package in packages)
    monkeypatch.setattr("mastermind_site.extras.find_spec", lambda name: None)
    with pytest.raises(WrongSettings, match=rf"{name} asks for .*{lock}"):
        settings_with(**{name: value})


def test_the_setting_for_clients_of_metrics_is_parsed(settings_with, monkeypatch):
    monkeypatch.setattr("mastermind_site.extras.find_spec", lambda name: True)
    middleware = "mastermind_site.metrics.MetricsMiddleware"
    assert middleware not in settings_with()["MIDDLEWARE"]
    settings = settings_with(METRICS_FROM="127.0.0.1, 2001:db8::/32")
    assert list(map(str, settings["METRICS_FROM"])) == ["127.0.0.1/32", "2001:db8::/32"]
    assert settings["MIDDLEWARE"][1] == middleware


def test_the_environment_overrides_the_env_file(monkeypatch, tmp_path):
    (tmp_path / ".env").write_text("SITE_NAME='Code Club'  # ours\nexport HTTPS=true\nPORT=9\n")
    monkeypatch.setenv("PORT", "10")
    env = Environment(tmp_path / ".env")
    assert (env.text("SITE_NAME"), env.flag("HTTPS"), env.count("PORT", 1)) == (
        "Code Club",
        True,
        10,
    )


@pytest.mark.parametrize("line", ['SITE_NAME="Club', "SITE_NAME: Club", "set SITE_NAME Club"])
def test_an_unreadable_line_of_the_file_is_reported(tmp_path, line):
    """Otherwise the site would run without the settings in the rest of the file."""
    (tmp_path / ".env").write_text(f"PORT=9\n{line}\nHTTPS=true\n")
    with pytest.raises(WrongSettings, match=rf"^{tmp_path}/.env cannot be read from line 2 on: "):
        Environment(tmp_path / ".env").check()


def test_a_wrong_setting_ends_commands_and_the_server_with_one_sentence(tmp_path):
    wrong = os.environ | {"VAR_DIR": str(tmp_path), "NEW_GAMES_PER_HOUR": "0"}
    for command in (["manage.py", "check"], ["-m", "gunicorn"]):
        ended = subprocess.run(
            [sys.executable, *command], env=wrong, capture_output=True, text=True, check=False
        )
        assert ended.returncode == 1
        assert ended.stderr == (
            "NEW_GAMES_PER_HOUR is '0'; it has to be a whole number from 1 to 1000000000.\n"
        )


def test_an_unusable_database_ends_a_command_with_a_sentence(tmp_path):
    (tmp_path / "junk").write_text("no database, though there is something in it")
    wrong = {"VAR_DIR": str(tmp_path), "DATABASE_URL": f"sqlite:///{tmp_path}/junk"}
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
    ended = subprocess.run(migrate, env=os.environ | wrong, capture_output=True, text=True)
    assert ended.returncode == 1
    assert "The database that DATABASE_URL names cannot be used: " in ended.stderr
    assert "Traceback" not in ended.stderr


def test_an_unwritable_folder_of_static_files_is_reported(settings, monkeypatch):
    settings.STATIC_ROOT = "/proc/static"
    with pytest.raises(CommandError, match=r"/proc/static.* STATIC_DIR, or VAR_DIR, names another"):
        call_command("collectstatic", interactive=False, verbosity=0)


def test_a_full_disk_while_collecting_static_files_is_reported(settings, monkeypatch, tmp_path):
    """The error message of the system does not name the file that was written."""

    def full(self):
        raise OSError(errno.ENOSPC, "No space left on device")

    settings.STATIC_ROOT = tmp_path
    monkeypatch.setattr(
        "django.contrib.staticfiles.management.commands.collectstatic.Command.collect", full
    )
    with pytest.raises(CommandError, match=rf"^{tmp_path} cannot be written \(No space left"):
        call_command("collectstatic", interactive=False, verbosity=0)


def test_ctrl_c_ends_a_command_without_a_traceback(monkeypatch, capsys):
    def interrupt(argv):
        raise KeyboardInterrupt

    monkeypatch.setattr("django.core.management.execute_from_command_line", interrupt)
    with pytest.raises(SystemExit) as ended:
        runpy.run_path("manage.py", run_name="__main__")
    assert (ended.value.code, capsys.readouterr().err) == (130, "Stopped.\n")


@pytest.mark.parametrize(
    ("address", "port", "starts_tls", "is_tls"),
    [
        ("smtp://host/?from=play@example.org", 25, False, False),
        ("smtp+tls://host:2525/?from=play@example.org", 2525, True, False),
        ("smtps://play%40example.org:p%2Fq@host", 465, False, True),
    ],
)
def test_email_is_sent_through_the_server_in_its_url(
    settings_with, address, port, starts_tls, is_tls
):
    assert not settings_with()["HAS_MAIL"]
    found = settings_with(EMAIL_URL=address)
    assert found["HAS_MAIL"]
    assert (found["EMAIL_HOST"], found["EMAIL_PORT"]) == ("host", port)
    assert (found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"]) == (starts_tls, is_tls)
    assert found["DEFAULT_FROM_EMAIL"] == "play@example.org"
    assert found["EMAIL_HOST_PASSWORD"] == ("p/q" if is_tls else "")


PAGE = (ROOT / "docs/operations.md").read_text()
TABLE = re.findall(r"^\| (`[A-Z].*?) \|", PAGE.partition("## Settings")[2], re.MULTILINE)
SETTINGS = [name for cell in TABLE for name in re.findall(r"`([A-Z_]+)`", cell)]

HUGE = ["1e300", "99999999999999999999"]
FLAG = ["maybe", "2", "truefalse"]
RUBBISH = {
    "HOST": [
        *("play example", "http://127.0.0.1", "[::1]", "127.0.0.1:8000", "unix:socket"),
        "unix:/run/",
    ],
    "PORT": ["0", "-1", "99999", "http", "8000.5"],
    "ALLOWED_HOSTS": [
        *("https://play.example.org", "a b", "play.example.org/games", ",", "münchen.example"),
    ],
    "HTTPS": FLAG,
    "BASE_PATH": ["mastermind", "/mastermind/", "/", "https://example.org/mastermind", "/a b"],
    "HSTS_SUBDOMAINS": FLAG,
    "HSTS_PRELOAD": FLAG,
    "BEHIND_PROXY": FLAG,
    "BEHIND_POOLER": FLAG,
    "SITE_LINKS": ["https://example.org/legal", "Legal", "=https://a", "Legal=javascript:a", ","],
    "REFUSED_WORDS": ["x", "<<word", "a+b", "good,,bad", ","],
    "TRUSTED_PROXIES": ["0", "1.5", "-3", "nginx", "1000", *HUGE],
    "NEW_GAMES_PER_HOUR": ["0", "-1", "many", *HUGE],
    "DASK_SCHEDULER": ["junk", "tcp://", "http://a:8786", "tcp://a", "tcp://a b:1", "a:1"],
    "CSRF_TRUSTED_ORIGINS": ["play.example.org", "https://", "ftp://a", "https://a/b"],
    "VAR_DIR": ["~nobody-of-this-name/var", "manage.py", "manage.py/var", "/proc/games"],
    "STATIC_DIR": ["~nobody-of-this-name/var", __file__],
    "BACKUP_DIR": ["~nobody-of-this-name/var", __file__],
    "DATABASE_URL": [
        *("games.sqlite3", "mysql://me@host/games", "postgres://me@host:port/games", "sqlite://"),
        *("sqlite:////tmp/games?timeout=abc", "sqlite:////tmp/games?transaction_mode=LAZY"),
        *("sqlite:////tmp/games?foo=1", "postgres://me@host/games?foo=1"),
        *("postgres://me@host/games?pool=maybe", "postgres://me@host/games?pool=2"),
        *("sqlite:////proc/none/games", "sqlite:///manage.py/games"),
        *("mysql://me:hidden@host/x", "postgres://me:hidden/x#y@host/z"),
    ],
    "DATABASE_PATIENCE": ["-1", "nan", "inf", "-inf", "two", *HUGE],
    "SECRET_KEY": ["x", "letmein", "x" * 60, "12" * 30],
    "PUSH_KEY": ["x", "letmein", "x" * 60, "12" * 30],
    "WEB_WORKERS": ["0", "-2", "100000", "two", *HUGE],
    "WEB_THREADS": ["0", "-2", "100000", "two", *HUGE],
    "HOUSEKEEPING": FLAG,
    "LOG_ADDRESSES": FLAG,
    "LOG_LEVEL": ["loud", "11.5"],
    "LOG_FORMAT": ["xml", "JSON;"],
    "METRICS_FROM": ["everybody", "10.0.0.1/8", "10.0.0.0/99", "1.2.3"],
    "SENTRY_DSN": ["rubbish", "https://sentry.io/1", "https://hidden@sentry.io"],
    "EMAIL_URL": [
        *("mail.example.org", "smtp://mail.example.org", "http://a@b.c@host", "smtp://a@b"),
        *(
            "smtp://host/?from=nobody",
            "smtp://host:port/?from=a@b.c",
            "smtp://host/?from=a@b.c&x=1",
        ),
    ],
    "DEBUG": FLAG,
}
ANYTHING = {"SITE_NAME"}
# These folders are created only if all other settings are right.
FOLDERS = {"VAR_DIR", "STATIC_DIR", "BACKUP_DIR"}
# settings whose values are never shown
SECRET = {"DATABASE_URL", "EMAIL_URL", "SECRET_KEY", "PUSH_KEY", "SENTRY_DSN"}


def errors_of(monkeypatch, folder, settings: dict[str, str]) -> list[str]:
    """Return the error messages that the settings raise, one sentence per item."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    for key, text in {"VAR_DIR": str(folder), "NEW_GAMES_PER_HOUR": "", **settings}.items():
        monkeypatch.setenv(key, text)
    with pytest.raises(WrongSettings) as told:
        runpy.run_path(str(ROOT / "mastermind_site/settings.py"))
    return str(told.value).splitlines()


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in RUBBISH.items() for value in values]
)
def test_a_wrong_value_is_refused_with_a_sentence(monkeypatch, tmp_path, name, value):
    [sentence] = errors_of(monkeypatch, tmp_path, {name: value})
    assert name in sentence
    assert re.search(r"has to be|names another folder|which there is not", sentence)
    assert "hidden" not in sentence
    assert name not in SECRET or value not in sentence.partition("has to be")[0]


def test_all_wrong_values_are_reported_at_once(monkeypatch, tmp_path):
    wrong = {name: RUBBISH[name][0] for name in sorted(RUBBISH.keys() - FOLDERS)}
    sentences = errors_of(monkeypatch, tmp_path, wrong)
    assert [sentence.split()[0] for sentence in sorted(sentences)] == sorted(wrong)


def test_every_setting_is_tested():
    assert len(SETTINGS) > 20
    assert sorted(SETTINGS) == sorted(RUBBISH.keys() | ANYTHING)
