"""Right values of settings are accepted, and each wrong value gets a sentence that names it."""

import errno
import os
import re
import runpy
import stat
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

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
    monkeypatch.setattr("mastermind_site.environment.find_spec", lambda name: None)
    with pytest.raises(WrongSettings, match=rf"{name} asks for .*{lock}"):
        settings_with(**{name: value})


def test_the_setting_for_clients_of_metrics_is_parsed(settings_with, monkeypatch):
    monkeypatch.setattr("mastermind_site.environment.find_spec", lambda name: True)
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
    settings.STATIC_ROOT = tmp_path
    full = Mock(side_effect=OSError(errno.ENOSPC, "No space left on device"))
    monkeypatch.setattr(Collect, "collect", full)
    with pytest.raises(CommandError, match=rf"^{tmp_path} cannot be written \(No space left"):
        call_command("collectstatic", interactive=False, verbosity=0)


def test_ctrl_c_ends_a_command_without_a_traceback(monkeypatch, capsys):
    interrupt = Mock(side_effect=KeyboardInterrupt)
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


READ = re.findall(r'env\.(\w+)\(\s*"([A-Z_]+)"', (ROOT / "mastermind_site/settings.py").read_text())
HUGE = ["1e300", "99999999999999999999"]
# nonsensical values for each method that reads settings
RUBBISH = {
    "address_with_key": ["rubbish", "https://sentry.io/1", "https://hidden@sentry.io"],
    "base_path": ["mastermind", "/mastermind/", "/", "https://example.org/mastermind", "/a b"],
    "choice": ["xml", "JSON;"],
    "count": ["0", "-1", "1.5", "many", "-3", *HUGE],
    "database": [
        *("games.sqlite3", "mysql://me@host/games", "postgres://me@host:port/games", "sqlite://"),
        *("sqlite:////tmp/games?timeout=abc", "sqlite:////tmp/games?transaction_mode=LAZY"),
        *("sqlite:////tmp/games?foo=1", "postgres://me@host/games?foo=1"),
        *("postgres://me@host/games?pool=maybe", "postgres://me@host/games?pool=2"),
        *("mysql://me:hidden@host/x", "postgres://me:hidden/x#y@host/z"),
    ],
    "flag": ["maybe", "2", "truefalse"],
    "folder": ["~nobody-of-this-name/var", __file__],
    "hosts": [
        *("https://play.example.org", "a b", "play.example.org/games", ",", "münchen.example")
    ],
    "key": ["x", "letmein", "x" * 60, "12" * 30],
    "level": ["loud", "11.5"],
    "links": ["https://example.org/legal", "Legal", "=https://a", "Legal=javascript:a", ","],
    "mail": [
        *("mail.example.org", "smtp://mail.example.org", "http://a@b.c@host", "smtp://a@b"),
        *("smtp://host/?from=nobody", "smtp://host:port/?from=a@b.c"),
        "smtp://host/?from=a@b.c&x=1",
    ],
    "networks": ["everybody", "10.0.0.1/8", "10.0.0.0/99", "1.2.3"],
    "origins": ["play.example.org", "https://", "ftp://a", "https://a/b"],
    "place": [
        *("play example", "http://127.0.0.1", "[::1]", "127.0.0.1:8000", "unix:socket"),
        "unix:/run/",
    ],
    "scheduler": ["junk", "tcp://", "http://a:8786", "tcp://a", "tcp://a b:1", "a:1"],
    "seconds": ["-1", "nan", "inf", "-inf", "two", *HUGE],
    "text": [],  # any text is a value
    "words": ["x", "<<word", "a+b", "good,,bad", ","],
}
# the values that these methods read are never shown
SECRET = {"address_with_key", "database", "key", "mail"}


@pytest.fixture
def errors_of(settings_with):
    """Return a function that returns the sentences about wrong settings."""

    def read(**named) -> list[str]:
        with pytest.raises(WrongSettings) as told:
            settings_with(**{"NEW_GAMES_PER_HOUR": ""} | named)
        return str(told.value).splitlines()

    return read


@pytest.mark.parametrize("place", range(max(map(len, RUBBISH.values()))))
def test_each_wrong_value_gets_a_sentence_and_all_are_reported_at_once(errors_of, place):
    """The test reads one wrong value of every setting at a time."""
    wrong = {
        name: (kind, RUBBISH[kind][place]) for kind, name in READ if place < len(RUBBISH[kind])
    }
    sentences = sorted(errors_of(**{name: value for name, (_, value) in wrong.items()}))
    assert [sentence.split()[0] for sentence in sentences] == sorted(wrong)
    for sentence, name in zip(sentences, sorted(wrong), strict=True):
        kind, value = wrong[name]
        assert re.search(r"has to be|which there is not", sentence)
        assert "hidden" not in sentence
        assert kind not in SECRET or value not in sentence.partition("has to be")[0]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("VAR_DIR", "manage.py/var"), ("VAR_DIR", "/proc/games")),
        *(("DATABASE_URL", f"sqlite:///{path}/games") for path in ("/proc/none", "manage.py")),
    ],
)
def test_a_folder_that_cannot_be_made_is_reported(errors_of, name, value):
    [sentence] = errors_of(**{name: value})
    assert sentence.endswith(f"{name} names another folder.")
