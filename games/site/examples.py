"""The example of the rules. Its answer is worked out, not written down."""

from dataclasses import dataclass

from solver.codes import Code
from solver.feedback import Feedback, feedback


@dataclass(frozen=True)
class RepeatedColor:
    """The case that is misunderstood most: both codes have the colors twice or once."""

    secret: Code = "1325"
    guess: Code = "1142"

    @property
    def feedback(self) -> Feedback:
        return feedback(self.guess, self.secret)
