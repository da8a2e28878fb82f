"""The task that sends emails for forgotten passwords; a worker runs it."""

from django.contrib.auth.forms import PasswordResetForm

from games.web.tasks import URGENT, task


@task(queue_name=URGENT)
def send_link(email: str, host: str, is_secure: bool) -> None:
    """Send a link for choosing a new password to every account with this address."""
    form = PasswordResetForm({"email": email})
    if form.is_valid():
        form.save(
            domain_override=host,
            use_https=is_secure,
            subject_template_name="people/accounts/link_subject.txt",
            email_template_name="people/accounts/link.txt",
        )
