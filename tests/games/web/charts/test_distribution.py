"""The chart of all players' guesses, with one player marked."""

from games.web.charts.distribution import Distribution


def test_the_highest_bar_has_full_height_and_other_bars_are_in_proportion():
    bars = list(Distribution((0, 2, 8, 4, 0)).bars)
    assert [(bar.label, bar.players, bar.height) for bar in bars] == [
        ("1", 0, 0),
        ("2", 2, 25),
        ("3", 8, 100),
        ("4", 4, 50),
        ("X", 0, 0),
    ]
    assert [bar.top + bar.height for bar in bars] == [100] * 5


def test_a_single_player_among_thousands_has_a_visible_bar():
    [one, *_] = Distribution((1, 5000, 0)).bars
    assert one.height > 0
    assert {bar.height for bar in Distribution((0, 0, 0)).bars} == {0}


def test_the_bar_of_the_player_is_marked():
    counts = (1, 1, 1, 1204)
    assert [bar.is_yours for bar in Distribution(counts, yours=2).bars] == [0, 1, 0, 0]
    assert [bar.is_yours for bar in Distribution(counts, yours=4).bars] == [0, 0, 0, 1]
    assert not any(bar.is_yours for bar in Distribution(counts).bars)


def test_every_bar_has_a_label():
    assert [bar.sentence for bar in Distribution((1, 3, 1204), yours=2).bars] == [
        "1 guess: 1 player",
        "2 guesses: 3 players, and you are one of them",
        "not solved: 1,204 players",
    ]
