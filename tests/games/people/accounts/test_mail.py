"""If the site can send email, accounts can have an address for forgotten passwords."""

import re
from datetime import timedelta

import pytest
from django.conf import settings as shown
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from games.models import ApiKey
from games.people import limits
from games.people.accounts import accounts
from games.people.accounts.tasks import send_link
from tests.cast import HTMX, PASSWORD, log_in, sign_up

NEW = "staple of another kind"
ADA = "ada@example.org"


@pytest.fixture(autouse=True)
def _has_mail(settings):
    settings.HAS_MAIL = True


@pytest.fixture
def ada(client) -> User:
    sign_up(client, email=ADA)
    return User.objects.get()


def sent_for(email: str) -> list:
    """Request a link for a forgotten password; return the messages that a worker then sends."""
    before = len(mail.outbox)
    Client().post("/you/forgotten/", {"email": email})
    task = DBTaskResult.objects.order_by("-enqueued_at").first()
    send_link.func(*task.args_kwargs["args"])
    return mail.outbox[before:]


def link_for(email: str = ADA) -> str:
    [message] = sent_for(email)
    [link] = re.findall(r"http://testserver(\S+)", message.body)
    return link


class TestKeeping:
    @pytest.mark.parametrize("sent", [{}, {"email": ADA}])
    def test_an_email_address_can_be_given_at_sign_up(self, client, sent):
        assert sign_up(client, **sent).status_code == 302
        assert User.objects.get().email == sent.get("email", "")

    def test_an_invalid_email_address_is_refused_and_stays_in_the_form(self, client):
        for email in ("ada", "ada@", "a b@c.de", f"{'x' * 250}@a.de"):
            response = sign_up(client, email=email)
            assert response.status_code == 422
            assert f'value="{email}"' in response.text
        assert not User.objects.exists()

    def test_changing_or_deleting_an_email_address_requires_the_password(self, client, ada):
        for sent, status, kept in (
            ({"email": "new@example.org", "password": "wrong"}, 422, ADA),
            ({"email": "new@example.org", "password": PASSWORD}, 302, "new@example.org"),
            ({"email": "", "password": PASSWORD}, 302, ""),
        ):
            assert client.post("/you/email/", sent).status_code == status
            assert User.objects.get().email == kept
        assert Client().get("/you/email/")["Location"].startswith("/you/log-in/")

    def test_an_email_address_is_visible_to_its_owner_only(self, client, ada):
        assert ADA in client.get("/you/email/").text
        assert ADA in client.get("/you/export.json").text
        assert "our email address" in client.get("/you/delete/").text
        stranger = Client()
        for page in ("/players/Ada/", "/leaderboard/", "/privacy/"):
            assert ADA not in stranger.get(page).text


