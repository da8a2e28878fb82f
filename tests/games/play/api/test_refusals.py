"""The API answers refusals with problem documents.

Each document has the code and the sentence that a page of the site has for the same refusal.
"""

from django.db import OperationalError
from django.test import Client

from games.catalog.rules import CLASSIC
from games.models import Game, Player
from games.people.limits import Use
from games.play.api.refusals import Malformed
from tests.cast import play, refuse_use, start
from tests.games.play.api.program import ROOT, refusal_in


def test_an_unknown_url_method_or_host_gets_a_problem_document(program, settings):
    for path in ("/nowhere", "/games/x/guesses/1/", "/games/-"):
        assert refusal_in(program.send("get", path)) == (404, "not-found")
    for method, path in (("get", "/games/-/guesses/1"), ("post", "/openapi.json")):
        assert refusal_in(program.send(method, path)) == (405, "method-not-allowed")
    answer = program.send("delete", "/games")
    assert set(answer["Allow"].split(", ")) == {"GET", "POST"}
    assert answer.json()["detail"] == f"This address takes only {answer['Allow']}."
    answer = Client().get(f"{ROOT}/games", headers={"host": "a b"})
    assert refusal_in(answer) == (400, "bad-request")
    settings.DEBUG = True
    assert refusal_in(program.guess(program.begin(), 1, "9999")) == (422, "malformed")
    Player.objects.all().delete()
    assert program.send("get", "/games").json()["games"] == []


def test_an_invalid_body_gets_a_problem_document(program):
    headers = {"Authorization": f"Bearer {program.key}"}
    sent = {"content_type": "application/json", "headers": headers}
    broken = [(body, (400, "malformed")) for body in ("{", b"\xff", "[" * 30_000)]
    twice = '{"pegs": 4, "pegs": 3}'
    wrong = ("[]", '{"pegs": "4"}', '{"pegs": 9}', '{"size": 9}', twice)
    invalid = [(body, (422, "malformed")) for body in wrong]
    for body, expected in (*broken, *invalid, ("x" * 70_000, (413, "too-large"))):
        response = program.client.post(f"{ROOT}/games", body, **sent)
        assert refusal_in(response) == expected, body[:9]
        assert body != twice or response.json()["detail"] == "The body has “pegs” twice."
    assert not Game.objects.exists()


def test_the_api_and_the_pages_refuse_with_the_same_sentences(program, client):
    by_key, by_hand = program.begin("3632"), start(client, "3632")
    for code in ("9999", "11", "..22"):
        refusal = program.guess(by_key, 1, code)
        assert refusal_in(refusal) == (422, Malformed.code)
        assert refusal.json()["detail"] in play(client, by_hand, code).text
    program.guess(by_key, 1, "3632")
    late = {"number": "1", "token": "late", "code": "1122"}
    play(client, by_hand, "3632")
    page = client.post(by_hand.get_absolute_url(), late)
    refusal = program.guess(by_key, 2, "1122")
    assert refusal_in(refusal) == (409, page["X-Refused"])
    assert refusal.json()["detail"] in page.text
    wrong = dict(CLASSIC.settings) | {"pegs": "9"}
    sentence = program.send("post", "/games", {"pegs": 9}).json()["detail"]
    assert sentence in client.post("/", wrong).text


def test_a_request_beyond_a_limit_gets_a_problem_document(program, monkeypatch):
    monkeypatch.setattr(Use, "take", refuse_use)
    answer = program.send("post", "/games", {})
    assert refusal_in(answer) == (429, "too-many")
    assert answer["RateLimit"] == f'"too-many";r=0;t={answer["Retry-After"]}'
    assert answer["RateLimit-Policy"].startswith('"too-many";q=30000;w=259200, "share-')


def test_a_locked_database_gets_a_problem_document(program, monkeypatch):
    def fail(*arguments):
        raise OperationalError("database is locked")

    monkeypatch.setattr(Game.objects.__class__, "get_queryset", fail)
    answer = program.send("get", "/games")
    assert refusal_in(answer) == (503, "unavailable")
    assert answer["Retry-After"] == "2"


def test_an_error_of_the_server_gets_a_problem_document_without_a_traceback(program, monkeypatch):
    def fail(*arguments):
        raise RuntimeError("planted")

    game_id = program.begin()
    monkeypatch.setattr("games.models.play.codemaker.feedback", fail)
    program.client.raise_request_exception = False
    answer = program.guess(game_id, 1, "1122")
    assert refusal_in(answer) == (500, "internal-server-error")
    assert "planted" not in answer.text
