"""Optional packages, which only some settings need."""

from importlib.util import find_spec

from mastermind_site.environment import WrongSettings


def require(package: str, setting: str, extra: str) -> None:
    """Raise :class:`WrongSettings` unless the package that a setting needs is installed."""
    if not find_spec(package):
        raise WrongSettings(
            f"{setting} asks for a package that is not installed: "
            f"python -m pip install --require-hashes -r requirements/{extra}.txt"
        )
