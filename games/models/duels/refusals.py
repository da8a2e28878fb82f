"""Why a duel refuses what a player wants to do."""

from django.utils.translation import gettext_lazy

from games.models.base.refusals import Refused, StalePage


class DuelFull(Refused):
    code = "duel-full"
    sentence = gettext_lazy("All seats are taken.")


class NotYet(Refused):
    code = "not-yet"
    sentence = gettext_lazy("The race has not started. Wait for the countdown.")


class Alone(Refused):
    code = "alone"
    sentence = gettext_lazy("No one else is here yet. Send the link or the letters to someone.")


class TooLate(StalePage):
    code = "too-late"
    sentence = gettext_lazy("No one can join this duel any more.")


class SentOut(Refused):
    code = "sent-out"
    sentence = gettext_lazy(
        "You were removed from this room. The person who opened it can let you in again."
    )


class RoomLocked(Refused):
    code = "room-locked"
    sentence = gettext_lazy("This room is locked. Ask the person who opened it.")


class SitsHere(Refused):
    code = "sits-here"
    sentence = gettext_lazy(
        "Another player in this browser already has a seat. In a race, everyone breaks the same"
        " code, so use another browser or device."
    )


class EnoughCodes(Refused):
    code = "enough-codes"
    sentence = gettext_lazy("A room has at most %(most)d codes. Open another one.")
