"""What best play in Mmm! does: the figures in docs/games/mmm.md. `python -m benchmarks.mmm_habits [GAMES]`."""

import sys
from collections import Counter
from collections.abc import Callable

import numpy as np

from paddock.games import game
from paddock.games.mmm.board import BOARDS
from paddock.games.mmm.rules import AGAIN, GATHER, would_finish
from paddock.games.mmm.solution import solution_for
from paddock.match.match import Match
from paddock.rules.chance import outcome, streams
from paddock.rules.kinds import CHANCE, Move


def finishing(match: Match) -> int:
    """Items that would be finished by gathering now."""
    return sum(bool(would_finish(match.state, item)) for item in range(match.state.items))


def watch_decision(match: Match, choice: Move, seen: Counter[str]) -> None:
    """Count what could be chosen here, and what was."""
    s = match.state
    legal = match.legal()
    if choice in (AGAIN, GATHER):
        seen["no more placed"] += 1
        seen["no more placed, though a die fits"] += legal[0] < AGAIN
        done = "an item done" if finishing(match) else "no item done"
        does = "rolls" if choice == AGAIN else "gathers"
        seen[f"{s.dice - s.placed} left, {done}: {does}"] += 1
    seconds = [move for move in legal if completes(match, move)]
    if finishing(match) == 1 and seconds and s.left > s.placed + 1:  # nor is it the end of the game
        seen["a second item could be done as well"] += 1
        seen["a second item could be done as well: does it"] += choice in seconds


def completes(match: Match, move: Move) -> bool:
    """Whether a die there would complete an item."""
    s = match.state
    if move >= AGAIN:
        return False
    item = s.item_at[move]
    return bool(s.item_left[item] - sum(s.item_at[square] == item for square in s.lies[: s.placed]) == 1)


def plain_choice(match: Match) -> Move:
    """A family's rule: place every die that fits, where least is missing; gather once an item is done, else roll."""
    s = match.state
    squares = [move for move in match.legal() if move < AGAIN]
    if squares:
        missing = {move: int(s.item_left[s.item_at[move]]) for move in squares}
        for square in s.lies[: s.placed]:
            for move in squares:
                missing[move] -= int(s.item_at[move] == s.item_at[square])
        return min(squares, key=lambda move: missing[move])
    return Move(GATHER if finishing(match) else AGAIN)


def play_out(choose: Callable[[Match], Move], board: str, games: int) -> Counter[str]:
    listed, heavy = np.zeros(252, np.int16), np.zeros(252, np.int32)
    seen: Counter[str] = Counter()
    for stream in streams(1, 0, games):
        match = Match(game("mmm"), 1, {"board": board})
        while not match.over:
            cat, left, items = int(match.state.cat), int(match.state.left), items_left(match)
            if match.turn == CHANCE:
                match.follow(Move(outcome(match.state, stream, listed, heavy)))
                seen["turns"] += match.state.cat > cat
                seen["turn fails"] += match.state.cat > cat
                continue
            choice = choose(match)
            watch_decision(match, choice, seen)
            match.follow(choice)
            gathered = left - int(match.state.left)
            if gathered:
                seen["turns"] += 1
                seen[f"turn gathers {gathered}"] += 1
                seen[f"turn finishes {items - items_left(match)}"] += 1
        seen["games"] += 1
        seen["wins"] += int(match.payoff()[0])
    return seen


def items_left(match: Match) -> int:
    return int(np.count_nonzero(match.state.item_left[: match.state.items]))


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for board in BOARDS:
        found = solution_for(Match(game("mmm"), 1, {"board": board}).state, threads=2)
        print(f"{board}: {found.win_probability:.6f}")
        best = play_out(lambda match, found=found: found.best(match.state), board, games)  # type: ignore[misc]
        plain = play_out(plain_choice, board, games)
        print(f"  {'':50} {'best':>8} {'plain':>8}")
        for what in sorted(best | plain):
            print(f"  {what:50} {best[what]:8} {plain[what]:8}")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
