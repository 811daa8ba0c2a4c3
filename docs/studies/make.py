"""Carries out the studies of this directory and the searches in `searches`, and writes their pages: `make studies`.

Games go to a directory beside the package's own, so a study that was stopped goes on, and one that is done is only
reported anew. What is committed is small: a page, a table and a figure for each.
"""

import argparse
import sys
from pathlib import Path

from paddock.commands.lab import compile_for
from paddock.lab import keeping
from paddock.lab.reading import read_search, read_study
from paddock.lab.report import as_markdown, write_report
from paddock.lab.results import Results
from paddock.lab.running import run
from paddock.lab.selection import Chosen, search_rounds
from paddock.terminal.paper import paper
from paddock.terminal.progress import bar

HERE = Path(__file__).parent


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="studies and searches, without .toml; all if none is named")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--work", type=Path, default=HERE.parent.parent / "build" / "studies")
    asked = parser.parse_args()
    for path in sorted(HERE.glob("*.toml")):
        if not asked.names or path.stem in asked.names:
            plan, out = read_study(path), asked.work / path.stem
            compile_for(plan, paper(stderr=True))
            with bar(plan.title, plan.games, paper(stderr=True)) as progress:
                run(plan, out, threads=asked.threads, progress=progress)
            results = write_report(out)
            publish(path.stem, results, out)
            print(f"docs/studies/{path.stem}.md")
    for path in sorted((HERE / "searches").glob("*.toml")):
        if not asked.names or path.stem in asked.names:
            out = asked.work / path.stem
            chosen = search_rounds(
                read_search(path), out, threads=asked.threads, told=lambda plan: compile_for(plan, paper(stderr=True))
            )
            publish_search(path.stem, chosen)
            print(f"docs/studies/{path.stem}.md")
    return 0


def publish_search(name: str, chosen: Chosen) -> None:
    """The page, and what was kept as files beside it."""
    keeping.write_drawings(chosen, HERE / name)
    search = chosen.search
    (HERE / f"{name}.md").write_text(
        f"# {search.title}\n\n{search.question}\n\n`paddock lab search docs/studies/searches/{name}.toml` "
        f"([the search](searches/{name}.toml)): {keeping.as_markdown(chosen)}",
        encoding="utf-8",
    )


def publish(name: str, results: Results, out: Path) -> None:
    """The page, its table and its first figure."""
    figure = next(path for path in ("wins-by-seat", "won") if (out / "figures" / f"{path}.svg").exists())
    (HERE / f"{name}.svg").write_bytes((out / "figures" / f"{figure}.svg").read_bytes())
    (HERE / f"{name}.csv").write_bytes((out / "findings.csv").read_bytes())
    versions = ", ".join(f"{what} {text}" for what, text in results.versions.items() if what != "sources")
    about = {"wins-by-seat": "Victories by place in the turn order, first rules", "won": "How often it is won"}[figure]
    (HERE / f"{name}.md").write_text(
        f"# {results.title}\n\n{results.question}\n\n"
        f"`paddock lab study docs/studies/{name}.toml`: {results.games:,} games, seed {results.seed}, {versions}. "
        "In parentheses 95 % intervals; differences are from the first rules with as many players, and paired by "
        f"dice where both have as many games. Shares are in percent. [All statistics]({name}.csv), "
        f"[the study]({name}.toml).\n\n{as_markdown(results)}\n![{about}]({name}.svg)\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    sys.exit(main())
