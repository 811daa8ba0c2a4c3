"""Draw the pictures of this folder anew: real positions of real matches, as the terminal shows them.

python docs/pictures/make.py
"""

import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console

from paddock.games import ROOMS, game
from paddock.match.match import Match
from paddock.rules.kinds import Seat
from paddock.terminal.conversation import Conversation
from paddock.terminal.sitting import sit_down

HERE = Path(__file__).parent
WIDTH = 88
FRAME = re.sub(r"@font-face \{\{.*?\}\}|<!--.*?-->", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL)
"""Rich's own frame would fetch a font from elsewhere; any monospaced one does."""


@dataclass(frozen=True)
class Scene:
    """How to come to a position worth looking at: a table, a seed, and what the person chooses there in turn."""

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
    """The terminal at that moment, as SVG."""
    room = game(name)
    players = scene.players or room.facts.players[0]
    sitting = sit_down(Match(room, players, scene.options), "Farmer", None, scene.seed, Seat(0))
    console = Console(file=io.StringIO(), width=WIDTH, record=True, force_terminal=True, highlight=False, emoji=False)
    talk = Conversation(sitting, console, Path("picture.jsonl"))
    sitting.advance()
    for choice in scene.choices:
        sitting.choose([choice])
        talk.heard = len(sitting.match.moves)
        sitting.advance()
    talk.go_on()
    talk.draw()
    talk.put_question()
    console.print("> ", end="")
    return console.export_svg(title=f"paddock play {name}", code_format=FRAME, unique_id=f"paddock-{name}")


def main() -> None:
    for name in ROOMS:
        path = HERE / f"play-{name}.svg"
        path.write_text(picture(name, SCENES[name]), encoding="utf-8")
        print(path.name)


if __name__ == "__main__":
    main()
