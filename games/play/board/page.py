"""The facts on the page of a game."""

from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from typing import NamedTuple, cast

from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from games import wording
from games.insight.fairness.position import FairPosition
from games.insight.positions.address import explorer_address
from games.insight.positions.evil import EvilMove, EvilStory
from games.insight.positions.outlook import knowledge_after
from games.models import LEFT_FOR, OPEN_FOR, Challenge, Evening, Game, Group, Guess, Hint, new_token
from games.models.play.fairness import Compared, comparison_of, price_of_help
from games.people.statistics.daily_report import DailyReport
from games.play.board.coach import Coaching, coaching_for
from games.play.board.hints import (
    Advice,
    ColorsAtPlace,
    Degree,
    advice_on,
    columns_of,
    degrees_of,
    ideas_left,
)
from games.play.board.verdicts import Feats, luck_of, verdict_on
from games.web.entry.code_entry import CodeEntry
from games.web.entry.row import EMPTY
from games.web.entry.typed import LONGEST
from games.web.traffic.gate import ComeBack
from solver.positions.knowledge import Knowledge
from solver.rule.feedback import Turn

HINTS_SHOWN = 20  # maximum number of hints that a row shows; older hints are left out


class Row(NamedTuple):
    """A guess on the board.

    ``is_lit`` says whether the newest hint uses this guess; ``places`` are the places of the pegs
    that matter.
    """

    guess: Guess
    is_lit: bool = False
    places: tuple[int, ...] = ()


