"""The site's secret key, which the first start creates."""

import contextlib
import secrets
from pathlib import Path

from mastermind_site.durable import write
from mastermind_site.environment import WrongSettings, is_strong, make_private_folder


def load_secret_key(path: Path, is_needed: bool = True) -> str:
    """Return the key stored in ``path``; if there is no file, create a private file with a key.

    If several processes start at once, all use the key of the one that creates the file. Raise
    :class:`WrongSettings` if the file can be neither read nor created. Unless the key
    ``is_needed``, a temporary key replaces a missing or damaged one.
    """
    try:
        return _read_key(path, is_needed)
    except WrongSettings:
        if is_needed:
            raise
        return secrets.token_urlsafe(50)


def _read_key(path: Path, is_made: bool) -> str:
    try:
        if is_made and not path.exists():
            make_private_folder(path.parent)
            _make(path)
        key = path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", error)
        problem = f"The secret key cannot be read from {path} ({reason}). Its owner has to run"
        raise WrongSettings(f"{problem} the site; or set SECRET_KEY.") from error
    if not is_strong(key):
        problem = f"There is no secret key in {path}, or only part of one. Restore it from a backup"
        raise WrongSettings(f"{problem}, or remove the file: then guests lose their games.")
    return key


def _make(path: Path) -> None:
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    write(draft, secrets.token_urlsafe(50))
    try:
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(draft)
    finally:
        draft.unlink()
