"""Who may see the codes of a finished game: everybody but those who could still play its secret."""

from games.models import Challenge, Daily, Game


def puzzle_to_play_first(game: Game, player: int | None) -> Daily | Challenge | None:
    """Return the daily or challenge that the codes of ``game`` would spoil.

    ``player`` is the primary key of whoever looks, None if they have not played yet.
    """
    if player == game.player_id:
        return None
    puzzle = _puzzle_of(game)
    if puzzle is None or (player and player == _setter_of(puzzle)):
        return None
    has_finished = puzzle.games.finished().filter(player=player).exists()
    return None if has_finished else puzzle


def _puzzle_of(game: Game) -> Daily | Challenge | None:
    """The daily or challenge with the secret of ``game``, also one that was made of it later."""
    made_of_it = Challenge.objects.filter(
        setter=game.player_id, secret=game.secret, **game.rules.fields()
    )
    return game.daily or game.challenge or made_of_it.first()


def _setter_of(puzzle: Daily | Challenge) -> int | None:
    return puzzle.setter_id if isinstance(puzzle, Challenge) else None
