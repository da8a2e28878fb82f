"""A version that is older than the tables goes on serving: migrations leave it what it needs."""

from functools import cache

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

pytestmark = pytest.mark.migrations

FREE = "0016_playouts"  # up to here migrations do what they do; those that come keep the rules
HARMLESS = (
    *(migrations.CreateModel, migrations.AddField, migrations.AddIndex),
    *(migrations.RemoveIndex, migrations.RemoveConstraint),
)
BESIDE_OTHERS = (migrations.RunPython, migrations.RunSQL)


@cache
def steps():
    """Return each migration of the games with the tables before and after it."""
    graph = MigrationLoader(None).graph
    [newest] = graph.leaf_nodes("games")
    found, state = [], ProjectState()
    for key in graph.forwards_plan(newest):
        migration, before = graph.nodes[key], state
        state = migration.mutate_state(before)
        if key[0] == "games":
            found.append((migration, before, state))
    return found


def newest():
    return steps()[-1][-1]


def columns(state):
    return {
        (model, name): field
        for (app, model), tables in state.models.items()
        if app == "games"
        for name, field in tables.fields.items()
    }


def bold(migration, before):
    """Yield what a migration does that the version before may not outlive."""
    for operation in migration.operations:
        if isinstance(operation, BESIDE_OTHERS) and len(migration.operations) > 1:
            yield f"{operation.describe()}: rows are locked for as long as it takes"
        elif isinstance(operation, migrations.AlterField):
            old = columns(before)[operation.model_name_lower, operation.name_lower]
            if as_tables_have_it(old) != as_tables_have_it(operation.field):
                yield operation.describe()
        elif not isinstance(operation, HARMLESS + BESIDE_OTHERS):
            yield operation.describe()


def as_tables_have_it(field):
    _, path, arguments, named = field.deconstruct()
    kept = named.keys() - {"default", *field.non_db_attrs}
    return path, arguments, {key: named[key] for key in kept}


def gone(before, after):
    """Return the columns that are no more."""
    return sorted(columns(before).keys() - columns(after).keys())


def unfilled(before, after):
    """Return the new columns of old tables that a version does not know and has to fill."""
    old = columns(before)
    tables = {model for model, _ in old}
    return [
        name
        for name, field in columns(after).items()
        if name[0] in tables and name not in old and not (field.null or field.has_db_default())
    ]


def test_what_an_older_version_reads_is_there():
    assert [gone(before, newest()) for _, before, _ in steps()] == [[]] * len(steps())


def test_what_an_older_version_writes_is_taken():
    """It does not know a column that came later: the database has to fill it."""
    assert [unfilled(before, newest()) for _, before, _ in steps()] == [[]] * len(steps())


def test_a_migration_that_is_bold_says_why_an_older_version_outlives_it():
    found = {
        migration.name: list(bold(migration, before))
        for migration, before, _ in steps()
        if migration.name > FREE and not getattr(migration, "older_version", "").endswith(".")
    }
    assert [name for name in found if found[name]] == []


DARING = [
    [migrations.RemoveField("game", "luck")],
    [migrations.RenameField("game", "luck", "fortune")],
    [migrations.DeleteModel("hint")],
    [migrations.AlterField("player", "name", models.CharField(max_length=9))],
    [migrations.AddConstraint("game", models.UniqueConstraint(fields=["luck"], name="lucky"))],
    [migrations.RunPython(print), migrations.AddIndex("game", models.Index("luck", name="l"))],
]
HARMLESS_ONES = [
    [migrations.RunPython(print)],
    [migrations.AddField("game", "fortune", models.IntegerField(null=True))],
    [migrations.AlterField("player", "name", models.CharField("name", max_length=24, blank=True))],
]


def operated(operations):
    migration = migrations.Migration("0099_next", "games")
    migration.operations = operations
    return migration


@pytest.mark.parametrize("operations", DARING, ids=lambda found: found[0].describe())
def test_what_is_bold_is_noticed(operations):
    assert len(list(bold(operated(operations), newest()))) == 1


@pytest.mark.parametrize("operations", HARMLESS_ONES, ids=lambda found: found[0].describe())
def test_what_is_harmless_is_let_through(operations):
    assert list(bold(operated(operations), newest())) == []


def test_what_would_be_missed_or_not_filled_is_noticed():
    without = operated([migrations.RemoveField("game", "luck")]).mutate_state(newest())
    assert gone(newest(), without) == [("game", "luck")]
    strict = migrations.AddField("game", "fortune", models.IntegerField(default=0))
    assert unfilled(newest(), operated([strict]).mutate_state(newest())) == [("game", "fortune")]
