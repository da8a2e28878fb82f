"""Recovery codes: they are shown once, work once, and reveal nothing."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.models import RecoveryCode
from games.models.base.ids import digest_of
from games.models.people.recovery import CODES
from tests.cast import HTMX, PASSWORD, log_in, side_by_side, sign_up

NEW = "staple of another kind"


def codes_in(response) -> list[str]:
    return re.findall(r"<code[^>]*>([\w-]+)</code>", response.content.decode())


def codes_of(client) -> list[str]:
    """Return the recovery codes that are shown after signing up."""
    return codes_in(client.post("/you/recovery/"))


def recover(client, code, name="Ada", password=NEW):
    sent = {"username": name, "code": code, "password": password}
    return client.post("/you/recover/", sent)


@pytest.fixture
def codes(client) -> list[str]:
    sign_up(client)
    return codes_of(client)


class TestMaking:
    def test_sign_up_leads_first_to_the_recovery_codes_and_then_to_the_next_page(self, client):
        response = sign_up(client, next="/leaderboard/")
        assert response["Location"] == "/you/recovery/?next=%2Fleaderboard%2F"
        page = client.get(response["Location"]).content.decode()
        assert 'href="/leaderboard/"' in page
        shown = client.post("/you/recovery/", {"next": "/leaderboard/"})
        assert len(codes_in(shown)) == CODES
        assert 'href="/leaderboard/"' in shown.content.decode()

    def test_codes_are_shown_once_and_stored_as_digests(self, client, codes):
        kept = set(RecoveryCode.objects.values_list("digest", flat=True))
        assert kept == {digest_of(code) for code in codes}
        assert not set(codes) & set(map(str, kept))
        assert codes_in(client.get("/you/recovery/")) == []

    def test_new_recovery_codes_require_the_password_after_a_moment_and_after_a_log_in(
        self, client, codes, monkeypatch
    ):
        with monkeypatch.context() as patch:
            patch.setattr("games.people.accounts.accounts.A_MOMENT", 0)
            assert client.post("/you/recovery/").status_code == 422
        client.post("/you/log-out/")
        log_in(client)
        for sent in ({}, {"password": "wrong"}):
            assert client.post("/you/recovery/", sent).status_code == 422
        renewed = codes_in(client.post("/you/recovery/", {"password": PASSWORD}, headers=HTMX))
        assert len(renewed) == CODES
        assert not set(renewed) & set(codes)
        assert RecoveryCode.objects.count() == CODES
        assert recover(Client(), codes[0]).status_code == 422


class TestComingBack:
    def test_a_recovery_code_logs_in_its_owner_and_logs_out_all_other_browsers(self, client, codes):
        back = Client()
        assert recover(back, codes[3])["Location"] == "/you/"
        assert "Ada" in back.get("/you/").content.decode()
        assert client.get("/you/password/").status_code == 302  # logged out
        assert log_in(Client()).status_code == 422
        assert log_in(Client(), password=NEW).status_code == 302

    def test_each_code_works_once_in_any_spelling_unless_its_account_is_closed(self, codes):
        sign_up(other := Client(), "Bob")
        assert recover(Client(), codes_of(other)[0]).status_code == 422
        assert recover(Client(), codes[0], password="ada").status_code == 422
        assert [recover(Client(), codes[0]).status_code for _ in range(2)] == [302, 422]
        assert recover(Client(), f" {codes[1].upper().replace('-', ' ')} ").status_code == 302
        User.objects.update(is_active=False)
        assert recover(Client(), codes[2]).status_code == 422

    def test_no_answer_reveals_whether_a_name_exists(self, codes):
        said = [
            re.sub(r'value="[^"]+"', "", recover(Client(), code, name).text)
            for code, name in (("2222-3333-4444-5555", "Ada"), (codes[0], "Abe"))
        ]
        assert said[0] == said[1]
        assert "Name or recovery code is wrong." in said[0]

    def test_wrong_recovery_codes_count_as_password_attempts_and_right_codes_do_not(self, codes):
        tries = [recover(Client(), "2222-3333-4444-5555").status_code for _ in range(11)]
        assert tries == [422] * 10 + [429]
        assert recover(Client(), codes[0]).status_code == 429

    def test_a_second_use_of_a_code_at_the_same_moment_is_refused(self, codes):
        """Both browsers have already passed the check when the first uses the code."""
        assert RecoveryCode.objects.fits("ada", codes[0])
        assert RecoveryCode.objects.use("ada", codes[0], "!") is not None
        assert RecoveryCode.objects.use("ada", codes[0], "!!") is None
        assert User.objects.get(username="ada").password == "!"

    @pytest.mark.both_databases
    @pytest.mark.django_db(transaction=True)
    def test_of_many_concurrent_uses_of_a_code_one_succeeds(self):
        """New codes are made at the same time. PostgreSQL would deadlock if the code were locked
        before its account.
        """
        user = User.objects.create(username="ada")
        codes = RecoveryCode.objects.renew(user)

        def use_or_renew(place: int) -> str:
            if not place:
                return str(len(RecoveryCode.objects.renew(user)))
            return str(RecoveryCode.objects.use("ada", codes[0], f"!{place}"))

        found = side_by_side(use_or_renew)
        assert found.count("None") >= 4
        assert str(len(codes)) in found

    def test_a_recovery_never_redirects_to_another_site(self, codes):
        for code, address in zip(codes, ("//evil.example/", "/\\evil", "\t//e"), strict=False):
            sent = {"username": "Ada", "code": code, "password": NEW, "next": address}
            assert Client().post("/you/recover/", sent)["Location"] == "/you/", address
