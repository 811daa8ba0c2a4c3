"""Measures how optimal play in Mmm! behaves, for docs/reference/games/mmm.md.

python -m benchmarks.mmm_habits [GAMES]
"""

import sys
from collections import Counter
from collections.abc import Callable

import numpy as np

from paddock.engine.rng import draw_outcome, streams
from paddock.engine.types import CHANCE, Move
from paddock.games import load_game
from paddock.games.mmm.board import BOARDS
from paddock.games.mmm.rules import AGAIN, GATHER, would_finish
from paddock.games.mmm.solver.solution import problem
from paddock.match.match_state import MatchState


def finishing(match: MatchState) -> int:
    """Return the number of items that gathering would finish now."""
    return sum(bool(would_finish(match.state, item)) for item in range(match.state.items))


def watch_decision(match: MatchState, choice: Move, seen: Counter[str]) -> None:
    """Count the possible choices, and the one that was made."""
    s = match.state
    legal = match.legal_moves()
    if choice in (AGAIN, GATHER):
        seen["no more placed"] += 1
        seen["no more placed, though a die fits"] += legal[0] < AGAIN
        done = "an item done" if finishing(match) else "no item done"
        does = "rolls" if choice == AGAIN else "gathers"
        seen[f"{s.dice - s.placed} left, {done}: {does}"] += 1
    seconds = [move for move in legal if completes(match, move)]
    if finishing(match) == 1 and seconds and s.left > s.placed + 1:  # and it is not the end of the game
        seen["a second item could be done as well"] += 1
        seen["a second item could be done as well: does it"] += choice in seconds


def completes(match: MatchState, move: Move) -> bool:
    """Return whether a die on this square would complete an item."""
    s = match.state
    if move >= AGAIN:
        return False
    item = s.item_at[move]
    return bool(s.item_left[item] - sum(s.item_at[square] == item for square in s.lies[: s.placed]) == 1)


def plain_choice(match: MatchState) -> Move:
    """Return the move of a simple rule: place every die that fits, gather once an item is complete, else roll."""
    s = match.state
    squares = [move for move in match.legal_moves() if move < AGAIN]
    if squares:
        missing = {move: int(s.item_left[s.item_at[move]]) for move in squares}
        for square in s.lies[: s.placed]:
            for move in squares:
                missing[move] -= int(s.item_at[move] == s.item_at[square])
        return min(squares, key=lambda move: missing[move])
    return Move(GATHER if finishing(match) else AGAIN)


def play_out(choose: Callable[[MatchState], Move], board: str, games: int) -> Counter[str]:
    moves_buf, weights_buf = np.zeros(252, np.int16), np.zeros(252, np.int32)
    seen: Counter[str] = Counter()
    for stream in streams(1, 0, games):
        match = MatchState(load_game("mmm"), 1, {"board": board})
        while not match.over:
            cat, left, items = int(match.state.cat), int(match.state.left), items_left(match)
            if match.turn == CHANCE:
                match.play_unchecked(Move(draw_outcome(match.state, stream, moves_buf, weights_buf)))
                seen["turns"] += match.state.cat > cat
                seen["turn fails"] += match.state.cat > cat
                continue
            choice = choose(match)
            watch_decision(match, choice, seen)
            match.play_unchecked(choice)
            gathered = left - int(match.state.left)
            if gathered:
                seen["turns"] += 1
                seen[f"turn gathers {gathered}"] += 1
                seen[f"turn finishes {items - items_left(match)}"] += 1
        seen["games"] += 1
        seen["wins"] += int(match.payoff()[0])
    return seen


def items_left(match: MatchState) -> int:
    return int(np.count_nonzero(match.state.item_left[: match.state.items]))


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for board in BOARDS:
        posed = problem(MatchState(load_game("mmm"), 1, {"board": board}).options)
        found = posed.known() or posed.solve(threads=2)
        print(f"{board}: {found.win_probability:.6f}")
        best = play_out(lambda match, found=found: found.best(match.state), board, games)  # type: ignore[misc]
        plain = play_out(plain_choice, board, games)
        print(f"  {'':50} {'best':>8} {'plain':>8}")
        for what in sorted(best | plain):
            print(f"  {what:50} {best[what]:8} {plain[what]:8}")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
