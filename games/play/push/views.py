"""The page on which players switch on notifications, and the worker that shows them."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.signals import user_logged_out
from django.core.signing import b64_decode
from django.dispatch import receiver
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from games.models import PushSubscription
from games.models.people.push import MOST_BROWSERS, PUSH_HERE, PUSH_SERVICE
from games.people.sessions.current import current_player
from games.people.sessions.store import family_of


class SubscriptionForm(forms.Form):
    """The form for the address and the keys that a browser got from its push service."""

    endpoint = forms.CharField(max_length=560)
    p256dh = forms.CharField(min_length=87, max_length=87)
    auth = forms.CharField(min_length=22, max_length=22)

    def clean(self) -> dict[str, Any]:
        """Raise ValidationError for an unknown push service or invalid keys."""
        from games.play.push.sending import browser_key  # needs requirements/push.txt

        sent = self.cleaned_data
        try:
            is_known = PUSH_SERVICE.fullmatch(sent["endpoint"])
            is_right = (
                is_known and browser_key(sent["p256dh"]) and b64_decode(sent["auth"].encode())
            )
        except (KeyError, ValueError):
            is_right = None
        if not is_right:
            raise forms.ValidationError(_("This browser’s push service is unknown here."))
        return sent


@require_http_methods(["GET", "HEAD", "POST"])
def push(request: HttpRequest) -> HttpResponse:
    """List the browsers that get notifications; on POST, add or remove one."""
    if not settings.PUSH_KEY:
        raise Http404
    from games.play.push.sending import public_key

    if (player := current_player(request)) is None:
        return redirect("duels")
    own = player.push_subscriptions.order_by("pk")
    if (removed := request.POST.get("remove", "")[:18]).isdecimal():  # keys have at most 18 digits
        own.filter(pk=int(removed)).delete()
        return redirect("push")
    form = SubscriptionForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        sent = form.cleaned_data
        kept = PushSubscription.objects.keep(player, browser=family_of(request), **sent)
        request.session[PUSH_HERE] = kept.pk
        return redirect("push")
    context = {"browsers": own, "key": public_key(), "form": form, "most": MOST_BROWSERS}
    return render(request, "play/push/push.html", context, status=422 if form.errors else 200)


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker; because of its URL, it controls only the page of notifications."""
    if not settings.PUSH_KEY:
        raise Http404
    return render(request, "play/push/worker.js", content_type="text/javascript")


@receiver(user_logged_out)
def forget_browser(request: HttpRequest, **signal: Any) -> None:
    """Stop sending messages to a browser when its player logs out."""
    PushSubscription.objects.filter(pk=request.session.get(PUSH_HERE, 0)).delete()
