"""Read settings from the environment, or else from ``.env`` beside ``manage.py``.

For each wrong value, a sentence names the setting and says what would be right. An administrator
sees all these sentences at once.
"""

import logging
import os
import pwd
import re
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from importlib.util import find_spec
from io import StringIO
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from math import inf
from pathlib import Path
from typing import Any, NamedTuple, TypeVar
from urllib.parse import parse_qsl, unquote, urlsplit

import dj_database_url
from dotenv import dotenv_values
from dotenv.parser import parse_stream

Value = TypeVar("Value")

FLAGS = {
    **dict.fromkeys(("true", "t", "yes", "y", "on", "1"), True),
    **dict.fromkeys(("false", "f", "no", "n", "off", "0"), False),
}
HOST_NAME = re.compile(r"\*|\.?[\w-]+(\.[\w-]+)*\.?|\[[\da-fA-F:.]+\]", re.ASCII)
DOTTED_NAME = re.compile(r"[\w-]+(\.[\w-]+)*")
SOCKET = re.compile(r"unix:/\S+[^\s/]")
PATH = re.compile(r"(/[\w.~-]+)+", re.ASCII)
ORIGIN = re.compile(r"https?://[^/\s]+")
LINK = re.compile(r"([^=<>]*[^=<>\s])\s*=\s*((?:https?://|mailto:)[^\s\"']+)")
# the form of a word in the lists of games/people/accounts/decency.py
WORD = re.compile(r"\+?<?[^<>+\s][^<>+]*[^<>+\s]>?")
ADDRESS_WITH_KEY = re.compile(r"https?://\w+(:\w+)?@[^/\s]+(/[^/\s]+)*/\d+")
SCHEDULER = re.compile(r"(tcp|tls|ucx|ws|wss)://[^/\s]+:\d+/?")
SQLITE_OPTIONS = {  # options in the URL of a database, and the form of their values
    "timeout": (r"\d+", "a whole number of seconds"),
    "cached_statements": (r"\d+", "a whole number"),
    "transaction_mode": ("(?i)deferred|immediate|exclusive", "DEFERRED, IMMEDIATE or EXCLUSIVE"),
    "init_command": (".*", "SQL"),
}
MAIL_PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
MAIL_ADDRESS = re.compile(r"[^@\s<>\"]+@[^@\s<>\"]+")
# With two slashes, SQLite would use a database in memory.
DATABASE_ADDRESS = re.compile(r"sqlite:///[^:?].*|(postgres|postgresql)://.+")

SECONDS_A_DAY = 24 * 60 * 60
# A secret key needs at least this many characters, and this many distinct characters.
LEAST_KEY, LEAST_SIGNS = 32, 5


class WrongSettings(Exception):
    """Some settings are wrong; the message has a sentence about each."""


def make_private_folder(folder: Path, setting: str = "VAR_DIR") -> None:
    """Make a folder that only its owner can use, unless it exists.

    Raise :class:`WrongSettings` if that fails; ``setting`` is the setting that names the folder.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        problem = f"{folder} cannot be made ({error.strerror}). {setting} names another folder."
        raise WrongSettings(problem) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        problem = f"{folder} may not be written to. {setting} names another folder."
        raise WrongSettings(problem)


def become_owner(folder: Path) -> None:
    """Give up the rights of root and become the owner of ``folder``, if it exists.

    Otherwise the site could not read what a command of root writes there. Raise
    :class:`WrongSettings` if root lacks the right to change its user.
    """
    if os.geteuid() != 0 or not folder.exists() or not (user := folder.stat().st_uid):
        return
    try:
        owner = pwd.getpwuid(user)
        groups, group = os.getgrouplist(owner.pw_name, owner.pw_gid), owner.pw_gid
    except KeyError:  # the user of a container has no name
        groups, group = [], folder.stat().st_gid
    try:
        os.setgroups(groups)
        os.setgid(group)
        os.setuid(user)
    except OSError as error:  # the container lacks the capability, or has no such user
        problem = f"Root cannot become the owner of {folder} here: run this as user {user}."
        raise WrongSettings(problem) from error


def require(package: str, setting: str, extra: str) -> None:
    """Raise :class:`WrongSettings` unless the package that a setting needs is installed."""
    if not find_spec(package):
        raise WrongSettings(
            f"{setting} asks for a package that is not installed: "
            f"python -m pip install --require-hashes -r requirements/{extra}.txt"
        )


def is_strong(key: str) -> bool:
    """Return whether a secret key is hard to guess.

    >>> is_strong("x" * 50), is_strong("2f6b1c"), is_strong("2f6b1c9d40e7a853" * 2)
    (False, False, True)
    """
    return len(key) >= LEAST_KEY and len(set(key)) >= LEAST_SIGNS


def fitting(text: str, fits: Callable[[str], object]) -> str:
    """Return a text that ``fits`` accepts; otherwise raise ``ValueError``, like a parser."""
    if not fits(text):
        raise ValueError(text)
    return text


def link(text: str) -> tuple[str, str]:
    """Return the name and the URL of a link; raise ``ValueError`` if the text is no link.

    >>> link("Write to us = mailto:us@example.org")
    ('Write to us', 'mailto:us@example.org')
    """
    if not (found := LINK.fullmatch(text)):
        raise ValueError(text)
    return found[1], found[2]


def between(least: float, number: float, most: float) -> float:
    """Return a number; raise ``ValueError`` if it is out of bounds."""
    if not least <= number <= most:
        raise ValueError(number)
    return number


class Mail(NamedTuple):
    """The mail server, and the sender's address."""

    host: str = ""
    port: int = 25
    user: str = ""
    password: str = ""
    starts_tls: bool = False
    is_tls: bool = False
    sender: str = ""


