"""Invariants of a game for random requests, compared with a model of plain lists."""

from functools import partial

from hypothesis import given, strategies as st

from games.models import Game, GameOver, Hint, Player, StalePage, Standing
from solver.rule.feedback import Turn, feedback
from solver.study.skill import skill_and_luck
from tests.cast import leave, refusal
from tests.games.drawing import rules
from tests.solver.drawing import codes


class Ledger:
    """A simple model of a game."""

    def __init__(self, rules, secret, is_ranked):
        self.rules, self.secret, self.is_ranked = rules, secret, is_ranked
        self.made: list[tuple[str, int, str]] = []
        self.hints: set[tuple[int, str, str]] = set()
        self.shows_candidates = self.is_left_alone = False
        self.given_up = ""

    @property
    def status(self):
        if self.given_up:
            return self.given_up
        if self.secret in [code for code, _, _ in self.made]:
            return "won"
        return "lost" if len(self.made) == self.rules.limit else "playing"

    @property
    def turns(self):
        return [Turn(code, feedback(code, self.secret)) for code, _, _ in self.made]

    def move(self, number=None):
        """Refuse a request after the end, or from a page that shows another guess number."""
        if self.status != "playing":
            raise GameOver
        if number not in (None, len(self.made) + 1):
            raise StalePage
        if self.is_untouched:  # a game's time starts with its first guess or hint
            self.is_left_alone = False

    @property
    def is_untouched(self):
        return not (self.made or self.hints)

    def play(self, code, number, token):
        if (code, number, token) in self.made:
            return
        self.move(number)
        self.is_left_alone = False  # only guesses delay the expiry of a game
        self.made.append((code, number, token))

    def take_hint(self, number, kind, detail):
        self.move(number)
        self.hints.add((number, kind, detail))
        self.shows_candidates |= kind == "panel"

    def hide_candidates(self):
        self.move()
        self.shows_candidates = False

    def resign(self):
        self.move()
        self.given_up = "resigned"

    def leave(self):
        self.is_left_alone = self.status == "playing"

    def expire(self):
        is_left = self.is_left_alone and not self.is_untouched
        if self.status == "playing" and self.is_ranked and is_left:
            self.given_up = "expired"

    @property
    def counted(self):
        if self.status == "playing":
            return None
        return len(self.made) if self.status == "won" else self.rules.limit + 1

    @property
    def grades(self):
        """Skill and luck; a game that was given up has no skill."""
        if self.status == "playing" or not self.made:
            return None, None
        skill, luck = skill_and_luck(self.rules.variant, self.turns)
        return None if self.given_up else skill, luck

    @property
    def line(self):
        """The numbers that the game adds to the two lists of the leaderboard.

        On the list without help, a game with help counts as not solved.
        """
        if self.status == "playing" or not self.is_ranked:
            return []
        (skill, _), counted = self.grades, self.counted
        graded = (int(skill is not None), skill or 0)
        ranked = self.rules.limit + 1 if self.hints else counted
        return [(False, 1, ranked, *graded), (True, 1, counted, *graded)]


def agrees(ledger: Ledger, game: Game) -> None:
    """Compare all stored data of a game with the model."""
    game = Game.objects.get(pk=game.pk)
    assert (game.status, game.guess_count) == (ledger.status, len(ledger.made))
    assert (game.counted_guesses, game.finished_at is None) == (
        ledger.counted,
        ledger.status == "playing",
    )
    assert (game.is_aided, game.shows_candidates) == (bool(ledger.hints), ledger.shows_candidates)
    assert (game.skill, game.luck) == ledger.grades
    assert game.revealed_secret == (None if ledger.status == "playing" else ledger.secret)
    assert game.turns() == ledger.turns
    kept = game.guesses.values_list("code", "number", "token")
    assert (list(kept), set(game.hints.values_list("number", "kind", "detail"))) == (
        ledger.made,
        ledger.hints,
    )
    line = Standing.objects.filter(player=game.player, period="all").order_by("is_aided")
    assert list(line.values_list("is_aided", "games", "total", "graded", "skill_total")) == (
        ledger.line
    )


@st.composite
def requests(draw, variant):
    """Draw a request: a method and its arguments, usually with the number of the next guess."""
    off = draw(st.sampled_from([0, 0, 0, 0, -1, 1]))
    code, token = draw(codes(variant)), draw(st.sampled_from("abcdef"))
    kind, detail = draw(st.sampled_from(Hint.Kind.values)), draw(st.sampled_from(["", "knuth"]))
    guess = ("play", lambda number: (code, number + off, token))
    hint = ("take_hint", lambda number: (number + off, kind, detail))
    rest = [(name, lambda number: ()) for name in ("hide_candidates", "leave", "expire", "resign")]
    return draw(st.sampled_from([guess] * 8 + [hint] * 6 + rest))


@given(st.data(), rules(most_guesses=8), st.booleans())
def test_a_game_accepts_only_the_next_guess_and_resent_guesses(data, rules, is_ranked):
    secret = data.draw(codes(rules.variant))
    columns = {"secret": secret, "is_ranked": is_ranked, **rules.fields()}
    game, untouched = (
        Game.objects.create(player=Player.objects.create(), **columns) for _ in range(2)
    )
    ledger = Ledger(rules, secret, is_ranked)
    sent_in = data.draw(st.lists(requests(rules.variant), min_size=5, max_size=14))
    for method, arguments_at in sent_in:
        page = Game.objects.get(pk=game.pk)
        arguments = arguments_at(page.next_number)
        expected = refusal(getattr(ledger, method), *arguments)
        sent = partial(leave, page) if method == "leave" else getattr(page, method)
        assert refusal(sent, *arguments) is expected
        assert page.turns() == ledger.turns
        agrees(ledger, game)
    agrees(Ledger(rules, secret, is_ranked), untouched)
