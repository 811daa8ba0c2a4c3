"""The lock of a table: one at a time, in order, and never lost when somebody stops waiting."""

import asyncio

from paddock.server.latch import Latch


async def soon(turns: int = 3) -> None:
    """Let everybody else go on."""
    for _ in range(turns):
        await asyncio.sleep(0)


def test_it_is_taken_at_once_or_not_at_all() -> None:
    latch = Latch()
    assert latch.take()
    assert latch.locked
    assert not latch.take()
    latch.release()
    assert not latch.locked
    assert latch.take()


def test_who_waits_gets_it_in_order_and_nobody_slips_in_between() -> None:
    async def scene() -> list[str]:
        latch, told = Latch(), list[str]()

        async def wait(name: str) -> None:
            async with latch:
                told.append(name)
                await soon()
                told.append(name)

        assert latch.take()
        waiting = [asyncio.create_task(wait(name)) for name in "abc"]
        await soon()
        latch.release()
        assert not latch.take()  # it is the first one's already, though that one has not woken yet
        await asyncio.gather(*waiting)
        assert not latch.locked
        return told

    assert asyncio.run(scene()) == list("aabbcc")


def test_who_no_longer_waits_neither_keeps_it_nor_holds_up_the_others() -> None:
    async def scene() -> None:
        latch, told = Latch(), list[str]()

        async def wait(name: str) -> None:
            async with latch:
                told.append(name)

        assert latch.take()
        first, second, third = (asyncio.create_task(wait(name)) for name in ("first", "second", "third"))
        await soon()
        first.cancel()  # while it waits
        await soon()
        latch.release()
        second.cancel()  # when it has been handed over, but before it woke
        await asyncio.gather(first, second, third, return_exceptions=True)
        assert told == ["third"]
        assert not latch.locked

    asyncio.run(scene())


def test_who_has_no_task_is_called_in_its_turn_and_has_it_then() -> None:
    async def scene() -> list[str]:
        latch, told = Latch(), list[str]()

        async def wait(name: str) -> None:
            async with latch:
                told.append(name)

        assert latch.take()
        first = asyncio.create_task(wait("a task"))
        await soon()
        latch.call(lambda: told.append("a call"))
        last = asyncio.create_task(wait("another task"))
        await soon()
        latch.release()
        await soon()
        assert latch.locked  # whoever was called lets it go
        assert not last.done()
        latch.release()
        await asyncio.gather(first, last)
        return told

    assert asyncio.run(scene()) == ["a task", "a call", "another task"]


def test_a_flaw_lets_it_go() -> None:
    async def scene() -> None:
        latch = Latch()
        try:
            async with latch:
                raise ValueError("no")
        except ValueError:
            assert not latch.locked

    asyncio.run(scene())
