"""Tests static files as they are served: collected, bundled, named by their content, and
compressed.
"""

import gzip
import itertools
import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import override_settings

from tests.cast import start

ROOT = Path(__file__).parent.parent
SCRIPTS = sorted(path.stem for path in (ROOT / "static/js").glob("*.js"))


@pytest.mark.django_db
def test_collectstatic_makes_small_and_complete_bundles(client, tmp_path):
    """Compress the files only once, and without the admin, because compressing takes seconds."""
    storage = {"BACKEND": "mastermind_site.storage.StaticFilesStorage"}
    [command] = re.findall(r"manage.py (collectstatic .*)", (ROOT / "Makefile").read_text())
    (of_an_open_page := tmp_path / "site.0123456789ab.css").touch()
    with override_settings(STATIC_ROOT=tmp_path, STORAGES={"staticfiles": storage}):
        call_command(*command.split(), ignore_patterns=["admin"])
    assert of_an_open_page.exists()
    scripts_have_no_comments_and_import_others_only_on_demand_by_hashed_name(tmp_path)
    no_page_loads_more_than_22_kilobytes_of_scripts(tmp_path)
    home = client.get("/").text
    board = client.get(start(client, "3632").get_absolute_url()).text
    a_board_loads_at_most_20_kilobytes_of_style_sheets_and_scripts(tmp_path, board)
    assert bytes_of_a_first_visit(tmp_path, home) <= 60_000
    assert bytes_of_a_first_visit(tmp_path, board) <= 72_000
    style_sheets_have_no_comments_and_all_their_rules(tmp_path)


def scripts_have_no_comments_and_import_others_only_on_demand_by_hashed_name(served: Path) -> None:
    scripts = list(served.glob("js/*.js"))
    assert sorted(script.name.split(".")[0] for script in scripts) == SCRIPTS
    texts = [script.read_text() for script in scripts]
    importing = re.compile(r'\bimport\b(?!\()|from "\./')
    assert importing.search('import { EMPTY } from "./row.js";')
    assert [text for text in texts if importing.search(text) or " // " in text] == []
    later = {name for text in texts for name in re.findall(r'\bimport\("\./([^"]+)"\)', text)}
    assert {name.split(".")[0] for name in later} >= {"notes", "share", "sound", "switches"}
    assert later <= {script.name for script in scripts}


def no_page_loads_more_than_22_kilobytes_of_scripts(served: Path) -> None:
    names = ("early", "share", "entry", "board", "duel")
    weight = {n: script.stat().st_size for n in names for script in served.glob(f"js/{n}.*.gz")}
    most = weight["early"] + weight["board"] + weight["duel"]
    assert weight["share"] < weight["entry"] < weight["board"] < most <= 22_000


def a_board_loads_at_most_20_kilobytes_of_style_sheets_and_scripts(served: Path, page: str) -> None:
    names = set(re.findall(r'="/static/((?:css|js|vendor)/[\w./-]+)\.(?:css|js)"', page))
    assert {"css/site", "js/board"} <= names
    files = [file for name in names for file in served.glob(f"{name}.*.br")]
    assert len(files) == len(names)
    assert sum(file.stat().st_size for file in files) <= 20_480


def bytes_of_a_first_visit(served: Path, page: str) -> int:
    """Return the size of a page and of all that it loads, fonts too, except icons.

    Files that are loaded after a click do not count.
    """
    at_once = re.sub(r"<template.*?</template>", "", page, flags=re.DOTALL)
    names = set(re.findall(r'(?:src|href)="/static/((?!icons/)[^"]+)\.(\w+)"', at_once))
    files = [file for name, kind in names for file in served.glob(f"{name}.*.{kind}")]
    styles = "".join(file.read_text() for file in files if file.suffix == ".css")
    fonts = {served / font for font in re.findall(r'url\("?\.\./(fonts/[^")]+)', styles)}
    assert len(files) == len(names) > 5
    assert any(font.name.startswith("fraunces-latin-600-normal") for font in fonts)
    packed = [file.with_name(f"{file.name}.gz") for file in files if file.suffix != ".woff2"]
    loaded = fonts.union(packed, (file for file in files if file.suffix == ".woff2"))
    return len(gzip.compress(page.encode())) + sum(file.stat().st_size for file in loaded)


def style_sheets_have_no_comments_and_all_their_rules(served: Path) -> None:
    for sheet in (ROOT / "static/css").glob("*.css"):
        (packed,) = served.glob(f"css/{sheet.stem}.*.css")
        assert "/*" not in packed.read_text()
        whole = re.sub(r'@import "(\w+)\.css";', lambda match: SHEETS[match[1]], sheet.read_text())
        rules = re.sub(r"/\*.*?\*/", "", whole, flags=re.DOTALL)
        assert packed.read_text().count("{") == rules.count("{")


SHEETS = {path.stem: path.read_text() for path in (ROOT / "static/css").glob("*.css")}
SHARED = {"site", "board", "entry", "calendar", "setup", "triangle", "folding", "boards"}
SUBJECT = re.compile(r"(?:^|[\s>+~(,])[\w-]*\.([A-Za-z][\w-]*)")


def classes_of(sheet: str) -> set[str]:
    """Return the classes that a style sheet styles; ``.row.won`` styles ``row``."""
    rules = re.sub(r"/\*.*?\*/", "", SHEETS[sheet], flags=re.DOTALL)
    return {name for head in re.findall(r"([^{};]+)\{", rules) for name in SUBJECT.findall(head)}


def test_a_class_is_styled_in_one_sheet_or_in_a_shared_one():
    """A class that two packages use is in a shared sheet, so no class has two meanings."""
    shared = set().union(*map(classes_of, SHARED))
    rooms = {sheet: classes_of(sheet) - shared for sheet in SHEETS.keys() - SHARED}
    twice = {
        (one, other): rooms[one] & rooms[other]
        for one, other in itertools.combinations(sorted(rooms), 2)
        if rooms[one] & rooms[other]
    }
    assert twice == {}
    assert {"play", "watch", "leaderboard"} <= rooms.keys()


def test_a_font_size_that_is_used_twice_is_a_variable():
    tokens = re.findall(r"--type-\w+: ([\d.]+rem)", SHEETS["site"])
    assert len(set(tokens)) == len(tokens) > 0
    for sheet, text in SHEETS.items():
        assert not set(re.findall(r"font-size: ([\d.]+rem)", text)) & set(tokens), sheet


def test_a_style_sheet_has_no_words():
    """All text comes from the page, where it can be translated."""
    word = re.compile(r'content: "[^"]*\w')
    assert word.search('.skill::before { content: "skill "; }')
    assert [sheet for sheet, text in SHEETS.items() if word.search(text)] == []


def test_a_line_of_a_style_sheet_has_few_declarations():
    """A line has one or two declarations; only the table of peg colors has more."""
    crowded = [
        f"{sheet}: {line.strip()}"
        for sheet, text in SHEETS.items()
        for line in text.splitlines()
        if line.count(";") > 2 and not re.match(r"\s*(\.c[1-9A-C] |/\*)", line)
    ]
    assert crowded == []
