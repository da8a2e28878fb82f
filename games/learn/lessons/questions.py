"""Questions of new players, with answers."""

from django.utils.translation import gettext as _

from games import wording
from games.catalog.references import REFERENCES
from games.catalog.rules import CLASSIC


@wording.cached_per_language(maxsize=None)
def questions() -> dict[str, str]:
    """Return each question with its answer."""
    least = {
        "codes": wording.codes(CLASSIC.variant.size),
        "mean": wording.number(REFERENCES[CLASSIC.variant][0].mean, decimals=3),
    }
    return {
        _("Can a color come more than once?"): _(
            "In most game sizes yes, both in the code and in your guesses. Each peg of the"
            " code counts for at most one peg of the guess. In Bulls & Cows, no color comes"
            " twice."
        ),
        _("How many guesses does Mastermind take?"): _(
            "With perfect play, the average over all %(codes)s of Classic is %(mean)s,"
            " which is proven. Knuth’s strategy never takes more than five."
        )
        % least,
        _("What is the best first guess?"): _(
            "1123, with two pegs of one color and two of others, has the lowest average. "
            "Knuth’s strategy starts with two pairs, 1122."
        ),
        _("Is Bulls and Cows the same game?"): _(
            "Nearly. Bulls are black key pegs, cows are white ones, and the code is four different"
            " digits of ten. It is one of the game sizes here."
        ),
        _("Does it cost anything?"): _(
            "No. There is no advertising either, and you need no account. An account gives you a"
            " rank on the leaderboard."
        ),
    }
