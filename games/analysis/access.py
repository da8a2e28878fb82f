"""Who may see the codes of a finished game: everybody but those who could still play its secret."""

from games.identity.current import Identity
from games.models import Challenge, Daily, Game


def puzzle_to_play_first(game: Game, reader: Identity) -> Daily | Challenge | None:
    """Return the daily or challenge that the codes of ``game`` would spoil for a reader."""
    puzzle = None if reader.owns(game) else _puzzle_of(game)
    if puzzle is None or (isinstance(puzzle, Challenge) and reader.owns(puzzle)):
        return None
    has_finished = puzzle.games.finished().filter(player=reader.key).exists()
    return None if has_finished else puzzle


def _puzzle_of(game: Game) -> Daily | Challenge | None:
    """The daily or challenge with the secret of ``game``, also one that was made of it later."""
    made_of_it = Challenge.objects.filter(
        setter=game.player_id, secret=game.secret, **game.rules.fields()
    )
    return game.daily or game.challenge or made_of_it.first()
