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


def imports_of(script: Path) -> set[Path]:
    """Return what a served script imports itself."""
    names = re.findall(r'(?:from|import) ?"\./([^"]+)"', script.read_text())
    return {script.parent / name for name in names}


def loaded_with(script: Path) -> set[Path]:
    """Return a served script and everything that it brings along."""
    return {script}.union(*map(loaded_with, imports_of(script)))


def test_scripts_import_what_is_served(served):
    scripts = set(served.glob("*.js"))
    assert sorted(script.name.split(".")[0] for script in scripts) == SCRIPTS
    assert set().union(*map(imports_of, scripts)) <= scripts


def test_no_page_loads_more_than_16_kilobytes_of_our_scripts(served):
    weights = {
        script.name.split(".")[0]: sum(
            part.with_name(f"{part.name}.gz").stat().st_size for part in loaded_with(script)
        )
        for script in served.glob("*.js")
    }
    assert weights["share"] < weights["entry"] < weights["board"]  # one brings the others along
    assert max(weights.values()) <= 16_000
