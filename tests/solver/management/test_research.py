"""The commands for research agree with plain references."""

import re
from collections import Counter

import pytest
from django.core.management import call_command

from solver.management.commands import suggest
from solver.positions.candidates import position_after
from solver.rule.codes import Variant
from solver.rule.errors import InvalidCode
from solver.sets.arrays import encode
from solver.sets.partitions import partition_sizes
from solver.strategies.costs import entropy
from solver.strategies.roster import STRATEGIES
from solver.study.analysis import analyze
from solver.study.evaluate import evaluate, evaluate_games
from solver.study.play import random_secrets
from solver.study.skill import luck
from solver.trees.verify import lengths_of, parse
from tests.extras import LAB
from tests.solver.reference import all_codes, answer, fitting

CODES, FIRST = all_codes("123456", 4, repeats=True), ("1122", (1, 1))
GIANT = ["--pegs", "8", "--colors", "12"]


def test_candidates_can_be_listed_counted_or_drawn(printed, facts):
    possible = fitting(CODES, [FIRST])
    history = ["--history", "1122:1,1"]
    assert printed("candidates", *history).split() == possible
    assert printed("candidates", *history, "--count") == "208 codes\n"
    drawn = printed("candidates", *history, "--sample", "5").split()
    assert len(set(drawn)) == 5
    assert set(drawn) < set(possible)
    assert [*facts("candidates", *history).values()][-3:] == [208, True, possible]


def test_too_many_candidates_are_estimated_and_drawn_but_not_listed(printed, refusal):
    history = ["--history", "11223456:1,3"]
    assert printed("candidates", *GIANT, "--count") == "429,981,696 codes\n"
    told = printed("candidates", *GIANT, *history, "--count")
    assert re.fullmatch(r"about \d\d?,000,000 codes\n", told)
    drawn = printed("candidates", *GIANT, *history, "--sample", "3").split()
    assert [answer("11223456", code) for code in drawn] == [(1, 3)] * 3
    said = refusal("candidates", *GIANT, *history)
    assert re.fullmatch(r"about \d\d?,000,000 codes are too many to list\n", said)


def test_a_large_sample_contains_no_code_twice(facts):
    found = facts("candidates", *GIANT, "--sample", "10000", "--history", "11223456:2,2")
    assert len(set(found["codes"])) == len(found["codes"]) == 10_000
    assert {answer("11223456", code) for code in found["codes"]} == {(2, 2)}
    assert found["codes"] == sorted(found["codes"])


def test_a_sample_smaller_than_requested_is_reported(facts, capsys, monkeypatch):
    call_command("candidates", "--history", "1122:1,1", "--sample", "300")
    assert capsys.readouterr().err == "there are no more than 208 codes\n"
    monkeypatch.setattr("solver.sets.sampling._MOST_DRAWS", 1)
    command = ["candidates", *GIANT, "--history", "11223456:2,2", "--sample", "99999"]
    drawn = facts(*command)["drawn"]
    assert 4096 < drawn < 2**16
    call_command(*command)
    assert capsys.readouterr().err == f"only {drawn:,} codes could be drawn\n"


def test_diagnose_prints_the_conflict_and_corrections(printed, facts):
    history = ["--history", "1122:4,0 3344:0,1"]
    lines = printed("diagnose", *history).splitlines()
    assert lines[0] == "No code fits: turns 1, 2 cannot be true together."
    assert lines[1] == "turn 1: 3,0 instead of 4,0 leaves 4 codes"
    found = facts("diagnose", *history)
    assert (found["conflict"], found["is_complete"]) == ([1, 2], True)
    for one in found["corrections"]:
        told = [(4, 0), (0, 1)]
        told[one["turn"] - 1] = tuple(one["corrected"].values())
        possible = fitting(CODES, [("1122", told[0]), ("3344", told[1])])
        assert one["candidates"] == len(possible) > 0
    assert printed("diagnose") == "Some code fits every answer.\n"


