import io

from solver.management.progress import shown
from solver.study.evaluate import LengthTally

FOUND = [LengthTally({4: 3}), LengthTally({5: 1})]


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_sees_the_games_done():
    terminal = Terminal()
    assert list(shown(FOUND, 4, terminal)) == FOUND
    drawn = terminal.getvalue().split("\r")
    assert drawn[1] == "█" * 30 + "░" * 10 + " 3 of 4 games"
    assert drawn[2] == "█" * 40 + " 4 of 4 games"
    assert drawn[3] == "\033[K"


def test_a_file_sees_nothing():
    file = io.StringIO()
    assert list(shown(FOUND, 4, file)) == FOUND
    assert file.getvalue() == ""
