"""The page for the keys with which an account's programs use the API."""

from typing import cast

from django import forms
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.models import ApiKey
from games.models.people.api_key import KEY_NAME_LENGTH, MOST_KEYS, EnoughKeys
from games.people.accounts.form_page import FormPage, with_form
from games.web.responses.refusals import on_refusal


class ApiKeyForm(forms.Form):
    name = forms.CharField(
        label=_("Name of the new key"),
        help_text=_("Only you see it, such as the name of your program."),
        max_length=KEY_NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "class": "field"}),
        error_messages={
            "required": _("Type a name for the key, such as the name of your program."),
            "max_length": format_lazy(
                _("The name of a key has at most {most} characters."), most=KEY_NAME_LENGTH
            ),
        },
    )


@with_form("people/accounts/keys.html")
@login_required
def keys(request: HttpRequest, page: FormPage) -> HttpResponse:
    """List the keys of an account; on POST, revoke one, or make one and show it once."""
    user = cast(User, request.user)
    own = ApiKey.objects.filter(user=user.pk).order_by("pk")
    if (revoked := request.POST.get("revoke", "")[:18]).isdecimal():  # no key is longer
        own.filter(pk=int(revoked)).delete()
        return redirect("keys")
    form = ApiKeyForm(page.posted)
    if not page.accepts(form, keys=own, most=MOST_KEYS):
        return page.show()
    with on_refusal(lambda refusal: page.show(problem=str(refusal)), EnoughKeys):
        made = ApiKey.objects.make(user, form.cleaned_data["name"])
    return page.show(form=None, made=made)
