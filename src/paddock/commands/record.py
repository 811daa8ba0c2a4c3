"""`paddock record`: check matches that were written down, and tell them."""

from pathlib import Path

import rich_click as click

from paddock.rules.refusals import BadNotation

WRONG = 1

existing_file = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group()
def record() -> None:
    """Check or tell matches that were written down."""


@record.command()
@click.argument("file", type=existing_file)
def check(file: Path) -> int:
    """Replay every record of FILE: each event, each die, each result."""
    from paddock.match.replay import check_file

    good = wrong = 0
    for verdict in check_file(file):
        if verdict.ok:
            good += 1
        else:
            wrong += 1
            clause = verdict.clause or ""
            named = f" (clause {clause})" if clause and f"clause {clause}" not in verdict.message else ""
            print(f"{file}: {verdict}{named}")
    if wrong:
        print(f"{file}: {wrong} of {good + wrong} records wrong.")
        return WRONG
    if not good:
        raise BadNotation(f"{file} holds no record")
    print(f"{file}: {good} {'record' if good == 1 else 'records'}, all good.")
    return 0


@record.command()
@click.argument("file", type=existing_file)
@click.option("--line", type=click.IntRange(min=1), help="Which line of the file; without it, the first record.")
def show(file: Path, line: int | None) -> None:
    """Tell a match of FILE in sentences."""
    from paddock.bots.names import names_in
    from paddock.match.record import decode, replayed
    from paddock.rules.refusals import Refusal

    number, text = found_line(file, line)
    try:
        told = decode(text)
        match = replayed(told)
    except Refusal as flaw:
        raise BadNotation(f"{file}, line {number}: {flaw}") from None
    facts = match.game.facts
    print(f"{facts.credit}.")
    print(f"{', '.join(f'{seat} {name}' for seat, name in enumerate(told.seats, 1))}.")
    names = names_in(told.seats)
    print("\n".join(match.story(names)))
    if match.over:
        print("\n".join(match.game.speech.closing(match.plain, names)))
    else:
        print("The match is unfinished.")


def found_line(file: Path, wanted: int | None) -> tuple[int, bytes]:
    """The line with this number, or the first that is not empty."""
    with file.open("rb") as lines:
        for number, text in enumerate(lines, 1):
            if text.strip() if wanted is None else number == wanted:
                return number, text
    raise BadNotation(f"{file} holds no record" if wanted is None else f"{file} has no line {wanted}")