def test_analyze_prints_a_line_for_every_turn(printed, facts):
    text = "1122:1,1 1345:0,2 4116:2,1"
    turns = analyze(Variant(), text)
    found = facts("analyze", "--history", text)
    assert [turn["loss"] for turn in found["turns"]] == [
        round(turn.appraisal.loss, 4) for turn in turns
    ]
    assert found["luck"] == luck(turns)
    lines = printed("analyze", "--history", text).splitlines()
    assert lines[0].startswith(" 1  1122 1,1  1,296 codes possible, 0.06 guesses lost, best was")
    assert len(lines) == 4


def test_guesses_are_ranked_by_the_cost_of_the_strategy(printed, facts):
    found = facts("suggest", "--top", "5", "--strategy", "expected-size", "--history", "1122:1,1")
    costs = [one["cost"] for one in found["guesses"]]
    assert costs == sorted(costs)
    possible = fitting(CODES, [FIRST])
    for one in found["guesses"]:
        replies = [answer(one["guess"], code) for code in possible]
        sizes = [replies.count(reply) for reply in set(replies)]
        assert (one["worst_left"], one["parts"]) == (max(sizes), len(sizes))
        assert one["cost"] == sum(size**2 for size in sizes)
    best = facts("suggest", "--strategy", "expected-size", "1122:1,1")["guess"]
    assert found["guesses"][0]["guess"] == best
    table = printed("suggest", "--top", "5").splitlines()
    assert table[0].split() == ["guess", "may", "win", "worst", "expected", "bits", "left", "parts"]
    assert table[1].split()[:3] == ["1122", "yes", "256"]


def test_a_ranking_has_one_guess_for_each_partition_and_one_that_cannot_win(facts):
    found = facts("suggest", "--top", "2000", "--history", "1122:1,1 1345:0,2 3631:1,1")
    possible = fitting(CODES, [FIRST, ("1345", (0, 2)), ("3631", (1, 1))])

    def split(guess):
        replies = [answer(guess, code) for code in possible]
        return guess in possible, *map(replies.index, replies)

    def sizes(splits):  # a symmetry changes the parts, but not their sizes
        return {(may_win, *sorted(Counter(parts).values())) for may_win, *parts in splits}

    ranked = [split(one["guess"]) for one in found["guesses"]]
    assert len(set(ranked)) == len(ranked)
    assert sizes(ranked) == sizes(map(split, CODES))
    assert (found["others_may_be_better"], found["are_all"]) == (False, True)


def test_a_ranking_lists_equivalent_first_guesses_once(printed, facts):
    ranked = [one["guess"] for one in facts("suggest", "--top", "9")["guesses"]]
    assert ranked == ["1122", "1123", "1234", "1112", "1111"]
    last = printed("suggest", "--top", "9").splitlines()[-1]
    assert last == "Every other guess is equivalent to one of these."


def test_a_ranking_says_so_if_only_promising_guesses_were_weighed(facts, monkeypatch):
    """The first guess is still the best of all, and each cost is computed from all candidates."""
    command = ["suggest", "--history", "1122:1,1", "--strategy", "entropy", "--top", "5"]
    whole = facts(*command)
    monkeypatch.setattr("solver.study.ranking._MOST_WORK", 2**12)
    monkeypatch.setattr("solver.study.ranking.MOST_WORK", 2**12)
    found = facts(*command)
    assert (whole["others_may_be_better"], found["others_may_be_better"]) == (False, True)
    assert found["guesses"][0] == whole["guesses"][0]
    candidates = position_after(Variant(), "1122:1,1").candidates
    guesses = encode(Variant().digits(one["guess"] for one in found["guesses"]), 6)
    costs = [one["cost"] for one in found["guesses"]]
    assert costs == sorted(costs) == pytest.approx(entropy(partition_sizes(guesses, candidates)))
    assert found["weighed"] < found["compared"]
    assert suggest.Command().describe(found)[-1] == (
        f"Of {found['compared']:,} guesses the {found['weighed']:,} that seemed best at a glance "
        "were weighed in full; others may be better."
    )


