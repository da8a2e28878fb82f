"""How a setting is read: from the environment, else from ``.env`` beside ``manage.py``.

Each wrong value is told in one sentence that names it and says what would be right. The sentences
are collected, so that whoever sets up a site sees all of them at once.
"""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import Any

import dj_database_url
from environs import Env, EnvError, ValidationError, validate

HOST = re.compile(r"\*|\.?[\w-]+(\.[\w-]+)*\.?|\[[\da-fA-F:.]+\]")
NAME = re.compile(r"[\w-]+(\.[\w-]+)*")
ORIGIN = re.compile(r"https?://[^/\s]+")
ADDRESS_WITH_KEY = re.compile(r"https?://\w+(:\w+)?@[^/\s]+(/[^/\s]+)*/\d+")
SCHEDULER = re.compile(r"\s*(tcp|tls|ucx|ws|wss)://[^/\s]+:\d+/?\s*\Z")
SQLITE_OPTIONS = {  # of an address, and what each has to be
    "timeout": (r"\d+", "a whole number of seconds"),
    "cached_statements": (r"\d+", "a whole number"),
    "transaction_mode": ("(?i)deferred|immediate|exclusive", "DEFERRED, IMMEDIATE or EXCLUSIVE"),
    "init_command": (".*", "SQL"),
}
DATABASE = re.compile(r"(sqlite|postgres|postgresql)://.+")

A_DAY = 24 * 60 * 60  # seconds
LEAST_KEY, LEAST_SIGNS = 32, 5  # characters of a secret key, and different ones among them


class WrongSettings(Exception):
    """The site cannot be as its settings ask: a sentence for each that is wrong."""


