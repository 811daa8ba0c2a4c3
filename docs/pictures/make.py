"""Draws the pictures of this folder: real positions of real matches, as the terminal shows them.

python docs/pictures/make.py
"""

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

from paddock.cli.terminal.play_loop import PlayLoop
from paddock.cli.terminal.terminal_session import new_session
from paddock.engine.types import Seat
from paddock.games import GAMES, load_game
from paddock.match.match_state import MatchState

HERE = Path(__file__).parent
WIDTH = 88
FRAME = re.sub(r"@font-face \{\{.*?\}\}|<!--.*?-->", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
"""Rich's SVG frame without its web font. Any monospaced font will do."""


@dataclass(frozen=True)
class Scene:
    """The way to a position: a table, a seed, and the person's choices in turn."""

    seed: int
    choices: tuple[str, ...]
    options: Mapping[str, object] = field(default_factory=dict)
    players: int | None = None


SCENES = {
    "mist": Scene(seed=4, choices=("stop", "stop", "more"), options={"tally": True}, players=4),
    "life": Scene(seed=3, choices=("1",) * 6),
    "mmm": Scene(seed=2, choices=("1",) * 8, players=2),
    "kuhlorado": Scene(seed=5, choices=("1",) * 14),
}


def picture(name: str, scene: Scene) -> str:
    """Return the terminal at that position as SVG."""
    game = load_game(name)
    players = scene.players or game.facts.players[0]
    session = new_session(MatchState(game, players, scene.options), "Farmer", None, scene.seed, Seat(0))
    console = Console(file=io.StringIO(), width=WIDTH, record=True, force_terminal=True, highlight=False, emoji=False)
    loop = PlayLoop(session, console, Path("picture.jsonl"))
    session.advance()
    for choice in scene.choices:
        session.choose([choice])
        loop.narrated = len(session.match.moves)
        session.advance()
    loop.advance()
    loop.draw()
    loop.print_question()
    console.print("> ", end="")
    return console.export_svg(title=f"paddock play {name}", code_format=FRAME, unique_id=f"paddock-{name}")


def main() -> None:
    for name in GAMES:
        path = HERE / f"play-{name}.svg"
        path.write_text(picture(name, SCENES[name]), encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    main()
