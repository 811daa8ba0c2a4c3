"""The services of one worker (`Services`), their startup and their shutdown."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Coroutine
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine

from paddock.server.auth.guests import GuestRegistry
from paddock.server.auth.tokens import Signer, service_secret
from paddock.server.config import ServerConfig
from paddock.server.metrics import Metrics
from paddock.server.runtime.lab_jobs import LabJobs
from paddock.server.runtime.local_network import LocalNetwork
from paddock.server.runtime.presence import Presence
from paddock.server.runtime.rate_limits import RateLimits
from paddock.server.runtime.registry import TableRegistry
from paddock.server.runtime.replication import Replication
from paddock.server.storage.cleanup import tidy
from paddock.server.storage.engine import open_database
from paddock.server.storage.queries import Queries
from paddock.server.storage.writer import Writer


@dataclass(slots=True)
class Services:
    """The services that every route may use."""

    config: ServerConfig
    engine: Engine
    queries: Queries
    writer: Writer
    tables: TableRegistry
    replication: Replication
    presence: Presence
    people: GuestRegistry
    limits: RateLimits
    metrics: Metrics
    lab_jobs: LabJobs
    local_network: LocalNetwork

    @property
    def url(self) -> str:
        """The address in links: the public one, or the one in the local network while that is open."""
        return self.local_network.url or self.config.url


@contextlib.asynccontextmanager
async def opened(config: ServerConfig, local_network: LocalNetwork) -> AsyncIterator[Services]:
    """Start all services and yield them. At the end, finish acknowledged writes before closing."""
    engine = open_database(config.address)
    shared = engine.dialect.name == "postgresql"
    signer = Signer(service_secret(config.folder))
    metrics = Metrics()
    queries, writer = Queries(engine), Writer(engine, announce=shared)
    tables = TableRegistry(queries, writer, metrics)
    replication = Replication(tables)
    presence = Presence(tables, engine)
    people = GuestRegistry(config, queries, writer, signer)
    limits, lab_jobs = RateLimits(unlimited=config.unlimited), LabJobs(config)
    services = Services(
        config, engine, queries, writer, tables, replication, presence, people, limits, metrics, lab_jobs, local_network
    )
    background: list[Coroutine[Any, Any, None]] = [tidy(writer)]
    if shared:
        background += [
            replication.listen(engine, presence, people.keys),
            presence.tell_others(),
            presence.miss_others(),
        ]
    running = [asyncio.create_task(work) for work in background]
    try:
        yield services
    finally:
        for work in running:
            work.cancel()
        await local_network.close()
        await lab_jobs.close()
        await tables.close()
        await writer.close()
        engine.dispose()
