"""The site's secret key, made on the first start."""

import contextlib
import secrets
from pathlib import Path


def kept_secret_key(path: Path) -> str:
    """Return the key kept in ``path``, making the file (readable by its owner only) if need be.

    Several processes may start at once: the one that creates the file decides.
    """
    path.parent.mkdir(exist_ok=True)
    with contextlib.suppress(FileExistsError):
        draft = path.with_name(f"{path.name}.{secrets.token_hex(8)}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(50))
        try:
            path.hardlink_to(draft)
        finally:
            draft.unlink()
    return path.read_text()
