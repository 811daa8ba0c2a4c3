"""Write a drawn board as a TOML file. `paddock.engine.boards.grid` reads such files."""

import json
from collections.abc import Iterable

from paddock.engine.boards.grid import GridFile


def as_toml(grid: GridFile, remarks: Iterable[str]) -> str:
    r"""Return the text of a TOML file with this grid, below the remarks as comments.

    >>> from paddock.engine.boards.grid import grid_from_toml
    >>> mine = GridFile("mmm", 'Our "own" board', ("bb", "f."), "from the box")
    >>> text = as_toml(mine, ["One letter for each square."])
    >>> text.splitlines()[:4]
    ['# One letter for each square.', '', 'game = "mmm"', 'title = "Our \\"own\\" board"']
    >>> grid_from_toml(text.encode(), "mine") == mine
    True
    """
    texts = {"game": grid.game, "title": grid.title, "note": grid.note}
    lines = [
        *(f"# {remark}" for remark in remarks),
        "",
        *(f"{key} = {json.dumps(text, ensure_ascii=False)}" for key, text in texts.items()),  # TOML quotes like JSON
        'grid = """',
        *(" ".join(row) for row in grid.rows),
        '"""',
    ]
    return "\n".join(lines) + "\n"
