"""The site's secret key, made on the first start."""

import contextlib
import secrets
from collections.abc import Iterator
from pathlib import Path

from mastermind_site.environment import WrongSettings, is_strong, make_private_folder


def kept_secret_key(path: Path) -> str:
    """Return the key kept in ``path``, making the file (readable by its owner only) if need be.

    Several processes may start at once: the one that creates the file decides.

    Raises :class:`WrongSettings` if the file can be neither read nor made.
    """
    try:
        if not path.exists():
            make_private_folder(path.parent)
            _make(path)
        key = path.read_text()
    except (OSError, UnicodeDecodeError) as error:
        told = f"The secret key cannot be read from {path} ({getattr(error, 'strerror', error)})."
        raise WrongSettings(f"{told} Its owner has to run the site; or set SECRET_KEY.") from error
    if not is_strong(key):
        told = f"There is no secret key in {path}, or only part of one. Restore it from a backup"
        raise WrongSettings(f"{told}, or remove the file: then guests lose their games.")
    return key


@contextlib.contextmanager
def replaced(path: Path, key: str) -> Iterator[None]:
    """Keep another key in ``path`` once the block has ended well; what may fail comes before it."""
    make_private_folder(path.parent)
    draft = _draft(path, key)
    try:
        yield
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _make(path: Path) -> None:
    draft = _draft(path, secrets.token_urlsafe(50))
    try:
        with contextlib.suppress(FileExistsError):
            path.hardlink_to(draft)
    finally:
        draft.unlink()


def _draft(path: Path, key: str) -> Path:
    draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
    draft.touch(mode=0o600)
    draft.write_text(key)
    return draft
