"""The command line run inside the test's own process."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Answer:
    """What a command said, and its exit status."""

    status: int
    out: str
    err: str


Paddock: TypeAlias = Callable[..., Answer]


def one_sentence(text: str) -> bool:
    return text.startswith("paddock: ") and text.count("\n") == 1 and "Traceback" not in text
