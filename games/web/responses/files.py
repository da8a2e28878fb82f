"""Files to download, and tables for spreadsheets."""

import csv
from collections.abc import Iterable, Iterator
from tempfile import SpooledTemporaryFile
from typing import Any

from django.http import FileResponse, HttpResponse, HttpResponseBase

IN_MEMORY = 2_000_000  # in bytes; a longer file is on the disk until it is sent


class Echo:
    """A file that returns what is written to it."""

    write = staticmethod(str)


def download(pieces: Iterable[str], kind: str, name: str) -> HttpResponseBase:
    """Return a response that a browser saves as a file.

    A long file is never whole in memory, because programs can play 100,000 games for an account.
    """
    file = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - the response closes it
    for piece in pieces:
        file.write(piece.encode())
    is_long = file.tell() > IN_MEMORY
    file.seek(0)
    how: dict[str, Any] = {
        "content_type": f"{kind}; charset=utf-8",
        "headers": {"Content-Disposition": f'attachment; filename="{name}"'},
    }
    return FileResponse(file, **how) if is_long else HttpResponse(file, **how)


def spreadsheet(
    columns: Iterable[str], rows: Iterable[dict[str, Any]], name: str
) -> HttpResponseBase:
    r"""Return rows with names of people as a CSV file that a browser saves.

    It begins with a byte order mark, because Excel would read "Zoë" as "ZoÃ«" without it. The name
    "-Ada" gets an apostrophe, because Excel would take it for a formula. Files for programs have no
    mark and no names.

    >>> spreadsheet(["name"], [{"name": "-Ada"}], "names.csv").text
    "\ufeffname\r\n'-Ada\r\n"
    """
    text = (
        {key: f"'{cell}" if str(cell).startswith("-") else cell for key, cell in row.items()}
        for row in rows
    )
    return download(["\ufeff", *csv_table(columns, text)], "text/csv", name)


def csv_table(columns: Iterable[str], rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield rows as lines of CSV; the first line names the columns."""
    writer = csv.DictWriter(Echo(), list(columns))
    yield str(writer.writeheader())
    yield from map(str, map(writer.writerow, rows))
