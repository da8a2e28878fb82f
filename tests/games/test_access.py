"""Who may send a form to each URL, and what others see of a player's data."""

from collections import Counter
from contextlib import nullcontext
from copy import deepcopy
from html.parser import HTMLParser

from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client

from games.models import FIRST_DAY, Challenge, Game, Player
from games.web.traffic.gate import Gate
from tests.addresses import (
    ADDRESSES,
    EVERYBODY,
    GUEST,
    LEFT,
    OTHER,
    OWNER,
    names_of_addresses,
    path_of,
)
from tests.cast import HTMX, play, start, start_daily
from tests.games.reading import bare


def test_every_url_is_in_the_table():
    assert set(names_of_addresses()) == ADDRESSES.keys(), "tests/addresses.py has other URLs"


class TestEverybody:
    def test_every_visitor_gets_the_expected_answer_to_an_empty_form(
        self, nameless, in_brackets, monkeypatch
    ):
        """Each response has the status in the table, and cheap URLs do not pass the gate."""
        people, its = nameless
        kept = {who: client.cookies for who, client in people.items()}
        passed, running = [], Game.objects.filter(public_id=its.running)
        monkeypatch.setattr(Gate, "passing", lambda *_: nullcontext(passed.append(None)))

        def send(who: str, **headers: str) -> HttpResponse:
            people[who].cookies = deepcopy(kept[who])
            return people[who].post(path, headers=headers)

        for name, address in ADDRESSES.items():
            path, answers = path_of(name, its), {}
            cache.clear()
            passed.clear()
            with transaction.atomic():
                for who in (LEFT, GUEST, OTHER):
                    answers[who] = send(who)
                    state = running.values_list("status", "guess_count", "is_aided")
                    assert [*state] == [("playing", 1, False)], (name, who)
                by_htmx = [send(OTHER, **HTMX)]
                assert address.costs or not passed, name
                with transaction.atomic():
                    answers[OWNER] = send(OWNER)
                    transaction.set_rollback(True)
                by_htmx.append(send(OWNER, **HTMX))
                transaction.set_rollback(True)
            assert tuple(answers[who].status_code for who in EVERYBODY) == address.sent, name
            assert bare(*answers.values(), *by_htmx) == {}, name

    def test_an_export_has_only_the_data_of_its_visitor(self, world):
        people, its = world
        for kind in ("json", "csv"):
            texts = {who: people[who].get(f"/you/export.{kind}").text for who in EVERYBODY}
            assert its.done in texts[OWNER]
            assert not any(its.done in texts[who] for who in (OTHER, GUEST, LEFT))

    def test_only_administrators_can_use_the_admin(self, world):
        people, its = world
        running = Game.objects.get(public_id=its.running).pk
        for path in ("", "games/game/", f"games/game/{running}/change/", "auth/user/"):
            for who in EVERYBODY:
                response = people[who].get(f"/admin/{path}")
                assert response["Location"].startswith("/admin/login/")


PAYLOAD = "{% url 'start' %}<img src=x onerror=a()>\"><svg onload=a()>' hx-get=x hx-vals=y '"


class Markup(HTMLParser):
    """Collects the elements of a page: tags with the names of their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: Counter[tuple] = Counter()
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.found[tag, tuple(sorted(name for name, _ in attrs))] += 1


def test_html_in_a_name_or_greeting_is_shown_as_text(client, admin_client):
    """Forms refuse such names, so the test saves them directly in the database."""
    game = start(client, "1111")
    play(client, game, "1111")
    daily = start_daily(client, FIRST_DAY)
    play(client, daily, daily.secret)
    address = client.post("/challenges/", {"code": "3344", "greeting": "Try!"})["Location"]
    client.post("/you/name/", {"name": "Ada"})
    own = ("/you/", "/leaderboard/", "/leaderboard/find/?name=x", "/you/delete/", "/you/name/")
    public = (f"/daily/{FIRST_DAY}/board/", address, f"{game.get_absolute_url()}result/")
    admins = ("/admin/games/player/", "/admin/games/game/", "/admin/games/standing/")

    def pages() -> list[Counter]:
        seen = [client.get(path).text for path in own]
        seen += [Client().get(path).text for path in public]
        seen += [admin_client.get(path).text for path in admins]
        return [Markup(page).found for page in seen]

    before = pages()
    Player.objects.update(name=PAYLOAD)
    Challenge.objects.update(greeting=PAYLOAD)
    assert pages() == before
