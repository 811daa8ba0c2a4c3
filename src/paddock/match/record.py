"""Records: a match as one line of JSON. docs/reference/notation.md has the grammar."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from paddock.engine.errors import BadNotation, BadOption
from paddock.engine.options import JsonOptionValue, to_json_value
from paddock.games import load_game
from paddock.match.dice import Dice
from paddock.match.match_state import MatchState

FORMAT = 1


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The payoff and the points of each seat."""

    payoff: list[float]
    scores: list[float]


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The commitment of the dice, the seeds of the seats and, after the end, the secret."""

    version: int = 1
    """The rule for seeds. Records of Paddock 0.1 and of matches without a service have no version."""
    match: str
    commitment: str
    seeds: list[str]
    secret: str | None = None


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One match."""

    paddock: int
    game: str
    rules: int
    options: dict[str, JsonOptionValue]
    seats: list[str]
    events: list[str]
    result: Result | None
    dice: Proof | None = None


def record_of(match: MatchState, seats: Sequence[str], dice: Dice | None = None) -> Record:
    """Return the record of a match, finished or not. Raise `BadOption` for a wrong number of names."""
    if len(seats) != match.players:
        raise BadOption(f"seats: {match.players} names are needed, not {len(seats)}")
    proof = None if dice is None else msgspec.convert(dice.proof(revealed=match.over), Proof)
    return assemble(match, list(seats), match.tokens, proof)


def assemble(match: MatchState, seats: list[str], tokens: Iterable[str], proof: Proof | None) -> Record:
    """Return the record with these names, events and this proof of the dice."""
    return Record(
        paddock=FORMAT,
        game=match.game.id,
        rules=match.game.rules_version,
        options={name: to_json_value(value) for name, value in match.options.items()},
        seats=seats,
        events=list(tokens),
        result=Result(match.payoff(), match.scores()) if match.over else None,
        dice=proof,
    )


def encode(record: Record) -> bytes:
    """Return the record as one line without its line break. Equal matches give equal bytes."""
    return msgspec.json.encode(record)


def decode(line: bytes | str) -> Record:
    """Return the record in a line. Raise `BadNotation` if there is none."""
    try:
        record = msgspec.json.decode(line, type=Record)
    except (msgspec.DecodeError, UnicodeDecodeError) as flaw:
        raise BadNotation(f"this is no record: {flaw}") from None
    if record.paddock != FORMAT:
        raise BadNotation(f"records of format {record.paddock} cannot be read here, only format {FORMAT}")
    return record


def empty_match(record: Record) -> MatchState:
    """Return the match of a record before its first event. Raise `BadNotation` if it cannot be replayed here."""
    game = load_game(record.game)
    if record.rules != game.rules_version:
        raise BadNotation(
            f"it is of version {record.rules} of the rules of {record.game}; here is version {game.rules_version}"
        )
    missing = [option.name for option in game.options if option.name not in record.options]
    if missing:
        raise BadNotation(f"options: {', '.join(missing)} missing; a record writes out every option")
    options: dict[str, Any] = dict(record.options)
    return MatchState(game, len(record.seats), options)


def replayed(record: Record) -> MatchState:
    """Return the match of a record after all its events, each of them checked."""
    match = empty_match(record)
    for token in record.events:
        match.play(token)
    return match
