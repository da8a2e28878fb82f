import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import solver
from solver.rule.codes import Variant
from solver.strategies.roster import STRATEGIES
from solver.study.evaluate import evaluate

PAGE = Path("docs/solver.md")


def results_table(found):
    rows = ["| strategy | first | total | mean | worst | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 |"]
    rows.append("|---" * 14 + "|")
    for name, games in sorted(found.items(), key=lambda item: item[1].total):
        lengths = [games.distribution.get(guesses, "") for guesses in range(1, 10)]
        cells = [f"`{name}`", games.first_guess, f"{games.total:,}", f"{games.mean:.4f}"]
        rows.append("| " + " | ".join(map(str, [*cells, games.worst, *lengths])) + " |")
    return "\n".join(rows)


def test_the_table_in_the_docs_has_the_results_of_the_strategies_and_the_published_ones(published):
    found = {name: evaluate(Variant(), name) for name in STRATEGIES if name != "farsighted"}
    shown = PAGE.read_text().partition("<!-- results -->\n")[2].partition("\n<!-- end")[0]
    assert shown == results_table(found)
    for name, told in published["strategies"].items():
        games = found[name]
        facts = {"total": games.total, "worst": games.worst}
        facts["distribution"] = [*games.distribution.values()]
        assert all(facts[figure] == told[figure] for figure in facts.keys() & told.keys())


@pytest.mark.parametrize("name", ["engine", "package", "strategies"])
def test_the_examples_in_the_docs_are_true(name):
    page = Path(f"docs/{name}.md").read_text()
    shown = "".join(re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL))
    examples = doctest.DocTestParser().get_doctest(shown, {}, f"{name}.md", None, 0)
    assert len(examples.examples) > 5
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples).failed == 0


def test_every_public_name_exists():
    assert len(solver.__all__) > 20
    assert [name for name in solver.__all__ if not hasattr(solver, name)] == []


def test_the_engine_loads_neither_django_nor_the_lab_even_for_proven_guesses():
    """A notebook that imports the engine should wait only for numpy."""
    heavy = "{'django', 'numba', 'dask', 'distributed', 'asyncio'}"
    asked = (
        "import sys; from solver import Variant, suggest;"
        "suggest(Variant(), [], 'optimal'); suggest(Variant(3, 4), [], 'optimal');"
        f"print({heavy} & sys.modules.keys())"
    )
    ended = subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True)
    assert ended.stdout == b"set()\n"
