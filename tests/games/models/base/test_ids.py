"""Ids cannot be guessed, and they fit their columns."""

import re

from games.models import Guess, Player, new_token
from games.models.base.ids import digest_of, new_key, new_letters, new_public_id


def test_ids_are_unique_fit_their_columns_and_work_in_urls():
    for new, column, least in (
        (new_public_id, Player._meta.get_field("public_id"), 22),
        (new_token, Guess._meta.get_field("token"), 12),
    ):
        ids = {new() for _ in range(100)}
        assert len(ids) == 100
        assert all(re.fullmatch(rf"[\w-]{{{least},{column.max_length}}}", one) for one in ids)


def test_a_key_has_four_groups_and_people_can_type_it_in_other_ways():
    keys = {new_key() for _ in range(100)}
    assert len({digest_of(key) for key in keys}) == len(keys) == 100
    for key in keys:
        assert re.fullmatch(r"[2-9a-hjkmnp-z]{4}(-[2-9a-hjkmnp-z]{4}){3}", key)
        assert digest_of(f" {key.replace('-', ' ').upper()}") == digest_of(key)


def test_letters_to_read_aloud_have_no_vowel():
    assert re.fullmatch("[BCDFGHJKLMNPQRSTVWXZ]{500}", new_letters(500))
