"""The row in progress: a code in which some holes can be empty."""

from collections.abc import Mapping

from solver.rule.codes import Variant

EMPTY = "."  # an empty hole in the text of a row, such as 1..2


def row_from(text: str, variant: Variant) -> str:
    """Return ``text`` as a row of the variant; an empty row if the text is invalid.

    >>> row_from("12", Variant()), row_from("1..2", Variant()), row_from("hello", Variant())
    ('12..', '1..2', '....')
    """
    fits = len(text) <= variant.pegs and set(text) <= {*variant.symbols, EMPTY}
    return (text if fits else "").ljust(variant.pegs, EMPTY)


def row_from_query(query: Mapping[str, str], variant: Variant) -> str:
    """Return the row in a query: ``?row=12..&color=4&place=3``.

    Such links fill holes without JavaScript. Invalid values are ignored.
    """
    row = row_from(query.get("row", ""), variant)
    color, place = query.get("color", ""), query.get("place", "")
    places = map(str, range(1, variant.pegs + 1))
    if place in places and len(color) == 1 and color in variant.symbols:
        return row[: int(place) - 1] + color + row[int(place) :]
    return row
