"""Decide who can see the codes of a finished game: readers who can no longer compete for them."""

from games.models import Challenge, Daily, Duel, Game
from games.people.sessions.current import Identity


def spoilt_by(game: Game, reader: Identity) -> Daily | Challenge | Duel | None:
    """Return the daily, challenge or duel that the codes of ``game`` would spoil, or None.

    Today's code would be spoiled even for players who gave up, because they could use it in
    another browser. The code of a running duel would be spoiled for all readers.
    """
    if game.is_held:
        return Duel.objects.of_game(game)
    if reader.owns(game):
        return _daily_of(game) if game.is_sealed else None
    puzzle = _daily_of(game) or _challenge_of(game)
    if puzzle is None or (isinstance(puzzle, Challenge) and reader.owns(puzzle)):
        return None
    own = puzzle.games.finished().unsealed().filter(player=reader.key)
    return None if own.exists() else puzzle


def has_tried(puzzle: Daily | Challenge, reader: Identity) -> bool:
    """Return whether the reader has finished a game with this code."""
    return puzzle.games.finished().filter(player=reader.key).exists()


def _daily_of(game: Game) -> Daily | None:
    return game.daily or game.repeated_daily


def _challenge_of(game: Game) -> Challenge | None:
    """Return the challenge that ``game`` plays, or the challenge that was made from ``game``."""
    made_of_it = Challenge.objects.filter(
        setter=game.player_id, secret=game.secret, **game.rules.fields()
    )
    return game.challenge or game.repeated_challenge or made_of_it.first()