def make_private_folder(folder: Path, setting: str = "VAR_DIR") -> None:
    """Make the folder, for its owner alone, unless it is there; we have to be able to write to it.

    The ``setting`` is the one that names it.

    Raises :class:`WrongSettings`.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        told = f"{folder} cannot be made ({error.strerror}). {setting} names another folder."
        raise WrongSettings(told) from error
    if not os.access(folder, os.W_OK | os.X_OK):
        told = f"{folder} may not be written to. {setting} names another folder."
        raise WrongSettings(told)


def is_network(text: str) -> bool:
    """Return whether a text is an address or a network.

    >>> is_network("10.0.0.0/8"), is_network("::1"), is_network("10.0.0.1/8"), is_network("home")
    (True, True, False, False)
    """
    try:
        ip_network(text)
    except ValueError:
        return False
    return True


def is_address(text: str) -> bool:
    """Return whether a text is an address of a machine.

    >>> is_address("::1"), is_address("fe80::1%eth0"), is_address("127.0.0.1:80")
    (True, True, False)
    """
    try:
        ip_address(text)
    except ValueError:
        return False
    return True


def is_strong(key: str) -> bool:
    """Return whether nobody guesses a secret key.

    >>> is_strong("x" * 50), is_strong("2f6b1c"), is_strong("2f6b1c9d40e7a853" * 2)
    (False, False, True)
    """
    return len(key) >= LEAST_KEY and len(set(key)) >= LEAST_SIGNS


class Environment:
    """Reads settings. A value that is empty counts as none."""

    def __init__(self, file: Path | None = None) -> None:
        self._env = Env()
        self._wrong: list[str] = []
        try:
            if file:
                self._env.read_env(file, recurse=False)
        except (OSError, ValueError) as error:
            self._wrong.append(f"{file} cannot be read: {error}.")

    def text(self, name: str, default: str = "") -> str:
        return str(self._env.str(name, "")).strip() or default

    def flag(self, name: str, default: bool = False) -> bool:
        return bool(self._read(self._env.bool, name, default, "true or false"))

    def count(self, name: str, default: int, most: int | None = None) -> int:
        """Return a whole number from 1 on."""
        right = f"a whole number from 1 {f'to {most}' if most else 'on'}"
        bounds = validate.Range(min=1, max=most)
        return int(self._read(self._env.int, name, default, right, validate=bounds))

    def seconds(self, name: str, default: float) -> float:
        right = "a number of seconds up to a day, or 0 for as long as it takes"
        bounds = validate.Range(min=0, max=A_DAY)
        return float(self._read(self._env.float, name, default, right, validate=bounds))

    def level(self, name: str, default: str) -> int | str:
        """Return how much is logged, as :mod:`logging` knows it."""
        right = "DEBUG, INFO, WARNING, ERROR or CRITICAL"
        level: int | str = self._read(self._env.log_level, name, default, right)
        return level

    def choice(self, name: str, choices: Sequence[str]) -> str:
        """Return one of these; the first one if none is named."""
        bounds = validate.OneOf(choices)
        right = " or ".join(choices)
        return str(self._read(self._env.str, name, choices[0], right, validate=bounds))

    def key(self, name: str) -> str:
        """Return a secret key, or nothing."""
        key = self.text(name)
        if key and not is_strong(key):  # not shown
            right = (
                f"{LEAST_KEY} characters or more that nobody guesses, as of openssl rand -hex 32"
            )
            self._wrong.append(f"{name} is too short or too plain; it has to be {right}.")
        return key

    def place(self, name: str, default: str) -> str:
        """Return where to listen."""
        right = "an address of this machine such as 127.0.0.1 or ::1; 0.0.0.0 and :: are all it has"
        place = self.text(name, default)
        if not (NAME.fullmatch(place) or is_address(place)):
            self._wrong.append(f"{name} is {place!r}; it has to be {right}.")
        return place

    def hosts(self, name: str, default: list[str]) -> list[str]:
        right = "names without scheme, port or path, such as play.example.org, between commas"
        return self._list(name, default, HOST.fullmatch, right)

    def origins(self, name: str, default: list[str]) -> list[str]:
        right = "addresses with their scheme, such as https://play.example.org, between commas"
        return self._list(name, default, ORIGIN.fullmatch, right)

    def networks(self, name: str) -> list[IPv4Network | IPv6Network]:
        """Return the networks named; an address is a network of one."""
        right = "addresses or networks, such as 127.0.0.1 or 10.0.0.0/8, between commas"
        return [ip_network(one) for one in self._list(name, [], is_network, right)]

    def address_with_key(self, name: str) -> str:
        """Return an address such as those of Sentry, which has a key in it, or nothing."""
        address = self.text(name)
        if address and not ADDRESS_WITH_KEY.fullmatch(address):  # not shown, for its key
            self._wrong.append(f"{name} has to be an address such as https://key@sentry.io/1.")
            return ""
        return address

    def folder(self, name: str, default: Path) -> Path:
        """Return a folder; a relative path starts where the default is."""
        try:
            folder = default.parent / Path(self.text(name, str(default))).expanduser()
            if not folder.is_file():
                return folder
        except (RuntimeError, OSError):  # ~name, and there is no such user; or no way there
            pass
        right = "a folder that there can be, such as /var/lib/mastermind"
        self._wrong.append(f"{name} is {self.text(name)!r}; it has to be {right}.")
        return default

    def scheduler(self, name: str) -> str:
        """Return where the scheduler of a Dask cluster listens, or nothing."""
        right = "an address such as tcp://127.0.0.1:8786"
        bounds = validate.Regexp(SCHEDULER)
        return str(self._read(self._env.str, name, "", right, validate=bounds)).strip()

    def database(self, name: str, default: str) -> dict[str, Any]:
        """Return a database as Django describes it, with the options of its address."""
        address = self.text(name, default)
        parsed: dict[str, Any]
        try:
            if not DATABASE.fullmatch(address):
                raise ValueError(address)
            parsed = dict(dj_database_url.parse(address))
        except ValueError:  # not shown: it may have a password
            right = "sqlite:////folder/games.sqlite3 or postgres://user:password@host/name"
            hint = "A special character in a password is written as in %40 for @."
            self._wrong.append(f"{name} has to be an address such as {right}. {hint}")
            parsed = dict(dj_database_url.parse(default))
        if parsed["ENGINE"] == "django.db.backends.sqlite3":
            self._check_sqlite(name, parsed.get("OPTIONS", {}))
        return {"OPTIONS": {}} | parsed | {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}

    def _check_sqlite(self, name: str, options: Mapping[str, Any]) -> None:
        for option, value in options.items():
            pattern, right = SQLITE_OPTIONS.get(option, ("", ""))
            if not pattern:
                self._wrong.append(f"{name} has the option {option}, which there is not.")
            elif not re.fullmatch(pattern, str(value)):
                told = f"{name} has the option {option}={value}"
                self._wrong.append(f"{told}; it has to be {right}.")

    def check(self) -> None:
        """Raise :class:`WrongSettings` if any value read so far was wrong."""
        if self._wrong:
            raise WrongSettings("\n".join(self._wrong))

    def _list(
        self, name: str, default: list[str], is_item: Callable[[str], object], right: str
    ) -> list[str]:
        def each_is_right(items: list[str]) -> None:
            if not all(map(is_item, items)):
                raise ValidationError(right)

        read = self._env.list
        found = self._read(read, name, default, right, subcast=str.strip, validate=each_is_right)
        return list(found)

    def _read(
        self, read: Callable[..., Any], name: str, default: Any, right: str, **options: Any
    ) -> Any:
        if not self.text(name):
            return default
        try:
            return read(name, **options)
        except EnvError:
            self._wrong.append(f"{name} is {self.text(name)!r}; it has to be {right}.")
            return default
