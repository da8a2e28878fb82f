"""Tags for the head of a page, which browsers, search engines and messengers read."""

import json
from collections.abc import Callable, Mapping
from html import unescape
from typing import Any

from django import template
from django.core.serializers.json import DjangoJSONEncoder
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.templatetags.static import static
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext as _
from django_htmx.jinja import htmx_script

from games.templatetags.fixed import once

register = template.Library()

ENTERING = {"assist", "board", "entry", "puzzle"}  # scripts of the pages that have a palette


class Keep(template.Node):
    """A template node that renders its content once and stores it by name."""

    def __init__(self, name: str, nodelist: NodeList) -> None:
        self.name, self.nodelist = name, nodelist

    def render(self, context: Context) -> str:
        rendered = self.nodelist.render(context)
        context[self.name] = SafeString(rendered.strip())
        return ""


@register.tag
def keep(parser: Parser, token: Token) -> Keep:
    """Return the node of ``{% keep name %}…{% endkeep %}``, which can contain a block."""
    _, name = token.split_contents()
    nodelist = parser.parse(["endkeep"])
    parser.delete_first_token()
    return Keep(name, nodelist)


def kept_tag(function: Callable[..., SafeString]) -> Callable[..., SafeString]:
    """Register a simple tag that is rendered once, if its arguments are literals."""
    register.simple_tag(function)
    register.tags[function.__name__] = once(register.tags[function.__name__])
    return function


@kept_tag
def sheets(*names: str) -> SafeString:
    links = ((static(f"css/{name}.css"),) for name in names)
    return format_html_join("\n  ", '<link rel="stylesheet" href="{}">', links)


@kept_tag
def scripts(*names: str) -> SafeString:
    """Return the tags of htmx and of these scripts.

    On a page with a palette, an extra script records taps until the other scripts have loaded.
    """
    early = format_html('<script src="{}"></script>', static("js/early.js"))
    module = '<script type="module" src="{}"></script>'
    tags = [
        htmx_script() if name == "htmx" else format_html(module, static(f"js/{name}.js"))
        for name in names
    ]
    return SafeString("".join([early, *tags] if ENTERING & set(names) else tags))


@kept_tag
def ahead(*files: str) -> SafeString:
    """Return links to files of the next page, which a browser fetches while it is idle."""
    links = ((static(name),) for name in files)
    return format_html_join("", '<link rel="prefetch" href="{}">', links)


@register.simple_tag
def current(route: str, page: str, *section: str) -> SafeString:
    """Return ``aria-current`` if a menu entry belongs to this page or section, else ""."""
    if route == page:
        return SafeString(' aria-current="page"')
    return SafeString(' aria-current="true"' if route in section else "")


def json_ld(facts: Mapping[str, Any]) -> SafeString:
    """Return facts as schema.org data in a script that browsers do not run."""
    text = json.dumps({"@context": "https://schema.org", **facts}, cls=DjangoJSONEncoder)
    text = SafeString(text.replace("<", "\\u003C"))
    return format_html('<script type="application/ld+json">{}</script>', text)


@register.simple_tag(takes_context=True)
def game_on_site(context: Context) -> SafeString:
    """Describe the site and its free game to search engines."""
    name, root = context["SITE_NAME"], context["request"].build_absolute_uri(reverse("start"))
    game = {
        "@type": ["VideoGame", "WebApplication"],
        "name": name,
        "url": unescape(context["permalink"]),
        "description": unescape(context["description"]),
        "genre": _("Code-breaking"),
        "applicationCategory": "GameApplication",
        "gamePlatform": _("Web browser"),
        "operatingSystem": _("Any"),
        "inLanguage": get_language(),
        "isAccessibleForFree": True,
        "offers": {"@type": "Offer", "price": "0", "priceCurrency": "USD"},
    }
    return json_ld({"@graph": [{"@type": "WebSite", "name": name, "url": root}, game]})


@register.simple_tag(takes_context=True)
def trail(context: Context, name: str, *above: str) -> SafeString:
    """Return the trail to a page for search engines; ``above`` alternates URLs and names."""
    absolute = context["request"].build_absolute_uri
    steps = [
        *zip(map(absolute, above[::2]), above[1::2], strict=True),
        (unescape(context["permalink"]), name),
    ]
    items = [
        {"@type": "ListItem", "position": place, "name": str(called), "item": address}
        for place, (address, called) in enumerate(steps, start=1)
    ]
    return json_ld({"@type": "BreadcrumbList", "itemListElement": items})


@register.simple_tag
def describe_questions(questions: Mapping[str, str]) -> SafeString:
    """Return the questions and answers of a page as data for search engines."""
    entities = [
        {"@type": "Question", "name": asked, "acceptedAnswer": {"@type": "Answer", "text": answer}}
        for asked, answer in questions.items()
    ]
    return json_ld({"@type": "FAQPage", "mainEntity": entities})
