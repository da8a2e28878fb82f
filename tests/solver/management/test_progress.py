import io
import re

from solver.management.progress import with_progress

FOUND = [[4, 4, 4], [5]]


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_on_a_terminal_the_progress_bar_shows_how_many_games_are_done():
    terminal = Terminal()
    assert list(with_progress(FOUND, 4, terminal)) == FOUND
    drawn = terminal.getvalue().split("\r")
    assert re.fullmatch("█{30}░{10} 3 of 4 games, [0-9]+ s", drawn[1])
    assert re.fullmatch("█{40} 4 of 4 games, [0-9]+ s", drawn[2])
    assert drawn[3] == "\033[K"


def test_the_progress_bar_is_not_written_to_a_file():
    file = io.StringIO()
    assert list(with_progress(FOUND, 4, file)) == FOUND
    assert file.getvalue() == ""
