"""Tries every setting of docs/operations.md with nonsensical values; each value must get a
sentence.
"""

import re
import runpy
from pathlib import Path

import pytest

from mastermind_site.environment import WrongSettings

ROOT = Path(__file__).parents[2]
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
