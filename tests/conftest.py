"""Fixtures and settings for all tests."""

import fcntl
import gc
import os
import shutil
import time
from copy import deepcopy
from math import ceil
from pathlib import Path
from random import SystemRandom
from string import ascii_lowercase

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client, TransactionTestCase, override_settings
from hypothesis import HealthCheck, Phase, settings as hypothesis_settings

from tests.laws import UNKNOWN, lawful

# Playwright runs an event loop, so Django would think that the tests' queries are asynchronous.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
# Compiling the kernels of the exact search takes longer than its tests, so only ``make proofs``
# compiles.
os.environ.setdefault("NUMBA_DISABLE_JIT", "1")
# Tests use no data folder, because books proven on this machine would change what the engine knows.
os.environ["XDG_DATA_HOME"] = "/nonexistent"


# No limits of time, because machines differ in speed. Sharing fixtures among all examples is
# intended.
hypothesis_settings.register_profile(
    "project",
    deadline=None,
    max_examples=15 if connection.vendor == "sqlite" else 5,  # each run draws other examples
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
# In tests of mutants one failing example is enough: it is not shrunk, and the next run repeats it.
hypothesis_settings.register_profile(
    "mutants",
    hypothesis_settings.get_profile("project"),
    max_examples=100,
    phases=[Phase.explicit, Phase.generate],
    derandomize=True,
    database=None,
)
hypothesis_settings.load_profile("project")


# While tests are collected, garbage collection is off: it needs a quarter of that time and finds
# little.
gc.disable()


def pytest_xdist_auto_num_workers() -> int:
    """Return 1.5 processes per processor, because many tests wait for other processes."""
    return max(1, (os.cpu_count() or 1) * 3 // 2)


@pytest.hookimpl(tryfirst=True)  # before pytest-django sorts the tests by their marks
def pytest_collection_modifyitems(items):
    """Give a database to each test of the site, except tests marked ``no_database``."""
    here = Path(__file__).parent
    for item in items:
        of_the_site = any(
            item.path.is_relative_to(here / one) for one in ("games", "mastermind_site")
        )
        if of_the_site and not [*item.iter_markers("django_db"), *item.iter_markers("no_database")]:
            item.add_marker("django_db")


def pytest_runtest_setup():
    """Wait for midnight if it comes within a minute, because many tests read the date twice."""
    left = 86_400 - time.time() % 86_400
    if left < 60:
        time.sleep(left + 1)


def pytest_collection_finish():
    """Exclude the loaded objects from garbage collection, to save a fifth of the tests' time."""
    gc.freeze()
    gc.enable()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix, django_db_blocker, tmp_path_factory, worker_id
):
    """Put the database in a folder of this run, so that several runs do not share it.

    The first process of a run migrates the database, which takes seconds; the others start with a
    copy.
    """
    here, test = tmp_path_factory.getbasetemp(), connection.settings_dict["TEST"]
    own, shared = test["NAME"], "test_migrated"
    if connection.vendor == "sqlite":
        own, shared = here / "test.sqlite3", here.parent / "test.sqlite3"
    if worker_id != "master":
        with (here.parent / "migrated").open("a") as note, django_db_blocker.unblock():
            fcntl.flock(note, fcntl.LOCK_EX)
            if not note.seek(0, os.SEEK_END):
                test["NAME"] = shared
                connection.creation.create_test_db(verbosity=0, autoclobber=True)
                connection.close()
                note.write("yes")
            if connection.vendor == "sqlite":
                shutil.copy(shared, own)
            else:
                connection.close_pool()
                test["TEMPLATE"] = shared
    test["NAME"] = own
    if connection.vendor == "postgresql":  # threads of a busy machine wait for a connection
        connection.settings_dict["OPTIONS"]["pool"]["timeout"] = 600


@pytest.fixture(scope="session")
def django_db_keepdb():
    """Return whether to keep the copied database, which already has all migrations.

    On a database server, the existing database could be the copy of another run.
    """
    return connection.vendor == "sqlite"


def delete_rows(test: TransactionTestCase) -> None:
    """Delete the rows that a test has committed, from the few tables that have any.

    Django would also recreate all permissions, which takes longer than many tests.
    """
    models = set(apps.get_models(include_auto_created=True)) - {ContentType, Permission}
    tables = [connection.ops.quote_name(model._meta.db_table) for model in models]
    has_rows = "SELECT '{0}' WHERE EXISTS (SELECT 1 FROM {0})".format
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(map(has_rows, tables)))
        for (table,) in cursor.fetchall():
            cursor.execute(f"DELETE FROM {table}")  # noqa: S608 - names of our own tables


def token_without_words(size: int) -> str:
    """Return a random token that contains no name and no code by chance."""
    return "".join(SystemRandom().choices("bcdfghjklmnpqrstvwxz-_", k=ceil(size * 4 / 3)))


@pytest.fixture(scope="session", autouse=True)
def _the_site_is_quick_and_lawful():
    """Change the site for all tests; one fixture for all changes saves time in every test.

    Every response of the test client is checked against the laws for all pages. Templates mark
    unknown variables, pages are in English, and passwords are hashed fast. The gate has no pauses
    and no limits, which tests on a busy machine would soon reach, and the results of a day stay in
    the cache.
    """
    from games.web.traffic.gate import gate, turns

    engines = deepcopy(settings.TEMPLATES)
    engines[0]["OPTIONS"]["string_if_invalid"] = UNKNOWN
    quick = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    changed = override_settings(
        TEMPLATES=engines, LANGUAGE_CODE="en", PASSWORD_HASHERS=quick, WHITENOISE_AUTOREFRESH=True
    )
    with pytest.MonkeyPatch.context() as patch, changed:
        patch.setattr(TransactionTestCase, "_fixture_teardown", delete_rows)
        patch.setattr("django.middleware.csrf.CSRF_ALLOWED_CHARS", ascii_lowercase)
        patch.setattr("secrets.token_urlsafe", token_without_words)
        patch.setattr(Client, "request", lawful(Client.request))
        patch.setattr(turns, "rest_after", lambda seconds: None)
        patch.setattr("games.models.play.tally.SECONDS_KEPT", 600)
        patch.setattr(gate.shares, "charge", lambda address, seconds: None)
        yield


@pytest.fixture(autouse=True)
def _nothing_is_remembered_from_another_test():
    from games.people.accounts import hashing
    from games.play.duels.pulse import moments_of
    from games.web.traffic import turned_away
    from games.web.traffic.gate import Shares

    cache.clear()
    moments_of.cache_clear()
    for module in (hashing, turned_away):
        for one in vars(module).values():
            if isinstance(one, Shares):
                one.used.clear()
