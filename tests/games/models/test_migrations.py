"""An older version of the code works with the tables of newer migrations.

During an update, the older version keeps running after the migrations.
"""

from functools import cache

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

pytestmark = pytest.mark.migrations


@cache
def states():
    """Return the states of the tables after each migration of the games, from 1.0.0 on."""
    graph, found, state = MigrationLoader(None).graph, [], ProjectState()
    [newest] = graph.leaf_nodes("games")
    for key in graph.forwards_plan(newest):
        state = graph.nodes[key].mutate_state(state)
        if key[0] == "games":
            found.append(state)
    return found


def columns(state):
    return {
        (model, name): field
        for (app, model), tables in state.models.items()
        if app == "games"
        for name, field in tables.fields.items()
    }


def removed(before, after):
    """Return the columns that an older version reads but that no longer exist."""
    return sorted(columns(before).keys() - columns(after).keys())


def unfilled(before, after):
    """Return the new columns that would make the database refuse a row from an older version.

    The older version does not write these columns, and the database has no default for them.
    """
    old, new = columns(before), columns(after)
    tables = {model for model, _ in old}
    return [
        (model, name)
        for (model, name), field in new.items()
        if model in tables
        and (model, name) not in old
        and not (field.null or field.has_db_default())
    ]


def test_every_column_that_an_older_version_reads_still_exists():
    assert [removed(before, states()[-1]) for before in states()] == [[]] * len(states())


def test_every_row_that_an_older_version_writes_is_accepted():
    assert [unfilled(before, states()[-1]) for before in states()] == [[]] * len(states())


@pytest.mark.parametrize(
    ("operation", "missed", "left_open"),
    [
        (migrations.RemoveField("game", "luck"), ["luck"], []),
        (migrations.AddField("game", "fortune", models.IntegerField(default=0)), [], ["fortune"]),
        (migrations.AddField("game", "fortune", models.IntegerField(null=True)), [], []),
        (migrations.AddField("game", "fortune", models.IntegerField(db_default=0)), [], []),
        (migrations.RenameField("game", "luck", "fortune"), ["luck"], []),
    ],
    ids=lambda value: value.describe() if isinstance(value, migrations.AddField) else None,
)
def test_a_migration_that_breaks_an_older_version_is_noticed(operation, missed, left_open):
    migration = migrations.Migration("0099_next", "games")
    migration.operations = [operation]
    before = states()[-1]
    after = migration.mutate_state(before)
    assert removed(before, after) == [("game", name) for name in missed]
    assert unfilled(before, after) == [("game", name) for name in left_open]
