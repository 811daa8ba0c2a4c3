"""The keys of guests in the database: devices (cookies), resume links and tokens.

A key that was made with a token is its child, directly or through another key. Children end with their token.
"""

import time
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, Row, bindparam, delete, select, update

from paddock.server.auth.tokens import fingerprint, new_key
from paddock.server.storage.queries import Queries
from paddock.server.storage.schema import guests, keys
from paddock.server.storage.writer import NOTIFY

DEVICE: Final = "device"
LINK: Final = "resume"
TOKEN: Final = "token"
OLD_COOKIES: Final = "older"
"""The purpose of cookies of version 0.1, which contain a guest and no key. A guest's old cookies end together."""
REVOKED: Final = "paddock_revoked"
"""The NOTIFY channel on which workers announce ended keys."""

BY_MARK: Final = select(keys.c.guest, keys.c.purpose).where(keys.c.fingerprint == bindparam("mark"))
OLD_BY_GUEST: Final = select(guests.c.id).where((guests.c.id == bindparam("guest")) & guests.c.old_cookies)


def old_mark(guest: str) -> str:
    """Return the mark of a guest's cookies of version 0.1."""
    return f"{OLD_COOKIES}:{guest}"


def find_key(queries: Queries, mark: str) -> tuple[str, str] | None:
    """Return the guest and the purpose of a key, or None if it is unknown or ended."""
    if mark.startswith(f"{OLD_COOKIES}:"):
        guest = mark.partition(":")[2]
        return None if queries.row(OLD_BY_GUEST, guest=guest) is None else (guest, OLD_COOKIES)
    found = queries.row(BY_MARK, mark=mark)
    return None if found is None else (found.guest, found.purpose)


def keys_of(queries: Queries, guest: str) -> Sequence[Row[Any]]:
    """Return all keys of a guest, oldest first."""
    return queries.rows(select(keys).where(keys.c.guest == guest).order_by(keys.c.created))


def old_cookies_of(queries: Queries, guest: str) -> float | None:
    """Return the time from which a guest may have cookies of version 0.1, or None without such cookies."""
    found = queries.row(select(guests.c.created).where((guests.c.id == guest) & guests.c.old_cookies))
    return None if found is None else found.created


def add_key(connection: Connection, guest: str, purpose: str, label: str, made_with: str | None = None) -> str | None:
    """Create a key and return it. The database stores only its hash.

    `made_with` is the mark of the key that asked for it. If that key has ended, return None.
    """
    parent = None
    if made_with is not None and made_with != old_mark(guest):
        maker = connection.execute(select(keys).where(keys.c.fingerprint == made_with)).first()
        if maker is None:
            return None
        parent = maker.fingerprint if maker.purpose == TOKEN else maker.parent
    key = new_key()
    row = {"fingerprint": fingerprint(key), "guest": guest, "purpose": purpose, "label": label, "created": time.time()}
    connection.execute(keys.insert().values(**row, parent=parent))
    return key


def end_key(connection: Connection, guest: str, mark: str, purpose: str | None = None) -> list[str]:
    """Delete a key of this guest with all its children, and return their marks. An unknown key gives an empty list.

    PostgreSQL locks each row, so that no worker adds a child meanwhile.
    """
    wanted = (keys.c.fingerprint == mark) & (keys.c.guest == guest)
    if purpose is not None:
        wanted &= keys.c.purpose == purpose
    found = list(connection.scalars(select(keys.c.fingerprint).where(wanted).with_for_update()))
    ended: list[str] = []
    while found:
        ended += found
        found = list(connection.scalars(select(keys.c.fingerprint).where(keys.c.parent.in_(found)).with_for_update()))
    connection.execute(delete(keys).where(keys.c.fingerprint.in_(ended)))
    announce(connection, ended)
    return ended


def end_old_cookies(connection: Connection, guest: str) -> list[str]:
    """End the cookies of version 0.1 of this guest, and return their mark, or an empty list if there are none."""
    change = update(guests).where((guests.c.id == guest) & guests.c.old_cookies).values(old_cookies=False)
    ended = [old_mark(guest)] if connection.execute(change).rowcount else []
    announce(connection, ended)
    return ended


def announce(connection: Connection, ended: list[str]) -> None:
    if ended and connection.dialect.name == "postgresql":
        connection.execute(NOTIFY, {"channel": REVOKED, "news": ended})
