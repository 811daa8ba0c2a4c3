"""Measures the memory of idle tables and open sockets: `python -m benchmarks.service.holding`."""

import argparse
import asyncio
import json
import os
import time
from pathlib import Path

import uvloop

from benchmarks.service.load import House
from benchmarks.service.socket import Wire, open_wire


def resident(pid: int) -> int:
    """Return the resident memory of a process in bytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


SEATS = 3
QUIET = 45
"""Seconds until idle tables are evicted and their memory is released."""


async def run(port: int, pid: int, tables: int, sockets: int) -> dict[str, float]:
    house = House(port, "mist", SEATS, 0)
    await house.open()
    laid = [await house.lay() for _ in range(50)]

    async def settled() -> int:
        """Return the memory once the service is idle."""
        least, until = resident(pid), time.monotonic() + QUIET
        while time.monotonic() < until:
            await asyncio.sleep(1)
            least = min(least, resident(pid))
        return least

    async def held(sockets: int) -> int:
        """Return the memory while this number of sockets is open."""
        wires: list[Wire] = []
        for number in range(sockets):
            path = f"/api/tables/{laid[number // SEATS]}/socket?seat={number % SEATS}"
            wires.append(await open_wire(port, path, house.cookies[number % SEATS], lambda wire, message: None))
        await asyncio.sleep(2)
        most = resident(pid)
        for wire in wires:
            wire.close()
        return most

    await held(SEATS * len(laid))  # memory that the first sockets need stays allocated
    before = await settled()
    laid = [await house.lay() for _ in range(tables)]
    idle = await settled()
    most = await held(sockets)
    after = await settled()
    await held(sockets)
    again = await settled()
    return {
        "idle_table": (idle - before) / tables,
        "open_socket": (most - idle) / sockets,
        "resident_before": before,
        "resident_at_most": most,
        "left_when_all_are_gone": after - before,
        "left_after_all_sockets_once_more": again - before,
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for flag in ("port", "pid", "tables", "sockets"):
        parser.add_argument(f"--{flag}", type=int, required=True)
    told = parser.parse_args()
    print(json.dumps(uvloop.run(run(told.port, told.pid, told.tables, told.sockets))))
