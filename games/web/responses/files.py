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
    """Return rows with names of people as a CSV file that a browser saves.

    It begins with a byte order mark, because Excel would read "Zoë" as "ZoÃ«" without it. Files for
    programs have no mark and no names.
    """
    return download("\ufeff" + csv_table(dict.fromkeys(columns), rows), "text/csv", name)


def csv_table(columns: Mapping[str, object], rows: Iterable[dict[str, Any]]) -> str:
    """Return rows as CSV; the first line names the columns."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(columns))
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
