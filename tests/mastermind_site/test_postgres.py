"""The connection to a real PostgreSQL."""

import os
from contextlib import contextmanager

import pytest
from django.db import OperationalError, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from tests.games.models.base.test_first_come import log_of_the_server
from tests.mastermind_site.test_settings import settings_with  # noqa: F401

ADDRESS = os.environ.get("DATABASE_URL")

pytestmark = [
    pytest.mark.both_databases,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="only there"),
]


@contextmanager
def another_connection(**named):
    """Yield a cursor of a second connection with these options."""
    another: BaseDatabaseWrapper = connections["default"].copy(alias="another")
    another.settings_dict["OPTIONS"] |= named
    try:
        with another.cursor() as cursor:
            yield cursor
    finally:
        another.close()
        another.close_pool()


@pytest.mark.parametrize(("is_apart", "is_logged"), [(True, False), (False, True)])
def test_a_canceled_insert_is_logged_without_its_values(is_apart, is_logged):
    """The control sends the values inside the statement, so the log could show a secret."""
    secret = "72819364" if is_apart else "46391827"
    with another_connection(server_side_binding=is_apart) as cursor:
        cursor.execute("CREATE TEMPORARY TABLE kept (secret text)")
        cursor.execute("SET statement_timeout = 50")
        with pytest.raises(OperationalError, match="statement timeout"):
            cursor.execute("INSERT INTO kept SELECT %s::text FROM pg_sleep(60)", [secret])
    assert "INSERT INTO kept" in log_of_the_server()
    assert (secret in log_of_the_server()) == is_logged


def test_the_site_sends_values_separately_from_statements():
    assert connection.settings_dict["OPTIONS"]["server_side_binding"] is True


def test_a_connection_that_must_be_encrypted_is_never_made_without_tls(settings_with):  # noqa: F811
    """This server has no TLS, so the connection is refused and not made without encryption."""
    address = f"{ADDRESS}?sslmode=require"
    named = settings_with(DATABASE_URL=address)["DATABASES"]["default"]["OPTIONS"]
    named["pool"] = False
    with pytest.raises(OperationalError, match="does not support SSL"), another_connection(**named):
        pass


def test_database_patience_and_the_options_in_the_url_both_apply(settings_with):  # noqa: F811
    address = f"{ADDRESS}?options=-c%20work_mem%3D5MB"
    settings = settings_with(DATABASE_URL=address, DATABASE_PATIENCE=3)
    with another_connection(**settings["DATABASES"]["default"]["OPTIONS"]) as cursor:
        cursor.execute("SELECT current_setting('work_mem'), current_setting('lock_timeout')")
        assert cursor.fetchone() == ("5MB", "3s")
