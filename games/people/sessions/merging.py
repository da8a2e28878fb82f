"""Move a guest's games to the account to which the guest logs in."""

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q

from games.models import Challenge, Game, Hiding, Player, PuzzleAttempt
from games.models.duels.leaving import leave_duels, lock_duels


def take_over(account: Player, guest: Player) -> int:
    """Move all data of a guest to an account; return the number of games.

    The games do not count on the leaderboard: otherwise players could collect games as guests and
    log in after lucky ones.

    The account keeps its own attempts at dailies, challenges and puzzles. If the guest tried the
    same daily or challenge, the guest's attempt becomes practice: it only remembers where its code
    came from. Attempts at a challenge that the account or the guest set become practice, too. The
    guest leaves duels in which both have a seat.

    Locks are taken as at the end of a game: duels, games, players.
    """
    in_both = guest.seats.filter(duel__in=account.seats.values("duel"))
    leave_duels(in_both)  # before any row is locked, because this grades and computers calculate
    games = Game.objects.filter(player=guest)
    own = Game.objects.filter(player=account)
    with transaction.atomic():
        lock_duels(guest)
        leave_duels(in_both.all())
        take_off_board(account, guest)
        games.filter(daily__in=own.values("daily")).update(repeated_daily=F("daily"), daily=None)
        practice = {"repeated_challenge": F("challenge"), "challenge": None}
        games.filter(
            Q(challenge__in=own.values("challenge")) | Q(challenge__setter=account)
        ).update(**practice)
        own.filter(challenge__setter=guest).update(**practice)
        moved = games.update(player=account, is_ranked=False, is_placed=False)
        guest.refuse_account()
        take_over_seats(account, guest)
        note_what_was_seen(account, guest)
        guest.watches.update(player=account)
        guest.assists.update(player=account)
        guest.push_subscriptions.update(player=account)
        take_over_puzzles(account, guest)
        take_over_groups(account, guest)
        take_over_reports(account, guest)
        for challenge in guest.challenges.all():
            hand_over(challenge, guest, account)
        guest.delete()
    return moved


def take_over_seats(account: Player, guest: Player) -> None:
    """Give the guest's seats to the account, except in duels where both have a seat."""
    guest.opened_duels.update(opener=account)
    guest.seats.exclude(duel__in=account.seats.values("duel")).update(player=account)


def take_over_puzzles(account: Player, guest: Player) -> None:
    """Give the guest's puzzles to the account, except those that the account has tried."""
    own = PuzzleAttempt.objects.filter(player=account, grade=OuterRef("grade"))
    same = Q(number=OuterRef("number")) | Q(day=OuterRef("day"))
    guest.puzzles.filter(~Exists(own.filter(same))).update(player=account)


def take_over_groups(account: Player, guest: Player) -> None:
    """Make the account a member of the guest's groups; add up the wins of both in a group."""
    for member in guest.memberships.select_for_update():
        own = account.memberships.filter(group=member.group_id)
        if not own.update(wins=F("wins") + member.wins):
            guest.memberships.filter(pk=member.pk).update(player=account)


def take_over_reports(account: Player, guest: Player) -> None:
    """Move the reports of what the account gets, and keep hidden what was hidden."""
    moving = {"what__in": ("challenge", "nickname")}
    reported = account.complaints.filter(settled_at=None).values("which")
    guest.complaints.filter(**moving).exclude(which__in=reported).update(player=account)
    if not guest.is_moderated:
        return
    hidden = account.hidings.filter(undone_at=None).values_list("which", flat=True)
    guest.hidings.filter(**moving).exclude(which__in=hidden).update(player=account)
    if whole := guest.hidings.filter(what="player", undone_at=None).first():
        why = {"player": account, "reason": whole.reason, "done_by": whole.done_by}
        shown = guest.challenges.exclude(public_id__in=hidden)
        Hiding.objects.bulk_create(
            Hiding(what="challenge", which=one.public_id, text=one.greeting, **why) for one in shown
        )
    account.is_moderated = hidden.all().exists()
    account.save(update_fields=["is_moderated"])


def take_off_board(account: Player, guest: Player) -> None:
    """Take the account's running daily off the results if the guest knows the code."""
    running = Game.objects.unfinished().filter(player=account, is_placed=True)
    for game in running.select_related("daily"):
        if game.daily and game.daily.is_known_to(guest):
            Game.objects.filter(pk=game.pk).update(is_placed=False)


def note_what_was_seen(account: Player, guest: Player) -> None:
    """Store the latest day whose code the account or the guest has seen."""
    seen = [day for day in (account.saw_daily_of, guest.saw_daily_of) if day]
    if seen:
        account.saw_daily_of = max(seen)
        account.save(update_fields=["saw_daily_of"])


def hand_over(challenge: Challenge, guest: Player, account: Player) -> None:
    """Give a challenge to the account; if the account has an equal one, only move the games."""
    alike = {"secret": challenge.secret, **challenge.rules.fields()}
    twin = account.challenges.filter(**alike).first()
    if twin is None:
        challenge.setter = account
        challenge.save(update_fields=["setter"])
    else:
        challenge.games.exclude(player__in=twin.games.values("player")).update(challenge=twin)
        challenge.games.update(repeated_challenge=twin, challenge=None)
        challenge.repetitions.update(repeated_challenge=twin)
