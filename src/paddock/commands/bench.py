"""`paddock bench`: measure Paddock and its peers."""

import rich_click as click

from paddock.rules.refusals import Refusal


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="[ARGUMENT]...")
def bench(words: tuple[str, ...]) -> int:
    """Measure the speed of Paddock beside its peers (in a checkout)."""
    import subprocess
    import sys
    from pathlib import Path

    root = Path(__file__).resolve().parents[3]
    if not (root / "benchmarks" / "__main__.py").is_file():
        raise Refusal("the benchmarks are part of a checkout of Paddock, not of the package: run `make bench` there.")
    return subprocess.run([sys.executable, "-m", "benchmarks", *words], cwd=root, check=False).returncode
