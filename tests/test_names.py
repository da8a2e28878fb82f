"""Each name of a class, type or public constant has one meaning in the project."""

import ast
import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]
LAYERS = ("games", "solver", "mastermind_site")
ASKED_FOR = {"Command"}  # Django asks for this name in each command's module
OF_A_PICTURE = {"WIDTH", "HEIGHT", "TOP", "BOTTOM", "STEP", "GAP", "LENGTH"}
OF_A_PICTURE |= {"MARGIN"}
# the checker of certificates shares no code with the engine
OF_THE_CHECKER = {"SYMBOLS", "PEGS", "MOST_CODES", "LONGEST", "NEVER"}


def is_of_one_signature(node: ast.stmt) -> bool:
    """Return whether a statement defines a type variable or a parameter specification."""
    value = getattr(node, "value", None)
    return isinstance(value, ast.Call) and ast.unparse(value.func) in ("TypeVar", "ParamSpec")


def names_defined_in(source: str) -> set[str]:
    """Return the classes, types and constants that a module defines."""
    nodes = [node for node in ast.parse(source).body if not is_of_one_signature(node)]
    classes = {node.name for node in nodes if isinstance(node, ast.ClassDef)}
    targets = (ast.walk(node) for node in nodes if isinstance(node, ast.Assign | ast.AnnAssign))
    stored = (one for names in targets for one in names if isinstance(one, ast.Name))
    constants = {one.id for one in stored if isinstance(one.ctx, ast.Store)}
    return classes | {name for name in constants if re.match("[A-Z]", name)}


def test_every_name_has_one_meaning():
    paths = [path for layer in LAYERS for path in (ROOT / layer).rglob("*.py")]
    paths = [path for path in paths if "migrations" not in path.parts]
    found = Counter(name for path in paths for name in names_defined_in(path.read_text()))
    twice = {name for name, modules in found.items() if modules > 1}
    # Each exception is found, so the test reads all modules.
    assert twice == ASKED_FOR | OF_A_PICTURE | OF_THE_CHECKER
