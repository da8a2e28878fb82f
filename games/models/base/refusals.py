"""Refusals: each has a sentence for the player, an HTTP status, and a code for programs."""

from http import HTTPStatus

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext


class Refused(Exception):
    """A refused request; the sentence, with its ``values``, tells the player why."""

    status = HTTPStatus.CONFLICT
    code = "refused"
    title: str | Promise = gettext_lazy("You can’t do that now")
    sentence: str | Promise = ""

    def __init__(self, **values: object) -> None:
        super().__init__()
        self.values = values

    def __str__(self) -> str:
        sentence = str(self.sentence)
        return sentence % self.values if self.values else sentence

    @property
    def headers(self) -> dict[str, str]:
        """The HTTP headers that name the refusal for programs."""
        return {"X-Refused": self.code}


class GameOver(Refused):
    code = "game-over"
    sentence = gettext_lazy("This game is over. Nothing changed.")


class StalePage(Refused):
    code = "stale-page"
    sentence = gettext_lazy(
        "This game continued elsewhere, perhaps in another tab. Here is its current state."
    )


class CannotBeTheCode(Refused):
    status = HTTPStatus.UNPROCESSABLE_ENTITY  # not 409, because another guess would be accepted
    code = "cannot-be-the-code"
    sentence = gettext_lazy(
        "%(guess)s doesn’t fit row %(row)d. In hard mode, every guess must fit all rows."
    )


class PlayedInDuel(Refused):
    code = "played-in-duel"
    sentence = gettext_lazy("This game is part of a duel. Play it there.")


class Gone(Refused):
    code = "gone"
    sentence = gettext_lazy("This player has been deleted. Reload the page to start again.")


class HiddenPlayer(Refused):
    code = "hidden"
    sentence = gettext_lazy(
        "Your page is hidden for now, so you can’t choose a name. See You for the reason."
    )


class OfToday(Refused):
    code = "of-today"
    sentence = gettext_lazy(
        "Others are still playing today’s code. You can share it when the day is over."
    )


class TooManyRows(Refused):
    code = "too-many-rows"
    sentence = gettext_lazy("You can have at most %(most)d rows. Remove one first.")


class NameTaken(Refused):
    status = HTTPStatus.UNPROCESSABLE_ENTITY  # not 409, because another name would be accepted
    code = "name-taken"
    sentence = gettext_lazy("“%(name)s” is taken, or too similar to a name that is. Try another.")


class QueueFull(Refused):
    retry_after = 600  # in seconds

    status = HTTPStatus.SERVICE_UNAVAILABLE
    code = "queue-full"
    sentence = gettext_lazy("The queue is full, so this was not added. Please try again later.")

    @property
    def headers(self) -> dict[str, str]:
        return {**super().headers, "Retry-After": str(self.retry_after)}


class EnoughAsked(QueueFull):
    status = HTTPStatus.TOO_MANY_REQUESTS
    code = "enough-asked"

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def __str__(self) -> str:
        return ngettext(
            "%(most)d strategy you asked for is still being played out, so this one was not added."
            " Please come back when it is done, or stop it.",
            "%(most)d strategies you asked for are still being played out, so this one was not"
            " added. Please come back when one of them is done, or stop one.",
            self.most,
        ) % {"most": self.most}
