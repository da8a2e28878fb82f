"""What the page of a game shows, in one place: the template only lays it out."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple, cast

from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games import wording
from games.insight.fairness.position import FairPosition
from games.insight.positions.address import explorer_address
from games.insight.positions.evil import EvilMove, EvilStory
from games.insight.positions.outlook import known_after
from games.models import (
    LEFT_FOR,
    OPEN_FOR,
    Challenge,
    Evening,
    Game,
    Guess,
    Hint,
    new_token,
)
from games.models.play.fairness import Compared, comparison_of
from games.people.statistics.daily_report import DailyReport
from games.play.board.coach import Coaching, coaching_for
from games.play.board.degrees import Degree, degrees_of
from games.play.board.feats import Feats
from games.play.board.hints import Advice, ColorsAtPlace, advice_on, columns_of
from games.play.board.verdicts import luck_of, verdict_on
from games.web.entry.code_entry import CodeEntry
from games.web.entry.row import EMPTY
from games.web.traffic.gate import ComeBack
from solver.positions.knowledge import Knowledge
from solver.rule.feedback import Turn

HINTS_SHOWN = 20  # hints for a row; of more the newest


class Row(NamedTuple):
    """A guess on the board; a hint may rest on it (``is_lit``) and be about some ``places``."""

    guess: Guess
    is_lit: bool = False
    places: tuple[int, ...] = ()


@dataclass
class PlayPage:
    """A game as its player sees it.

    ``typed`` is the text of the row in progress, kept when it is refused; ``problem`` says why
    it was; ``fresh`` is the guess that this response reports; ``warned`` is the code that is
    played if it is sent again; ``is_setting`` whether the settings were changed just now;
    ``free`` is advice that had nothing to say, and so was not recorded. Without a ``position``
    nothing is worked out.
    """

    game: Game
    typed: str = ""
    problem: str = ""
    fresh: Guess | None = None
    warned: str = ""
    is_coached: bool = False
    offers_help: bool = True
    is_setting: bool = False
    free: Advice | None = None
    position: FairPosition | None = None

    @property
    def works_out(self) -> bool:
        """Whether it has something to show that follows from the turns."""
        if not self.game.is_playing:
            return self.game.is_evil
        return self.game.shows_candidates or bool(self.free or self.asked)

    @property
    def rows(self) -> list[Row]:
        """The guesses; those that the newest hint rests on are lit."""
        marks = self.newest.marks if self.newest else {}
        return [
            Row(one, one.number in marks, marks.get(one.number, ())) for one in self.game.history
        ]

    @property
    def turns(self) -> list[Turn]:
        return self.game.turns()

    def get_absolute_url(self) -> str:
        """Return the address of this board with the row in progress."""
        row = self.entry.row.rstrip(EMPTY)
        return self.game.get_absolute_url() + (f"?row={row}" if row else "")

    @property
    def entry(self) -> CodeEntry:
        """The row in progress: pegs of it can be held, or copied from the row above."""
        return CodeEntry(
            self.game.variant, self.typed, self.problem, tools=("copy", "hold", "notes")
        )

    @property
    def shape(self) -> str:
        """How many rows the board is to show at once, as a class."""
        if self.game.limit > 12:
            return "tall"
        return "rows-12" if self.game.limit > 10 else ""

    @cached_property
    def coaching(self) -> Coaching | None:
        """The tip for a player who has never won, unless they hide tips."""
        if not self.is_coached or self.advice or self.game.shows_candidates:
            return None
        return coaching_for(self.game, self.offers_help)

    @property
    def token(self) -> str:
        return new_token()

    @property
    def rest(self) -> range:
        """The numbers of the rows that come after the current one."""
        return range(self.game.next_number + self.game.is_playing, self.game.limit + 1)

    @property
    def headline(self) -> str:
        game = self.game
        match game.status:
            case Game.Status.WON if game.is_evil:
                return _("You cornered the computer in %(guesses)s") % {
                    "guesses": wording.guesses(game.guess_count)
                }
            case Game.Status.WON:
                return _("You broke the code in %(guesses)s") % {
                    "guesses": wording.guesses(game.guess_count)
                }
            case Game.Status.LOST:
                return _("Not solved")
            case Game.Status.RESIGNED:
                return _("You gave up")
            case Game.Status.EXPIRED:
                if self.game.was_left:
                    return _("Time ran out: no guess for %(hours)s") % {
                        "hours": wording.hours(LEFT_FOR)
                    }
                return _("Time ran out: not finished within %(days)s") % {
                    "days": wording.days(OPEN_FOR.days)
                }
        return _("Guess %(number)d of %(limit)d") % {
            "number": game.next_number,
            "limit": game.limit,
        }

    @property
    def occasion(self) -> str:
        """What is played."""
        if self.challenge:
            return wording.code_of(self.challenge.setter.name)
        if self.evening:
            return wording.code_of(self.evening.handover_of(self.game).names[0])
        return str(self.game.daily) if self.game.daily else self.game.board

    @cached_property
    def challenge(self) -> Challenge | None:
        """The challenge that is played, without its secret."""
        if not self.game.challenge_id:
            return None
        challenges = Challenge.objects.select_related("setter").defer("secret")
        return challenges.get(pk=self.game.challenge_id)

    @cached_property
    def evening(self) -> Evening | None:
        """The codes of two at one screen, if this is one of them."""
        return Evening.at(self.game) if self.game.is_at_one_screen else None

    @cached_property
    def comparison(self) -> str:
        """How the player did at a code that others know, beside them or the best of the others."""
        game = self.game
        if self.evening:
            handover = self.evening.handover_of(game)
            return _("%(points)s for %(name)s: %(score)s.") % {
                "points": wording.points(handover.points),
                "name": handover.names[0],
                "score": self.evening.score,
            }
        other = self.challenge.best_other(game.player) if self.challenge else None
        if other is None:
            return ""
        own, theirs = ((one.score, cast(int, one.counted_guesses)) for one in (game, other))
        return wording.duel(own, str(other.player), theirs)

    @property
    def details(self) -> str:
        """The day or the game size, if there is room for it."""
        if self.game.daily:
            return date_format(self.game.daily.day, "DATE_FORMAT")
        return str(self.game.rules.shape)

    @cached_property
    def evil(self) -> EvilStory | None:
        """What the computer held that changed its mind; None if it kept a code, or is to go on."""
        game = self.game
        if not game.is_evil or game.is_playing or self.position is None:
            return None
        return EvilStory(game, self.position)

    @cached_property
    def evil_moves(self) -> list[EvilMove]:
        """Its guesses, if they could be worked out."""
        with suppress(ComeBack):
            return self.evil.moves if self.evil else []
        return []

    @property
    def verdict(self) -> str:
        """The end of the game in a few words that fit it."""
        if self.evil:
            slips = self.evil.slips if self.evil_moves else ""
            return f"{self.evil.verdict} {slips}".strip()
        return verdict_on(self.game)

    @property
    def luck(self) -> str:
        """A small sentence on luck."""
        return luck_of(self.game)

    @cached_property
    def word(self) -> str:
        """The praise of a win, in large type; "" until its skill is known."""
        game = self.game
        if not game.is_won:
            return ""
        if self.feats and self.feats.is_first:
            return _("Your first win!")
        return _("%(word)s!") % {"word": game.praise.label} if game.praise else ""

    @cached_property
    def feats(self) -> Feats | None:
        """What is special about a win, unless two people or a program played."""
        is_own = self.game.is_won and not (self.game.is_at_one_screen or self.game.is_by_key)
        return Feats(self.game) if is_own else None

    @property
    def standing(self) -> str:
        """What the end means for the leaderboard."""
        game = self.game
        where = comparison_of(game)
        if game.is_at_one_screen:
            return _("Games at one screen are not part of your statistics.")
        if game.is_by_key:
            return _("Games by key are not part of your statistics.")
        if where is Compared.WITH_NOBODY:
            return _("This was practice. It is part of your statistics.")
        if where is Compared.ON_THE_EVIL_PAGE:
            return self._listing()
        if where is Compared.IN_ITS_DUEL:
            return _("This was a duel. It is part of your statistics.")
        if where is not Compared.ON_THE_LEADERBOARD:
            return _("Everyone gets the same code here, so it does not count on the leaderboard.")
        if not game.player.has_account:
            return _("Guests have no rank.")
        if game.is_aided:
            return _("You had help, so this game counts as not solved on the leaderboard.")
        added = (
            _("%(guesses)s added to your average in hard mode.")
            if game.is_hard
            else _("%(guesses)s added to your leaderboard average.")
        )
        return added % {"guesses": wording.guesses(game.counted_guesses or 0)}

    def _listing(self) -> str:
        """Whether an evil game is listed for its board."""
        if not self.game.is_won:
            return ""
        if not self.game.player.has_account:
            return _("Guests are not listed.")
        if self.game.is_aided:
            return _("You had help, so this game is not listed.")
        return _("You are in the list of best results.")

    @property
    def status(self) -> str:
        """What is said aloud, in a sentence or two."""
        if self.problem:
            return wording.for_voice(self.problem, self.warned)
        first = self.fresh.sentence if self.fresh else self.news
        end = [self.remaining] if self.game.is_playing else self._ending()
        coach = self.coaching.sentences if self.fresh and self.coaching else ()
        said = " ".join(filter(None, (first, *end, *coach)))
        return wording.for_voice(said, self.fresh.code if self.fresh else "")

    def _ending(self) -> list[str]:
        """Return how the game ended, and what is special about it."""
        return [
            f"{self.headline}.",
            *filter(None, [self.comparison, self.word]),
            *(self.feats.sentences if self.feats else []),
        ]

    @property
    def news(self) -> str:
        """The newest hint."""
        return self.newest.spoken if self.newest else ""

    @property
    def explorer(self) -> str:
        """The address of the position in the explorer."""
        return explorer_address(self.game.variant, self.turns)

    @cached_property
    def hints(self) -> list[Hint]:
        """The hints so far, while they are of use, without kinds that only old games have."""
        if not (self.game.is_playing and self.game.is_aided):
            return []
        return list(self.game.hints.exclude(kind__in=(Hint.Kind.PANEL, Hint.Kind.CANDIDATE)))

    @property
    def asked(self) -> list[Hint]:
        """The hints for the current row, in the order in which they were asked."""
        return [hint for hint in self.hints if hint.number == self.game.next_number]

    @property
    def step(self) -> int:
        """The number of the next nudge."""
        return max((int(one.detail) for one in self.asked if one.kind == "follows"), default=0) + 1

    @property
    def degrees(self) -> tuple[Degree, ...]:
        """The help on offer."""
        return degrees_of(self.game, {hint.kind for hint in self.asked})

    @property
    def next_degree(self) -> Degree | None:
        """The least help that was not asked yet."""
        return next((degree for degree in self.degrees if degree.is_next), None)

    @cached_property
    def advice(self) -> list[Advice]:
        """The newest hints for the current row."""
        asked, position = self.asked[-HINTS_SHOWN:], self.position
        if position is None:
            return []
        try:
            advice = [advice_on(one, position, self.hints) for one in asked]
            return [*advice, self.free] if self.free else advice
        except ComeBack as refusal:
            return [Advice(str(refusal.title), str(refusal))]

    @cached_property
    def known(self) -> Knowledge | None:
        """Possible codes, if the player wants to see it."""
        if not self.game.shows_candidates or self.position is None:
            return None
        with suppress(ComeBack):
            return known_after(self.position)
        return None

    @property
    def newest(self) -> Advice | None:
        """The hint that is shown: one at a time."""
        return self.advice[-1] if self.advice else None

    @property
    def told(self) -> str:
        """What the hints for this row rule out and find, for the palette and the notes."""
        return " ".join(fact for advice in self.advice for fact in advice.facts)

    @property
    def possible(self) -> list[ColorsAtPlace]:
        """For each place all colors, and which of them are still possible there."""
        return columns_of(self.known, self.game.variant) if self.known else []

    @property
    def remaining(self) -> str:
        """How many codes remain, in a sentence; "" if the panel is closed."""
        if self.known is None or not self.game.is_playing:
            return ""
        return wording.sentence(wording.are_left(self.known.count, self.known.is_counted))

    @cached_property
    def daily(self) -> DailyReport | None:
        """The report of the day, if the game is an attempt at a daily."""
        return DailyReport.after(self.game)