def mail_at(address: str) -> Mail:
    """Return the mail server that a URL describes; raise ``ValueError`` if it is wrong.

    >>> mail_at("smtp+tls://me:p%40ss@mail.example.org/?from=play@example.org")[:4]
    ('mail.example.org', 587, 'me', 'p@ss')
    """
    parts, fields = urlsplit(address), dict(parse_qsl(urlsplit(address).query))
    user = unquote(parts.username or "")
    sender = fields.pop("from", user)
    fitting(sender, MAIL_ADDRESS.fullmatch)
    fitting(address, lambda _: parts.hostname and not fields and parts.path in ("", "/"))
    return Mail(
        parts.hostname or "",
        parts.port or MAIL_PORTS[parts.scheme],
        user,
        unquote(parts.password or ""),
        starts_tls=parts.scheme == "smtp+tls",
        is_tls=parts.scheme == "smtps",
        sender=sender,
    )


class Environment:
    """A reader of settings. An empty value counts as unset."""

    def __init__(self, file: Path | None = None) -> None:
        self._wrong: list[str] = []
        self._asked: set[str] = set()
        self._texts: ChainMap[str, str | None] = ChainMap(os.environ)  # type: ignore[arg-type]
        try:
            if file and file.exists():
                self._read_file(file)
        except (OSError, ValueError) as error:
            self._wrong.append(f"{file} cannot be read: {error}.")

    def _read_file(self, file: Path) -> None:
        text = file.read_text("utf-8-sig")  # read only once, because the file can be a pipe
        wrong = [one.original.line for one in parse_stream(StringIO(text)) if one.error]
        self._wrong += [
            f"{file} cannot be read from line {line} on: a line is NAME=value." for line in wrong
        ]
        self._texts.maps.append(dotenv_values(stream=StringIO(text)))

    def misspelt(self) -> Iterator[tuple[str, str]]:
        """Yield each unknown setting with the most similar known setting.

        An unknown setting is a name in the file, or a name in the environment that resembles a
        setting.
        """
        for name in sorted(self._texts.keys() - self._asked):
            is_in_file = any(name in names for names in self._texts.maps[1:])
            meant = get_close_matches(name, self._asked, n=1, cutoff=0.6 if is_in_file else 0.85)
            if is_in_file or meant:
                yield name, "".join(meant)

    def text(self, name: str, default: str = "") -> str:
        self._asked.add(name)
        return (self._texts.get(name) or "").strip() or default

    def flag(self, name: str, default: bool = False) -> bool:
        return self._read(name, default, lambda text: FLAGS[text.lower()], "true or false")

    def count(self, name: str, default: int, most: int | None = None) -> int:
        """Return a whole number of at least 1."""
        right = f"a whole number from 1 {f'to {most}' if most else 'on'}"
        return self._read(
            name, default, lambda text: int(between(1, int(text), most or inf)), right
        )

    def seconds(self, name: str, default: float) -> float:
        right = "a number of seconds up to a day, or 0 for as long as it takes"
        return self._read(name, default, lambda text: between(0, float(text), SECONDS_A_DAY), right)

    def level(self, name: str, default: str) -> int:
        """Return the log level as a number of :mod:`logging`."""
        levels = logging.getLevelNamesMapping()
        right = "DEBUG, INFO, WARNING, ERROR or CRITICAL"
        return self._read(name, levels[default], lambda text: levels[text.upper()], right)

    def choice(self, name: str, choices: Sequence[str]) -> str:
        """Return one of these choices; the first choice if the setting is empty."""
        right = " or ".join(choices)
        return self._read(name, choices[0], lambda text: fitting(text, choices.__contains__), right)

    def key(self, name: str) -> str:
        """Return a secret key; empty if there is none."""
        right = f"{LEAST_KEY} characters or more that no one can guess, as of openssl rand -hex 32"
        return self._read(name, "", lambda text: fitting(text, is_strong), right, is_shown=False)

    def place(self, name: str, default: str) -> str:
        """Return the IP address or socket on which the site listens."""

        def parse(text: str) -> str:
            is_name = DOTTED_NAME.fullmatch(text) or SOCKET.fullmatch(text)
            return text if is_name else str(ip_address(text))

        right = (
            "an address of this machine such as 127.0.0.1 or ::1 (0.0.0.0 and :: are all it has), "
            "or a socket such as unix:/run/mastermind/site"
        )
        return self._read(name, default, parse, right)

    def base_path(self, name: str) -> str:
        """Return the path under which the site is served; empty for the root."""
        right = "a path such as /mastermind, without a slash at its end"
        return self._read(name, "", lambda text: fitting(text, PATH.fullmatch), right)

    def hosts(self, name: str, default: list[str]) -> list[str]:
        right = (
            "names without scheme, port or path, such as play.example.org (xn--… for one with "
            "other letters), between commas"
        )
        return self._list(name, default, lambda text: fitting(text, HOST_NAME.fullmatch), right)

    def origins(self, name: str, default: list[str]) -> list[str]:
        right = "addresses with their scheme, such as https://play.example.org, between commas"
        return self._list(name, default, lambda text: fitting(text, ORIGIN.fullmatch), right)

    def links(self, name: str) -> list[tuple[str, str]]:
        """Return names and URLs of links."""
        right = (
            "names and addresses, such as Legal notice=https://example.org/legal, between commas"
        )
        return self._list(name, [], link, right)

    def words(self, name: str) -> list[str]:
        """Return words of at least two letters; signs such as < limit their places in a text."""
        right = "words of two letters or more, such as word, <word> or +innocent, between commas"
        return self._list(name, [], lambda text: fitting(text, WORD.fullmatch), right)

    def networks(self, name: str) -> list[IPv4Network | IPv6Network]:
        """Return networks; a single IP address is a network with one address."""
        right = "addresses or networks, such as 127.0.0.1 or 10.0.0.0/8, between commas"
        return self._list(name, [], ip_network, right)

    def address_with_key(self, name: str) -> str:
        """Return a URL that contains a key, such as Sentry's; empty if there is none."""
        right = "an address such as https://key@sentry.io/1"
        fits = ADDRESS_WITH_KEY.fullmatch
        return self._read(name, "", lambda text: fitting(text, fits), right, is_shown=False)

    def folder(self, name: str, default: Path) -> Path:
        """Return a folder; a relative path starts in the parent folder of the default."""

        def parse(text: str) -> Path:
            folder = default.parent / Path(text).expanduser()
            fitting(text, lambda _: not folder.is_file())
            return folder

        right = "a folder that there can be, such as /var/lib/mastermind"
        return self._read(name, default, parse, right)

    def scheduler(self, name: str) -> str:
        """Return the URL of the scheduler of a Dask cluster; empty if there is none."""
        right = "an address such as tcp://127.0.0.1:8786"
        return self._read(name, "", lambda text: fitting(text, SCHEDULER.fullmatch), right)

    def database(self, name: str, default: str) -> dict[str, Any]:
        """Return a database in Django's form, with the options of its URL."""
        right = (
            "an address such as sqlite:////folder/games.sqlite3 or postgres://user:password@host/"
            "name. A special character in a password is written as in %40 for @"
        )
        parsed = self._read(name, database_at(default), database_at, right, is_shown=False)
        if parsed["ENGINE"] == "django.db.backends.sqlite3":
            self._check_sqlite(name, parsed.get("OPTIONS", {}))
        return {"OPTIONS": {}} | parsed | {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}

    def _check_sqlite(self, name: str, options: Mapping[str, Any]) -> None:
        for option, value in options.items():
            pattern, right = SQLITE_OPTIONS.get(option, ("", ""))
            if not pattern:
                self._wrong.append(f"{name} has the option {option}, which there is not.")
            elif not re.fullmatch(pattern, str(value)):
                problem = f"{name} has the option {option}={value}"
                self._wrong.append(f"{problem}; it has to be {right}.")

    def mail(self, name: str) -> Mail:
        """Return the mail server; the site sends no email if the host is empty."""
        right = (
            "an address such as smtp+tls://user:password@mail.example.org/?from=play@example.org, "
            "or one with smtp or smtps"
        )
        return self._read(name, Mail(), mail_at, right, is_shown=False)

    def check(self) -> None:
        """Raise :class:`WrongSettings` if any value read so far was wrong."""
        if self._wrong:
            raise WrongSettings("\n".join(self._wrong))

    def _list(
        self, name: str, default: list[Value], parse: Callable[[str], Value], right: str
    ) -> list[Value]:
        return self._read(
            name, default, lambda text: [parse(one.strip()) for one in text.split(",")], right
        )

    def _read(
        self,
        name: str,
        default: Value,
        parse: Callable[[str], Value],
        right: str,
        is_shown: bool = True,  # false for values that can contain a key or a password
    ) -> Value:
        if not (text := self.text(name)):
            return default
        try:
            return parse(text)
        except (ValueError, LookupError, RuntimeError, OSError):
            said = f" is {text!r}; it" if is_shown else ""
            self._wrong.append(f"{name}{said} has to be {right}.")
            return default


def database_at(address: str) -> dict[str, Any]:
    """Return a database in Django's form; raise ``ValueError`` if the URL is wrong."""
    return dict(dj_database_url.parse(fitting(address, DATABASE_ADDRESS.fullmatch)))
