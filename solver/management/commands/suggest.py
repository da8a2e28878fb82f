from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from solver.management.engine_command import (
    HISTORY,
    EngineCommand,
    counting_number,
    limit_of,
    within,
)
from solver.management.sentences import amount, things
from solver.rule.codes import Variant
from solver.strategies.roster import default_cost, default_strategy
from solver.study.suggest import suggest

_CLAIMS = {
    True: " It is proven that no guess is better{within}.",
    False: " It is an estimate, because there are too many possible codes for a proof.",
    None: "",
}


class Command(EngineCommand):
    help = "Suggest the next guess, with reasons."
    takes = ("--strategy", *HISTORY)
    value = "guess"

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--top", type=counting_number, help="rank this many guesses, with every cost"
        )

    def facts(self, variant: Variant, options: dict[str, Any]) -> dict[str, Any]:
        history, strategy = options["history"], options["strategy"]
        if options["top"] is not None:
            from solver.study.ranking import best_guesses  # no other suggestion needs this import

            ranking = best_guesses(variant, history, strategy, options["top"])
            guesses = [ranked._asdict() for ranked in ranking.guesses]
            return {**ranking._asdict(), "guesses": guesses, "is_proven": strategy == "optimal"}
        suggestion = suggest(variant, history, strategy)
        if suggestion.proven is None:
            return suggestion.facts()
        limit = limit_of(strategy)
        in_time = {"is_in_time": suggestion.is_in_time} if limit else {}
        return {**suggestion.facts(), "is_proven": suggestion.proven, **limit, **in_time}

    def default(self, variant: Variant, options: dict[str, Any]) -> str:
        return default_cost(variant) if options["top"] else default_strategy(variant)

    def describe(self, facts: dict[str, Any]) -> list[str]:
        if "guesses" in facts:
            return [*_table(facts["guesses"], facts["is_proven"]), *_notes(facts)]
        guess, is_exact = facts["guess"], facts["is_exact"]
        if facts["candidates"] == 1:
            return [f"{guess} is the only code still possible."]
        codes = things(facts["candidates"], "code", facts["is_counted"])
        may_win = "may win" if facts["is_candidate"] else "cannot win yet"
        at_least = "" if is_exact else "at least "
        return [
            f"{guess}: {codes} are still possible. It {may_win} and splits them into {at_least}"
            f"{things(facts['parts'], 'part')}; at worst {amount(facts['worst_left'], is_exact)} "
            f"remain, {amount(facts['expected_left'], is_exact, decimals=1)} on average."
            f"{_claim(facts)}"
        ]


def _claim(facts: dict[str, Any]) -> str:
    """Return the claim about the guess, and the limit on guesses for which it is proven."""
    is_in_time = facts.get("is_in_time", True)
    lost = "" if is_in_time else f" The limit of {facts['max_guesses']} guesses cannot be kept."
    return lost + _CLAIMS[facts.get("is_proven")].format(within=within(facts) if is_in_time else "")


def _table(guesses: list[dict[str, Any]], is_proven: bool) -> list[str]:
    """Return ranked guesses as a table, with proven further guesses if there are any."""
    further = f"{'further':>10}" if is_proven else ""
    rows = [
        f"{'guess':<9}{'may win':<9}{'worst':>13}{'expected':>16}{'bits left':>11}{'parts':>7}"
        f"{further}"
    ]
    for one in guesses:
        is_exact = one["is_exact"]
        about, at_least = ("", "") if is_exact else ("≈ ", "≥ ")
        worst = f"{about}{one['worst_left']:,}"
        expected = f"{about}{one['expected_left']:,.{1 if is_exact else 0}f}"
        bits = f"{about}{one['bits_left']:.{3 if is_exact else 1}f}"
        rows.append(
            f"{one['guess']:<9}{'yes' if one['is_candidate'] else 'no':<9}{worst:>13}"
            f"{expected:>16}{bits:>11}{at_least + str(one['parts']):>7}"
            + (f"{one['cost']:>10.4f}" if is_proven else "")
        )
    return rows


def _notes(facts: dict[str, Any]) -> Iterator[str]:
    """Yield sentences on how the guesses were ranked."""
    if facts["weighed"] < facts["compared"]:
        yield (
            f"Of {facts['compared']:,} guesses the {facts['weighed']:,} that seemed best at a "
            "glance were weighed in full; others may be better."
        )
    elif facts["others_may_be_better"]:
        yield f"These are the best of {facts['compared']:,} guesses; others may be better."
    elif facts["are_all"]:
        yield "Every other guess is equivalent to one of these."
    if facts["sample"] is not None:
        yield (
            f"The figures and the order rest on a sample of {facts['sample']:,} "
            "of the codes still possible."
        )
    if facts["opening"] is not None:
        yield f"In whole games {facts['opening']} did better as a first guess."
