"""A tree as text, in which one can find a guess without parsing the whole text."""

from collections.abc import Mapping
from hashlib import sha256

from solver.rule.codes import Code
from solver.rule.feedback import Turn, feedback


def text_of_tree(guesses: Mapping[str, Code]) -> str:
    r"""Return a tree as text, with a line for each guess: the answers before it, and the guess.

    Equal trees have equal texts, so equal digests mean equal trees.

    >>> text_of_tree({"": "11", "10": "12", "00": "22"})
    '\n:11\n00:22\n10:12\n'
    """
    places = sorted(sorted(guesses), key=len)
    return "\n" + "".join([f"{answers}:{guesses[answers]}\n" for answers in places])


def digest_of_tree(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def guess_after(text: str, answers: str) -> Code:
    r"""Return the guess of a written tree after these answers; "" if there is none.

    >>> guess_after("\n:11\n00:22\n10:12\n", "10"), guess_after("\n:11\n00:22\n10:12\n", "02")
    ('12', '')
    """
    return text.partition(f"\n{answers}:")[2].partition("\n")[0]


def way_to(text: str, secret: Code) -> list[Turn]:
    r"""Return the turns with which a written tree finds a code.

    >>> [turn.guess for turn in way_to("\n:11\n00:22\n10:12\n1002:21\n", "21")]
    ['11', '12', '21']
    """
    turns: list[Turn] = []
    answers = ""
    while guess := guess_after(text, answers):
        told = feedback(guess, secret)
        turns.append(Turn(guess, told))
        if guess == secret:
            break
        answers += f"{told.black}{told.white}"
    return turns
