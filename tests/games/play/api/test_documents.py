"""The documentation of the API, and the responses that other sites are allowed to read."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from games.play.api.operations import REFUSALS
from tests.games.play.api.program import ROOT

PAGE = Path(__file__).parents[4].joinpath("docs/api.md").read_text()
OPERATIONS = {  # the operations in the table of the page
    (method.lower(), path.replace("{game}", "{game_id}"))
    for method, path in re.findall(r"^\| `([A-Z]+) (/\S*)` \|", PAGE, re.MULTILINE)
}


@pytest.fixture
def document(client):
    return client.get(f"{ROOT}/openapi.json").json()


def test_the_openapi_document_has_every_operation_of_the_table_and_all_refusals(document):
    assert document["openapi"] == "3.1.0"
    paths = document["paths"].items()
    described = {
        (method, path.removeprefix(ROOT)): operation
        for path, methods in paths
        for method, operation in methods.items()
    }
    assert described.keys() == OPERATIONS, "the table of docs/api.md has other operations"
    for operation in described.values():
        answers = dict(operation["responses"])
        assert [*answers.pop("414")["content"]] == ["text/html"]
        assert {int(status) for status in answers} == {200} | REFUSALS
        kinds = {status: {*answer["content"]} for status, answer in answers.items()}
        assert kinds.pop("200") == {"application/json"}
        assert all(kind == {"application/problem+json"} for kind in kinds.values())
        headers = {status: {*answer["headers"]} for status, answer in answers.items()}
        assert headers == {
            status: {"RateLimit", "RateLimit-Policy", *["Retry-After"] * (status in ("429", "503"))}
            for status in answers
        }


def test_the_page_of_the_api_has_an_example_of_every_operation(client, document):
    page = client.get("/api/v1/").text
    for method, path in OPERATIONS:
        assert f"{method.upper()} {ROOT}{path}" in page
    assert page.count("<pre") == len(OPERATIONS)
    assert "http://testserver/api/v1/games/ID/guesses/1" in page
    assert "-X PUT -T tree.txt http://testserver/api/v1/seasons/ABCDEF/tree" in page


def test_pages_of_the_site_work_without_importing_the_api():
    """ninja and pydantic take 17 MB of memory in each process, and a fifth of the time to start."""
    code = "import django; django.setup(); from django.urls import get_resolver, reverse;"
    code += "get_resolver().url_patterns; reverse('start');"
    code += "import sys; print('ninja' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert said.stdout == "False\n"
