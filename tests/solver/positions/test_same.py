"""Whether two histories are one position, beside brute force over every exchange there is."""

from functools import cache
from itertools import chain, combinations, permutations, product
from random import Random

import numpy as np
import pytest

from solver.positions import same
from solver.positions.same import knows, resembles
from solver.rule.codes import Variant
from solver.rule.feedback import Feedback, Turn, feedback

MINI = Variant(pegs=3, colors=6)
CODES = ["".join(code) for code in product(MINI.symbols, repeat=3)]
PLACE = {code: place for place, code in enumerate(CODES)}
LARGE = [Variant(6, 9), Variant(8, 12)]


def exchanged(code, places, colors):
    return "".join(colors[MINI.symbols.index(code[place])] for place in places)


COLORS = np.array([[MINI.symbols.index(peg) for peg in code] for code in CODES])
EXCHANGES = np.array(  # under each exchange, where every code goes
    [
        np.array(colors)[COLORS[:, places]] @ (36, 6, 1)
        for places in permutations(range(3))
        for colors in permutations(range(6))
    ]
)


def turns_of(secret, *guesses):
    return [Turn(guess, feedback(guess, secret)) for guess in guesses]


@cache
def answers(guess):
    """Return how each code answers, one after the other by the rule of the game."""
    return np.array([feedback(guess, code) for code in CODES])


@cache
def fitting(turn):
    return (answers(turn.guess) == turn.feedback).all(axis=1)


def possible(turns):
    return np.all([np.ones(len(CODES), dtype=bool), *map(fitting, turns)], axis=0)


def subsets(turns, least, most):
    sizes = range(max(least, 0), most + 1)
    return chain.from_iterable(combinations(turns, size) for size in sizes)


def are_alike(first, second):
    """Whether some exchange of places and colors makes the one set of codes the other."""
    return bool((first[EXCHANGES] == second).all(axis=1).any())


def are_exchanged(first, second):
    """Whether some exchange makes the one list of turns the other, in whatever order."""

    def written(turns, images):
        return np.sort(
            [
                images[:, PLACE[turn.guess]] * 100 + 10 * turn.feedback.black + turn.feedback.white
                for turn in turns
            ],
            axis=0,
        )

    if len(first) != len(second):
        return False
    plain = written(second, np.arange(len(CODES))[None])
    return bool((written(first, EXCHANGES) == plain).all(axis=0).any())


def is_known(told, game):
    """Whether some of the turns say exactly what the game says."""
    wanted = possible(game)
    return any((possible(some) == wanted).all() for some in subsets(told, 0, len(told)))


def is_resembled(told, game):
    told, game = list(dict.fromkeys(told)), list(dict.fromkeys(game))
    for mine in subsets(game, max(2, len(game) - 2), len(game)):
        for others in subsets(told, max(1, len(told) - 2), len(told)):
            first, second = possible(mine), possible(others)
            if not second.any() or first.sum() != second.sum():
                continue
            if (first == second).all() or (len(others) > 1 and are_exchanged(mine, others)):
                return True
            if first.sum() >= 12 and are_alike(first, second):
                return True
    return False


def in_other_words(secret, game):
    """Return the turns that could stand in the place of the first one."""
    wanted = possible(game)
    turns = (turn for turn in turns_of(secret, *CODES) if turn != game[0])
    return [turn for turn in turns if (possible([turn, *game[1:]]) == wanted).all()]


def pairs():
    """Draw what was told and a game: unlike, the same in other words, exchanged, cut short."""
    chance = Random(1977)
    for number in range(160):
        secret, other = chance.choices(CODES, k=2)
        game = turns_of(secret, *chance.choices(CODES, k=chance.choice([1, 2, 2, 3, 3, 4])))
        told = list(game)
        if number % 4 == 0:
            told = turns_of(other, *chance.choices(CODES, k=chance.choice([1, 2, 3])))
        if number % 4 == 1:  # another guess that says the same
            told[0] = chance.choice([*in_other_words(secret, game), told[0]])
        if number % 3 == 0:
            places, colors = chance.sample(range(3), 3), chance.sample(MINI.symbols, 6)
            told = [Turn(exchanged(t.guess, places, colors), t.feedback) for t in told]
        if number % 5 == 0:
            told = told[1:] + turns_of(chance.choice([secret, other]), chance.choice(CODES))
        chance.shuffle(told)
        yield told, game


@pytest.fixture(scope="module")
def drawn():
    return list(pairs())


@pytest.fixture(scope="module")
def resembled(drawn):
    return [is_resembled(*pair) for pair in drawn]


def test_what_knows_a_game_is_what_brute_force_finds(drawn):
    found = [knows(MINI, *pair) for pair in drawn]
    assert found == [is_known(*pair) for pair in drawn]
    assert 20 < sum(found) < len(found) - 20


def test_what_resembles_a_game_is_what_brute_force_finds(drawn, resembled):
    found = [resembles(MINI, *pair) for pair in drawn]
    assert found == resembled
    assert 20 < sum(found) < len(found) - 20


@pytest.mark.parametrize(("name", "value"), [("LEFT_OUT", 1), ("_ROUNDS", 0)])
def test_the_oracle_notices_when_less_is_looked_at(monkeypatch, name, value, drawn, resembled):
    monkeypatch.setattr(same, name, value)
    assert [resembles(MINI, *pair) for pair in drawn] != resembled


