"""The configuration of a service."""

from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import msgspec
import platformdirs

from paddock.server import network_address

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
        """The public address of the service, without a slash at the end. It names a machine, never all of them."""
        if self.public_url:
            return self.public_url.rstrip("/")
        host = self.host
        if network_address.is_every_address(host):
            host = network_address.lan_address() or "127.0.0.1"
        return network_address.http_url(host, self.port)

    @property
    def prefix(self) -> str:
        """The path of the public address, such as `/paddock`, or an empty string."""
        return urlsplit(self.public_url).path.rstrip("/")

    @property
    def lab_is_on(self) -> bool:
        """Whether guests may run studies."""
        if self.lab is not None:
            return self.lab
        here = network_address.is_only_here(self.host) and not network_address.is_every_address(self.host)
        return here and not self.public_url

    @property
    def secure(self) -> bool:
        return self.url.startswith("https:")
