"""The task that sends emails for forgotten passwords; a worker runs it."""

from django.contrib.auth.forms import PasswordResetForm
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from games.web.tasks import URGENT, task

MOST_SPELLINGS = 3  # at most this many emails: ADA@… and ada@… can be different mailboxes


@task(queue_name=URGENT)
def send_link(email: str, host: str, is_secure: bool) -> None:
    """Send a link for choosing a new password of each account with this address, in one email.

    Anyone can give an address to hundreds of accounts, so its owner must not get an email for each.
    The spelling that was asked for comes first, then the older accounts.
    """
    form = PasswordResetForm({"email": email})
    users = form.get_users(form.cleaned_data["email"]) if form.is_valid() else ()
    links: dict[str, list[str]] = {}
    for user in sorted(users, key=lambda user: (user.email != email, user.pk)):
        values = {
            "user": user,
            "domain": host,
            "protocol": "https" if is_secure else "http",
            "uid": urlsafe_base64_encode(force_bytes(user.pk)),
            "token": default_token_generator.make_token(user),
        }
        link = render_to_string("people/accounts/link.txt", values)
        links.setdefault(user.email, []).append(link)
    subject = render_to_string("people/accounts/link_subject.txt", {"site_name": host}).strip()
    for address, texts in [*links.items()][:MOST_SPELLINGS]:
        send_mail(subject, "\n".join(texts), None, [address])
