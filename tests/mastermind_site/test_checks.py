"""The messages about the configuration when the server starts."""

from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from django.core.checks import run_checks
from django.core.management import call_command
from django.db import DatabaseError, connection

from mastermind_site import checks
from mastermind_site.management.commands.collectstatic import Command as Collect


def ids_of_warnings(**which) -> list[str]:
    return [one.id for one in run_checks(tags=[checks.OPERATION], **which)]


def test_a_default_installation_has_no_warnings():
    assert ids_of_warnings(databases=["default"]) == []


@pytest.mark.parametrize("question", ["PRAGMA synchronous", "SHOW fsync", "SHOW full_page_writes"])
def test_a_database_that_can_lose_acknowledged_data_is_reported(monkeypatch, question):
    vendor = "sqlite" if question.startswith("PRAGMA") else "postgresql"
    monkeypatch.setattr(connection, "vendor", vendor)
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", None)
    answers = {"PRAGMA synchronous": "2", "PRAGMA journal_mode": "wal"}
    monkeypatch.setattr(
        checks, "answer_to", lambda q: "off" if q == question else answers.get(q, "on")
    )
    assert ids_of_warnings(databases=["default"]) == ["games.W003"]


@pytest.mark.parametrize(("asked", "ids"), [("WAL", ["games.W004"]), ("DELETE", [])])
def test_a_journal_that_is_slower_than_requested_is_reported(monkeypatch, asked, ids):
    """If the settings did not ask for WAL, another message covers this case."""
    options = {"init_command": f"PRAGMA journal_mode={asked};"}
    monkeypatch.setattr(connection, "vendor", "sqlite")
    monkeypatch.setitem(connection.settings_dict, "OPTIONS", options)
    answers = {"PRAGMA synchronous": "2", "PRAGMA journal_mode": "delete"}
    monkeypatch.setattr(checks, "answer_to", answers.get)
    assert ids_of_warnings(databases=["default"]) == ids


def test_an_unavailable_database_is_reported(monkeypatch):
    monkeypatch.setattr(checks, "answer_to", Mock(side_effect=DatabaseError))
    assert ids_of_warnings(databases=["default"]) == ["games.W002"]


@pytest.mark.parametrize(
    ("options", "age", "ids"), [({}, 0, ["games.W005"]), ({"pool": True}, 0, [])]
)
def test_a_missing_connection_pool_is_reported(monkeypatch, options, age, ids):
    monkeypatch.setattr(connection, "vendor", "postgresql")
    monkeypatch.setitem(connection.settings_dict, "OPTIONS", options)
    monkeypatch.setitem(connection.settings_dict, "CONN_MAX_AGE", age)
    assert [one.id for one in checks.pool()] == ids


@pytest.mark.parametrize(
    ("folder", "file", "told"), [(0o755, 0o644, 1), (0o755, 0o600, 0), (0o700, 0o644, 0)]
)
def test_files_that_others_can_read_are_reported(
    settings, monkeypatch, tmp_path, folder, file, told
):
    key = tmp_path / "private" / "secret-key"
    key.parent.mkdir()
    key.write_text("the key")
    key.chmod(file)
    key.parent.chmod(folder)
    monkeypatch.setattr(checks, "private_files", lambda: [key, tmp_path / "not there"])
    assert [one.msg.split()[0] for one in checks.modes()] == [str(key)] * told


@pytest.mark.parametrize(
    ("mode", "owner", "group", "told"),
    [
        # As docs/operations.md says: owned by root, readable by the site's group.
        (0o640, 0, [7], 0),
        (0o640, 0, [7, 8], 1),
        (0o640, 7, [8], 1),
        (0o640, 7, [], 0),
        (0o600, 7, [8, 9], 0),
        (0o644, 0, [7], 1),
    ],
)
def test_a_unix_group_whose_only_member_is_the_site_gets_no_warning(
    monkeypatch, mode, owner, group, told
):
    monkeypatch.setattr(checks, "members", lambda number: set(group))
    file = SimpleNamespace(stat=lambda: SimpleNamespace(st_mode=mode, st_uid=owner, st_gid=5))
    assert checks.is_shared(file) is bool(told)


def test_all_members_of_a_unix_group_are_found():
    assert checks.members(0) >= {0}
    assert checks.members(2**31 - 9) == set()


def test_an_unknown_setting_is_reported(settings):
    settings.MISSPELT = [("WEB_WORKER", "WEB_WORKERS"), ("COLOUR", "")]
    assert [f"{one.msg} {one.hint}" for one in checks.misspelt()] == [
        "WEB_WORKER is no setting. WEB_WORKERS is one.",
        "COLOUR is no setting. docs/operations.md has all of them.",
    ]


def test_pages_work_without_style_sheets_and_the_start_reports_the_reason(
    client, settings, tmp_path, monkeypatch
):
    monkeypatch.setattr("whitenoise.compress.Compressor.compress", lambda *_: [])  # too slow here
    settings.STATIC_ROOT = tmp_path
    backend = "mastermind_site.storage.StaticFilesStorage"
    settings.STORAGES = {"staticfiles": {"BACKEND": backend}}
    assert "/static/icon.svg" in client.get("/no-such-page/").text
    [missing] = checks.look()
    assert missing.msg.startswith(f"{tmp_path} is without admin/css/")
    assert "collectstatic" in missing.hint
    call_command(Collect(), interactive=False, verbosity=0)
    # Setting the storage again has the effect of a restart.
    settings.STORAGES = {"staticfiles": {"BACKEND": backend}}
    assert checks.look() == []


def test_the_log_has_all_messages_when_the_server_starts(settings, caplog):
    settings.HTTPS, settings.BEHIND_PROXY = True, False
    checks.tell()
    assert "HTTPS is set, and BEHIND_PROXY is not set. There is a proxy in front." in caplog.text
