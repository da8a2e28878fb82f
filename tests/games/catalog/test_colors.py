"""The palette in the CSS keeps the promises of docs/colors.md."""

import re
from itertools import combinations, permutations
from pathlib import Path

import numpy as np
import pytest

from games.catalog.colors import COLOR_NAMES
from solver.rule.codes import SYMBOLS
from tools.looks import sheet

from .vision import VISIONS, ciede2000, contrast, encoded, lab, linear, seen

ROOT = Path(__file__).parents[3]
SHEET = (ROOT / "static/css/board.css").read_text()
DOCUMENT = (ROOT / "docs/colors.md").read_text()

RULES = re.findall(r"\.c(\w) { --fill: (#\w+); --mark: (#\w+); --shape: ([^;]+); }", SHEET)
FILLS = {symbol: fill for symbol, fill, _, _ in RULES}
RIM = re.search(
    r"light-dark\(color-mix\(in srgb, var\(--fill\) (\d+)%, (#\w+)\),"
    r" color-mix\(in srgb, var\(--fill\) (\d+)%, (#\w+)\)\)",
    SHEET,
).groups()
THEMES = ("light", "dark")
SURFACES = ("paper", "card", "well", "lift", "hole")

# the smallest CIEDE2000 difference between two of the first n colors
LEAST = {
    "normal": {6: 38.2, 8: 22.5, 10: 22.5, 12: 20.3},
    "protanopia": {6: 17.6, 8: 17.6, 10: 13.9, 12: 13.1},
    "deuteranopia": {6: 15.6, 8: 15.6, 10: 15.6, 12: 15.6},
    "tritanopia": {6: 15.3, 8: 14.9, 10: 14.9, 12: 12.6},
}


def least_difference(count, vision):
    colors = lab(seen(linear(np.array([encoded(fill) for fill in FILLS.values()])), vision))
    return min(ciede2000(one, other) for one, other in combinations(colors[:count], 2))


def surface(name, theme):
    pair = re.search(rf"--{name}: light-dark\((#\w+), (#\w+)\)", SHEET).groups()
    return linear(encoded(pair[THEMES.index(theme)]))


def rim(fill, theme):
    """Return the color of a peg's rim: the fill, mixed with black or white as in the CSS."""
    share, rest = RIM[:2] if theme == "light" else RIM[2:]
    return linear(encoded(fill) * int(share) / 100 + encoded(rest) * (1 - int(share) / 100))


def drawn(shape, pixels=16, samples=8):
    """Return how much of each pixel a CSS shape covers: ``covered[y, x]`` from 0 to 1."""
    line = (np.arange(pixels * samples) + 0.5) / (pixels * samples) * 100
    x, y = np.meshgrid(line, line)
    if shape.startswith("circle"):
        inside = np.hypot(x - 50, y - 50) < float(re.search(r"[\d.]+", shape)[0])
    else:
        inside = np.zeros_like(x, dtype=bool)
        points = np.array(re.findall(r"([\d.]+)% ([\d.]+)%", shape), dtype=float)
        for (x1, y1), (x2, y2) in zip(points, np.roll(points, -1, axis=0), strict=True):
            if y1 != y2:
                inside ^= ((y1 > y) != (y2 > y)) & (x < x1 + (y - y1) / (y2 - y1) * (x2 - x1))
    return inside.reshape(pixels, samples, pixels, samples).mean(axis=(1, 3))


def overlap(one, other):
    """Return the common area of two shapes as a share of their union; 1 means equal shapes."""
    return np.minimum(one, other).sum() / np.maximum(one, other).sum()


def test_every_symbol_has_a_different_name_fill_and_shape():
    assert "".join(FILLS) == "".join(COLOR_NAMES) == SYMBOLS
    shapes = [shape for *_, shape in RULES]
    for values in (COLOR_NAMES.values(), FILLS.values(), shapes):
        assert len(set(values)) == 12


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("count", [6, 8, 10, 12])
def test_any_two_colors_differ_enough(count, vision):
    assert least_difference(count, vision) >= LEAST[vision][count]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("symbol", FILLS)
def test_a_peg_contrasts_with_its_background(symbol, theme):
    fill, edge = linear(encoded(FILLS[symbol])), rim(FILLS[symbol], theme)
    for name in SURFACES:
        ground = surface(name, theme)
        by_its_rim = contrast(edge, ground) >= 3 and contrast(edge, fill) >= 2.1
        assert contrast(fill, ground) >= 3 or by_its_rim


@pytest.mark.parametrize(("symbol", "fill", "mark", "_shape"), RULES)
def test_a_mark_stands_out_from_its_peg(symbol, fill, mark, _shape):
    assert contrast(linear(encoded(fill)), linear(encoded(mark))) >= 4.5


def test_all_shapes_have_about_the_same_area():
    areas = [drawn(shape).mean() for *_, shape in RULES]
    assert np.abs(areas / np.mean(areas) - 1).max() <= 0.15


def test_no_shape_looks_like_another_shape_when_turned():
    marks = [drawn(shape) for *_, shape in RULES]
    for one, other in permutations(marks, 2):
        assert max(overlap(one, np.rot90(other, turns)) for turns in range(4)) <= 0.81


def test_the_document_lists_the_colors_and_differences_of_the_code():
    for symbol, fill in FILLS.items():
        assert f"| {symbol} | {COLOR_NAMES[symbol]} | `{fill}` |" in DOCUMENT
    for vision, least in LEAST.items():
        assert f"| {vision} | {' | '.join(map(str, least.values()))} |" in DOCUMENT


def test_the_style_sheet_is_generated_from_the_table_of_colors():
    assert SHEET.endswith(f"}}\n\n{sheet()}"), "make looks"


@pytest.mark.parametrize(
    ("part", "behind", "least"),
    [
        ("well", "paper", 1.11),
        ("hole", "well", 1.3),
        ("lift", "well", 1.22),
        ("wait", "well", 1.14),
    ],
)
@pytest.mark.parametrize("theme", THEMES)
def test_a_board_stands_out_from_the_page_and_its_holes_from_the_board(theme, part, behind, least):
    """The limits for the dark board are the same as for the light board."""
    assert contrast(surface(part, theme), surface(behind, theme)) >= least
