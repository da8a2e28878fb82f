"""Numbers of things on the pages of a game, in words."""

import pytest

from tests.cast import HTMX

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("limit", "told"), [(1, "1,296 codes, 1 guess."), (12, "1,296 codes, 12 guesses.")]
)
def test_the_preview_of_a_board_counts_its_guesses(client, limit, told):
    for headers in ({}, HTMX):
        page = " ".join(client.get("/", {"limit": limit}, headers=headers).text.split())
        assert f"4 pegs, 6 colors, repeats allowed: {told} The address" in page
