"""The configuration of a service."""

from pathlib import Path
from typing import Final

import msgspec
import platformdirs

VARIABLE: Final = "PADDOCK_SERVICE"
"""The environment variable that passes the configuration to worker processes."""


class ServerConfig(msgspec.Struct, frozen=True):
    """The network address of the service, its database and its data folder."""

    host: str = "127.0.0.1"
    port: int = 4747
    database: str = ""
    workers: int = 1
    public_url: str = ""
    directory: str = ""
    unlimited: bool = False
    """Whether rate limits are off. For measurements only."""

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
