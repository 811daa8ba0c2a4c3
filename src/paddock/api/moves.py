"""A move of the public API: the token of an event, and the number that kernels use for it."""

from paddock.engine import types as engine


class Move(str):
    """One decision or one chance outcome: a token such as `mark:c4`, and so a string.

    Plain tokens are accepted wherever a move is, and `move == "mark:c4"` is true for the move of that token.
    [Notation](../notation.md) lists the tokens of every game.

    Examples:
        >>> import paddock
        >>> match = paddock.Match("kuhlorado", seed=7)
        >>> match.legal
        (Move('keep:-'), Move('keep:c'), Move('keep:cc'))
        >>> move = match.legal[1]
        >>> move == "keep:c", move.number
        (True, 1)
    """

    number: engine.Move
    """The same move as a small integer: the action of the environments and of `Stepper`."""

    def __new__(cls, token: str, number: int) -> "Move":
        """Join a token with its number."""
        move = super().__new__(cls, token)
        move.number = engine.Move(number)
        return move

    def __getnewargs__(self) -> tuple[str, int]:  # type: ignore[override]
        return str(self), self.number

    def __repr__(self) -> str:
        return f"Move({super().__repr__()})"

    def __str__(self) -> str:
        return str.__str__(self)
