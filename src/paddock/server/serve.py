"""Starts the service: one worker in this process, or several that share one PostgreSQL database."""

import contextlib
import errno
import json
import logging
import os
import signal
import socket
import sys
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
import uvicorn

from paddock.engine.errors import BadOption, PaddockError
from paddock.server.api.websocket import LARGEST_FRAME
from paddock.server.auth.tokens import service_secret
from paddock.server.config import VARIABLE, ServerConfig
from paddock.server.path_prefix import check_prefix
from paddock.server.runtime.connection_guard import ConnectionGuard
from paddock.server.storage.engine import engine_of, open_database
from paddock.server.takeover import registered

HTTP_GRACE: Final = 5
"""Seconds for open requests to finish when the service stops."""
WORKER_START: Final = 60
"""Seconds for a new worker to start in a rolling restart, and for a worker to answer that it is alive."""
MANNERS: Final[dict[str, Any]] = {
    "ws": "websockets-sansio",
    "ws_max_size": LARGEST_FRAME,
    "ws_per_message_deflate": False,
    "access_log": False,
    "server_header": False,
    "date_header": False,
    "timeout_graceful_shutdown": HTTP_GRACE,
    "timeout_worker_healthcheck": WORKER_START,
}
"""uvicorn's settings that are the same for every service."""
PLAIN: Final = frozenset(vars(logging.makeLogRecord({})))


class JsonLines(logging.Formatter):
    """Formats a log record as one line of JSON. Links, names and moves are never logged."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {"at": round(record.created, 3), "level": record.levelname.lower()}
        told["what"] = record.getMessage()
        told |= {key: value for key, value in vars(record).items() if key not in PLAIN and key != "color_message"}
        if record.exc_info and record.exc_info[1] is not None:
            told["flaw"] = self.formatException(record.exc_info)
        return json.dumps(told, default=str)


LOGGING: Final[dict[str, Any]] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": "paddock.server.serve.JsonLines"}},
    "handlers": {"err": {"class": "logging.StreamHandler", "formatter": "lines", "stream": "ext://sys.stderr"}},
    "loggers": {
        "psycopg": {"level": "ERROR"},  # a lost race for a log number is normal
        "uvicorn": {"handlers": ["err"], "level": "WARNING"},  # lower levels log links, which are secrets
        "asyncio": {"handlers": ["err"], "level": "WARNING"},
    },
}


def uvicorn_settings(config: ServerConfig) -> dict[str, Any]:
    """Return uvicorn's settings for this service, with the guard in front of it."""
    guard = ConnectionGuard(config.limits, unlimited=config.unlimited)
    return {**MANNERS, "http": guard, "h11_max_incomplete_event_size": config.limits.head_bytes}


def raise_file_limit() -> None:
    """Allow as many open files as the system permits. Every connection is one."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource  # not on Windows

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def check_port(config: ServerConfig) -> None:
    """Raise `PaddockError` if the port cannot be used: one sentence now, not a traceback later."""
    family = socket.AF_INET6 if ":" in config.host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((config.host, config.port))
        except OSError as flaw:
            taken = "this port is already in use" if flaw.errno == errno.EADDRINUSE else str(flaw.strerror).lower()
            raise PaddockError(
                f"cannot listen at {config.host}, port {config.port}: {taken}; choose another with --port"
            ) from None


def check_options(config: ServerConfig) -> None:
    """Raise `BadOption` if these options do not fit together."""
    if config.public_url:
        address = urlsplit(config.public_url)
        if address.scheme not in ("http", "https") or not address.hostname or address.query or address.fragment:
            raise BadOption(f"{config.public_url} is no public address; write it like https://example.org/paddock")
        check_prefix(config.prefix)
    if config.workers > 1 and engine_of(config.address).dialect.name != "postgresql":
        raise BadOption("several workers need PostgreSQL: give its address with --database")


def check_service(config: ServerConfig) -> None:
    """Raise `PaddockError` if this service cannot be started."""
    check_options(config)
    check_port(config)
    open_database(config.address).dispose()
    service_secret(config.folder)


def run(config: ServerConfig, *, log: str = "warning") -> None:
    """Run the service until it is stopped."""
    ours = {"paddock.server": {"handlers": ["err"], "level": log.upper()}}
    logging_config = {**LOGGING, "loggers": {**LOGGING["loggers"], **ours}}
    os.environ[VARIABLE] = msgspec.json.encode(config).decode()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # uvicorn raises it again after a clean shutdown: exit code 0
    raise_file_limit()
    with registered(config):
        uvicorn.run(
            "paddock.server.app:from_environment",
            factory=True,
            host=config.host,
            port=config.port,
            workers=config.workers if config.workers > 1 else None,
            log_config=logging_config,
            **uvicorn_settings(config),
        )
