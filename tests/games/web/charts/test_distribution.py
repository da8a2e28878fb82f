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
