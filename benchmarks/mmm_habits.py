"""What best play in Mmm! does: the figures in docs/games/mmm.md. `python -m benchmarks.mmm_habits [GAMES]`."""

import sys
from collections import Counter

import numpy as np

from paddock.games import game
from paddock.games.mmm.board import BOARDS
from paddock.games.mmm.rules import AGAIN, GATHER, would_finish
from paddock.games.mmm.solution import Solution, solution_for
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
    if choice in (AGAIN, GATHER) and legal[0] < AGAIN:
        seen["left a die that fits"] += 1
    if choice in (AGAIN, GATHER):
        seen["stops placing"] += 1
    if s.fresh > 0 and s.dice - s.placed == 1:
        done = "an item done" if finishing(match) else "no item done"
        seen[f"one die left, {done}"] += 1
        seen[
            f"one die left, {done}: {'rolls' if choice == AGAIN else 'gathers' if choice == GATHER else 'places'}"
        ] += 1
    if finishing(match) == 1 and offers_second(match, legal):
        seen["a second item could be done as well"] += 1
        match.follow(choice)
        seen["a second item could be done as well: does it"] += not match.over and finishing(match) == 2
        match.rewind(len(match.moves) - 1)


def offers_second(match: Match, legal: list[Move]) -> bool:
    """Whether a die that may be placed now, and is not the last one, would complete a second item."""
    s = match.state
    for move in legal:
        item = s.item_at[move] if move < AGAIN else -1
        dice = sum(s.item_at[square] == item for square in s.lies[: s.placed])
        if item >= 0 and s.item_left[item] - dice == 1:
            return True
    return False


def play_out(found: Solution, board: str, games: int) -> Counter[str]:
    listed, heavy = np.zeros(252, np.int16), np.zeros(252, np.int32)
    seen: Counter[str] = Counter()
    for stream in streams(1, 0, games):
        match = Match(game("mmm"), 1, {"board": board})
        while not match.over:
            s = match.state
            if match.turn == CHANCE:
                before = int(s.cat), int(s.left)
                match.follow(Move(outcome(s, stream, listed, heavy)))
                if match.turn == CHANCE or (int(s.cat), int(s.left)) != before:
                    seen["turns"] += 1
                    seen["turn fails"] += 1
                continue
            choice = found.best(s)
            watch_decision(match, choice, seen)
            left, items = int(s.left), int(np.count_nonzero(s.item_left[: s.items]))
            match.follow(choice)
            gathered = left - int(s.left)
            if gathered:
                done = items - int(np.count_nonzero(s.item_left[: s.items]))
                seen["turns"] += 1
                seen[f"turn gathers {gathered}"] += 1
                seen[f"turn finishes {done}"] += 1
        seen["games"] += 1
        seen["wins"] += int(match.payoff()[0])
    return seen


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for board in BOARDS:
        found = solution_for(Match(game("mmm"), 1, {"board": board}).state, threads=2)
        seen = play_out(found, board, games)
        print(f"{board}: {found.win_probability:.6f}")
        for what in sorted(seen):
            print(f"  {what:60} {seen[what]:8}")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
