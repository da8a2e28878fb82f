"""Titles and names in the league are reported, hidden and deleted like all other names."""

import json
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.models import Complaint, Entrant, Hiding, Player, Reportable, Season, today
from solver.rule.codes import Variant
from tests.cast import PASSWORD, sign_up

REASON = "It reads as an insult."


@pytest.fixture
def teacher():
    browser = Client()
    sign_up(browser, "Teacher")
    return browser


@pytest.fixture
def season(teacher):
    days = {"first_day": today(), "last_day": today() + timedelta(days=9), "is_listed": True}
    season = Season.objects.open(Player.objects.get(), Variant(2, 2), title="Autumn 26", **days)
    season.invite(["Rascal", "Ada"])
    return season


def hide(reportable: Reportable) -> Hiding:
    hidden = Hiding.objects.hide(reportable, User.objects.get(), REASON)
    assert hidden is not None
    return hidden


def report(season: Season, **more) -> int:
    return Client().post("/report/", {"season": season.code, **more}).status_code


def test_a_title_and_a_name_can_each_be_reported_once(season):
    assert [report(season), report(season), report(season, entrant=1)] == [200, 200, 200]
    reported = Complaint.objects.order_by("pk").values_list("what", "text")
    assert [*reported] == [("season", "Autumn 26"), ("entrant", "Rascal")]
    assert report(season, entrant=9) == 422
    assert Client().post("/report/", {"season": "ABCDEF"}).status_code == 422


def test_a_hidden_name_is_on_no_page_until_it_is_shown_again(season, teacher):
    rascal, ada = season.entrants.order_by("number")
    for one in (rascal, ada):
        one.enter({"": "11"}, {1: 4})
    addresses = [
        season.get_absolute_url(),
        f"{season.get_absolute_url()}?code=11",
        f"{season.get_absolute_url()}table.csv",
        rascal.get_absolute_url(),
        ada.get_absolute_url(),
    ]

    def naming() -> list[bool]:
        return ["Rascal" in Client().get(address).text for address in addresses]

    assert naming() == [True] * 5
    hiding = hide(Reportable.entrant(rascal))
    assert naming() == [False] * 5
    assert "Entrant 1" in Client().get(addresses[0]).text
    assert report(season, entrant=1) == 422
    page = teacher.get("/you/").text
    assert ("“Rascal”" in page, REASON in page) == (True, True)
    hiding.undo(User.objects.get())
    assert naming() == [True] * 5


def test_a_hidden_name_stays_hidden_if_the_number_of_its_entrant_is_used_again(season, teacher):
    hide(Reportable.entrant(ada := season.entrants.get(name="Ada")))
    teacher.post(ada.get_absolute_url())
    season.invite(["Cleo"])
    page = Client().get(season.get_absolute_url()).text
    assert (ada.number, "Cleo" in page) == (season.entrants.get(name="Cleo").number, True)
    season.invite(["ada"])
    assert "ada<" not in Client().get(season.get_absolute_url()).text, "under its old name"


@pytest.mark.parametrize("kind", [Reportable.season, lambda one: Reportable.all_of(one.opener)])
def test_a_hidden_season_is_seen_by_its_opener_only(season, teacher, kind):
    address = season.get_absolute_url()
    hide(kind(season))
    assert Client().get(address).status_code == 404
    assert Client().put(f"/api/v1/seasons/{season.code}/tree", "{}").status_code == 404
    assert "Autumn 26" not in Client().get("/league/").text
    assert teacher.get(address).status_code == 200
    assert report(season) == 422


def test_the_data_of_an_opener_include_the_season_and_deletion_removes_it(season, teacher):
    season.entrants.get(number=2).enter({"": "11"}, {1: 4})
    [kept] = json.loads(teacher.get("/you/export.json").text)["seasons"]
    assert (kept["title"], kept["letters"]) == ("Autumn 26", season.code)
    assert kept["entrants"] == [
        {"number": 1, "name": "Rascal", "trees": []},
        {"number": 2, "name": "Ada", "trees": [{"number": 1, "total": 4, "worst": 1}]},
    ]
    assert "1 season you opened" in teacher.get("/you/delete/").text
    teacher.post("/you/delete/", {"password": PASSWORD})
    assert not Entrant.objects.exists()
