"""The SQL that finds the rows of a visitor is cached, so it must not depend on the time."""

import inspect
import sys
from collections.abc import Callable

import pytest
from django.urls import get_resolver
from time_machine import travel

from games.people.sessions.current import _write_sql


def kept_questions() -> list[Callable]:
    """Return the functions of ``games`` that take a ``visitor`` first and return rows."""
    get_resolver().url_patterns  # noqa: B018 (imports all views)
    modules = [module for name, module in sys.modules.items() if name.startswith("games.")]
    things = [one for module in modules for one in vars(module).values()]
    return [*{one for one in things if inspect.isfunction(one) and is_question(one)}]


def is_question(function: Callable) -> bool:
    signature = inspect.signature(function)
    rows = str(signature.return_annotation)
    return [*signature.parameters][:1] == ["visitor"] and "QuerySet" in rows


@pytest.mark.parametrize("has_account", [False, True])
def test_the_cached_sql_does_not_depend_on_the_day(has_account):
    questions = kept_questions()
    assert len(questions) >= 6
    for question in questions:
        names = len(inspect.signature(question).parameters) - 1
        written = []
        for moment in ("2026-11-01", "2027-03-05 18:30"):
            with travel(moment):
                written.append(_write_sql.__wrapped__(question, has_account, names))
        assert written[0] == written[1], question
