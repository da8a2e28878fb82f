"""Every text of a page can be translated and has no retired word of the glossary.

These tests read the templates and the code, so they miss no state of a page. ``test_addresses.py``
and ``test_access.py`` read the pages of the table as visitors get them.
"""

import ast
import re
from pathlib import Path

import pytest
from django.conf import settings

from games.catalog.rules import CLASSIC, PRESETS
from games.models import Hint
from solver.deduction.words import ARGUMENT_REASONS, ARGUMENT_SENTENCES
from tests.cast import HTMX, ask, play, start
from tests.games.reading import RETIRED, Brackets, Read, bare

ROOT = Path(settings.BASE_DIR)
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
# Administrators, operators and programs read the texts of these modules, always in English.
IN_ENGLISH = re.compile(
    r"games/(management|.*migrations|play/api)/|games/(admin|models/base/tables|web/traffic/bodies)\.py"
)
MODULES = [
    path
    for path in sorted((ROOT / "games").rglob("*.py"))
    if not IN_ENGLISH.match(f"{path.relative_to(ROOT)}")
]
TRANSLATED = re.compile(
    r"{% blocktranslate.*?%}(.*?){% endblocktranslate %}|{% translate [\"'](.*?)[\"'].*?%}",
    re.DOTALL,
)
# other tags, values, and blocks that no user reads
MACHINERY = re.compile(
    r"{% block (robots|body_class|query) %}.*?{% endblock %}|{[#%{].*?[#%}]}", re.DOTALL
)
SENTENCE = re.compile(r"[A-Z][a-z’]* [a-z]")
# Only developers and operators read these arguments, texts and results.
UNREAD = {"help_text", "why", "tell_once", "debug", "info", "warning", "error", "__str__"}


def with_brackets(template: str) -> str:
    """Return a template with brackets around its translated texts and in place of its values."""
    marked = TRANSLATED.sub(lambda found: Brackets.gettext(found[1] or found[2]), template)
    return MACHINERY.sub("⟦⟧", marked)


class Texts(ast.NodeVisitor):
    """The texts of a module that are translated, and its sentences that are not."""

    def __init__(self, source: str) -> None:
        self.translated, self.bare = [], []
        self.visit(ast.parse(source))

    def generic_visit(self, node: ast.AST) -> None:
        """Skip docstrings and unread texts."""
        named = getattr(node, "func", None) or getattr(node, "targets", [None])[0]
        name = getattr(node, "arg", None) or getattr(node, "name", None)
        name = name or (ast.unparse(named).rpartition(".")[2] if named else "")
        is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if name == "_" or "gettext" in name:
            texts = {getattr(one, "value", None) for one in ast.walk(node)}
            self.translated += [text for text in texts if isinstance(text, str)]
        elif isinstance(node, ast.Constant) and SENTENCE.match(str(node.value)):
            self.bare.append(node.value)
        elif not is_docstring and name not in UNREAD:
            super().generic_visit(node)


def retired_in(texts: list[str]) -> list[str]:
    """Return the retired words of some texts; names of values are not read."""
    found = RETIRED.findall(re.sub(r"%\(\w+\)", "", "\n".join(texts)))
    return [word for word in found if word != "Nobody"]  # no player can have this name


@pytest.mark.no_database
@pytest.mark.parametrize("source", [TEMPLATES, MODULES], ids=["templates", "modules"])
def test_every_text_is_translated_and_has_no_retired_word(source):
    wrong = {}
    for path in source:
        if path.suffix == ".html":
            read = Read(with_brackets(path.read_text()))
            wrong[path] = read.bare + read.retired
        else:
            texts = Texts(path.read_text())
            wrong[path] = texts.bare + retired_in(texts.translated)
    assert len(wrong) > 100
    assert {path: words for path, words in wrong.items() if words} == {}
    assert retired_in([*ARGUMENT_REASONS.values(), *ARGUMENT_SENTENCES.values()]) == []


@pytest.mark.parametrize("rules", [CLASSIC, PRESETS["bulls-and-cows"]])
def test_a_game_with_every_hint_has_no_untranslated_text(client, in_brackets, rules):
    """The words of hints come from the engine, which knows no language."""
    path = (game := start(client, "3562", rules)).get_absolute_url()
    pages = [client.get(path)]
    for number, code in enumerate(("1234", "3516", "3562"), start=1):
        pages += [ask(client, game, kind, number, "1234", **HTMX) for kind in Hint.Kind]
        pages += [client.get(path), play(client, game, code, **HTMX)]
    assert bare(*pages, client.get(f"{path}analysis/")) == {}


def test_untranslated_text_is_detected(client, in_brackets, monkeypatch):
    assert bare(client.get("/rules/")) == {}
    monkeypatch.setattr("games.learn.lessons.matching.Example.answer", "one black")
    assert set(bare(client.get("/rules/"))["/rules/"]) == {"one", "black"}


LITERAL = re.compile(r'"([^"\n]*)"|`([^`]*)`')


def test_scripts_contain_no_sentences():
    """Scripts use the sentences that the page contains for them (``words.js``)."""
    for script in Path(settings.BASE_DIR, "static/js").glob("*.js"):
        code = re.sub(
            r"/\*.*?\*/|^\s*//.*$", "", script.read_text(), flags=re.DOTALL | re.MULTILINE
        )
        said = [one or other for one, other in LITERAL.findall(code)]
        assert [text for text in said if re.match(r"[A-Z][a-z]+ [a-z]|.* [a-z]+\.$", text)] == []
