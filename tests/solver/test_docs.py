from pathlib import Path

from solver.codes import Variant
from solver.evaluate import evaluate
from solver.strategies import STRATEGIES

PAGE = Path("docs/solver.md")


def results_table():
    rows = ["| strategy | first | total | mean | worst | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |"]
    rows.append("|---" * 14 + "|")
    found = {name: evaluate(Variant(), name) for name in STRATEGIES if name != "farsighted"}
    for name, games in sorted(found.items(), key=lambda item: item[1].total):
        lengths = [games.distribution.get(guesses, "") for guesses in range(1, 10)]
        cells = [f"`{name}`", games.first_guess, f"{games.total:,}", f"{games.mean:.4f}"]
        rows.append("| " + " | ".join(map(str, [*cells, games.worst, *lengths])) + " |")
    return "\n".join(rows)


def test_the_page_shows_the_results_of_today():
    shown = PAGE.read_text().partition("<!-- results -->\n")[2].partition("\n<!-- end")[0]
    assert shown == results_table()
