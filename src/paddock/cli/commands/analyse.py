"""`paddock analyse`: separate luck from decisions in a match."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from paddock.cli.command_classes import PaddockCommand
from paddock.cli.commands.record import line_option, load_match, newest_match, record_argument
from paddock.engine.errors import BadOption

if TYPE_CHECKING:
    from paddock.bots.analysis import Account, Analysis
    from paddock.match.match_state import MatchState

SMALL_LUCK = 0.05
"""The win chance below which luck is not mentioned."""
PLAY_WORDS = (
    (97, "hardly missed a thing"),
    (90, "played well"),
    (75, "missed some good chances"),
    (0, "gave a lot away"),
)
"""Words for the quality of play, by the least accuracy."""


@click.command(cls=PaddockCommand, examples=["paddock analyse game.jsonl", "paddock analyse game.jsonl --json"])
@record_argument
@line_option
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    default=0,
    show_default=True,
    help="Random seed for simulated continuations.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with every event.")
@click.option("--html", "as_html", is_flag=True, help="Print a self-contained HTML page.")
def analyse(path: Path | None, line: int | None, seed: int, as_json: bool, as_html: bool) -> None:
    """Separate luck from decisions in a match, and show its turning points."""
    from paddock.bots.analysis import analyse as analyse_match
    from paddock.cli.analysis_html import analysis_page
    from paddock.match.seat_names import display_names

    if as_json and as_html:
        raise BadOption("--json and --html exclude each other; choose one")
    record, match = load_match(path or newest_match(), line)
    names = display_names(record.seats)
    analysis = analyse_match(match, names, seed)
    if as_json:
        click.echo(json.dumps(analysis.as_json()))
    elif as_html:
        click.echo(analysis_page(match, analysis, names))
    else:
        for sentence in analysis_lines(match, analysis, names):
            click.echo(sentence)


def analysis_lines(match: MatchState, analysis: Analysis, names: list[str]) -> list[str]:
    """Return the analysis in words, then in numbers."""
    lines = [f"{match.game.facts.credit}."]
    if not match.over:
        lines.append("The match is unfinished. The analysis ends at the last event.")
    exact = "exact, since this game is solved" if analysis.exact else "estimates"
    lines += [
        "",
        *(account_sentence(name, one) for name, one in zip(names, analysis.accounts, strict=True)),
        "",
        f"In percentage points of win chance ({exact}):",
        "",
        f"{'':20}{'start':>8}{'luck':>8}{'own':>8}{'others':>8}{'result':>8}{'accuracy':>10}",
    ]
    lines += [account_row(name, one) for name, one in zip(names, analysis.accounts, strict=True)]
    if analysis.turning_points:
        lines += ["", "Turning points:"]
        sentences = event_sentences(match, names)
        for number in analysis.turning_points:
            lines.append(f"  event {number}: {sentences[number - 1]} {change_text(analysis, number, names)}")
    return lines


def account_sentence(name: str, one: Account) -> str:
    """
    >>> from paddock.bots.analysis import Account
    >>> account_sentence("Mia", Account(0.25, 0.3, -0.05, 0.5, 1.0, 20, 91.0))
    'Mia was lucky, and played well (91 of 100).'
    """
    luck = "lucky" if one.luck > SMALL_LUCK else "unlucky" if one.luck < -SMALL_LUCK else "neither lucky nor unlucky"
    play = next(words for least, words in PLAY_WORDS if one.accuracy >= least)
    return f"{name} was {luck}, and {play} ({one.accuracy:.0f} of 100)."


def account_row(name: str, one: Account) -> str:
    numbers = (one.start, one.luck, one.own, one.others, one.result)
    return f"{name:20}" + "".join(f"{100 * number:8.1f}" for number in numbers) + f"{one.accuracy:10.1f}"


def event_sentences(match: MatchState, names: list[str]) -> list[str]:
    """Return a sentence for each event, or its token where the game has no sentence."""
    from paddock.engine.plain_position import plain_position
    from paddock.engine.position_calls import play_at

    position = match.game.start_position(match.players, match.options)
    sentences = []
    for move, token in zip(match.moves, match.tokens, strict=True):
        before = plain_position(position)
        play_at(position, move)
        sentences.append(match.game.narrator.narrate(before, move, plain_position(position), names) or token)
    return sentences


def change_text(analysis: Analysis, number: int, names: list[str]) -> str:
    """Return the largest change of a win chance by this event."""
    change = analysis.steps[number - 1].change
    seat = max(range(len(change)), key=lambda one: abs(change[one]))
    worth = analysis.steps[number - 1].worth[seat]
    return f"({names[seat]}: {100 * change[seat]:+.1f} points, now {100 * worth:.1f} %)"