@dataclass
class PlayPage:
    """A game as its player sees it."""

    game: Game
    typed: str = ""  # the text of a refused row
    problem: str = ""  # the reason for the refusal
    fresh: Guess | None = None  # the guess that this response reports
    warned: str = ""  # a code that will be played if it is sent again
    is_coached: bool = False
    offers_help: bool = True
    is_setting: bool = False  # whether a setting has just changed
    free: Advice | None = None  # advice that says nothing, so it is not recorded
    position: FairPosition | None = None  # without it, nothing is computed
    token: str = field(default_factory=new_token)

    @property
    def works_out(self) -> bool:
        """Whether the page shows something that is computed from the turns."""
        if not self.game.is_playing:
            return self.game.is_evil
        return self.game.shows_candidates or bool(self.free or self.asked)

    @property
    def rows(self) -> list[Row]:
        """The guesses; those that the newest hint uses are highlighted."""
        marks = self.newest.marks if self.newest else {}
        return [
            Row(one, one.number in marks, marks.get(one.number, ())) for one in self.game.history
        ]

    @property
    def turns(self) -> list[Turn]:
        return self.game.turns()

    def get_absolute_url(self) -> str:
        """Return the URL of this board with the row in progress."""
        row = self.entry.row.rstrip(EMPTY)
        return self.game.get_absolute_url() + (f"?row={row}" if row else "")

    @property
    def entry(self) -> CodeEntry:
        """The row in progress, whose pegs can be held or copied from the row above.

        A longer text than the field takes is cut, because parts of pages are cached with it.
        """
        tools = ("copy", "hold", "notes")
        return CodeEntry(self.game.variant, self.typed[:LONGEST], self.problem, tools=tools)

    @property
    def shape(self) -> str:
        """A CSS class for the number of rows that the board shows at once."""
        if self.game.limit > 12:
            return "tall"
        return "rows-12" if self.game.limit > 10 else ""

    @cached_property
    def coaching(self) -> Coaching | None:
        """The tip for a player who has never won and does not hide tips."""
        if not self.is_coached or self.advice or self.game.shows_candidates:
            return None
        return coaching_for(self.game, self.offers_help)

    @property
    def rest(self) -> range:
        return range(self.game.next_number + self.game.is_playing, self.game.limit + 1)

    @property
    def headline(self) -> str:
        game = self.game
        match game.status:
            case Game.Status.WON if game.is_evil:
                sentence = _("You cornered the computer in %(guesses)s")
            case Game.Status.WON:
                sentence = _("You broke the code in %(guesses)s")
            case Game.Status.LOST:
                sentence = _("Not solved")
            case Game.Status.RESIGNED:
                sentence = _("You gave up")
            case Game.Status.EXPIRED if game.is_in_duel:
                sentence = _("Not finished in time")
            case Game.Status.EXPIRED if game.was_left:
                sentence = _("Time ran out: no guess for %(hours)s")
            case Game.Status.EXPIRED:
                sentence = _("Time ran out: not finished within %(days)s")
            case _playing:
                sentence = _("Guess %(number)d of %(limit)d")
        return sentence % {
            "guesses": wording.guesses(game.guess_count),
            "hours": wording.hours(LEFT_FOR),
            "days": wording.days(OPEN_FOR.days),
            "number": game.next_number,
            "limit": game.limit,
        }

    @property
    def occasion(self) -> str:
        """The name of what is played: a friend's code, a daily or a game size."""
        if self.group:
            return _("The code of the week")
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
    def group(self) -> Group | None:
        """The group whose code of the week this is, or None. Such a code has no named setter."""
        is_drawn = self.challenge and not self.challenge.setter.name
        return Group.objects.of_week(self.game) if is_drawn else None

    @cached_property
    def evening(self) -> Evening | None:
        """The evening of a game on one screen, or None."""
        return Evening.at(self.game) if self.game.is_at_one_screen else None

    @cached_property
    def comparison(self) -> str:
        """A sentence that compares the player with others who had the same code."""
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
        member = self.group.member_of(other.player) if self.group else None
        return wording.duel(own, str(member or other.player), theirs)

    @property
    def details(self) -> str:
        """The day of a daily, or the details of the game size; for screens with enough room."""
        if self.game.daily:
            return date_format(self.game.daily.day, "DATE_FORMAT")
        return str(self.game.rules.shape)

    @cached_property
    def evil(self) -> EvilStory | None:
        """The story of an evil game; None before its end or without a ``position``."""
        game = self.game
        if not game.is_evil or game.is_playing or self.position is None:
            return None
        return EvilStory(game, self.position)

    @cached_property
    def evil_moves(self) -> list[EvilMove]:
        """The guesses of an evil game; empty if computing takes too long."""
        with suppress(ComeBack):
            return self.evil.moves if self.evil else []
        return []

    @property
    def verdict(self) -> str:
        """A sentence or two on how the game ended."""
        if self.evil:
            slips = self.evil.slips if self.evil_moves else ""
            return f"{self.evil.verdict} {slips}".strip()
        return verdict_on(self.game)

    @property
    def luck(self) -> str:
        return luck_of(self.game)

    @cached_property
    def word(self) -> str:
        """The praise of a win, in large type; empty as long as the skill is unknown."""
        game = self.game
        if not game.is_won:
            return ""
        if self.feats and self.feats.is_first:
            return _("Your first win!")
        return _("%(word)s!") % {"word": game.praise.label} if game.praise else ""

    @cached_property
    def feats(self) -> Feats | None:
        """What is special about a win; None if two people or a program played."""
        is_own = self.game.is_won and not (self.game.is_at_one_screen or self.game.is_by_key)
        return Feats(self.game) if is_own else None

    @property
    def standing(self) -> str:
        """A sentence on what the result means for the leaderboard."""
        if self.game.is_at_one_screen:
            return _("Games at one screen are not part of your statistics.")
        if self.game.is_by_key:
            return _("Games by key are not part of your statistics.")
        match comparison_of(self.game):
            case Compared.ON_THE_LEADERBOARD:
                return self._ranking()
            case Compared.ON_THE_EVIL_PAGE:
                return self._listing()
            case Compared.IN_ITS_DUEL:
                return _("This was a duel. It is part of your statistics.")
            case Compared.WITH_NO_ONE:
                return _("This was practice. It is part of your statistics.")
        return _("Everyone gets the same code here, so it does not count on the leaderboard.")

    def _ranking(self) -> str:
        """A sentence on how this game counts on the leaderboard."""
        if not self.game.is_of_account:
            return _("Guests have no rank.")
        if self.game.is_aided:
            return _("You had help, so this game counts as not solved on the leaderboard.")
        added = _("%(guesses)s added to your leaderboard average.")
        if self.game.is_hard:
            added = _("%(guesses)s added to your average in hard mode.")
        return added % {"guesses": wording.guesses(self.game.counted_guesses or 0)}

    def _listing(self) -> str:
        """A sentence on whether the leaderboard lists this evil game."""
        if not self.game.is_won:
            return ""
        if not self.game.is_of_account:
            return _("Guests are not listed.")
        if self.game.is_aided:
            return _("You had help, so this game is not listed.")
        return _("This game counts for the list of best results.")

    @property
    def status(self) -> str:
        """The sentences that the page announces."""
        if self.problem:
            return wording.for_voice(self.problem, self.warned)
        first = self.fresh.sentence if self.fresh else self.news
        end = [self.remaining] if self.game.is_playing else self._ending()
        coach = self.coaching.sentences if self.fresh and self.coaching else ()
        said = " ".join(filter(None, (first, *end, *coach)))
        return wording.for_voice(said, self.fresh.code if self.fresh else "")

    def _ending(self) -> list[str]:
        """Return sentences on how the game ended and what is special about it."""
        return [
            f"{self.headline}.",
            *filter(None, [self.comparison, self.word]),
            *(self.feats.sentences if self.feats else []),
        ]

    @property
    def news(self) -> str:
        """The text of the newest hint for screen readers; empty without a hint."""
        return self.newest.spoken if self.newest else ""

    @property
    def explorer(self) -> str:
        return explorer_address(self.game.variant, self.turns)

    @cached_property
    def hints(self) -> list[Hint]:
        """All hints of a running game, without kinds that no longer exist."""
        if not (self.game.is_playing and self.game.is_aided):
            return []
        return list(self.game.hints.exclude(kind__in=(Hint.Kind.PANEL, Hint.Kind.CANDIDATE)))

    @property
    def asked(self) -> list[Hint]:
        """The hints for the current row, the oldest first."""
        return [hint for hint in self.hints if hint.number == self.game.next_number]

    @property
    def step(self) -> int:
        """The number of the next nudge."""
        return max((int(one.detail) for one in self.asked if one.kind == "follows"), default=0) + 1

    @property
    def price_of_help(self) -> str:
        return price_of_help(self.game)

    @property
    def degrees(self) -> tuple[Degree, ...]:
        given = {hint.kind for hint in self.asked}
        return degrees_of(self.game, given | {self.free.kind} if self.free else given)

    @property
    def next_degree(self) -> Degree | None:
        """The next unused hint, the one with the least help; None if all are used."""
        return next((degree for degree in self.degrees if degree.is_next), None)

    @cached_property
    def advice(self) -> list[Advice]:
        """The advice of the newest hints for the current row."""
        asked, position = self.asked[-HINTS_SHOWN:], self.position
        if position is None:
            return []
        try:
            left = cache(partial(ideas_left, position, self.hints))  # it takes long
            advice = [advice_on(one, position, left) for one in asked]
            return [*advice, self.free] if self.free else advice
        except ComeBack as refusal:
            return [Advice(str(refusal.title), str(refusal))]

    @cached_property
    def known(self) -> Knowledge | None:
        """What is known about the code; None unless the player has opened the panel."""
        if not self.game.shows_candidates or self.position is None:
            return None
        with suppress(ComeBack):
            return knowledge_after(self.position)
        return None

    @property
    def newest(self) -> Advice | None:
        return self.advice[-1] if self.advice else None

    @property
    def told(self) -> str:
        """The facts that hints gave for this row, in short form for the palette and the notes."""
        return " ".join(fact for advice in self.advice for fact in advice.facts)

    @property
    def possible(self) -> list[ColorsAtPlace]:
        """All colors for each place, with whether they are still possible there."""
        return columns_of(self.known, self.game.variant) if self.known else []

    @property
    def remaining(self) -> str:
        """A sentence on how many codes are left; empty if the panel is closed."""
        if self.known is None or not self.game.is_playing:
            return ""
        return wording.sentence(wording.are_left(self.known.count, self.known.is_counted))

    @cached_property
    def daily(self) -> DailyReport | None:
        """The report of the day; None unless the game is a daily."""
        return DailyReport.after(self.game)
