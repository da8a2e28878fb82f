"""Uses of the engine that ``make lint`` checks: mypy must find one error, on the marked line."""

from solver import (
    Code,
    Position,
    Strategy,
    Variant,
    analyze,
    build_tree,
    evaluate,
    evaluate_games,
    play,
    position_after,
    suggest,
)


class Mine:
    def __init__(self, weight: float = 1) -> None: ...

    def choose(self, position: Position) -> Code:
        return "1122"


def mine(position: Position) -> str:
    return "1122"


def use(board: Variant) -> None:
    player: Strategy = Mine(2)
    total: int = evaluate(board, player).total + evaluate(board, mine).total
    guess: str = suggest(board, (), Mine()).guess + suggest(board, (), mine).guess
    build_tree(mine, position_after(board, ()))
    evaluate_games(board, mine, ["1122", guess])
    analyze(board, (), mine)
    play(Mine(), "1122")
    evaluate(board, "knuth")
    evaluate(board, total)  # type: ignore[arg-type]
