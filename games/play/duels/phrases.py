"""The phrases that players can send each other in a duel."""

from django.utils.translation import gettext_lazy as _

PHRASES = (
    _("Good luck!"),
    _("Good one!"),
    _("So close!"),
    _("Take your time."),
    _("I’m stuck!"),
    _("Well played!"),
)
