"""A server compiles its templates before its first request."""

import pytest
from django.template import engines
from django.template.base import Template
from django.test import Client
from django.urls import NoReverseMatch, reverse

from games.play.home import page
from mastermind_site.warming import warm
from tests.addresses import ADDRESSES


def pages_without_a_key() -> list[str]:
    found = []
    for name in ADDRESSES:
        try:
            found.append(reverse(name))
        except NoReverseMatch:
            continue
    return found


@pytest.fixture
def compiled(monkeypatch):
    """Forget all compiled templates; return a list that names the templates compiled later."""
    for loader in engines["django"].engine.template_loaders:
        loader.reset()
    names, compile_nodelist = [], Template.compile_nodelist

    def note(template):
        names.append(template.name)
        return compile_nodelist(template)

    monkeypatch.setattr(Template, "compile_nodelist", note)
    return names


def test_no_page_compiles_a_template_of_the_site_after_the_start(compiled):
    warm()
    of_the_site = set(compiled)
    assert len(of_the_site) > 100
    compiled.clear()
    for path in pages_without_a_key():
        Client().get(path)
    assert of_the_site.intersection(compiled) == set()


def test_the_first_page_computes_no_sample_game_after_the_start(monkeypatch):
    warm()
    monkeypatch.setattr(page, "sample_turns", None)
    assert Client().get("/").status_code == 200
