"""The picture of docs/solver.md: how long a suggestion takes, from 3x6 to 8x12.

Both axes are logarithmic. A way is drawn as far as a player would wait for it.
"""

from itertools import product
from math import log10
from pathlib import Path
from statistics import mean
from time import perf_counter

from bench.plain import drawn, filtered
from solver.rule.codes import MOST_ENUMERATED, Variant
from solver.rule.feedback import Turn, feedback
from solver.study.play import random_secrets
from solver.study.suggest import suggest

PICTURE = Path(__file__).parent.parent / "docs" / "suggestion-time.svg"
SIZES = [(3, 6), (4, 6), (4, 9), (5, 8), (6, 8), (6, 9), (7, 8), (8, 8), (8, 10), (8, 12)]
BOARDS = [Variant(pegs, colors) for pegs, colors in SIZES]
NAMED = [(3, 6), (4, 6), (5, 8), (6, 9), (7, 8), (8, 8), (8, 12)]
PATIENCE = 5.0  # seconds
WAYS = {
    "filter the list of all codes": "#bc4c00",
    "draw until a code fits": "#8250df",
    "this engine, exact": "#0969da",
    "this engine, sampled": "#1a7f37",
}
LABELS = {
    "filter the list of all codes": 'dx="-18" text-anchor="end"',
    "this engine, exact": 'dx="-40" dy="24"',
}
TIMES = {1e-4: "0.1 ms", 1e-3: "1 ms", 1e-2: "10 ms", 0.1: "0.1 s", 1: "1 s", 10: "10 s"}
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 780, 420, 64, 180, 24, 52
QUIET = 'fill="#57606a"'


def draw_picture() -> None:
    """Measure every way on every board and write the picture."""
    lines = [*frame()]
    for name, color in WAYS.items():
        lines += curve(name, color, points_of(name))
    PICTURE.write_text("\n".join([*lines, "</svg>", ""]))


def points_of(name: str) -> list[tuple[float, float]]:
    """The codes of a board and the mean seconds of a suggestion, as far as the way goes."""
    points: list[tuple[float, float]] = []
    for variant in BOARDS:
        if points and points[-1][1] * variant.size / points[-1][0] > 4 * PATIENCE:
            break
        if can_play(name, variant):
            points.append((variant.size, mean(suggestion_times(name, variant))))
    return points


def can_play(name: str, variant: Variant) -> bool:
    """Whether this way is the one for a board; the plain ways try them all."""
    is_listed = variant.size <= MOST_ENUMERATED
    return {"this engine, exact": is_listed, "this engine, sampled": not is_listed}.get(name, True)


def suggestion_times(name: str, variant: Variant) -> list[float]:
    """Seconds for the guesses of a game from the second on, while patience lasts."""
    [code] = random_secrets(variant, 1, seed=10**9)  # one that no draw begins with
    opening = (variant.symbols[: (variant.pegs + 1) // 2] * 2)[: variant.pegs]
    history, times = [Turn(opening, feedback(opening, code))], list[float]()
    while history[-1].guess != code and sum(times) < PATIENCE:
        begin = perf_counter()
        guess = chosen(name, variant, history)
        times.append(perf_counter() - begin)
        history.append(Turn(guess, feedback(guess, code)))
    return times


def chosen(name: str, variant: Variant, history: list[Turn]) -> str:
    """The guess that a way comes to."""
    if name == "filter the list of all codes":
        return filtered(map("".join, product(variant.symbols, repeat=variant.pegs)), history)
    if name == "draw until a code fits":
        return drawn(variant, history)
    return suggest(variant, history, "entropy").guess


def across(codes: float) -> float:
    return LEFT + (log10(codes) - 2) / 7 * (WIDTH - LEFT - RIGHT)


def down(seconds: float) -> float:
    return TOP + (1.3 - log10(seconds)) / 5.6 * (HEIGHT - TOP - BOTTOM)


def text(x: float, y: float, words: str, style: str) -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" {style}>{words}</text>'


def frame() -> list[str]:
    """The head of the picture, its grid and the names of times and boards."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="system-ui, sans-serif" font-size="12">',
        "<title>Seconds for a suggestion against the number of codes of a board</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
    ]
    for seconds, label in TIMES.items():
        y = down(seconds)
        lines.append(f'<path d="M{LEFT} {y:.0f}H{WIDTH - RIGHT}" stroke="#d0d7de"/>')
        lines.append(text(LEFT - 8, y + 4, label, f'text-anchor="end" {QUIET}'))
    for pegs, colors in NAMED:
        x, style = across(colors**pegs), f'text-anchor="middle" {QUIET}'
        lines.append(text(x, HEIGHT - BOTTOM + 18, f"{pegs}x{colors}", style))
    middle = (LEFT + WIDTH - RIGHT) / 2
    caption = "boards (pegs x colors) by their number of codes"
    return [*lines, text(middle, HEIGHT - 12, caption, f'text-anchor="middle" {QUIET}')]


def curve(name: str, color: str, points: list[tuple[float, float]]) -> list[str]:
    """A way as dots on a line, with its name at the end."""
    places = [(across(codes), down(seconds)) for codes, seconds in points]
    path = "L".join(f"{x:.0f} {y:.0f}" for x, y in places)
    x, y = places[-1]
    return [
        f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="2"/>',
        *(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="3.5" fill="{color}"/>' for x, y in places),
        text(x + 8, y + 4, name, f'fill="{color}" {LABELS.get(name, "")}'),
    ]
