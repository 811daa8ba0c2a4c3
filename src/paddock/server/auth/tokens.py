"""Random keys, short codes that people can read out, and signed cookies."""

import hashlib
import hmac
import os
import secrets
from pathlib import Path
from typing import Final

from paddock.engine.errors import PaddockError

CODE_LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Letters that cannot be confused when read out: no I, L, O, 0, 1."""
CODE_LENGTH: Final = 6
KEY_BYTES: Final = 16
"""128 bits, for every table, resume link and spectator link."""
SECRET_BYTES: Final = 32
SECRET_VARIABLE: Final = "PADDOCK_SECRET"


def new_key() -> str:
    """Return an unguessable key for a guest, a table or a link."""
    return secrets.token_urlsafe(KEY_BYTES)


def new_code() -> str:
    """Return a code to read out. It leads to a table only while a seat there is free."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def as_code(typed: str) -> str:
    """Return a typed code in its normal form: capitals, without dashes and spaces.

    >>> as_code(" kuh-4tx ")
    'KUH4TX'
    """
    return "".join(letter for letter in typed.upper() if letter.isalnum())


def is_code(text: str) -> bool:
    """Return whether a text looks like a code, perhaps one with a typing error.

    >>> is_code("kuh4tx"), is_code("icon.svg"), is_code("new")
    (True, False, False)
    """
    return len(text) == CODE_LENGTH and text.isascii() and text.isalnum()


def fingerprint(key: str) -> str:
    """Return the hash of a key. The database stores only this, so reading the database gives no key away."""
    return hashlib.sha256(key.encode()).hexdigest()


class Signer:
    """Signs guest ids for cookies, with the secret of this service."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def sign(self, guest: str) -> str:
        return f"{guest}.{self._seal(guest)}"

    def read(self, cookie: str) -> str | None:
        """Return the guest of a cookie, or None if the signature is wrong."""
        guest, _, seal = cookie.rpartition(".")
        return guest if guest and hmac.compare_digest(seal.encode(), self._seal(guest).encode()) else None

    def _seal(self, guest: str) -> str:
        return hmac.digest(self._secret, b"guest " + guest.encode(), "sha256").hex()


def service_secret(directory: Path) -> bytes:
    """Return the secret of this service: from the environment, else from a file that only its owner can read.

    Raise `PaddockError` if it is too short, or if the file cannot be written.
    """
    given = os.environ.get(SECRET_VARIABLE)
    if given is not None:
        if len(given) < SECRET_BYTES:
            raise PaddockError(f"{SECRET_VARIABLE} is too short: use at least {SECRET_BYTES} characters")
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
        raise PaddockError(f"the secret cannot be written to {file}: {flaw.strerror}") from None
    if len(written) < SECRET_BYTES:
        raise PaddockError(f"{file} contains no valid secret; delete it to create one (this signs out all guests)")
    return written.encode()