def test_numbers_from_a_sample_are_marked_and_have_no_cost(printed, facts):
    board = [*GIANT, "--history", "11223456:2,2", "--top", "2"]
    found = facts("suggest", *board)
    assert [one["cost"] for one in found["guesses"]] == [None, None]
    assert (found["sample"], found["compared"], found["are_all"]) == (4096, 4096, False)
    row, *_, last = printed("suggest", *board).splitlines()[1:]
    assert re.search(r"≈ [\d,]+ +≈ [\d,]+ +≈ \d\d\.\d +≥ \d\d$", row)
    assert last.startswith("The figures and the order rest on a sample of 4,096 of the codes")


def test_a_ranking_names_a_first_guess_that_did_better_in_whole_games(printed, facts):
    for board, opening in [(GIANT, "11223456"), (["--pegs", "5", "--colors", "8"], "11223")]:
        found = facts("suggest", *board, "--top", "2", "--strategy", "entropy")
        assert len(found["guesses"]) == 2
        guess = facts("suggest", *board, "--strategy", "entropy")["guess"]
        assert found["opening"] == guess == opening
        last = printed("suggest", *board, "--top", "2").splitlines()[-1]
        assert last == f"In whole games {opening} did better as a first guess."
    assert facts("suggest", "--top", "2")["opening"] is None


def test_the_optimal_strategy_ranks_guesses_by_proven_costs(facts, printed):
    found = facts("suggest", "--top", "9", "--strategy", "optimal")
    totals = {one["guess"]: round(one["cost"] * 1296) for one in found["guesses"]}
    assert totals == {"1123": 5625, "1234": 5673, "1122": 5702, "1112": 5791, "1111": 6318}
    assert found["is_proven"]
    assert "4.3403" in printed("suggest", "--top", "1", "--strategy", "optimal")
    few = facts("suggest", "--top", "1", "--strategy", "optimal", "1122:1,0 1344:0,1")
    best = facts("analyze", "1122:1,0 1344:0,1 1111:0,0")["turns"][2]["best_further"]
    assert few["guesses"][0]["cost"] == pytest.approx(best, abs=1e-4)


@pytest.mark.parametrize(("board", "note"), [("6", ""), ("7", "was fitted to 4x6 alone\n")])
def test_weighted_by_stage_warns_on_boards_for_which_it_was_not_fitted(capsys, board, note):
    call_command("suggest", "--strategy", "weighted-by-stage", "--colors", board)
    assert capsys.readouterr().err.removeprefix("weighted-by-stage ") == note


def test_evaluate_plays_the_given_first_guess(facts):
    found = facts("evaluate", "--strategy", "knuth", "--first", "1111")
    assert (found["first_guess"], found["codes"], found["distribution"]["1"]) == ("1111", 1296, 1)
    assert found["total"] > 5801
    assert facts("evaluate", "--first", "1122")["total"] == 5801
    secrets = random_secrets(Variant(), 30)
    one, other = (evaluate_games(Variant(), "knuth", secrets, first=f) for f in ("1111", None))
    assert one.first_guess == "1111"
    assert one.distribution != other.distribution


def test_a_secret_can_have_spaces_and_lower_case():
    assert evaluate_games(Variant(), "knuth", ["1 1 2 2"]).distribution == {1: 1}
    with pytest.raises(InvalidCode, match="'7' is not a color"):
        evaluate_games(Variant(), "knuth", ["1127"])


