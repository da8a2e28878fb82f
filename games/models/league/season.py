"""Seasons of the league: entrants send decision trees, and the smallest total leads."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from http import HTTPStatus

from django.db import models, transaction
from django.db.models import F, Max, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext as _, gettext_lazy

from games import wording
from games.models.base.calendar import today
from games.models.base.columns import HasVariant, LookupField, on_board, within_bounds
from games.models.base.ids import digest_of, new_key
from games.models.base.refusals import NameTaken, Refused
from games.models.duels.duel import new_code
from games.models.duels.kinds import CODE_LENGTH
from games.models.league.written import digest_of_tree, text_of_tree
from games.models.people.lookalikes import looks_of
from games.models.people.player import LOOK_LENGTH, NAME_LENGTH, Player
from solver.rule.codes import Code, Variant

MOST_SEASONS = 10  # maximum per account
MOST_ENTRANTS = 120  # maximum per season
MOST_TREES = 40  # maximum per entrant
SEASON_KEPT_FOR = timedelta(days=365)  # a season is deleted this long after its last day
LONGEST_SEASON = timedelta(days=366)


class NotOpen(Refused):
    code = "season-not-open"

    def __init__(self, season: Season) -> None:
        super().__init__()
        self.season = season

    def __str__(self) -> str:
        if self.season.is_over:
            day = wording.full_date(self.season.last_day)
            return _("This season ended on %(day)s (UTC). The tree was not entered.") % {"day": day}
        day = wording.full_date(self.season.first_day)
        return _("This season starts on %(day)s (UTC). The tree was not entered.") % {"day": day}


class SeasonFull(Refused):
    code = "season-full"
    sentence = gettext_lazy("A season has at most %(most)d entrants.")


class EnoughSeasons(Refused):
    code = "enough-seasons"
    sentence = gettext_lazy("You can have at most %(most)d seasons. Delete one first.")


class UnknownKey(Refused):
    status = HTTPStatus.FORBIDDEN
    code = "unknown-league-key"
    sentence = gettext_lazy(
        "This is not a key of this season. A key has sixteen letters and digits."
    )


class SeasonQuerySet(models.QuerySet["Season"]):
    def newest_first(self) -> SeasonQuerySet:
        """Return the seasons with their openers; the season that ends last comes first."""
        return self.select_related("opener").order_by("-last_day", "-pk")

    def to_forget(self) -> SeasonQuerySet:
        """Return the seasons that ended so long ago that they are deleted."""
        return self.filter(last_day__lt=today() - SEASON_KEPT_FOR)

    def open(self, opener: Player, variant: Variant, **facts: object) -> Season:
        """Create and return a season; raise EnoughSeasons if its opener has too many seasons."""
        with transaction.atomic():
            Player.objects.select_for_update().get(pk=opener.pk)
            if opener.seasons.count() >= MOST_SEASONS:
                raise EnoughSeasons(most=MOST_SEASONS)
            return self.create(opener=opener, **on_board(variant), **facts)


class Season(HasVariant):
    """A season of the league: a game size, a title, and the days for sending trees."""

    code = LookupField(max_length=CODE_LENGTH, unique=True, default=new_code, editable=False)
    opener = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="seasons")
    title = models.CharField(max_length=NAME_LENGTH)
    first_day = models.DateField(help_text="The first day, in UTC.")
    last_day = models.DateField(db_index=True, help_text="The last day, until midnight UTC.")
    is_listed = models.BooleanField(default=False, help_text="Anyone can find and join it.")

    objects = SeasonQuerySet.as_manager()

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(first_day__lte=F("last_day")), name="season_ends_after_its_start"
            ),
            within_bounds("season_board_is_known"),
        )

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return reverse("season", args=[self.code])

    @property
    def is_over(self) -> bool:
        return today() > self.last_day

    @property
    def is_open(self) -> bool:
        """Whether the season accepts trees today."""
        return self.first_day <= today() <= self.last_day

    @property
    def forgotten_on(self) -> date:
        return self.last_day + SEASON_KEPT_FOR

    @property
    def is_hidden(self) -> bool:
        """Whether only the season's opener can see the season."""
        return self.opener.conceals("season", self.code)

    @cached_property
    def hidden_names(self) -> set[str]:
        """The keys of the entrants whose names are hidden."""
        if not self.opener.is_moderated:
            return set()
        hidings = self.opener.hidings.filter(what="entrant", undone_at=None)
        return set(hidings.values_list("which", flat=True))

    def ranked(self) -> list[Entrant]:
        """Return the entrants: the best tree comes first, entrants without a tree come last."""
        entrants = self.entrants.select_related("counted").defer("counted__tree")
        order = ("counted__total", "counted__worst", "counted__sent_at", "counted")
        with_tree = entrants.exclude(counted=None).order_by(*order)
        return [*with_tree, *entrants.filter(counted=None).order_by("number")]

    def invite(self, names: Sequence[str]) -> list[tuple[str, str]]:
        """Add entrants; return each name with its key, which cannot be read later.

        If NameTaken or SeasonFull is raised, no entrant is added.
        """
        looks = [looks_of(name).small_look for name in names]
        keys = [new_key() for _name in names]
        with transaction.atomic():
            Season.objects.select_for_update().get(pk=self.pk)
            taken = set(self.entrants.values_list("look", flat=True))
            if len(taken) + len(names) > MOST_ENTRANTS:
                raise SeasonFull(most=MOST_ENTRANTS)
            last = self.entrants.aggregate(last=Max("number"))["last"] or 0
            for name, look in zip(names, looks, strict=True):
                if look in taken:
                    raise NameTaken(name=name)
                taken.add(look)
            Entrant.objects.bulk_create(
                Entrant(season=self, number=number, name=name, look=look, digest=digest_of(key))
                for number, (name, look, key) in enumerate(
                    zip(names, looks, keys, strict=True), start=last + 1
                )
            )
        return list(zip(names, keys, strict=True))

    def entrant_with(self, key: str) -> Entrant:
        """Return the entrant with this key, or raise UnknownKey."""
        entrant = self.entrants.filter(digest=digest_of(key)).first()
        if entrant is None:
            raise UnknownKey
        return entrant


