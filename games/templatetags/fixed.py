"""Parts of a page that are the same for all readers, rendered only once."""

from collections.abc import Callable, Hashable
from typing import Any

from django import template
from django.conf import settings
from django.template.base import FilterExpression, Node, Parser, Token
from django.template.context import Context
from django.template.defaulttags import url as django_url
from django.template.library import SimpleNode
from django.template.loader import render_to_string
from django.urls import get_script_prefix
from django.utils.html import escape
from django.utils.safestring import SafeString

from games import wording

register = template.Library()
SOMEBODYS = "__somebodys__"  # placeholder for a public id in cached text
Compile = Callable[[Parser, Token], Any]


class Once(Node):
    """A node that caches the text of another node for each URL path of the site.

    The text must not depend on anything but this path.
    """

    def __init__(self, node: Node) -> None:
        self.node = node
        self.kept = ("", "")  # URL path of the site, and the text rendered for this path

    def render(self, context: Context) -> str:
        prefix, rendered = self.kept
        if prefix != get_script_prefix():
            rendered = self.node.render(context)
            self.kept = (get_script_prefix(), rendered)
        return rendered


def once(compile_tag: Compile) -> Compile:
    """Return a compile function; simple tags with only literal arguments are rendered once."""

    def compile_once(parser: Parser, token: Token) -> Node:
        node = compile_tag(parser, token)
        is_fixed = isinstance(node, SimpleNode) and all(map(is_literal, node.args))
        return Once(node) if is_fixed and not settings.DEBUG else node

    return compile_once


def is_literal(value: FilterExpression) -> bool:
    """Return whether a value is written in the template."""
    return not value.filters and not (value.is_var and value.var.lookups)


@register.tag
def url(parser: Parser, token: Token) -> Node:
    """Return the node of Django's ``url`` tag; a URL without variables is computed once."""
    node = django_url(parser, token)
    named = [node.view_name, *node.args]
    is_fixed = all(map(is_literal, named)) and not node.kwargs and not node.asvar
    return Once(node) if is_fixed else node


@register.simple_tag
def fixed(template_name: str, public_id: str = "", **context: Hashable) -> SafeString:
    """Return the cached text of a template, which sees only ``context``.

    Use this with few contexts, such as game sizes. Only ``public_id``, which is for URLs, can have
    many different values.
    """
    render = _render if settings.DEBUG else _render_once
    if not public_id:
        return render(template_name, **context)
    kept = render(template_name, public_id=SOMEBODYS, **context)
    return SafeString(kept.replace(SOMEBODYS, escape(public_id)))


def _render(template_name: str, **context: Hashable) -> SafeString:
    return render_to_string(template_name, context)


_render_once = wording.cached_per_language(maxsize=512)(_render)  # the largest part is some 40 kB
