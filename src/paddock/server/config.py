"""The configuration of a service."""

from ipaddress import ip_address
from pathlib import Path
from typing import Final

import msgspec
import platformdirs

VARIABLE: Final = "PADDOCK_SERVICE"
"""The environment variable that passes the configuration to worker processes."""


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach a service at this address.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("localhost"), is_loopback("0.0.0.0")
    (True, True, True, False)
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


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
    lab: bool | None = None
    """Whether guests may run studies. None: only if the service is for this machine alone."""

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
    def lab_is_on(self) -> bool:
        """Whether guests may run studies."""
        return not self.public_url and is_loopback(self.host) if self.lab is None else self.lab

    @property
    def secure(self) -> bool:
        return self.url.startswith("https:")
