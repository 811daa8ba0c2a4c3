"""Check records: legal events, dice that match their commitment, and the correct result."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from paddock.engine.errors import IllegalMove, PaddockError
from paddock.engine.types import CHANCE
from paddock.match.dice import Dice
from paddock.match.match_state import MatchState
from paddock.match.record import Record, decode, empty_match
from paddock.match.verify_dice import VERSION_1, commitment, is_numbered, seed_flaws


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of the check of one line."""

    line: int
    ok: bool
    message: str
    event: int | None = None
    clause: str | None = None

    def __str__(self) -> str:
        where = f"line {self.line}" + (f", event {self.event}" if self.event else "")
        return f"{where}: {self.message}"


def check_file(path: Path) -> Iterator[Verdict]:
    """Yield a verdict for each record of a file of JSON lines."""
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield check_line(number, line)


def check_line(number: int, line: bytes) -> Verdict:
    """Return the verdict for one line of a file."""
    try:
        record = decode(line)
        match = empty_match(record)
    except PaddockError as flaw:
        return Verdict(number, False, str(flaw))
    return check(record, match, number)


def check(record: Record, match: MatchState, line: int = 1) -> Verdict:
    """Replay a record in `match`, which has no events yet, and return the verdict. Events are counted from 1."""
    dice = dice_of(record, match)
    if isinstance(dice, str):
        return Verdict(line, False, dice)
    for number, token in enumerate(record.events, 1):
        clause = match.game.clause(match.plain)
        try:
            if dice is not None and match.turn == CHANCE:
                outcomes, weights = match.outcomes()
                drawn = match.game.write(match.plain, outcomes[dice.draw(number - 1, weights)])
                if drawn != token:
                    message = f"the promised dice give {drawn}, the record has {token}"
                    return Verdict(line, False, message, number, clause)
            match.play(token)
        except IllegalMove as flaw:
            return Verdict(line, False, f"{token}: {flaw}", number, flaw.clause)
        except PaddockError as flaw:
            return Verdict(line, False, f"{flaw} (clause {clause})", number, clause)
    return check_result(record, match, line)


def check_result(record: Record, match: MatchState, line: int) -> Verdict:
    """Return the verdict about the result of a record whose events are all legal."""
    last, clause = len(record.events), match.game.clause(match.plain)
    if not match.over and record.result is not None:
        return Verdict(line, False, f"it has a result, but the match is not over (clause {clause})", last, clause)
    if not match.over and record.dice is not None and record.dice.secret is not None:
        return Verdict(line, False, "dice: the secret is revealed, but the match is not over", last, clause)
    if not match.over:
        return Verdict(line, True, f"{match.game.facts.title}, {last} events, unfinished")
    if record.dice is not None and record.dice.secret is None:
        return Verdict(line, False, "dice: the match is over, but the secret is missing", last, clause)
    if record.result is None:
        return Verdict(line, False, f"the match is over, but it has no result (clause {clause})", last, clause)
    for what, recorded, found in (
        ("scores", record.result.scores, match.scores()),
        ("payoff", record.result.payoff, match.payoff()),
    ):
        if recorded != found:
            return Verdict(line, False, f"the {what} are {found}, not {recorded} (clause {clause})", last, clause)
    summary = f"{match.game.facts.title}, {last} events, scores {match.scores()}"
    return Verdict(line, True, f"{summary}. {VERSION_1}" if proves_less(record) else summary)


def proves_less(record: Record) -> bool:
    """Return whether the dice are of version 1 and a service made them."""
    return record.dice is not None and record.dice.version == 1 and not is_numbered(record.dice.seeds)


def dice_of(record: Record, match: MatchState) -> Dice | str | None:
    """Return the dice of a record, None if their secret is unknown, or a sentence about a flaw of the proof."""
    proof = record.dice
    if proof is None or proof.secret is None:
        return None
    try:
        secret = bytes.fromhex(proof.secret)
    except ValueError:
        return "dice: the secret is not hexadecimal"
    if proof.commitment != commitment(proof.secret, proof.match, record.game, record.rules, match.options):
        return "dice: the commitment does not belong to this secret, match, game and options"
    for flaw in seed_flaws(proof.version, record.seats, proof.seeds):
        return f"dice: {flaw}"
    return Dice(proof.match, secret, tuple(proof.seeds), proof.commitment, proof.version)
