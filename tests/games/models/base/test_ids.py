"""Ids cannot be guessed, and they fit their columns."""

import re

from games.models import Guess, Player, new_token
from games.models.base.ids import new_public_id


def test_ids_are_unique_fit_their_columns_and_work_in_urls():
    for new, column, least in (
        (new_public_id, Player._meta.get_field("public_id"), 22),
        (new_token, Guess._meta.get_field("token"), 12),
    ):
        ids = {new() for _ in range(100)}
        assert len(ids) == 100
        assert all(re.fullmatch(rf"[\w-]{{{least},{column.max_length}}}", one) for one in ids)
