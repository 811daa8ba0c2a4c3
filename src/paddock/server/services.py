"""The services of one worker (`Services`), their startup and shutdown, and the PostgreSQL LISTEN loop."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from typing import Any, Final

import psycopg
from sqlalchemy import Engine

from paddock.server.auth.guests import GuestRegistry
from paddock.server.auth.key_ring import KeyRing
from paddock.server.auth.tokens import Signer, service_secret
from paddock.server.config import ServerConfig
from paddock.server.frames import Outbox
from paddock.server.metrics import Metrics
from paddock.server.relief import Relief
from paddock.server.runtime.lab_jobs import LabJobs
from paddock.server.runtime.presence import WHEREABOUTS, Presence
from paddock.server.runtime.rate_limits import RateLimits
from paddock.server.runtime.registry import TableRegistry
from paddock.server.storage.cleanup import tidy
from paddock.server.storage.engine import Unavailable, open_database
from paddock.server.storage.keys import REVOKED
from paddock.server.storage.queries import Queries
from paddock.server.storage.writer import CHANNEL, Writer

HEARING_AGAIN: Final = 0.5
"""Seconds until a worker retries a lost LISTEN connection."""


@dataclass(slots=True)
class Services:
    """The services that every route may use."""

    config: ServerConfig
    engine: Engine
    queries: Queries
    writer: Writer
    tables: TableRegistry
    presence: Presence
    people: GuestRegistry
    limits: RateLimits
    metrics: Metrics
    lab_jobs: LabJobs
    outbox: Outbox
    relief: Relief


@contextlib.asynccontextmanager
async def opened(config: ServerConfig, *remembered: "_lru_cache_wrapper[Any]") -> AsyncIterator[Services]:
    """Start all services and yield them. At the end, finish acknowledged writes before closing.

    `remembered` are further caches that are cleared when the service is idle.
    """
    engine = open_database(config.address)
    shared = engine.dialect.name == "postgresql"
    signer = Signer(service_secret(config.folder))
    metrics = Metrics()
    outbox = Outbox()
    queries, writer = Queries(engine), Writer(engine, announce=shared, telling=outbox)
    tables = TableRegistry(queries, writer, metrics)
    presence = Presence(tables, engine)
    people = GuestRegistry(config, queries, writer, signer)
    limits, lab_jobs = RateLimits(unlimited=config.unlimited), LabJobs(config)
    relief = Relief(tables, engine, *remembered)
    services = Services(
        config, engine, queries, writer, tables, presence, people, limits, metrics, lab_jobs, outbox, relief
    )
    always = [tidy(writer), relief.look_after()]
    if shared:
        always += [hear_others(engine, tables, presence, people.keys), presence.tell_others(), presence.miss_others()]
    going_on = [asyncio.create_task(work) for work in always]
    try:
        yield services
    finally:
        for work in going_on:
            work.cancel()
        await lab_jobs.close()
        await tables.close()
        await writer.close()
        engine.dispose()


async def hear_others(engine: Engine, tables: TableRegistry, presence: Presence, keys: KeyRing) -> None:
    """Background task: receive entries, presence and ended keys of other workers by LISTEN. Reconnect after errors."""
    address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(address, autocommit=True) as ear:
                for channel in (CHANNEL, WHEREABOUTS, REVOKED):
                    await ear.execute(f"LISTEN {channel}")
                await tables.all_grown()
                await keys.check_all()
                presence.listening(ear.info.backend_pid)
                async for heard in ear.notifies():
                    if heard.channel == WHEREABOUTS:
                        presence.hear(heard.payload)
                        continue
                    if heard.channel == REVOKED:
                        keys.end([heard.payload])
                        continue
                    table, number, *row = heard.payload.split(":", 3)
                    tables.grown(int(table), int(number), float(row[0]) if row else 0.0, row[1] if row else None)
        except (psycopg.Error, Unavailable):
            await asyncio.sleep(HEARING_AGAIN)
