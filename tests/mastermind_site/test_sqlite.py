"""The repaired SQLite replaces the standard SQLite everywhere."""

import sqlite3
import sys
from contextlib import closing

import pytest
from django.core.management import call_command
from django.db import connection

from mastermind_site.sqlite import is_wal_safe, journal_mode

replaced = pytest.mark.skipif(
    "pysqlite3" not in sys.modules, reason="the SQLite of this Python is used"
)


@replaced
def test_the_replacement_for_sqlite_has_the_limits_that_django_asks_for():
    """The control: with one variable more than the limit, a statement is refused."""
    with closing(sqlite3.connect(":memory:")) as connection:
        most = connection.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER)
        assert most > 1000
        marks = ",".join("?" * most)
        assert len(connection.execute(f"SELECT 1 WHERE 1 IN ({marks})", [1] * most).fetchall())
        with pytest.raises(sqlite3.OperationalError, match="too many SQL variables"):
            connection.execute(f"SELECT 1 WHERE 1 IN ({marks},?)", [1] * (most + 1))


@replaced
def test_sqlite3_and_its_module_dbapi2_make_the_same_connections():
    from sqlite3 import dbapi2

    with closing(dbapi2.connect(":memory:")) as connection:
        assert is_wal_safe(tuple(map(int, dbapi2.sqlite_version.split("."))))
        assert connection.getlimit(dbapi2.SQLITE_LIMIT_VARIABLE_NUMBER) > 1000


@pytest.mark.parametrize(("version", "is_slow"), [((3, 40, 1), True), ((3, 51, 3), False)])
def test_the_start_reports_that_sqlite_lacks_a_repair_and_what_this_costs(
    monkeypatch, capsys, version, is_slow
):
    monkeypatch.setattr(sys.modules["sqlite3"], "sqlite_version_info", version)
    assert (journal_mode() == "DELETE") == is_slow
    call_command("check", database=["default"])
    told = capsys.readouterr().err
    is_reported = is_slow and connection.vendor == "sqlite"
    assert ("the slower DELETE mode is used" in told) == is_reported
    assert ("some 40 times a second" in told) == is_reported
