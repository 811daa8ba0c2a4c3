"""The errors of Paddock. Every message is a sentence for people; no input is repaired silently."""


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

    def __init__(self, clause: str, reason: str) -> None:
        super().__init__(f"clause {clause} forbids it: {reason}")
        self.clause = clause
        """Number of the clause in the rulebook of the game."""
        self.reason = reason
        """The reason as a sentence."""
