"""`paddock analyse`: what was luck in a match, and what was done well or badly."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from paddock.commands.record import existing_file, found_line
from paddock.rules.refusals import BadNotation, BadOption, Refusal

if TYPE_CHECKING:
    from paddock.bots.analysis import Account, Analysis
    from paddock.match.match import Match


@click.command()
@click.argument("file", metavar="RECORD", type=existing_file)
@click.option("--line", type=click.IntRange(min=1), help="Which line of the file; without it, the first record.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="For what has to be imagined.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object with every event.")
@click.option("--html", "as_html", is_flag=True, help="A page that needs nothing else, to standard output.")
def analyse(file: Path, line: int | None, seed: int, as_json: bool, as_html: bool) -> None:
    """Tell a match of RECORD by its luck and its decisions: who was lucky, who played well, where it turned."""
    from paddock.bots.analysis import analyse as look_at
    from paddock.bots.names import names_in
    from paddock.commands.analysis_page import page
    from paddock.match.record import decode, replayed

    if as_json and as_html:
        raise BadOption("--json and --html are two ways to say it; choose one")
    number, text = found_line(file, line)
    try:
        record = decode(text)
        match = replayed(record)
    except Refusal as flaw:
        raise BadNotation(f"{file}, line {number}: {flaw}") from None
    names = names_in(record.seats)
    found = look_at(match, names, seed)
    if as_json:
        click.echo(json.dumps(found.as_json()))
    elif as_html:
        click.echo(page(match, found, names))
    else:
        for sentence in told(match, found, names):
            click.echo(sentence)


def told(match: Match, found: Analysis, names: list[str]) -> list[str]:
    """The analysis in family words, then in numbers."""
    lines = [f"{match.game.facts.credit}."]
    if not match.over:
        lines.append("The match is unfinished; this is how it stands.")
    exact = "exact: this game is solved" if found.exact else "estimates"
    lines += [
        "",
        *(in_words(name, one) for name, one in zip(names, found.accounts, strict=True)),
        "",
        f"In points of win chance ({exact}):",
        "",
        f"{'':20}{'start':>8}{'luck':>8}{'own':>8}{'others':>8}{'result':>8}{'accuracy':>10}",
    ]
    lines += [row(name, one) for name, one in zip(names, found.accounts, strict=True)]
    if found.turning_points:
        lines += ["", "Where it turned:"]
        story = stories(match, names)
        for number in found.turning_points:
            lines.append(f"  event {number}: {story[number - 1]} {shift(found, number, names)}")
    return lines


def in_words(name: str, one: Account) -> str:
    """
    >>> from paddock.bots.analysis import Account
    >>> in_words("Mia", Account(0.25, 0.3, -0.05, 0.5, 1.0, 20, 91.0))
    'Mia was lucky, and played well (91 of 100).'
    """
    luck = "lucky" if one.luck > SOME else "unlucky" if one.luck < -SOME else "neither lucky nor unlucky"
    play = next(words for least, words in PLAY if one.accuracy >= least)
    return f"{name} was {luck}, and {play} ({one.accuracy:.0f} of 100)."


SOME = 0.05
"""Less luck than that is none."""
PLAY = (
    (97, "hardly missed a thing"),
    (90, "played well"),
    (75, "missed some good chances"),
    (0, "gave a lot away"),
)


def row(name: str, one: Account) -> str:
    numbers = (one.start, one.luck, one.own, one.others, one.result)
    return f"{name:20}" + "".join(f"{100 * number:8.1f}" for number in numbers) + f"{one.accuracy:10.1f}"


def stories(match: Match, names: list[str]) -> list[str]:
    """A sentence for every event; its token where a room has none."""
    from paddock.rules.kernels import play_at
    from paddock.rules.plain import plain

    table = match.game.table(match.players, match.options)
    said = []
    for move, token in zip(match.moves, match.tokens, strict=True):
        before = plain(table)
        play_at(table, move)
        said.append(match.game.speech.tell(before, move, plain(table), names) or token)
    return said


def shift(found: Analysis, number: int, names: list[str]) -> str:
    """Whose chance an event changed most."""
    change = found.steps[number - 1].change
    seat = max(range(len(change)), key=lambda one: abs(change[one]))
    worth = found.steps[number - 1].worth[seat]
    return f"({names[seat]}: {100 * change[seat]:+.1f} points, now {100 * worth:.1f} %)"
