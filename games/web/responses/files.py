"""Files to download, and tables for spreadsheets."""

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpResponse


def download(text: str, kind: str, name: str) -> HttpResponse:
    """Return a response that a browser saves as a file."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type=f"{kind}; charset=utf-8", headers=headers)


def spreadsheet(columns: Iterable[str], rows: Iterable[dict[str, Any]], name: str) -> HttpResponse:
    r"""Return rows with names of people as a CSV file that a browser saves.

    It begins with a byte order mark, because Excel would read "Zoë" as "ZoÃ«" without it, and the
    name "-Ada" as a formula without an apostrophe. Files for programs have no mark and no names.

    >>> spreadsheet(["name"], [{"name": "-Ada"}], "names.csv").text
    "\ufeffname\r\n'-Ada\r\n"
    """
    text = [
        {key: f"'{cell}" if str(cell).startswith("-") else cell for key, cell in row.items()}
        for row in rows
    ]
    return download("\ufeff" + csv_table(dict.fromkeys(columns), text), "text/csv", name)


def csv_table(columns: Mapping[str, object], rows: Iterable[dict[str, Any]]) -> str:
    """Return rows as CSV; the first line names the columns."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(columns))
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
