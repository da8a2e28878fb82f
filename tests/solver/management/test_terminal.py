"""A code on the terminal has the colors of the site."""

import re
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from solver.management.terminal import pegs
from solver.rule.codes import SYMBOLS
from tests.games.catalog.vision import ciede2000, contrast, encoded, lab, linear

STYLES = Path("static/css/board.css").read_text()
FILLS = dict(re.findall(r"\.c(\w) { --fill: (#\w+);", STYLES))
STEPS = (0, 95, 135, 175, 215, 255)  # the levels of red, green and blue in the colors of xterm
CUBE = dict(enumerate(product(STEPS, repeat=3), start=16))
GRAYS = {232 + step: (8 + 10 * step,) * 3 for step in range(24)}
XTERM = CUBE | GRAYS  # without the first 16, which users often change


def inks(symbol):
    """Return the background and text color of a peg, as xterm numbers."""
    found = re.fullmatch(rf"\033\[48;5;(\d+);38;5;(\d+);1m {symbol} \033\[0m", pegs(symbol, True))
    return int(found[1]), int(found[2])


def linear_color(number):
    return linear(np.array(XTERM[number]) / 255)


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_a_peg_has_the_terminal_color_nearest_to_its_color_on_the_site(symbol):
    fill = lab(linear(encoded(FILLS[symbol])))
    nearest = min(XTERM, key=lambda number: ciede2000(lab(linear_color(number)), fill))
    background, ink = inks(symbol)
    assert background == nearest
    assert contrast(linear_color(background), linear_color(ink)) >= 4.5
