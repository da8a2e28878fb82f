"""What the offers of help need to know."""

from collections.abc import Mapping

from django import template

from games.play.hints import OFFERED

register = template.Library()


@register.simple_tag
def offered_strategies() -> Mapping[str, str]:
    """Return the strategies that can be asked, with the question each asks itself."""
    return OFFERED