class Entrant(models.Model):
    """An entrant of a season: a name, and the digest of the entrant's key."""

    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, db_index=False, related_name="entrants"
    )
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME_LENGTH)
    look = models.CharField(
        max_length=LOOK_LENGTH, help_text="A form of the name that all similar names share."
    )
    digest = LookupField(max_length=64, unique=True, editable=False)
    counted = models.OneToOneField(
        "SentTree",
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        help_text="The last tree sent, which is the one that counts.",
    )

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["season", "number"], name="entrant_has_a_number"),
            models.UniqueConstraint(fields=["season", "look"], name="entrant_looks_like_no_other"),
        )

    def __str__(self) -> str:
        if self.key in self.season.hidden_names:
            return _("Entrant %(number)d") % {"number": self.number}
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("entrant", args=[self.season.code, self.number])

    @property
    def key(self) -> str:
        """The key that identifies the entrant's name if the name is reported or hidden.

        The key has no number, because a later entrant can get the number of a removed entrant.
        """
        return f"{self.season.code} {self.look}"[:LOOK_LENGTH]

    def enter(
        self, guesses: Mapping[str, Code], lengths: Mapping[int, int], same_as: str = ""
    ) -> SentTree:
        """Store and return a tree, which counts from now on; raise NotOpen after the season.

        If the same tree counts already, it is not stored again. If there are too many trees, the
        oldest tree is deleted.
        """
        if not self.season.is_open:
            raise NotOpen(self.season)
        text = text_of_tree(guesses)
        digest, packed = digest_of_tree(text), zlib.compress(text.encode())
        with transaction.atomic():
            before = Entrant.objects.select_related("counted").defer("counted__tree")
            mine = before.select_for_update(of=("self",)).get(pk=self.pk)
            if mine.counted and mine.counted.digest == digest:
                return mine.counted
            number = mine.counted.number + 1 if mine.counted else 1
            sent = SentTree.objects.create(
                entrant=self,
                number=number,
                digest=digest,
                tree=packed,
                total=sum(length * codes for length, codes in lengths.items()),
                worst=max(lengths),
                lengths={str(length): codes for length, codes in lengths.items()},
                same_as=same_as,
            )
            Entrant.objects.filter(pk=self.pk).update(counted=sent)
            if number > MOST_TREES:
                self.trees.filter(number__lte=number - MOST_TREES).delete()
        return sent


class SentTree(models.Model):
    """A tree that an entrant has sent, with its results."""

    entrant = models.ForeignKey(
        Entrant, on_delete=models.CASCADE, db_index=False, related_name="trees"
    )
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64, help_text="A digest of the tree.")
    tree = models.BinaryField(help_text="The guess after each series of answers, compressed.")
    total = models.PositiveIntegerField()
    worst = models.PositiveSmallIntegerField()
    lengths = models.JSONField(help_text="The number of codes for each number of guesses.")
    same_as = models.CharField(
        max_length=32, blank=True, help_text="The strategy of this site with the same tree."
    )
    sent_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["entrant", "number"], name="tree_has_a_number"),
        )

    def __str__(self) -> str:
        return f"{self.total}, {self.worst} at most"

    @property
    def distribution(self) -> dict[int, int]:
        return {int(length): codes for length, codes in self.lengths.items()}

    @property
    def mean(self) -> float:
        codes: int = sum(self.lengths.values())
        return self.total / codes

    @property
    def text(self) -> str:
        """The text of the tree, in the format of ``written``."""
        return zlib.decompress(bytes(self.tree)).decode()
