"""Who is who: keys nobody can guess, short codes people can read out, and cookies nobody can forge."""

import hashlib
import hmac
import os
import secrets
from pathlib import Path
from typing import Final

from paddock.rules.refusals import Refusal

CODE_LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Nothing that is mistaken for something else when read out: no I, L, O, 0, 1."""
CODE_LENGTH: Final = 6
KEY_BYTES: Final = 16
"""128 bits: behind every seat, resume link and watching link."""
SECRET_BYTES: Final = 32
SECRET_VARIABLE: Final = "PADDOCK_SECRET"


def new_key() -> str:
    """A name for a guest, a table or a link that nobody can guess."""
    return secrets.token_urlsafe(KEY_BYTES)


def new_code() -> str:
    """A code to read out at the kitchen table. It only leads to a table while seats there are free."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def as_code(typed: str) -> str:
    """What a typed code means: capitals, without the dash or the blanks that people add.

    >>> as_code(" kuh-4tx ")
    'KUH4TX'
    """
    return "".join(letter for letter in typed.upper() if letter.isalnum())


def fingerprint(key: str) -> str:
    """What the database keeps of a key, so that who reads the database still cannot use it."""
    return hashlib.sha256(key.encode()).hexdigest()


class Signer:
    """Signs the guest's name on a cookie, with the secret of this service."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def sign(self, guest: str) -> str:
        return f"{guest}.{self._seal(guest)}"

    def read(self, cookie: str) -> str | None:
        """The guest of a cookie; None if we did not write it."""
        guest, _, seal = cookie.rpartition(".")
        return guest if guest and hmac.compare_digest(seal.encode(), self._seal(guest).encode()) else None

    def _seal(self, guest: str) -> str:
        return hmac.digest(self._secret, b"guest " + guest.encode(), "sha256").hex()


def service_secret(directory: Path) -> bytes:
    """The secret that outlives a restart: from the environment, else from a file that only its owner can read."""
    given = os.environ.get(SECRET_VARIABLE)
    if given is not None:
        if len(given) < SECRET_BYTES:
            raise Refusal(f"{SECRET_VARIABLE} is too short to be a secret: it takes at least {SECRET_BYTES} characters")
        return given.encode()
    file = directory / "secret"
    try:
        directory.mkdir(parents=True, exist_ok=True)
        try:
            with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as new:
                new.write(secrets.token_hex(SECRET_BYTES))
        except FileExistsError:
            pass
        written = file.read_text().strip()
    except OSError as flaw:
        raise Refusal(f"the secret of this service cannot be kept in {file}: {flaw.strerror}") from None
    if len(written) < SECRET_BYTES:
        raise Refusal(f"{file} holds no secret of this service; remove it and a new one is made (guests sit down anew)")
    return written.encode()
