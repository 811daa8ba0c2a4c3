"""Matches that were left: a record anybody may read, and beside it, for the owner only, the secret of its dice.

The secret would tell hidden hands, so it never stands in the record of a match that still goes on.
"""

import os
from datetime import datetime
from pathlib import Path

import msgspec
import platformdirs

from paddock.bots.names import is_bot
from paddock.match.dice import Dice
from paddock.match.match import Match
from paddock.match.record import Proof, decode, encode, record_of, replayed
from paddock.rules.kinds import Seat
from paddock.rules.refusals import BadNotation, Refusal
from paddock.terminal.sitting import Sitting, local_dice

OWNER_ONLY = 0o600


def saved_directory() -> Path:
    return Path(platformdirs.user_data_dir("paddock", appauthor=False)) / "saved"


def new_file(game: str) -> Path:
    """A name that is not taken yet, by game and time."""
    stem = f"{game}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    names = [f"{stem}.json", *(f"{stem}-{number}.json" for number in range(2, 1000))]
    return next(path for name in names if not (path := saved_directory() / name).exists())


def secret_file(record: Path) -> Path:
    return record.with_name(record.name + ".secret")


def save(sitting: Sitting, path: Path) -> None:
    """Write the match as it stands; once it is over its dice are open and the secret file goes."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace(
            path, encode(record_of(sitting.match, sitting.seats, sitting.dice if sitting.provable else None)) + b"\n"
        )
        if sitting.match.over:
            secret_file(path).unlink(missing_ok=True)
        else:
            replace(secret_file(path), msgspec.json.encode(sitting.dice.proof(revealed=True)), mode=OWNER_ONLY)
    except OSError as error:
        raise Refusal(f"{path} cannot be written: {error.strerror}") from None


def replace(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Write a file as a whole or not at all."""
    draft = path.with_name(path.name + ".new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(content)
    draft.replace(path)


def resume(path: Path) -> Sitting:
    """Sit down again at a match that was left. Without its secret it goes on with new dice, which prove nothing."""
    try:
        line = path.read_bytes()
    except OSError as error:
        raise BadNotation(f"{path} cannot be read: {error.strerror}") from None
    if len(line.splitlines()) > 1:
        raise BadNotation(f"{path} holds {len(line.splitlines())} records; to play on, a file of one is needed")
    record = decode(line)
    try:
        match = replayed(record)
    except Refusal as flaw:
        raise BadNotation(f"{path}: {flaw}") from None
    if match.over:
        raise BadNotation(f"{path}: this match is over; paddock record show {path} tells it")
    people = [seat for seat, name in enumerate(record.seats) if not is_bot(name)]
    if not people:
        raise BadNotation(f"{path}: only bots sit at this table")
    dice = kept_dice(secret_file(path), match) or local_dice(match, None)
    promised = record.dice is not None and record.dice.commitment == dice.commitment
    return Sitting(match, Seat(people[0]), tuple(record.seats), dice, promised)


def kept_dice(path: Path, match: Match) -> Dice | None:
    """The dice whose secret the owner's file keeps; None if it is gone or spoilt."""
    try:
        kept = msgspec.json.decode(path.read_bytes(), type=Proof)
        secret = bytes.fromhex(kept.secret or "")
    except (OSError, ValueError):  # msgspec's errors are ValueErrors
        return None
    return Dice.promise(match.game, match.options, secret=secret, match=kept.match, seeds=kept.seeds)
