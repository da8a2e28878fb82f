"""The English words of an argument, for the command line; colors go by their symbols."""

from collections.abc import Sequence

from solver.management.sentences import things

_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_TIMES = ("never", "once", "twice")

ARGUMENTS_IN_ENGLISH = {
    "empty_row": "Row {row} has no key pegs: {so}.",
    "full_row": "Row {row} has a key peg for every peg of the code: {so}.",
    "no_black": "Row {row} has no black peg: {so}.",
    "taken": "{premises}, so {so}.",
    "used_up": "{premises}, so {so}.",
    "found": "{premises}, so {so}.",
    "only_color": "No other color is left for the {place} place: {so}.",
    "only_places": "{premises}, so {so}.",
    "places_left": "{premises}, so {so}.",
    "blacks_found": "Row {row} has only {black}; {premises}, so {so}.",
    "blacks_needed": "Row {row} has {black}, but {premises}, so {so}.",
    "blacks_needed_alone": "Row {row} has {black}, so {so}.",
    "keys_found": "Row {row} has only {keys}; {premises}, so {so}.",
    "keys_found_alone": "Row {row} has only {keys}, so {so}.",
    "keys_needed": "Row {row} has {keys}, but {premises}, so {so}.",
    "keys_needed_alone": "Row {row} has {keys}, so {so}.",
    "code_full": "The code has only {pegs}; {premises}, so {so}.",
    "code_needed": "The code has {pegs}, but {premises}, so {so}.",
    "code_needed_alone": "The code has {pegs}, so {so}.",
    "others_found": "Row {row} has {keys}, so the code has only {missing}; {premises}, so {so}.",
    "others_found_alone": "Row {row} has {keys}, so the code has only {missing}: {so}.",
    "others_needed": "Row {row} has only {keys}, so the code has {missing}; {premises}, so {so}.",
    "others_needed_alone": "Row {row} has only {keys}, so the code has {missing}: {so}.",
    "no_white": "Row {row} has no white peg, so none of its colors is elsewhere; "
    "{premises}, so {so}.",
    "places_compared": "Leave out the pegs that rows {rows} share: row {row} still has "
    "{difference} more. {premises}, so {so}.",
    "places_compared_alone": "Leave out the pegs that rows {rows} share: row {row} still has "
    "{difference} more, so {so}.",
    "places_compared_alike": "Leave out the pegs that rows {rows} share: the others earn as many "
    "black pegs in both. {premises}, so {so}.",
    "colors_compared": "Leave out the colors that rows {rows} share: row {row} still has "
    "{difference} more. {premises}, so {so}.",
    "colors_compared_alone": "Leave out the colors that rows {rows} share: row {row} still has "
    "{difference} more, so {so}.",
    "colors_compared_alike": "Leave out the colors that rows {rows} share: the others earn as many "
    "key pegs in both. {premises}, so {so}.",
    "places_together": "Rows {rows} have {together} between them{shared}; {premises}, so {so}.",
    "places_together_alone": "Rows {rows} have {together} between them{shared}, so {so}.",
    "colors_together": "Rows {rows} have {together} between them{shared}; {premises}, so {so}.",
    "colors_together_alone": "Rows {rows} have {together} between them{shared}, so {so}.",
    "then": "Then {so}.",
    "supposition": "Suppose {supposed}. {thought} So {so}.",
    "end_empty_row": "But row {row} has no key pegs.",
    "end_full_row": "But row {row} has a key peg for every peg of the code.",
    "end_no_black": "But row {row} has no black peg.",
    "end_taken": "But a place has only one color.",
    "end_found": "Then {color} would be at more places than it can.",
    "end_only_color": "Then no color would be left for the {place} place.",
    "end_places_left": "Then {color} would not have enough places.",
    "end_blacks_found": "Then row {row} would have more than {black}.",
    "end_blacks_needed": "Then row {row} could not have {black}.",
    "end_keys_found": "Then row {row} would have more than {keys}.",
    "end_keys_needed": "Then row {row} could not have {keys}.",
    "end_code_full": "Then the code would have more than {pegs}.",
    "end_code_needed": "Then the code would have fewer than {pegs}.",
    "end_others_found": "Then row {row} could not have {keys}.",
    "end_others_needed": "Then row {row} would have more than {keys}.",
    "end_no_white": "Then row {row} would have a white peg.",
    "end_places_compared": "Leave out the pegs that rows {rows} share: row {row} cannot have "
    "{difference} more.",
    "end_places_compared_alike": "Leave out the pegs that rows {rows} share: the others cannot "
    "earn as many black pegs in both.",
    "end_colors_compared": "Leave out the colors that rows {rows} share: row {row} cannot have "
    "{difference} more.",
    "end_colors_compared_alike": "Leave out the colors that rows {rows} share: the others cannot "
    "earn as many key pegs in both.",
    "end_places_together": "Rows {rows} cannot have {together} between them.",
    "end_colors_together": "Rows {rows} cannot have {together} between them.",
}


class English:
    """What ``Speech`` asks for."""

    def sentence(self, name: str, blanks: dict[str, object]) -> str:
        text = ARGUMENTS_IN_ENGLISH[name].format_map(blanks)
        return text[0].upper() + text[1:]

    def clause(self, name: str, colors: str, places: Sequence[int], times: int) -> str:
        is_one = len(colors) == 1
        where = [self.place(place) for place in places]
        if name in ("not_at", "not_in_code"):
            here = self._joined(where, "or") if places else "in the code"
            return f"{colors} is not {here}" if is_one else f"{self._none(colors)} is {here}"
        named = self._joined(list(colors), "and")
        often = _TIMES[times] if times < len(_TIMES) else f"{times} times"
        if name == "nowhere":
            return f"{named} {'has' if is_one else 'have'} no place left"
        if name == "at":
            return f"{named} is {self._joined(where, 'and')}"
        if name == "only_at":
            return f"there is at most one {named}, and it is {where[0]}"
        if name == "in_code_not_at":
            at_least = f" at least {often}" if times > 1 else ""
            return f"{named} is in the code{at_least}, but not {self._joined(where, 'or')}"
        are = f"{named} {'is' if is_one else 'are' if name == 'in_code' else 'are each'}"
        much = {"in_code": "", "at_least": f" at least {often}", "at_most": f" at most {often}"}
        return f"{are} in the code{much[name]}"

    def listed(self, clauses: Sequence[str]) -> str:
        return self._joined(clauses, "and")

    def count(self, name: str, number: int) -> str:
        return things(number, name.replace("more", "other").replace("_", " ").removesuffix("s"))

    def shared(self, colors: str) -> str:
        named = self._joined(list(colors), "and") if colors else ""
        return f", and only {named} can count in both" if colors else ""

    def place(self, number: int) -> str:
        return _PLACES[number - 1]

    def color(self, symbol: str) -> str:
        return symbol

    def _none(self, colors: str) -> str:
        if len(colors) == 2:
            return f"neither {colors[0]} nor {colors[1]}"
        return f"none of {self._joined(list(colors), 'and')}"

    def _joined(self, words: Sequence[str], last: str) -> str:
        *others, final = words
        return f"{', '.join(others)} {last} {final}" if others else final
