"""How one service is set up."""

from pathlib import Path
from typing import Final

import msgspec
import platformdirs

VARIABLE: Final = "PADDOCK_SERVICE"
"""Where worker processes find how their service is set up."""


class Service(msgspec.Struct, frozen=True):
    """Where the service listens, and where it keeps things."""

    host: str = "127.0.0.1"
    port: int = 4747
    database: str = ""
    workers: int = 1
    public_url: str = ""
    directory: str = ""
    unlimited: bool = False
    """Without limits on how often things are asked: for measuring only."""

    @property
    def folder(self) -> Path:
        """Where the secret of the service lies, and its database if that is SQLite."""
        return Path(self.directory or platformdirs.user_data_dir("paddock", appauthor=False))

    @property
    def address(self) -> str:
        """Of the database."""
        return self.database or f"sqlite:///{self.folder / 'paddock.db'}"

    @property
    def url(self) -> str:
        """Where people find the service, without a slash at the end."""
        shown = f"[{self.host}]" if ":" in self.host else self.host
        return self.public_url.rstrip("/") or f"http://{shown}:{self.port}"

    @property
    def secure(self) -> bool:
        return self.url.startswith("https:")
