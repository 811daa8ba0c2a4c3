"""The errors of Paddock. Every message is a sentence for people; no input is repaired silently.

An error is also data: a code, the field that it concerns and parameters. A page shows its own sentence for a code.
"""

from typing import TypeAlias

ErrorParam: TypeAlias = bool | int | str | tuple[str, ...]
"""The value of a parameter of an error."""


class PaddockError(ValueError):
    """The base of all errors of Paddock; `str()` is a sentence for the caller.

    Examples:
        >>> import paddock
        >>> try:
        ...     paddock.Match("mist", seed=7).undo()
        ... except paddock.PaddockError as error:
        ...     print(error)
        there is nothing to undo: the match is at its start
    """

    code: str = "refused"
    """The kind of error, for programs. A page looks up its own sentence by it."""
    field: str | None
    """The name of the option or input that is wrong, if there is one."""
    params: dict[str, ErrorParam]
    """The numbers and names of the sentence."""

    def __init__(
        self, message: str = "", *, code: str | None = None, field: str | None = None, **params: ErrorParam
    ) -> None:
        super().__init__(message)
        self.code = code or type(self).code
        self.field = field
        self.params = params


class BadOption(PaddockError):
    """A game, an option, a number of players or a board that does not exist or is not accepted.

    Examples:
        >>> import paddock
        >>> try:
        ...     paddock.Match("mist", players=9)
        ... except paddock.BadOption as error:
        ...     print(error)
        players: So ein Mist is played by 3 to 6, not by 9
    """

    code = "bad_option"


class BadNotation(PaddockError):
    """A text that has no meaning here: a token or a record.

    Examples:
        >>> import paddock
        >>> try:
        ...     paddock.Match("mist", seed=7).play("castle")
        ... except paddock.BadNotation as error:
        ...     print(error)
        'castle' cannot be read here, where the active player stops or throws one more die
    """

    code = "bad_notation"


class IllegalMove(PaddockError):
    """A move that is well-formed, but that the rules forbid now. `clause` and `reason` say why.

    Examples:
        >>> import paddock
        >>> match = paddock.Match("mmm", board="bbf", dice=2, cat_moves=3, seed=0)
        >>> try:
        ...     match.play("gather")
        ... except paddock.IllegalMove as error:
        ...     print(error.clause, error.reason)
        2.4 no die of this roll is placed yet, and one that fits must be
    """

    code = "illegal"

    def __init__(self, clause: str, reason: str) -> None:
        super().__init__(f"clause {clause} forbids it: {reason}")
        self.clause = clause
        """Number of the clause in the rulebook of the game."""
        self.reason = reason
        """The reason as a sentence."""
