"""Parts of pages that are rendered once and cached."""

import pytest

from games.templatetags.fixed import _render_once
from tests.cast import play, start

pytestmark = pytest.mark.django_db


def test_fixed_parts_are_not_cached_per_game(client):
    kept = []
    for _ in range(3):
        game = start(client, "3632")
        play(client, game, "1122", "3632")
        kept.append(_render_once.cache_info().currsize)
    assert kept[2] == kept[0]
