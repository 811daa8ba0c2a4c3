"""The configuration of a service."""

from pathlib import Path
from typing import Final

import msgspec
import platformdirs

VARIABLE: Final = "PADDOCK_SERVICE"
"""The environment variable that passes the configuration to worker processes."""


class ConnectionLimits(msgspec.Struct, frozen=True):
    """Limits of each worker that a family or a school class does not notice."""

    per_address: int = 250
    """Open connections of one address. A page opens up to seven."""
    head_bytes: int = 16_384
    """The size of a request head: its first line and headers."""
    head_seconds: float = 10.0
    """The time for a request head to arrive."""
    silent_seconds: float = 120.0
    """The time until the next byte of an answer, while a request body arrives or the client reads."""


class ServerConfig(msgspec.Struct, frozen=True):
    """The network address of the service, its database and its data folder."""

    host: str = "127.0.0.1"
    port: int = 4747
    database: str = ""
    workers: int = 1
    public_url: str = ""
    directory: str = ""
    unlimited: bool = False
    """Whether rate limits and the limit of connections are off. For measurements only."""
    limits: ConnectionLimits = ConnectionLimits()

    @property
    def folder(self) -> Path:
        """The folder of the secret, and of the database if that is SQLite."""
        return Path(self.directory or platformdirs.user_data_dir("paddock", appauthor=False))

    @property
    def address(self) -> str:
        """The address of the database."""
        return self.database or f"sqlite:///{self.folder / 'paddock.db'}"

    @property
    def url(self) -> str:
        """The public address of the service, without a slash at the end."""
        shown = f"[{self.host}]" if ":" in self.host else self.host
        return self.public_url.rstrip("/") or f"http://{shown}:{self.port}"

    @property
    def secure(self) -> bool:
        return self.url.startswith("https:")
