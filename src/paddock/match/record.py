"""A record: one match as one line of JSON. docs/notation.md is its grammar."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from paddock.games import game
from paddock.match.dice import Dice
from paddock.match.match import Match
from paddock.rules.refusals import BadNotation, BadOption

FORMAT = 1


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who won, and the points."""

    payoff: list[float]
    scores: list[float]


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is told of the dice."""

    match: str
    commitment: str
    seeds: list[str]
    secret: str | None = None


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The whole match."""

    paddock: int
    game: str
    rules: int
    options: dict[str, bool | int | str | list[int]]
    seats: list[str]
    events: list[str]
    result: Result | None
    dice: Proof | None = None


def record_of(match: Match, seats: Sequence[str], dice: Dice | None = None) -> Record:
    """The record of a match as it stands."""
    if len(seats) != match.players:
        raise BadOption(f"seats: {match.players} names are needed, not {len(seats)}")
    proof = None if dice is None else msgspec.convert(dice.proof(revealed=match.over), Proof)
    return assemble(match, list(seats), match.tokens, proof)


def assemble(match: Match, seats: list[str], tokens: Iterable[str], proof: Proof | None) -> Record:
    return Record(
        paddock=FORMAT,
        game=match.game.id,
        rules=match.game.rules_version,
        options={name: list(value) if isinstance(value, tuple) else value for name, value in match.options.items()},
        seats=seats,
        events=list(tokens),
        result=Result(match.payoff(), match.scores()) if match.over else None,
        dice=proof,
    )


def encode(record: Record) -> bytes:
    """One line, without its line break; equal matches are equal bytes."""
    return msgspec.json.encode(record)


def decode(line: bytes | str) -> Record:
    """The record that a line holds."""
    try:
        record = msgspec.json.decode(line, type=Record)
    except (msgspec.DecodeError, UnicodeDecodeError) as flaw:
        raise BadNotation(f"this is no record: {flaw}") from None
    if record.paddock != FORMAT:
        raise BadNotation(f"records of format {record.paddock} cannot be read here, only format {FORMAT}")
    return record


def empty_match(record: Record) -> Match:
    """The table of a record before its first event."""
    room = game(record.game)
    if record.rules != room.rules_version:
        raise BadNotation(
            f"it is of version {record.rules} of the rules of {record.game}; here is version {room.rules_version}"
        )
    missing = [option.name for option in room.options if option.name not in record.options]
    if missing:
        raise BadNotation(f"options: {', '.join(missing)} missing; a record writes out every option")
    options: dict[str, Any] = dict(record.options)
    return Match(room, len(record.seats), options)


def replayed(record: Record) -> Match:
    """The match of a record, every event checked on the way."""
    match = empty_match(record)
    for token in record.events:
        match.play(token)
    return match
