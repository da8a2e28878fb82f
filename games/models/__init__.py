"""The Django models: the stored data and the rules for it."""

from games.models.base.bucket import Bucket
from games.models.base.calendar import FIRST_DAY, is_on_its_day, today
from games.models.base.ids import new_token
from games.models.base.long_work import Recurrence, TaskWorker
from games.models.base.refusals import GameOver, NameTaken, OfToday, QueueFull, Refused, StalePage
from games.models.duels.duel import Duel
from games.models.duels.group import Group, Member
from games.models.duels.seat import Seat, SeatQuerySet, Side
from games.models.hidden.hiding import Complaint, Hiding
from games.models.hidden.reportable import Reportable
from games.models.league.season import Entrant, Season, SentTree
from games.models.learn.assist import Assist, AssistRow
from games.models.learn.playout import Playout, PlayoutWish
from games.models.learn.puzzle import (
    NUMBERS,
    PuzzleAttempt,
    PuzzleAttemptQuerySet,
    PuzzleName,
    PuzzleOfDay,
    PuzzleTally,
)
from games.models.learn.watch import Codebreaker, Step, Watch
from games.models.people.api_key import ApiKey
from games.models.people.player import NAME_LENGTH, NAME_PATTERN, Player
from games.models.people.push import PushSubscription
from games.models.people.recovery import RecoveryCode
from games.models.play.challenge import Challenge
from games.models.play.codemaker import new_secret
from games.models.play.daily import Daily
from games.models.play.game import LEFT_FOR, OPEN_FOR, Game, GameQuerySet, StillOpen
from games.models.play.guess import Guess, Hint
from games.models.play.handover import Evening, Handover
from games.models.play.played import GameRecord, PlayedGames, played_games_of, state_of, words_of
from games.models.play.praise import Praise
from games.models.play.standing import LEAST_GAMES, Period, Standing, margin_for_luck
from games.models.play.streak import Streak, streak_of
from games.models.play.tally import Tally, recent_tally_of, tally_of
