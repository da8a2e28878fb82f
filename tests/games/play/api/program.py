"""A program that uses the API, for tests."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.test import Client

from games.models import Game

ROOT = "/api/v1"


@dataclass
class Program:
    """A client of the API that sends its key, unless the key is empty."""

    key: str
    client: Client

    def send(self, method: str, path: str, body: Any = None, **query: str) -> HttpResponse:
        sent = {} if body is None else {"data": body, "content_type": "application/json"}
        headers = {"Authorization": f"Bearer {self.key}"} if self.key else {}
        call = getattr(self.client, method)
        asked = f"?{urlencode(query)}" if query else ""
        return call(ROOT + path + asked, headers=headers, **sent)

    def begin(self, secret: str = "3632", **rules: Any) -> str:
        """Start a game, replace its secret with a known code, and return the id of the game."""
        game_id = self.send("post", "/games", rules).json()["id"]
        Game.objects.filter(public_id=game_id).update(secret=secret)
        return game_id

    def guess(self, game_id: str, number: int, code: str) -> HttpResponse:
        return self.send("put", f"/games/{game_id}/guesses/{number}", {"guess": code})


def refusal_in(response: HttpResponse) -> tuple[int, str]:
    """Return the status and the code of a problem document; assert that its headers agree."""
    told = response.json()
    assert response["Content-Type"] == "application/problem+json"
    assert told["status"] == response.status_code
    assert told["title"]
    assert told["detail"].endswith(".")
    assert told["type"] == f"/api/v1/#{told['code']}"
    assert response["X-Refused"] == told["code"]
    return response.status_code, told["code"]
