"""Static files as they are served: collected, named by their content, compressed."""

import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import override_settings

ROOT = Path(__file__).parent.parent
SCRIPTS = sorted(path.stem for path in (ROOT / "static/js").glob("*.js"))


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """The folder of our scripts after ``collectstatic``, as in production."""
    folder = tmp_path_factory.mktemp("static")
    storage = {"BACKEND": "mastermind_site.storage.StaticFilesStorage"}
    with override_settings(STATIC_ROOT=folder, STORAGES={"staticfiles": storage}):
        call_command("collectstatic", interactive=False, verbosity=0)
    return folder / "js"


def test_scripts_import_what_is_served(served):
    names = {path.name for path in served.glob("*.js")}
    assert sorted(name.split(".")[0] for name in names) == SCRIPTS
    imported = {
        name
        for path in served.glob("*.js")
        for name in re.findall(r'from "\./([^"]+)"', path.read_text())
    }
    assert len(imported) == len(SCRIPTS) - 1
    assert imported <= names


def test_scripts_of_ours_are_at_most_12_kilobytes(served):
    assert sum(path.stat().st_size for path in served.glob("*.js.gz")) <= 12_000
