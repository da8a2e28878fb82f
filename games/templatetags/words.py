"""Translate the texts of templates once per language, when a template is compiled.

A page has dozens of texts; translating each in every request would cost time. Only sentences with a
plural are translated when they are rendered.
"""

import re

from django.template import Context, Library
from django.template.base import Node, NodeList, Origin, Parser, TextNode, Token, VariableNode
from django.template.loaders import cached
from django.templatetags.i18n import BlockTranslateNode, do_block_translate, do_translate
from django.utils.translation import get_language, gettext

from games import wording
from games.web.entry.forms import as_hidden

register = Library()
register.filter("guesses", wording.guesses)
register.filter("codes", wording.codes)
register.filter("games", wording.games)
register.filter("days", wording.days)
register.filter("full_date", wording.full_date)
register.filter("short_date", wording.short_date)
register.filter("time_left", wording.time_left)
register.filter(as_hidden)

BLANK = re.compile(r"%\((\w+)\)s")


class Loader(cached.Loader):
    """A template loader that caches each compiled template per language."""

    def cache_key(self, template_name: str, skip: list[Origin] | None = None) -> str:
        return f"{get_language()} {super().cache_key(template_name, skip)}"


class Sentence(Node):
    """A translated sentence with values in it. With a ``name``, it is stored and not shown."""

    def __init__(self, nodelist: NodeList, name: str | None) -> None:
        self.nodelist, self.name = nodelist, name

    def render(self, context: Context) -> str:
        sentence = self.nodelist.render(context)
        if not self.name:
            return sentence
        context[self.name] = sentence
        return ""


@register.tag
def translate(parser: Parser, token: Token) -> Node:
    """Return the node of Django's tag; translate a text without variables at once."""
    node = do_translate(parser, token)
    _name, message, *options = token.split_contents()
    is_fixed = message[0] in "\"'" and not options
    return TextNode(node.render(Context())) if is_fixed else node


@register.tag
def blocktranslate(parser: Parser, token: Token) -> Node:
    """Return the node of Django's tag, already translated unless it has a plural."""
    node = do_block_translate(parser, token)
    if node.countervar or node.message_context:
        return node
    return Sentence(translate_block(parser, node), node.asvar)


def translate_block(parser: Parser, block: BlockTranslateNode) -> NodeList:
    """Return the words and values of a block in the active language."""
    message, names = block.render_token_list(block.singular)
    sentence = gettext(message)
    try:
        sentence % dict.fromkeys(names)
    except (KeyError, ValueError):
        sentence = message  # the translation has an unknown placeholder
    nodes = NodeList()
    for place, part in enumerate(BLANK.split(sentence)):
        if place % 2:
            value = block.extra_context.get(part) or parser.compile_filter(part)
            nodes.append(VariableNode(value))
        elif part:
            nodes.append(TextNode(part.replace("%%", "%")))
    return nodes


@register.tag
def page_language(parser: Parser, token: Token) -> Node:
    """Return the language of the page, as an HTML attribute value."""
    return TextNode(get_language() or "en")
