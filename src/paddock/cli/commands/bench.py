"""`paddock bench`: measure the speed of Paddock and its peers."""

import rich_click as click

from paddock.cli.command_classes import PaddockCommand
from paddock.engine.errors import PaddockError


@click.command(
    cls=PaddockCommand, context_settings={"ignore_unknown_options": True}, examples=["paddock bench --quick"]
)
@click.argument(
    "words",
    nargs=-1,
    type=click.UNPROCESSED,
    metavar="[ARGUMENT]...",
    help="Arguments of the benchmarks: --seconds N, --repeats N, --no-write, --quick.",
)
def bench(words: tuple[str, ...]) -> int:
    """Measure the speed of Paddock and its peers. Only in a checkout."""
    import subprocess
    import sys
    from pathlib import Path

    root = Path(__file__).resolve().parents[4]
    if not (root / "benchmarks" / "__main__.py").is_file():
        raise PaddockError("the package has no benchmarks; run 'make bench' in a checkout of Paddock")
    return subprocess.run([sys.executable, "-m", "benchmarks", *words], cwd=root, check=False).returncode