def test_the_mean_of_random_games_is_printed_with_its_standard_error(printed):
    told = printed("evaluate", "--games", "50")
    mean, error = map(float, re.search(r"([\d.]+) ± ([\d.]+) on average", told).groups())
    games = evaluate_games(Variant(), "knuth", random_secrets(Variant(), 50)).distribution
    lengths = [length for length, codes in games.items() for _ in range(codes)]
    variance = sum((length - mean) ** 2 for length in lengths) / 49
    assert error == pytest.approx((variance / 50) ** 0.5, abs=0.001)
    assert "±" not in printed("evaluate") + printed("evaluate", "--games", "1")


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (str(10**12), "at most 1,000,000"),
        *dict.fromkeys(["x", "2.5", ""], "a whole number").items(),
    ],
)
def test_an_invalid_number_of_games_is_refused_with_a_sentence(refusal, number, sentence):
    assert refusal("evaluate", "--games", number).endswith(f"--games: must be {sentence}\n")


def test_a_tree_can_start_at_a_history_and_end_at_a_depth(printed):
    lines = printed("tree", "--from", "1122:1,1", "--depth", "2").splitlines()
    assert lines[0].endswith("(208 possible)")
    assert {len(line) - len(line.lstrip()) for line in lines} == {0, 4}
    whole = printed("tree", "--from", "1122:1,1").splitlines()
    assert [line for line in whole if not line.startswith("     ")] == lines


def test_an_optimal_evaluation_without_a_book_is_proven_on_a_small_board(printed, facts, capsys):
    """One search finds the whole tree; a search for each guess found longer trees."""
    pytest.importorskip("numba", reason=LAB)
    board = ["--pegs", "3", "--colors", "5", "--strategy", "optimal"]
    found = facts("evaluate", *board)
    assert (found["total"], found["is_proven"]) == (451, True)
    tree = parse(printed("tree", *board, "--format", "exchange"))
    assert sum(length * codes for length, codes in lengths_of(tree).items()) == 451


def test_an_optimal_evaluation_on_a_large_board_is_not_called_proven(
    printed, facts, capsys, monkeypatch
):
    monkeypatch.setattr("solver.strategies.optimal.MOST_PROVEN_AT_ONCE", 0)
    board = ["--pegs", "3", "--colors", "4", "--strategy", "optimal"]
    assert facts("evaluate", *board)["is_proven"] is False
    assert "it is not proven that no strategy needs fewer" in printed("evaluate", *board)
    monkeypatch.setattr("solver.exact.solved.MOST_SEARCHED", 2)
    call_command("tree", *board, "--depth", "1")
    assert capsys.readouterr().err == "this tree is not proven: others may need fewer guesses\n"
    assert evaluate(Variant(3, 4), "knuth").proven is None


def test_a_strategy_with_a_limit_on_guesses_is_proven_optimal_only_within_the_limit(printed, facts):
    """Without the limit another tree needs one guess less."""
    told = printed("evaluate", "--strategy", "optimal-5")
    assert told.endswith("strategy needs fewer if no game may take more than 5 guesses\n")
    assert facts("evaluate", "--strategy", "optimal-5")["max_guesses"] == 5
    history = ["--strategy", "optimal-5", "--history", "1123:1,1"]
    assert printed("suggest", *history).endswith("if no game may take more than 5 guesses.\n")
    assert facts("suggest", *history)["max_guesses"] == 5
    assert "max_guesses" not in facts("evaluate", "--strategy", "optimal")


def test_a_loss_too_small_for_an_estimate_is_not_printed_as_no_loss(printed):
    told = printed("analyze", "--colors", "8", "--history", "1123:0,1 4682:1,2").splitlines()
    assert "no loss that an estimate can show" in told[1]
    assert "possible, no loss, " in printed("analyze", "--history", "1123:1,1")


def test_a_part_of_a_proven_tree_is_proven(printed, capsys):
    printed("tree", "--strategy", "optimal", "--from", "1123:1,1", "--depth", "1")
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("name", ["suggest", "solve", "evaluate", "tree"])
def test_the_help_lists_the_strategies(name, capsys):
    with pytest.raises(SystemExit):
        call_command(name, "--help")
    told = "".join(capsys.readouterr().out.split())
    assert ",".join(STRATEGIES) in told
