"""What all tests share."""

import os

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import override_settings
from hypothesis import HealthCheck, Phase
from hypothesis import settings as hypothesis_settings

# Playwright keeps an event loop running; Django would take the tests' queries for async ones.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
# Compiling the kernels of the exact search takes longer than all tests of it; make proofs does.
os.environ.setdefault("NUMBA_DISABLE_JIT", "1")


# Machines differ in speed, and a fixture that is shared by all examples is meant to be.
hypothesis_settings.register_profile(
    "project", deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
# A mutant is killed by the first example that fails, always the same; which is the least is no
# matter.
hypothesis_settings.register_profile(
    "mutants",
    hypothesis_settings.get_profile("project"),
    phases=[Phase.explicit, Phase.generate],
    derandomize=True,
    database=None,
)
hypothesis_settings.load_profile("project")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix, tmp_path_factory):
    """Keep the database in a folder of this run, so that runs side by side do not meet in it."""
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = tmp_path_factory.getbasetemp() / "test.sqlite3"


@pytest.fixture(scope="session", autouse=True)
def _files_come_from_the_source_and_passwords_are_hashed_quickly():
    quick = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with override_settings(WHITENOISE_AUTOREFRESH=True, PASSWORD_HASHERS=quick):
        yield


@pytest.fixture(autouse=True)
def _nothing_is_remembered_from_another_test():
    from games.identity import hashing
    from games.site import turned_away
    from games.site.gate import gate

    cache.clear()
    everybodys = (gate.shares, hashing.shares, turned_away.shares, turned_away.small_shares)
    for shares in everybodys:
        shares.used.clear()
