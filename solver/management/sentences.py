"""Words that several commands share: how many things there are, exactly or approximately."""

from collections.abc import Mapping


def amount(number: float, is_exact: bool = True, decimals: int = 0) -> str:
    """Return a number as text, with "about" if it is an estimate.

    >>> amount(1296), amount(204.53, decimals=1), amount(43e6, is_exact=False, decimals=1)
    ('1,296', '204.5', 'about 43,000,000')
    """
    return f"{number:,.{decimals}f}" if is_exact else f"about {number:,.0f}"


def lengths(distribution: Mapping[int, int]) -> list[str]:
    """Return the lines of a table: how many codes take each number of guesses."""
    rows = (f"{guesses:>7}  {codes:>7,}" for guesses, codes in distribution.items())
    return ["guesses    codes", *rows, ""]


def things(count: int, one: str, is_exact: bool = True, many: str = "") -> str:
    """Return a number of things with their name, singular or plural.

    >>> things(1, "code"), things(208, "code"), things(2, "guess", many="guesses")
    ('1 code', '208 codes', '2 guesses')
    """
    name = one if count == 1 else many or f"{one}s"
    return f"{amount(count, is_exact)} {name}"
