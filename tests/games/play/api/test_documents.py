"""The documents of the API, and who may read what from other sites."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from games.play.api.operations import REFUSALS
from tests.addresses import ADDRESSES, OWNER, path_of
from tests.games.play.api.program import ROOT

pytestmark = pytest.mark.django_db

PAGE = Path(__file__).parents[4].joinpath("docs/api.md").read_text()
OPERATIONS = {
    ("get", "/games"),
    ("post", "/games"),
    ("get", "/games/{game_id}"),
    ("put", "/games/{game_id}/guesses/{number}"),
    ("post", "/games/{game_id}/resign"),
    ("get", "/feedback"),
    ("get", "/suggestion"),
}
# The same for all: trees, feeds, pictures and the document of the API.
READABLE = {"tree-file", "daily-feed", "openapi"}


@pytest.fixture
def document(client):
    return client.get(f"{ROOT}/openapi.json").json()


def test_openapi_has_every_operation_and_each_refusal(document):
    assert document["openapi"] == "3.1.0"
    paths = document["paths"].items()
    described = {
        (method, path.removeprefix(ROOT)): operation
        for path, methods in paths
        for method, operation in methods.items()
    }
    assert described.keys() == OPERATIONS
    for operation in described.values():
        answers = operation["responses"]
        assert {int(status) for status in answers} == {200} | REFUSALS
        kinds = {status: {*answer["content"]} for status, answer in answers.items()}
        assert kinds.pop("200") == {"application/json"}
        assert all(kind == {"application/problem+json"} for kind in kinds.values())


def test_the_page_has_every_operation_with_an_example(client, document):
    page = client.get("/api/v1/").text
    for method, path in OPERATIONS:
        assert f"{method.upper()} {ROOT}{path}" in page
    assert page.count("<pre") == len(OPERATIONS)
    assert "http://testserver/api/v1/games/ID/guesses/1" in page


def test_docs_have_every_operation():
    lines = set(re.findall(r"^\| `([A-Z]+) (/\S*)` \|", PAGE, re.MULTILINE))
    named = {(method, path.replace("{game}", "{game_id}")) for method, path in lines}
    assert named == {(method.upper(), path) for method, path in OPERATIONS}


def test_other_sites_read_only_what_is_the_same_for_all(world):
    people, its = world
    read = {
        name
        for name in ADDRESSES
        if "Access-Control-Allow-Origin" in people[OWNER].get(path_of(name, its))
    }
    assert read == READABLE | {name for name in ADDRESSES if name.endswith("preview")}
    assert "Access-Control-Allow-Credentials" not in people[OWNER].get("/preview.png")


def test_pages_do_not_load_the_api():
    """ninja and pydantic take 17 MB in each process, and a fifth of the start."""
    code = "import django; django.setup(); from django.urls import get_resolver, reverse;"
    code += "get_resolver().url_patterns; reverse('start');"
    code += "import sys; print('ninja' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert said.stdout == "False\n"