class TestForgotten:
    def test_a_link_changes_the_password_once_and_logs_out_other_browsers(self, client, ada):
        back, link = Client(), link_for()
        rows, _key = Session.objects.count(), ApiKey.objects.make(ada, "a thief")
        assert back.get(link).status_code == 200
        assert Session.objects.count() == rows  # showing a page writes no row
        assert back.post(link, {"password": "short"}).status_code == 422
        assert back.post(link, {"password": NEW})["Location"] == "/you/"
        assert "Log out" in back.get("/you/").text
        assert "Log out" not in client.get("/you/").text
        assert log_in(Client(), password=PASSWORD).status_code == 422
        assert log_in(Client(), password=NEW).status_code == 302
        assert not ApiKey.objects.exists()
        assert Client().post(link, {"password": "third of a kind"}).status_code == 410
        assert Client().get(link).status_code == 410

    def test_of_two_concurrent_uses_of_a_link_only_the_first_counts(self, rf, client, ada):
        request = client.post("/you/log-out/").wsgi_request
        assert accounts.choose_password(request, User.objects.get(), NEW)
        assert not accounts.choose_password(request, ada, "third of a kind")

    def test_a_forged_link_is_refused(self, ada):
        queries = ["", "account=MQ&token=x", "account=%00&token=%00", "account=x&token=cfx-abc"]
        queries += [f"account={'OTk5' * 9}&token=a-b", "account=é&token=é"]
        for link in (f"/you/choose/?{query}" for query in queries):
            for response in (Client().get(link), Client().post(link, {"password": NEW})):
                assert response.status_code == 410, link
                assert "This link has expired" in response.text
        assert log_in(Client()).status_code == 302

    @pytest.mark.parametrize("change", ["address", "log-in", "time", "ban"])
    def test_a_link_is_invalid_after_the_account_changes(self, client, ada, settings, change):
        link = link_for()
        match change:
            case "address":
                client.post("/you/email/", {"email": "new@a.org", "password": PASSWORD})
            case "log-in":
                User.objects.update(last_login=timezone.now() + timedelta(minutes=1))
            case "time":
                settings.PASSWORD_RESET_TIMEOUT = -1
            case "ban":
                User.objects.update(is_active=False)
        assert Client().get(link).status_code == 410

    def test_the_email_is_plain_text_and_no_log_contains_its_link(self, ada, caplog):
        caplog.set_level("INFO")
        [message] = sent_for("ADA@example.org")
        assert message.to == [ADA]
        assert "for the account ada at testserver" in message.body
        [link] = re.findall(r"http://testserver(\S+)", message.body)
        Client().get(link)
        assert "/you/choose/ 200" in caplog.text
        assert link.partition("token=")[2] not in caplog.text
        assert ADA not in caplog.text

    def test_no_response_reveals_whether_an_email_address_has_an_account(self, ada):
        Client().post("/you/forgotten/", {"email": "first@example.org"})
        answers = []
        for email in (ADA, "eve@example.org"):
            for headers in ({}, HTMX):
                browser = Client(headers=headers)
                with CaptureQueriesContext(connection) as queries:
                    response = browser.post("/you/forgotten/", {"email": email})
                answers.append((response.status_code, len(response.content), len(queries)))
                assert email not in response.text
        assert answers[:2] == answers[2:]
        assert sent_for("eve@example.org") == []

    def test_many_accounts_with_one_email_address_get_one_message(self, ada):
        for number, spelt in enumerate(["ada"] * 5 + ["Ada", "aDa", "adA", "ADA"]):
            User.objects.create_user(f"bob{number}", f"{spelt}@example.org", PASSWORD)
        first, *others = sent_for(ADA)
        assert re.findall(r"account (\w+) at", first.body) == [
            "ada",
            *map("bob{}".format, range(5)),
        ]
        assert len(others) == 2
        assert sent_for("ADA@example.org")[0].to == ["ADA@example.org"]

    def test_messages_are_limited_per_email_address_and_per_visitor(self, ada, monkeypatch):
        for known in (ADA, "eve@example.org"):
            asked = [Client().post("/you/forgotten/", {"email": known}) for _ in range(6)]
            assert [one.status_code for one in asked] == [200] * 5 + [429]
            assert f'value="{known}"' in asked[-1].text
        few = limits.MAILS_FROM_AN_ADDRESS._replace(times=1)
        monkeypatch.setattr(limits, "MAILS_FROM_AN_ADDRESS", few)
        for number, status in ((1, 429), (2, 429)):
            response = Client().post("/you/forgotten/", {"email": f"{number}@example.org"})
            assert response.status_code == status


PAGES = ("/", "/privacy/", "/you/sign-up/", "/you/log-in/", "/you/recover/", "/you/", "/rules/")


def test_pages_offer_email_if_it_is_configured(client, ada):
    assert 'name="email"' in Client().get("/you/sign-up/").text
    assert "/you/forgotten/" in Client().get("/you/recover/").text
    assert "Your email address" in Client().get("/privacy/").text
    assert "/you/email/" in client.get("/you/").text


def test_pages_do_not_mention_email_if_it_is_not_set_up(client, settings):
    settings.HAS_MAIL = False
    sign_up(client, email=ADA)
    assert User.objects.get().email == ""
    for page in (*PAGES, "/you/recovery/"):
        for browser in (client, Client()):
            text = browser.get(page).text
            assert 'name="email"' not in text
            assert not re.search(r"/you/(email|forgotten|choose)/", text)


def test_only_a_worker_sends_messages(ada):
    Client().post("/you/forgotten/", {"email": ADA})
    assert mail.outbox == []
    assert shown.EMAIL_TIMEOUT
