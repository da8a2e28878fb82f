"""Tests that need the extra ``lab`` are left out where it is not installed, and pytest says so."""

from importlib.util import find_spec

NEEDS = {
    "numba": (
        *("solver/beam/*", "solver/exact/compiled.py", "solver/exact/kernels.py"),
        *("solver/exact/proof.py", "solver/exact/symmetries.py", "tests/solver/proofs.py"),
        *("tests/solver/test_beam.py", "tests/solver/test_books.py", "tests/solver/test_errors.py"),
        *("tests/solver/test_exact_search.py", "tests/solver/test_optimal_command.py"),
        *("tests/solver/test_executors.py",),
    ),
    "distributed": (
        *("tests/solver/test_cluster_commands.py", "tests/solver/test_errors.py"),
        *("tests/solver/test_executors.py",),
    ),
}
MISSING = [package for package in NEEDS if find_spec(package) is None]
collect_ignore_glob = sorted({pattern for package in MISSING for pattern in NEEDS[package]})


def pytest_report_header() -> str | None:
    if not MISSING:
        return None
    left_out = " ".join(pattern for pattern in collect_ignore_glob if pattern.startswith("tests"))
    return f"left out without {' and '.join(MISSING)} (make setup LAB=1 installs them): {left_out}"
