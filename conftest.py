"""Tests that need the extra ``lab`` are left out where it is not installed, and pytest says so."""

import os
from importlib.util import find_spec

NEEDS = {
    "numba": (
        *("solver/beam/*", "solver/sets/compiling.py", "solver/sets/counting.py"),
        *(f"solver/exact/{name}.py" for name in ("compiled", "glances", "journal", "kernels")),
        *(f"solver/exact/{name}.py" for name in ("openings", "parts", "proof", "symmetries")),
        *("solver/exact/tasks.py", "solver/exact/weighing.py", "tests/solver/proofs.py"),
        *("tests/solver/beam/*", "tests/solver/exact/*"),
        *("tests/solver/management/test_optimal_command.py", "tests/solver/rule/test_errors.py"),
        *("tests/solver/running/test_executors.py", "tests/solver/trees/test_books.py"),
    ),
    "distributed": (
        *("tests/solver/management/test_cluster_commands.py", "tests/solver/rule/test_errors.py"),
        *("tests/solver/running/test_executors.py",),
    ),
}
MISSING = [package for package in NEEDS if find_spec(package) is None]
collect_ignore_glob = sorted({pattern for package in MISSING for pattern in NEEDS[package]})


def pytest_report_header() -> str | None:
    if not MISSING:
        return None
    left_out = " ".join(pattern for pattern in collect_ignore_glob if pattern.startswith("tests"))
    return f"left out without {' and '.join(MISSING)} (make setup LAB=1 installs them): {left_out}"


def pytest_xdist_auto_num_workers() -> int:
    """Return half as many again as there are processors: browsers and other processes are waited
    for."""
    return max(1, (os.cpu_count() or 1) * 3 // 2)
