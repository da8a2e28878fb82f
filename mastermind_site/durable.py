"""Write files that are on the disk when the function returns.

Only their owner can read them (``os.umask``).
"""

import os
from pathlib import Path


def write(file: Path, text: str) -> None:
    """Write a file; when this returns, its content and its name are on the disk."""
    with file.open("w") as target:
        target.write(text)
        target.flush()
        os.fsync(target.fileno())
    sync_folder(file.parent)


def sync_folder(folder: Path) -> None:
    """Make sure that the names of the files in a folder are on the disk, too."""
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
