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


def csv_table(columns: Mapping[str, object], rows: Iterable[dict[str, Any]]) -> str:
    """Return rows as CSV; the first line names the columns."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(columns))
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
