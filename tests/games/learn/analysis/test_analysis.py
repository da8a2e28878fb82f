"""The analysis of a game: its readers, its sentences, and learning from a mistake."""

import re
from statistics import fmean
from types import SimpleNamespace

import pytest
from django.test import Client
from hypothesis import given, strategies as some

from games.catalog.rules import PRESETS
from games.learn.analysis.page import Analysis
from games.learn.analysis.verdicts import slip_of, verdict_on
from games.models import Game, Praise
from solver.exact.solved import MOST_SEARCHED
from tests.cast import HTMX, play, position_of

GUESSES = ("1122", "1134", "5213", "6334", "3632")


@pytest.fixture
def finished(client, game):
    """A game that was won, in which one guess cost half a guess."""
    play(client, game, *GUESSES)
    return Game.objects.get()


def address_of(game: Game) -> str:
    return f"{game.get_absolute_url()}analysis/"


def sentences(game: Game) -> list[str]:
    return [move.sentence for move in Analysis(game, position_of(game)).moves]


def test_the_end_of_a_game_leads_to_its_analysis_which_all_visitors_see(client, finished):
    assert f'href="{address_of(finished)}"' in client.get(finished.get_absolute_url()).text
    client.post("/you/name/", {"name": "Ada"})
    own, other = client.get(address_of(finished)).text, Client().get(address_of(finished)).text
    assert f'href="{finished.get_absolute_url()}">your game' in own
    assert 'href="/players/Ada/">Ada' in other


def test_a_running_game_has_no_analysis(client, game):
    play(client, game, "1122")
    for headers in ({}, HTMX):
        assert client.get(address_of(game), headers=headers).status_code == 404


def test_each_guess_has_a_sentence(finished):
    assert sentences(finished) == [
        "It divided 1,296 codes into 13 groups, nearly as well as the best guess.",
        "Guess 1 already ruled this out. It cost a tenth of a guess.",
        "Guess 1 already ruled this out. It cost half a guess.",
        "Guess 1 already ruled this out. It cost half a guess. The answer was lucky.",
        "Only this code was left.",
    ]


def test_a_guess_that_gives_no_information_has_its_own_sentence(client, game):
    play(client, game, "1122", "1122")
    client.post(f"{game.get_absolute_url()}resign/")
    finished = Game.objects.get()
    assert sentences(finished)[1] == (
        "Guess 1 already ruled this out."
        " It told you nothing: every code still possible gives this answer."
    )
    # a game that was given up has no skill
    assert Analysis(finished, position_of(finished)).skill is None
    assert "A game you gave up has no skill." in client.get(address_of(finished)).text


def test_the_analysis_of_a_game_without_guesses_shows_how_strategies_break_the_code(client, game):
    client.post(f"{game.get_absolute_url()}resign/")
    page = client.get(address_of(game)).text
    assert "Given up before the first guess" in page
    assert "Skill and luck" not in page
    assert "Knuth" in client.get(address_of(game), {"beside": "all"}).text


def test_the_actual_answer_is_marked_once_in_each_chart(finished):
    for move in Analysis(finished, position_of(finished)).moves:
        [came] = [bar for bar in move.chart.bars if bar.came]
        assert (came.answer, came.size) == (move.turn.answer, move.turn.left)
        assert sum(bar.size for bar in move.chart.bars) == move.appraisal.candidates
        assert move.columns.chart == move.chart


def test_the_guesses_of_every_strategy_end_with_the_code(client, finished):
    paths = client.get(address_of(finished), {"beside": "all"}).context["paths"]
    ways = {name: [code for code, _left in stops] for name, stops in paths.others.items()}
    assert ways["Knuth"] == ["1122", "1344", "3526", "1462", "3632"]
    assert {codes[-1] for codes in ways.values()} == {"3632"}
    assert {"Optimal", "Optimal within five", "Kooi", "Simple"} < ways.keys()
    assert "Random" not in ways  # Random would make other guesses each time


def test_no_strategy_plays_before_the_reader_asks_for_its_guesses(client, finished, monkeypatch):
    played = []
    monkeypatch.setattr(
        "games.learn.analysis.paths._stops",
        lambda variant, strategy, secret: played.append(strategy) or (),
    )
    page = client.get(address_of(finished))
    assert (played, page.context["paths"].others) == ([], {})
    client.get(address_of(finished), {"code": "1122"}, headers=HTMX)
    assert played == []
    ways = client.get(address_of(finished), {"beside": "all"}).context["paths"]
    assert [*ways.others] == page.context["paths"].awaited
    assert "knuth" in played


