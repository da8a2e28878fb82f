"""The settings of a game size are the same on every page that asks for them."""

import re

import pytest

from games.catalog.rules import LIMITS, PRESETS, Rules
from games.web.entry.forms import RulesForm, VariantForm
from solver.rule.codes import COLORS, PEGS, Variant

SUPER = PRESETS["super"]


def bounds_on(page: str) -> dict[str, range]:
    """Return the ranges of all number fields on a page, by name."""
    inputs = [
        dict(re.findall(r'(\w+)="([^"]*)"', tag))
        for tag in re.findall(r'<input type="number"[^>]*>', page)
    ]
    return {one["name"]: range(int(one["min"]), int(one["max"]) + 1) for one in inputs}


@pytest.mark.parametrize("path", ["/", "/challenges/", "/watch/", "/assist/"])
def test_the_number_fields_have_the_bounds_of_the_form(client, path):
    codes, limit = {"pegs": PEGS, "colors": COLORS}, {"limit": LIMITS}
    expected = codes | limit if path in ("/", "/challenges/") else codes
    assert bounds_on(client.get(path).text) == expected


@pytest.mark.parametrize("path", ["/", "/challenges/", "/watch/", "/assist/"])
def test_an_invalid_size_is_shown_again_as_it_was_sent(client, path):
    response = client.get(path, {"pegs": "9", "repeats": "no"})
    assert response.status_code == 422
    assert "A game has 2 to 8 pegs." in response.text
    assert re.search(r'name="pegs" value="9"[^>]*aria-invalid="true"', response.text)
    assert '<option value="no" selected>' in response.text


def test_a_form_without_a_guess_limit_selects_the_preset_of_the_size():
    sent = {"pegs": "5", "colors": "8", "limit": "99"}
    assert rules_of(VariantForm(sent)) == SUPER
    assert rules_of(VariantForm({"pegs": "2", "colors": "2"})).variant == Variant(2, 2)
    assert not RulesForm(sent).is_valid()
    assert rules_of(RulesForm(sent | {"limit": "9"})) == Rules(SUPER.variant, 9)


def rules_of(form: VariantForm) -> Rules:
    assert form.is_valid()
    return form.cleaned_data["rules"]
