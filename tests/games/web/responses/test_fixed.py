"""Parts of pages that are rendered once and cached."""

from unittest.mock import patch

from django.template import Context, Template
from django.urls import set_script_prefix

from games.templatetags.fixed import _render_once
from tests.cast import form_of, play, start


def test_playing_more_games_caches_no_more_parts_of_pages(client):
    kept = []
    for _ in range(3):
        game = start(client, "3632")
        play(client, game, "1122", "3632")
        kept.append(_render_once.cache_info().currsize)
    assert kept[2] == kept[0]


def test_a_long_text_is_cut_before_parts_of_a_page_are_cached_with_it(client):
    game = start(client, "3632")
    sent = form_of(client, game) | {"code": "7" * 5_000}
    assert "7" * 81 not in client.post(game.get_absolute_url(), sent).text


def test_a_link_without_variables_is_made_once_for_each_path_of_the_site():
    page = Template("{% url 'rules' %} {% url 'strategy' name %}")
    assert page.render(Context({"name": "knuth"})) == "/rules/ /strategies/knuth/"
    set_script_prefix("/below/")
    try:
        assert page.render(Context({"name": "beam"})) == "/below/rules/ /below/strategies/beam/"
    finally:
        set_script_prefix("/")
    rules = Template("{% url 'rules' %}")
    rules.render(Context())
    with patch("django.urls.reverse", side_effect=AssertionError):
        assert rules.render(Context()) == "/rules/"


def test_links_with_variables_are_made_each_time():
    page = Template("{% load head %}{% sheets name %}{% sheets 'home' %}")
    found = [page.render(Context({"name": name})) for name in ("board", "play")]
    assert ["board.css" in found[0], "play.css" in found[1]] == [True, True]
    assert all("home.css" in links for links in found)