def test_the_page_links_to_the_url_with_the_guesses_of_the_strategies(client, finished):
    page, address = client.get(address_of(finished)).text, f"{address_of(finished)}?beside=all"
    assert "the guesses of the strategies" in page
    assert f'<details hx-get="{address}" hx-trigger="toggle"' in page
    assert f'href="{address}#paths"' in page
    part, whole = client.get(address, headers=HTMX).text, client.get(address).text
    assert part.strip().startswith('<section id="paths">')
    assert part in whole
    assert "the guesses of the strategies" not in whole


def test_on_a_large_board_only_one_strategy_plays_per_request(client, player):
    rules = PRESETS["super"]
    game = Game.objects.create(player=player, secret="53421", **rules.fields())
    game.play("53421", 1, "token")
    page = client.get(address_of(game))
    assert (page.context["paths"].others, page.context["paths"].awaited) == ({}, [])
    page = client.get(address_of(game), {"beside": "knuth"})
    assert [*page.context["paths"].others] == ["Knuth"]
    assert "Kooi" in page.context["paths"].offered.values()
    # The optimal strategy of this size is unknown.
    assert "Optimal" not in page.context["paths"].offered.values()


@pytest.fixture
def ask(client, finished):
    """Request the lesson with some fields."""
    return lambda headers=None, **fields: client.get(address_of(finished), fields, headers=headers)


def test_the_lesson_is_about_the_most_costly_guess(ask):
    response = ask()
    assert "Do better than guess 4" in response.text
    assert "6334 cost half a guess." in response.text
    assert [line[0] for line in response.context["lesson"].compared] == ["Played"]


@pytest.mark.parametrize(
    ("codes", "verdict"),
    [
        (GUESSES, r"Guess 4 was the biggest mistake: it cost half a guess\."),
        (("1122", "1344", "3526", "1462", "3632"), r"No mistakes: every guess [^.]*\.$"),
        (("1122", "1344", "3526", "1462", "1111", "3632"), "Guess 5 was a blunder: it cost a whol"),
        (
            (*["1122"] * 7, "1344", "3526", "1462"),
            r"Guesses 2, 3, 4, 5, 6 and 7 each wasted a whole guess\.$",
        ),
        (
            ("1122", "1344", "3526", "1462", "1111", "4444", "3632"),
            r".* You could work out the code after guess 4\. You needed 3 more guesses\.$",
        ),
        (("3632",), "Perfect play: no guess could have been better.$"),
    ],
)
def test_the_page_starts_with_the_verdict(client, game, codes, verdict):
    """The verdict also says after which guess the code was certain."""
    play(client, game, *codes)
    page = client.get(address_of(game))
    told = page.context["analysis"].verdict
    assert re.match(verdict, told)
    assert page.text.index(f'<p class="judgment">{told}') < page.text.index("Skill and luck")


@given(some.lists(some.floats(0, 1), min_size=1, max_size=11))
def test_the_praise_of_a_game_agrees_with_the_names_of_its_guesses(losses):
    """A flawless win has no inaccuracy, a brilliant win no mistake, and a sharp win no blunder."""
    skill = round(99 * (1 - fmean(losses)))
    called = {slip.name for slip in map(slip_of, losses) if slip}
    praise = Praise.of(len(losses) + 1, skill)
    if praise == Praise.FLAWLESS:
        assert not called
    if praise == Praise.BRILLIANT:
        assert called <= {"Inaccuracy"}
    if praise == Praise.SHARP:
        assert called <= {"Inaccuracy", "Mistake"}


def turns_with(losses, is_proven=True):
    """Return turns whose guesses have these costs."""
    made = [SimpleNamespace(loss=loss, is_loss_proven=is_proven) for loss in losses]
    return [SimpleNamespace(appraisal=one) for one in made]


@pytest.mark.parametrize(
    ("losses", "verdict"),
    [
        ((0.05, 0.09), "No mistakes: every guess was the best, or nearly as good."),
        ((0.0, 0.1), "No mistakes. Guess 2 was an inaccuracy: it cost a tenth of a guess."),
        ((0.2, 0.3), "No mistakes, a few inaccuracies. Guess 2 cost most: a third of a guess."),
        ((0.0, 0.35, 0.2), "Guess 2 was a mistake: it cost a third of a guess."),
        ((0.0, 0.7, 0.4), "Guess 2 was a blunder: it cost two thirds of a guess."),
        ((0.75, 0.2), "Guess 1 cost three quarters of a guess. After it, no mistakes."),
    ],
)
def test_the_costs_of_the_guesses_decide_the_verdict(losses, verdict):
    assert verdict_on(turns_with(losses)) == verdict


