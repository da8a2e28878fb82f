"""What is kept, and the rules that keep it right."""

from games.models.assist import Assist, AssistRow
from games.models.bucket import Bucket
from games.models.calendar import FIRST_DAY, is_on_its_day, today
from games.models.challenge import Challenge
from games.models.codemaker import new_secret
from games.models.daily import Daily
from games.models.duel import Duel
from games.models.game import LEFT_FOR, OPEN_FOR, Game, GameQuerySet, StillOpen
from games.models.guess import Guess, Hint
from games.models.handover import Evening, Handover
from games.models.hiding import Complaint, Hiding
from games.models.ids import new_token
from games.models.long_work import Recurrence, TaskWorker
from games.models.played import GameRecord, PlayedGames, played_by, state_of, words_of
from games.models.player import NAME_LENGTH, NAME_PATTERN, Player
from games.models.playout import Playout, PlayoutWish
from games.models.praise import Praise
from games.models.puzzle import (
    NUMBERS,
    PuzzleAttempt,
    PuzzleAttemptQuerySet,
    PuzzleName,
    PuzzleOfDay,
    PuzzleTally,
)
from games.models.recovery import RecoveryCode
from games.models.refusals import (
    GameOver,
    NameTaken,
    OfToday,
    QueueFull,
    Refused,
    StalePage,
)
from games.models.seat import Seat, SeatQuerySet, Side
from games.models.standing import LEAST_GAMES, Period, Standing, margin_for_luck
from games.models.streak import Streak, streak_of
from games.models.tally import Tally, recent_tally_of, tally_of
from games.models.things import Thing
from games.models.watch import Codebreaker, Step, Watch
