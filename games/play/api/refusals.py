"""Refusals that only programs get."""

from http import HTTPStatus

from django.utils.translation import gettext_lazy

from games.models import Refused, StalePage


class NoKey(Refused):
    """The request needs a key but has none."""

    status = HTTPStatus.UNAUTHORIZED
    code = "no-key"
    title = gettext_lazy("A key is needed")
    sentence = gettext_lazy(
        "This needs a key. Make one under You, and send it as “Authorization: Bearer …”."
    )

    @property
    def headers(self) -> dict[str, str]:
        return {**super().headers, "WWW-Authenticate": "Bearer"}


class UnknownApiKey(NoKey):
    """The key that was sent does not exist, or was revoked."""

    code = "unknown-key"
    sentence = gettext_lazy("This key doesn’t exist, or you revoked it. Make a new one under You.")


class NoEntrantKey(NoKey):
    """The request needs the key of an entrant but has none."""

    sentence = gettext_lazy(
        "This needs the key of an entrant. Send it as “Authorization: Bearer …”."
    )


class NotTheNextGuess(StalePage):
    """The number is not that of the next guess."""

    sentence = gettext_lazy("This isn’t the next guess. Get the game to see its guesses so far.")


class Malformed(Refused):
    """The request has the wrong form or senseless values."""

    code = "malformed"
    title = gettext_lazy("The request is not valid")

    def __init__(self, sentence: object, status: int = HTTPStatus.UNPROCESSABLE_ENTITY) -> None:
        super().__init__()
        self.sentence, self.status = str(sentence), HTTPStatus(status)


class TooLargeHere(Refused):
    """A suggestion for this game size would take too long."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY
    code = "too-large-here"
    sentence = gettext_lazy(
        "Suggestions are for game sizes with at most %(codes)s. For larger ones, use the engine on"
        " your own computer."
    )


class NoCodeFits(Refused):
    """The answers of a history contradict each other."""

    status = HTTPStatus.UNPROCESSABLE_ENTITY
    code = "no-code-fits"
    sentence = "%(headline)s."
