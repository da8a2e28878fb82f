"""The words in a page's picture: player, game size and guesses."""

from dataclasses import dataclass
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games import wording
from games.catalog.rules import CLASSIC, Rules
from games.catalog.sample_game import sample_turns
from games.models import Challenge, Daily, Duel, Game, Player, PuzzleName, played_games_of
from games.play.previews.boards import PicturedBoard, PicturedRow
from games.play.previews.lettering import writable
from solver.rule.feedback import Turn

MOST_HOLES = 12  # a board without guesses has at most this many rows


class CardLine(NamedTuple):
    """A line below the headline, in the accent color or a quiet color."""

    text: str
    is_accented: bool = False


@dataclass(frozen=True)
class Card:
    """The words and the board of a picture; equal cards have equal pictures."""

    headline: str
    lines: tuple[CardLine, ...]
    board: PicturedBoard


def of_the_site() -> Card:
    about = CardLine(_("Play the computer, get hints that say why, see the value of every guess."))
    board = PicturedBoard(CLASSIC.variant, pictured(sample_turns()))
    return Card(_("Break the code"), (about,), board)


def of_challenge(challenge: Challenge) -> Card:
    """Return the card of a challenge: its setter and its game size.

    The greeting is left out: a player's words must not look like the site's own.
    """
    who, lines = writable(challenge.setter.name), [*on_board(challenge.rules)]
    if game := challenge.game_to_beat:
        to_beat = wording.to_beat(game.guess_count, game.is_aided)
        lines.append(CardLine(to_beat, is_accented=True))
    return Card(wording.challenge(who), tuple(lines), at_the_start(challenge.rules))


def of_duel(duel: Duel) -> Card:
    """Return the card of a duel: its opener and its board."""
    who = writable(duel.opener.name) if duel.opener else ""
    if duel.kind_rules.shares_code:
        headline = _("Race %(who)s") % {"who": who} if who else _("Join the race")
    else:
        headline = _("A duel with %(who)s") % {"who": who} if who else _("A duel for two")
    return Card(headline, tuple(on_board(duel.rules)), at_the_start(duel.rules))


def of_daily(daily: Daily) -> Card:
    day = CardLine(date_format(daily.day, "j F Y"), is_accented=True)
    lines = (day, CardLine(_("Everyone gets the same code.")), *on_board(daily.rules))
    return Card(str(daily), lines, at_the_start(daily.rules))


def of_puzzle(name: PuzzleName, turns: tuple[Turn, ...]) -> Card:
    """Return the card of a puzzle: its rows without the solution."""
    lines = [CardLine(_("One code fits all rows. Find it at the first try.")), CardLine(name.about)]
    if name.day:
        lines.insert(0, CardLine(date_format(name.day, "j F Y"), is_accented=True))
    board = PicturedBoard(CLASSIC.variant, pictured(turns), is_covered=True)
    return Card(str(name), tuple(lines), board)


def of_result(game: Game) -> Card:
    """Return the card of a finished game: its answers without the codes."""
    who = writable(game.player.name)
    lines = [*on_board(game.rules)]
    if game.daily or game.is_evil:
        lines.insert(0, CardLine(game.title, is_accented=True))
    if game.is_aided:
        lines.append(CardLine(_("With help")))
    answers = tuple(PicturedRow(answer=guess.feedback) for guess in game.history)
    headline = wording.how_it_went(game.status, game.guess_count, who)
    return Card(headline, tuple(lines), PicturedBoard(game.variant, answers))


def of_player(player: Player) -> Card:
    """Return the card of a player: their result at the game size that they play most."""
    headline = writable(player.name) or _("A player")
    boards = played_games_of(player).boards
    if not boards:
        return Card(headline, (CardLine(_("No games yet")),), at_the_start(CLASSIC))
    most = boards[0]
    figures = {"games": wording.games(most.games), "mean": wording.number(most.mean, decimals=2)}
    lines = (
        CardLine(most.rules.name, is_accented=True),
        CardLine(_("%(mean)s guesses on average") % figures),
        CardLine(wording.games(most.games)),
    )
    return Card(headline, lines, at_the_start(most.rules))


def on_board(rules: Rules) -> tuple[CardLine, CardLine]:
    """Return two lines for a game size: its name with the guess limit, and its shape."""
    return CardLine(f"{rules.name}, {wording.guesses(rules.limit)}"), CardLine(rules.shape)


def at_the_start(rules: Rules) -> PicturedBoard:
    """Return a hidden code, with the holes for guesses at it."""
    holes = (PicturedRow(),) * min(rules.limit, MOST_HOLES)
    return PicturedBoard(rules.variant, holes, is_covered=True)


def pictured(turns: tuple[Turn, ...]) -> tuple[PicturedRow, ...]:
    return tuple(PicturedRow(*turn) for turn in turns)
