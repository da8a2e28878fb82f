"""An older version of the code works with the tables of newer migrations.

During an update, the older version keeps running after the migrations.
"""

from functools import cache

import pytest
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


def test_every_column_that_an_older_version_reads_still_exists():
    newest = columns(states()[-1])
    assert len(newest) > 100
    assert [set(columns(before)) - set(newest) for before in states()] == [set()] * len(states())


def test_every_row_that_an_older_version_writes_is_accepted():
    """An older version does not write a new column, so the database needs a value for it."""
    newest = columns(states()[-1])
    for old in map(columns, states()):
        tables = {model for model, _ in old}
        added = {key: newest[key] for key in newest.keys() - old if key[0] in tables}
        assert [
            key for key, field in added.items() if not (field.null or field.has_db_default())
        ] == []
