"""The task that tells players what happened in their duels over days, by Web Push."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from games import wording
from games.models import Guess, Seat
from games.models.duels.seat import LAST_DAY
from games.people.statistics.open_duels import OpenDuel
from games.play.push.sending import send
from games.web.tasks import PUSH
from games.web.tasks.recurring import recurring


@recurring(PUSH, every=timedelta(minutes=1))
def notify_players() -> Iterator[int]:
    """Notify each player once of the news in their duels since they last looked."""
    at = timezone.now()
    for seat in Seat.objects.with_news(at):
        text = news_of(seat, at)
        untold = Seat.objects.filter(pk=seat.pk, told_at=seat.told_at)
        if not untold.update(told_at=at) or not text or seat.player is None:
            continue
        duel = OpenDuel(seat)
        message = {"title": duel.occasion, "body": text, "url": duel.get_absolute_url()}
        for browser in list(seat.player.push_subscriptions.all()):
            if not send(browser, message):
                browser.delete()
        yield 1


def news_of(seat: Seat, at: datetime) -> str:
    """Return a sentence on the news in a duel since the player last looked; empty without news."""
    duel, since, due = seat.duel, seat.looked_at, seat.due_at
    if due:
        asked = duel.starts_at if duel.kind_rules.shares_code else seat.asked_at
        is_late = duel.patience > LAST_DAY and since < due - LAST_DAY <= at
        if is_late or (asked and asked > since):
            return _("Your turn, %(left)s.") % {"left": wording.time_left(due)}
    others = duel.seats.exclude(pk=seat.pk)
    moves = Guess.objects.filter(game__side__seat__in=others, played_at__gt=since)
    if duel.is_over:
        again = duel.rematch
        if (
            again
            and again.is_waiting
            and again.opened_at > since
            and not again.seat_of(seat.player)
        ):
            return _("A rematch waits for you.")
        is_new = moves.exists() or others.filter(left_at__gt=since).exists()
        return _("The duel is over.") if is_new else ""
    last = moves.order_by("-played_at").values_list("game__side__seat", flat=True).first()
    return _("%(name)s has played.") % {"name": others.get(pk=last)} if last else ""
