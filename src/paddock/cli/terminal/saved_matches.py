"""Saved matches: a public record, and a file with the secret of the dice that only the owner may read.

The secret reveals hidden hands. So the record contains it only after the match is over.
"""

import os
from datetime import datetime
from pathlib import Path

import msgspec
import platformdirs

from paddock.bots.levels import is_bot
from paddock.cli.terminal.terminal_session import TerminalSession
from paddock.engine.errors import BadNotation, PaddockError
from paddock.engine.types import Seat
from paddock.match.dice import Dice, local_dice
from paddock.match.match_state import MatchState
from paddock.match.record import Proof, decode, encode, record_of, replayed

OWNER_ONLY = 0o600


def saved_directory() -> Path:
    return Path(platformdirs.user_data_dir("paddock", appauthor=False)) / "saved"


def new_file(game: str) -> Path:
    """Return a file name that does not exist yet, from the game and the time."""
    stem = f"{game}-{datetime.now().astimezone():%Y%m%d-%H%M%S}"
    names = [f"{stem}.json", *(f"{stem}-{number}.json" for number in range(2, 1000))]
    return next(path for name in names if not (path := saved_directory() / name).exists())


def newest_file() -> Path | None:
    """Return the saved match that was written last, or None if there is none."""
    return max(saved_directory().glob("*.json"), key=lambda path: path.stat().st_mtime, default=None)


def secret_file(record: Path) -> Path:
    return record.with_name(record.name + ".secret")


def save(session: TerminalSession, path: Path) -> None:
    """Write the match and the secret of its dice. After the end, the record contains the secret."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        dice = session.dice if session.provable else None
        replace(path, encode(record_of(session.match, session.seats, dice)) + b"\n")
        if session.match.over:
            secret_file(path).unlink(missing_ok=True)
        else:
            replace(secret_file(path), msgspec.json.encode(session.dice.proof(revealed=True)), mode=OWNER_ONLY)
    except OSError as error:
        raise PaddockError(f"cannot write {path}: {error.strerror}") from None


def replace(path: Path, content: bytes, mode: int = 0o644) -> None:
    """Write a file completely or not at all."""
    draft = path.with_name(path.name + ".new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        file.write(content)
    draft.replace(path)


def resume(path: Path) -> TerminalSession:
    """Return the session of a saved match. Without its secret it continues with new dice and without proof."""
    try:
        line = path.read_bytes()
    except OSError as error:
        raise BadNotation(f"cannot read {path}: {error.strerror}") from None
    if len(line.splitlines()) > 1:
        raise BadNotation(f"{path} has {len(line.splitlines())} records; resume a file with one record")
    record = decode(line)
    try:
        match = replayed(record)
    except PaddockError as error:
        raise BadNotation(f"{path}: {error}") from None
    if match.over:
        raise BadNotation(f"{path}: this match is over; show it with: paddock record show {path}")
    people = [seat for seat, name in enumerate(record.seats) if not is_bot(name)]
    if not people:
        raise BadNotation(f"{path}: only bots play in this match; show it with: paddock record show {path}")
    dice = saved_dice(secret_file(path), match) or local_dice(match, None)
    provable = record.dice is not None and record.dice.commitment == dice.commitment
    return TerminalSession(match, Seat(people[0]), tuple(record.seats), dice, provable)


def saved_dice(path: Path, match: MatchState) -> Dice | None:
    """Return the dice from the owner's secret file, or None if it is missing or damaged."""
    try:
        proof = msgspec.json.decode(path.read_bytes(), type=Proof)
        secret = bytes.fromhex(proof.secret or "")
    except (OSError, ValueError):  # msgspec's errors are ValueErrors
        return None
    return Dice.promise(match.game, match.options, secret=secret, match=proof.match, seeds=proof.seeds)
