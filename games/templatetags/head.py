"""What the head of a page says more than once: to browsers, search engines and messengers."""

from django import template
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString

register = template.Library()


class Keep(template.Node):
    """Renders what it contains once, under a name for the rest of the page."""

    def __init__(self, name: str, nodelist: NodeList) -> None:
        self.name, self.nodelist = name, nodelist

    def render(self, context: Context) -> str:
        rendered = self.nodelist.render(context)
        context[self.name] = SafeString(rendered.strip())
        return ""


@register.tag
def keep(parser: Parser, token: Token) -> Keep:
    """Return the node of ``{% keep name %}…{% endkeep %}``; there may be a block in it."""
    _, name = token.split_contents()
    nodelist = parser.parse(["endkeep"])
    parser.delete_first_token()
    return Keep(name, nodelist)