@pytest.mark.parametrize(("least", "is_found"), [(same._TELLING, True), (1000, False)])
def test_in_other_words_and_colors_a_game_is_resembled(monkeypatch, least, is_found):
    monkeypatch.setattr(same, "_TELLING", least)
    game, told = turns_of("3555", "6211", "5616"), turns_of("3555", "1126", "5616")
    colors = str.maketrans("123456", "465213")
    told = [Turn(turn.guess.translate(colors), turn.feedback) for turn in told]
    assert resembles(Variant(), told, game) is is_found


def filled_up(secret, place, *guesses):
    """Return a game with a made-up peg at a place of a larger board, and what makes it certain."""
    wide = [code[:place] + "7" + code[place:] for code in (secret, *guesses)]
    sure = ["7777", "8888", "888"[:place] + "7" + "888"[place:]]
    return turns_of(wide[0], *wide[1:], *sure)


WIDE = Variant(pegs=4, colors=8)


def inlaid(seed):
    """Draw a game on the small board, and the same game filled up on the large one."""
    chance = Random(seed)
    secret, *guesses = chance.choices(CODES, k=chance.choice([3, 4, 5]))
    return turns_of(secret, *guesses), filled_up(secret, chance.randrange(4), *guesses)


@pytest.mark.parametrize("seed", range(12))
def test_a_game_inside_of_a_larger_board_is_resembled_and_a_larger_one_on_a_smaller(seed):
    small, wide = inlaid(seed)
    assert resembles(WIDE, wide, small, MINI)
    assert resembles(MINI, small, wide, WIDE) or possible(small).sum() == 1  # which is no secret


@pytest.mark.parametrize("variant", LARGE, ids=str)
def test_also_if_the_larger_board_is_too_large_to_be_listed(variant):
    """As written: in other colors, in another order, with a turn left out."""
    game = turns_of("2146", "1122", "1344", "5624")
    more = "7" * (variant.pegs - 4)
    told = [
        Turn(f"{more}{code[::-1]}", Feedback(black + len(more), white))
        for code, (black, white) in game
    ]
    assert resembles(variant, told[:0:-1], game, Variant())
    assert not resembles(
        variant,
        turns_of(f"{more}6412", *(turn.guess for turn in told[:2])),
        turns_of("5566", "1122", "1344"),
        Variant(),
    )


def test_few_positions_of_others_resemble_a_game_on_a_board_of_another_size():
    chance, boards = Random(9), (MINI, Variant(), Variant(5, 8))

    def history(variant):
        codes = ["".join(chance.choices(variant.symbols, k=variant.pegs)) for _ in range(4)]
        return turns_of(codes[0], *codes[1:])

    asked = [
        resembles(told, history(told), history(game), game)
        for told, game in permutations(boards, 2)
        for _ in range(40)
    ]
    assert sum(asked) <= 4


def test_the_first_answer_is_theory():
    """Only itself is that game; what looks like it is open to everybody."""
    [first], [other] = turns_of("3261", "1122"), turns_of("1423", "3344")
    assert (first.feedback, knows(Variant(), [first], [first])) == (other.feedback, True)
    assert not knows(Variant(), [other], [first])
    assert not resembles(Variant(), [other], [first])


def test_few_positions_of_others_resemble_a_game():
    """Or honest explorers would be asked for nothing: 2 % of games with other codes at most."""
    chance, symbols = Random(7), Variant().symbols

    def history():
        codes = ["".join(chance.choices(symbols, k=4)) for _ in range(chance.choice([3, 4, 5]))]
        return turns_of(codes[0], *codes[1:])

    asked = [resembles(Variant(), history(), history()) for _ in range(400)]
    assert sum(asked) <= 8


@pytest.mark.parametrize("variant", LARGE, ids=str)
class TestOnALargeBoard:
    def drawn(self, variant, chance, turns):
        codes = ["".join(chance.choices(variant.symbols, k=variant.pegs)) for _ in range(turns + 1)]
        return turns_of(codes[0], *codes[1:])

    def test_the_same_in_other_words_is_known(self, variant):
        chance = Random(3)
        game = self.drawn(variant, chance, 3)
        plain = variant.symbols[0] * variant.pegs  # says how often a color comes
        code = "".join(chance.choices(variant.symbols, k=variant.pegs))
        game += turns_of(code, plain)
        told = [*game[::-1], *self.drawn(variant, chance, 2)]
        assert knows(variant, told, game)
        assert not knows(variant, told[1:], game)

    def test_an_exchange_is_resembled(self, variant):
        chance = Random(4)
        game = self.drawn(variant, chance, 4)
        colors = str.maketrans(
            variant.symbols, "".join(chance.sample(variant.symbols, variant.colors))
        )
        places = chance.sample(range(variant.pegs), variant.pegs)
        told = [
            Turn("".join(turn.guess[place] for place in places).translate(colors), turn.feedback)
            for turn in game
        ]
        assert resembles(variant, told, game)
        assert resembles(variant, told[1:], game)
        assert not resembles(variant, self.drawn(variant, chance, 4), game)
