"""How much memory idle tables and open sockets take: `python -m benchmarks.service.holding`."""

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
    """Bytes of a process that are in memory."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


SEATS = 3


async def run(port: int, pid: int, tables: int, sockets: int) -> dict[str, float]:
    house = House(port, "mist", SEATS, 0)
    await house.open()
    for _ in range(50):  # what the first ones bring into memory stays
        await house.lay()

    async def settled() -> int:
        """The memory when nothing is going on: tables that nobody looks at have been forgotten."""
        least, until = resident(pid), time.monotonic() + 30
        while time.monotonic() < until:
            await asyncio.sleep(1)
            least = min(least, resident(pid))
        return least

    before = await settled()
    laid = [await house.lay() for _ in range(tables)]
    idle = await settled()
    wires: list[Wire] = []
    for number in range(sockets):
        path = f"/api/tables/{laid[number // SEATS]}/socket?seat={number % SEATS}"
        wires.append(await open_wire(port, path, house.cookies[number % SEATS], lambda wire, message: None))
    await asyncio.sleep(2)
    held = resident(pid)
    for wire in wires:
        wire.close()
    after = await settled()
    return {
        "idle_table": (idle - before) / tables,
        "open_socket": (held - idle) / sockets,
        "left_when_all_are_gone": after - before,
        "resident": after,
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for flag in ("port", "pid", "tables", "sockets"):
        parser.add_argument(f"--{flag}", type=int, required=True)
    told = parser.parse_args()
    print(json.dumps(uvloop.run(run(told.port, told.pid, told.tables, told.sockets))))
