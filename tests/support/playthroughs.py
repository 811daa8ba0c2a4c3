"""Golden playthroughs: whole random matches written out so that a person can read and check them.

    PYTHONPATH=tests python -m support.playthroughs        writes tests/playthroughs/*.txt again

Read the difference before you commit it: a changed line is a changed rule, a changed word or a mistake.
"""

import random
from pathlib import Path
from typing import Any

from paddock.engine.options import option_text
from paddock.engine.text.position_line import write_position
from paddock.engine.types import CHANCE
from paddock.games import load_game
from paddock.match.match_state import MatchState
from support.random_matches import random_token
from support.variants import TINY_PANTRY, TINY_SHEET

FOLDER = Path(__file__).parents[1] / "playthroughs"
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")

MATCHES: dict[str, tuple[str, int, dict[str, Any], int]] = {
    "mist-3": ("mist", 3, {}, 1),
    "mist-4-doubling": ("mist", 4, {"doubling": True, "tally": True}, 2),
    "mist-5-passing": ("mist", 5, {}, 3),
    "mist-6-everything": ("mist", 6, {"doubling": True, "another_round": True}, 4),
    "mist-3-house-rules": ("mist", 3, {"cards": (-9, 0, 4, 4, 20), "starting": (5, 5, 5, -1, 0), "dice": 2}, 5),
    "life-3": ("life", 3, {"lives": 2}, 1),
    "life-5-advanced": ("life", 5, {"advanced": True, "lives": 2}, 2),
    "life-4-optional": ("life", 4, {"declare": "optional", "lives": 1, "turn_limit": 4}, 3),
    "mmm-1-easy": ("mmm", 1, {}, 1),
    "mmm-4-hard-line": ("mmm", 4, {"board": "hard", "line": True}, 2),
    "mmm-2-tiny": ("mmm", 2, {"board": TINY_PANTRY, "dice": 4}, 3),
    "kuhlorado-1": ("kuhlorado", 2, {}, 1),
    "kuhlorado-advanced": ("kuhlorado", 2, {"sheet": "7", "advanced": True}, 2),
    "kuhlorado-tiny": (
        "kuhlorado",
        2,
        {"sheet": TINY_SHEET, "advanced": True, "interim_cows": 4, "last_numbers": 2},
        3,
    ),
}
FEW = 10
"""Longer lists of outcomes are summed up."""
SHOWN_EVERY = 25
"""Events between two drawings of the table."""


def text_of(name: str) -> str:
    """The whole playthrough."""
    game_id, players, options, seed = MATCHES[name]
    match = MatchState(load_game(game_id), players, options)
    names, rng = NAMES[:players], random.Random(seed)
    lines = [f"{match.game.facts.credit}", f"players: {', '.join(names)}"]
    lines += [f"{option} = {option_text(value)}" for option, value in match.options.items()]
    while not match.over:
        lines += event(match, rng, names)
    lines += ["", *match.game.narrator.closing(match.plain, names)]
    lines += [f"payoff {match.payoff()}", f"scores {match.scores()}"]
    lines += [f"position {write_position(match.game, players, match.options, match.position)}"]
    return "\n".join(lines) + "\n"


def event(match: MatchState, rng: random.Random, names: tuple[str, ...]) -> list[str]:
    lines = []
    if match.turn != CHANCE and len(match.moves) % SHOWN_EVERY == 0:
        drawing = match.game.narrator.draw(match.view(None), names)
        lines += ["", *drawing.splitlines(), ""]
    if match.turn == CHANCE:
        odds = match.odds()
        choice = " ".join(f"{token}={weight}" for token, weight in odds.items())
        if len(odds) > FEW:
            choice = f"{len(odds)} outcomes from {next(iter(odds))} to {list(odds)[-1]}, weights {sum(odds.values())}"
        whose = "chance"
    else:
        choice = " ".join(match.legal_tokens())
        whose = names[match.turn]
    number, clause, before = len(match.moves) + 1, match.game.clause(match.plain), match.plain
    match.play(random_token(match, rng))
    sentence = match.game.narrator.narrate(before, match.moves[-1], match.plain, names)
    lines.append(f"{number} ({clause}) {whose}: {match.tokens[-1]}" + (f" | {sentence}" if sentence else ""))
    lines.append(f"    of {choice}")
    return lines


def main() -> None:
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name in MATCHES:
        (FOLDER / f"{name}.txt").write_text(text_of(name), encoding="utf-8")
        print(name)


if __name__ == "__main__":
    main()
