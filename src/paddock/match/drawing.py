"""A drawing as a file that people can change: the other half of `paddock.rules.grid`, which reads it."""

import json
from collections.abc import Iterable

from paddock.rules.grid import GridFile


def as_toml(grid: GridFile, remarks: Iterable[str]) -> str:
    r"""A grid file, with remarks for whoever opens it.

    >>> from paddock.rules.grid import grid_from_toml
    >>> mine = GridFile("mmm", 'Our "own" board', ("bb", "f."), "from the box")
    >>> text = as_toml(mine, ["One letter for each square."])
    >>> text.splitlines()[:4]
    ['# One letter for each square.', '', 'game = "mmm"', 'title = "Our \\"own\\" board"']
    >>> grid_from_toml(text.encode(), "mine") == mine
    True
    """
    said = {"game": grid.game, "title": grid.title, "note": grid.note}
    lines = [
        *(f"# {remark}" for remark in remarks),
        "",
        *(f"{key} = {json.dumps(text, ensure_ascii=False)}" for key, text in said.items()),  # TOML quotes alike
        'grid = """',
        *(" ".join(row) for row in grid.rows),
        '"""',
    ]
    return "\n".join(lines) + "\n"
