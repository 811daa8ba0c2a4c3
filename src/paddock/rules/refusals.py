"""Refusals are sentences. Nothing is repaired silently."""


class Refusal(ValueError):
    """Something cannot be done; `str()` is a sentence for the person who asked."""


class BadOption(Refusal):
    """An option, a number of players or a board that a game cannot be started with."""


class BadNotation(Refusal):
    """A text that cannot be read."""


class IllegalMove(Refusal):
    """A text that can be read, but that the rules do not allow now."""

    def __init__(self, clause: str, because: str) -> None:
        super().__init__(f"clause {clause} forbids it: {because}")
        self.clause = clause
        self.because = because
