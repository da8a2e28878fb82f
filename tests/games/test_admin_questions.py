"""Lists of the admin accept only the lookups that they declare.

Otherwise a URL could name any column of a model and of its related models. A visitor who learns
the number of matching rows could read a hidden secret, one character after the other.
"""

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.test import Client

from games.admin import parameters_of
from tests.cast import start

HOWS = ("", "__exact", "__startswith", "__regex", "__gt", "__isnull", "__id__exact")
MODELS = list(admin.site._registry)


@pytest.fixture
def watcher():
    """Return an administrator with permission to see everything and to change nothing."""
    user = User.objects.create(username="watcher", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    browser = Client()
    browser.force_login(user)
    return browser


def columns_of(model, hops: int = 2) -> set[str]:
    """Return every column that a URL can name from a model, including related models."""
    found = set()
    for field in model._meta.get_fields():
        found.add(field.name)
        if hops and field.is_relation and field.related_model:
            found |= {f"{field.name}__{name}" for name in columns_of(field.related_model, hops - 1)}
    return found


def questions_about(model) -> list[str]:
    declared = set().union(*map(parameters_of, admin.site._registry[model].list_filter))
    asked = {column + how for column in columns_of(model) for how in HOWS}
    return sorted(asked - declared)


def address_of(model) -> str:
    return f"/admin/{model._meta.app_label}/{model._meta.model_name}/"


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_undeclared_lookup_is_refused(model, rf, watcher):
    questions = questions_about(model)
    assert len(questions) > 50
    site_of_model, request = admin.site._registry[model], rf.get("/")
    assert [one for one in questions if site_of_model.lookup_allowed(one, "1", request)] == []
    for question in questions[:: len(questions) // 4]:  # some of the lookups are also sent
        assert watcher.get(address_of(model), {question: "1"}).status_code == 400


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_every_filter_that_the_admin_offers_works(model, watcher):
    """The last choice of each filter stands for all of its choices."""
    changes = watcher.get(address_of(model)).context["cl"]
    offered = {[*spec.choices(changes)][-1]["query_string"] for spec in changes.filter_specs}
    assert bool(offered) == bool(admin.site._registry[model].list_filter)
    for query in offered:
        assert watcher.get(f"{address_of(model)}{query}").status_code == 200


@pytest.mark.parametrize("secret", ["6165", "1222"])
def test_a_search_in_the_admin_finds_only_names_and_ids(client, watcher, secret):
    start(client, secret)
    client.post("/challenges/", {"code": secret, "greeting": "Good luck"})
    for kind in ("game", "challenge", "player", "standing"):
        for sought in (secret, "Good luck"):
            page = watcher.get(f"/admin/games/{kind}/", {"q": sought})
            assert page.context["cl"].result_count == 0
