"""The words of arguments, in English for the command line.

A site passes its gettext and its names of colors. ``makemessages`` finds the marked texts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

_ = str  # marks texts for translators


ARGUMENT_REASONS = {
    "empty_row": _("Row %(row)s has no key pegs"),
    "full_row": _("Row %(row)s has all %(keys)s"),
    "no_black": _("Row %(row)s has no black peg"),
    "only_color": _("No other color is left for the %(place)s place"),
    "blacks_found": _("Row %(row)s has only %(black)s; %(premises)s"),
    "blacks_needed": _("Row %(row)s has %(black)s, but %(premises)s"),
    "blacks_needed_alone": _("Row %(row)s has %(black)s"),
    "keys_found": _("Row %(row)s has only %(keys)s; %(premises)s"),
    "keys_found_alone": _("Row %(row)s has only %(keys)s"),
    "keys_needed": _("Row %(row)s has %(keys)s, but %(premises)s"),
    "keys_needed_alone": _("Row %(row)s has %(keys)s"),
    "code_full": _("The code has only %(pegs)s; %(premises)s"),
    "code_needed": _("The code has %(pegs)s, but %(premises)s"),
    "code_needed_alone": _("The code has %(pegs)s"),
    "others_found": _("Row %(row)s has %(keys)s, so the code has only %(missing)s; %(premises)s"),
    "others_found_alone": _("Row %(row)s has %(keys)s, so the code has only %(missing)s"),
    "others_needed": _("Row %(row)s has only %(keys)s, so the code has %(missing)s; %(premises)s"),
    "others_needed_alone": _("Row %(row)s has only %(keys)s, so the code has %(missing)s"),
    "no_white": _("Row %(row)s has no white peg, so none of its colors is elsewhere; %(premises)s"),
    "places_compared": _(
        "Leave out the pegs that rows %(rows)s share: row %(row)s still has "
        "%(difference)s more. %(premises)s"
    ),
    "places_compared_alone": _(
        "Leave out the pegs that rows %(rows)s share: row %(row)s still has %(difference)s more"
    ),
    "places_compared_alike": _(
        "Leave out the pegs that rows %(rows)s share: the others earn as many black "
        "pegs in both. %(premises)s"
    ),
    "colors_compared": _(
        "Leave out the colors that rows %(rows)s share: row %(row)s still has "
        "%(difference)s more. %(premises)s"
    ),
    "colors_compared_alone": _(
        "Leave out the colors that rows %(rows)s share: row %(row)s still has %(difference)s more"
    ),
    "colors_compared_alike": _(
        "Leave out the colors that rows %(rows)s share: the others earn as many key "
        "pegs in both. %(premises)s"
    ),
    "places_together": _("Rows %(rows)s have %(together)s between them%(shared)s; %(premises)s"),
    "places_together_alone": _("Rows %(rows)s have %(together)s between them%(shared)s"),
    "colors_together": _("Rows %(rows)s have %(together)s between them%(shared)s; %(premises)s"),
    "colors_together_alone": _("Rows %(rows)s have %(together)s between them%(shared)s"),
}

ARGUMENT_SENTENCES = {
    "so": _("%(reason)s, so %(so)s."),
    "reason": _("%(reason)s."),
    "then": _("Then %(so)s."),
    "supposition": _("Suppose %(supposed)s. %(thought)s So %(so)s."),
    "end_empty_row": _("But row %(row)s has no key pegs."),
    "end_full_row": _("But row %(row)s has all %(keys)s."),
    "end_no_black": _("But row %(row)s has no black peg."),
    "end_taken": _("But a place has only one color."),
    "end_found": _("Then %(color)s would be at more places than it can."),
    "end_only_color": _("Then no color would be left for the %(place)s place."),
    "end_places_left": _("Then %(color)s would not have enough places."),
    "end_blacks_found": _("Then row %(row)s would have more than %(black)s."),
    "end_blacks_needed": _("Then row %(row)s could not have %(black)s."),
    "end_keys_found": _("Then row %(row)s would have more than %(keys)s."),
    "end_keys_needed": _("Then row %(row)s could not have %(keys)s."),
    "end_code_full": _("Then the code would have more than %(pegs)s."),
    "end_code_needed": _("Then the code would have fewer than %(pegs)s."),
    "end_others_found": _("Then row %(row)s could not have %(keys)s."),
    "end_others_needed": _("Then row %(row)s would have more than %(keys)s."),
    "end_no_white": _("Then row %(row)s would have a white peg."),
    "end_places_compared": _(
        "Leave out the pegs that rows %(rows)s share: row %(row)s cannot have %(difference)s more."
    ),
    "end_places_compared_alike": _(
        "Leave out the pegs that rows %(rows)s share: the others cannot earn as many black pegs in"
        " both."
    ),
    "end_colors_compared": _(
        "Leave out the colors that rows %(rows)s share: row %(row)s cannot have %(difference)s"
        " more."
    ),
    "end_colors_compared_alike": _(
        "Leave out the colors that rows %(rows)s share: the others cannot earn as many key pegs in"
        " both."
    ),
    "end_places_together": _("Rows %(rows)s cannot have %(together)s between them."),
    "end_colors_together": _("Rows %(rows)s cannot have %(together)s between them."),
}

CLAUSES = {  # for one color, two colors, and more; the last form serves all higher numbers
    "at": (_("%(colors)s is %(places)s"),),
    "not_at": (
        _("%(colors)s is not %(either)s"),
        _("neither %(one)s nor %(other)s is %(either)s"),
        _("none of %(colors)s is %(either)s"),
    ),
    "not_in_code": (
        _("%(colors)s is not in the code"),
        _("neither %(one)s nor %(other)s is in the code"),
        _("none of %(colors)s is in the code"),
    ),
    "only_at": (_("there is at most one %(colors)s, and it is %(places)s"),),
    "in_code_not_at": (_("%(is_in_code)s, but not %(either)s"),),
}

PLACES = (
    *(_("first"), _("second"), _("third"), _("fourth"), _("fifth"), _("sixth"), _("seventh")),
    _("eighth"),
)


def in_english(one: str, many: str, count: int) -> str:
    """Return the singular or the plural text for a number of things."""
    return one if count == 1 else many


class SpeechWords:
    """The words for ``Speech``: sentences by name, clauses, and numbers of pegs."""

    def __init__(
        self,
        gettext: Callable[[str], str] = str,
        ngettext: Callable[[str, str, int], str] = in_english,
        color: Callable[[str], str] = str,
    ) -> None:
        self.gettext, self.ngettext, self.color = gettext, ngettext, color

    def sentence(self, name: str, blanks: Mapping[str, object]) -> str:
        """Return a sentence by its name."""
        text = self.gettext(ARGUMENT_SENTENCES[name]) % blanks
        return text[0].upper() + text[1:]

    def reason(self, name: str, blanks: Mapping[str, object]) -> str:
        """Return a reason by its name, as a clause."""
        return self.gettext(ARGUMENT_REASONS[name]) % blanks

    def clause(self, name: str, symbols: str, places: Sequence[int], times: int) -> str:
        """Return a clause on where some colors are, or how often they are in the code.

        Its name is ``at``, ``not_at``, ``nowhere``, ``not_in_code``, ``in_code``, ``at_least``,
        ``at_most`` or, for one color, ``in_code_not_at`` or ``only_at`` (there and nowhere else).
        """
        colors, where = list(map(self.color, symbols)), list(map(self.place, places))
        blanks = {
            "colors": self.join(colors),
            "one": colors[0],
            "other": colors[-1],
            "places": self.join(where),
            "either": self._join(where, self.gettext("%(others)s or %(last)s")),
            "often": self._often(times),
        }
        if name == "in_code_not_at":
            blanks["is_in_code"] = self.clause("at_least", symbols, (), times)
        return self._clause(name, len(colors), times) % blanks

    def _clause(self, name: str, colors: int, times: int) -> str:
        """Return a clause for one or several colors, with its blanks."""
        if forms := CLAUSES.get(name):
            return self.gettext(forms[min(colors, len(forms)) - 1])
        match name:
            case "nowhere":
                return self.ngettext(
                    "%(colors)s has no place left", "%(colors)s have no place left", colors
                )
            case "at_most":
                return self.ngettext(
                    "%(colors)s is in the code at most %(often)s",
                    "%(colors)s are each in the code at most %(often)s",
                    colors,
                )
            case "at_least" if times > 1:
                return self.ngettext(
                    "%(colors)s is in the code at least %(often)s",
                    "%(colors)s are each in the code at least %(often)s",
                    colors,
                )
        return self.ngettext("%(colors)s is in the code", "%(colors)s are in the code", colors)

    def join(self, clauses: Sequence[str]) -> str:
        """Join several clauses to a list with commas and "and"."""
        return self._join(clauses, self.gettext("%(others)s and %(last)s"))

    def count(self, name: str, number: int) -> str:
        """Return a number of ``black_pegs``, ``key_pegs``, ``pegs`` or ``more_pegs`` as words."""
        counted = {
            "black_pegs": self.ngettext("%(count)d black peg", "%(count)d black pegs", number),
            "key_pegs": self.ngettext("%(count)d key peg", "%(count)d key pegs", number),
            "pegs": self.ngettext("%(count)d peg", "%(count)d pegs", number),
            "more_pegs": self.ngettext("%(count)d other peg", "%(count)d other pegs", number),
        }
        return counted[name] % {"count": number}

    def say_shared(self, symbols: str) -> str:
        """Return the end of a clause that names the colors that two rows share, or empty."""
        if not symbols:
            return ""
        ending = self.gettext(", and only %(colors)s can count in both")
        return ending % {"colors": self.join(list(map(self.color, symbols)))}

    def place(self, number: int) -> str:
        """Return the name of a place, counted from 1."""
        return self.gettext(PLACES[number - 1])

    def _join(self, words: Sequence[str], together: str) -> str:
        if len(words) < 2:
            return "".join(words)
        return together % {"others": ", ".join(words[:-1]), "last": words[-1]}

    def _often(self, times: int) -> str:
        if times <= 2:
            return self.gettext("once") if times == 1 else self.gettext("twice")
        return self.gettext("%(times)d times") % {"times": times}