def test_a_game_without_a_costly_guess_has_a_lesson_only_on_request(client, game):
    play(client, game, "1122", "1344", "3526", "1462", "3632")
    for headers in ({}, HTMX):
        assert "Do better than" not in client.get(address_of(game), headers=headers).text
        asked = client.get(address_of(game), {"guess": "1"}, headers=headers).text
        assert "Do better than guess 1" in asked
        assert "1122 cost less than a tenth of a guess." in asked


def test_a_costly_guess_that_wins_has_no_lesson(client, game):
    Game.objects.update(secret="1111")
    play(client, game, "1111")
    assert "Do better than" not in client.get(address_of(game)).text


def test_the_lesson_says_in_words_how_many_codes_are_possible(client, game):
    play(client, game, "1122", "1344", "3526", "1462", "1111", "3632")
    page = client.get(address_of(game)).text
    assert "Only one code was possible before 1111. Which one?" in page
    assert "It divides the codes into 1 group and leaves 1.0 on average." in page
    assert "It divides the codes into 14 groups and leaves 185 on average." in page
    page = client.get(address_of(game), {"guess": "2"}).text
    assert "Which code would have told you more? 256 codes were possible." in page


def test_a_guess_tried_in_the_lesson_is_compared_with_the_guess_of_the_game(ask):
    assert "Do better than guess 3" in ask(guess="3").text
    part = ask(guess="4", code="1122", headers=HTMX)
    assert part.context["lesson"].verdict == "1122 is no better: it costs a whole guess."
    assert ('id="status"' in part.text, "<html" in part.text) == (True, False)
    assert part["Vary"] == "HX-Request, Cookie"
    better = ask(guess="3", code="2525").context["lesson"]
    assert better.verdict.startswith(
        "2525 is better than the played guess, but still costs a fifth"
    )
    assert [line[0] for line in better.compared] == ["Played", "Tried"]


def test_the_best_guess_is_shown_only_when_it_is_found_or_requested(ask):
    shown = ask(guess="4", show="best").context["lesson"]
    name, best, _left, cost = shown.compared[-1]
    assert (name, cost) == ("Best", "0")
    found = ask(guess="4", code=best.guess).context["lesson"]
    assert found.verdict == f"Well found. No guess is better here than {best.guess}."
    assert [line[0] for line in found.compared] == ["Played", "Tried", "Best"]


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"code": "1127"}, "“7” is not a color"),
        ({"code": ""}, "The row is empty"),
        ({"guess": "6"}, "There is no such guess"),
        ({"guess": "x"}, "There is no such guess"),
    ],
)
def test_an_impossible_code_in_the_lesson_is_refused_with_a_sentence(ask, fields, problem):
    response = ask(**fields)
    assert response.status_code == 422
    assert problem in re.sub("&#x27;", "'", response.text)


def test_a_game_of_one_guess_has_luck_but_no_skill(client, game):
    play(client, game, "3632")
    analysis = client.get(address_of(game)).context["analysis"]
    assert (analysis.skill, analysis.luck) == (None, 99)


def test_play_is_called_perfect_only_if_that_is_proven():
    perfect = "Perfect play: no guess could have been better."
    assert verdict_on(turns_with((0.0, 0.0))) == perfect
    estimated = "No mistakes: as far as we can estimate, no guess could have been better."
    assert verdict_on(turns_with((0.0, 0.0), is_proven=False)) == estimated


def test_the_page_on_skill_explains_the_measures(client):
    page = client.get("/skill/")
    assert "the average cost of your guesses" in page.text
    assert f"costs are usually exact once {MOST_SEARCHED} or fewer codes are left." in page.text
    good, poor = (move for move, _ in page.context["example"])
    assert (good.cost, poor.cost) == ("0.02", "0.80")
    assert page.text.count('<svg class="part-columns"') == 2


def sees_it(client: Client, game: Game) -> bool:
    page = client.get(address_of(game))
    assert page.status_code == 200
    assert ("Play it first" in page.text) == ("3632" not in page.text)
    return "3632" in page.text


def test_the_analysis_hides_a_code_that_has_become_a_challenge(client, finished):
    assert sees_it(Client(), finished)
    client.post(f"{finished.get_absolute_url()}challenge/")
    assert not sees_it(Client(), finished)
    assert sees_it(client, finished)


def test_the_analysis_says_why_a_guess_could_not_be_the_code(client, game):
    play(client, game, "1111", "1222", "3632")
    page = client.get(address_of(Game.objects.get())).text
    assert "Why it could not be the code" in page
    assert "1222 needs 1 black and 0 white in row 1. Row 1 has 0 and 0." in page
