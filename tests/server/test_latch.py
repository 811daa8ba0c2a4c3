"""The lock of a table: exclusive, in order, and never lost when a waiter is cancelled."""

import asyncio

from paddock.server.latch import Latch


async def soon(turns: int = 3) -> None:
    """Let other tasks run."""
    for _ in range(turns):
        await asyncio.sleep(0)


def test_take_does_not_wait() -> None:
    latch = Latch()
    assert latch.take()
    assert latch.locked
    assert not latch.take()
    latch.release()
    assert not latch.locked
    assert latch.take()


def test_waiters_get_the_lock_in_order() -> None:
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
        assert not latch.take()  # it belongs to the first waiter, which has not run yet
        await asyncio.gather(*waiting)
        assert not latch.locked
        return told

    assert asyncio.run(scene()) == list("aabbcc")


def test_a_cancelled_waiter_does_not_block_the_others() -> None:
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
        second.cancel()  # after the lock was handed over, but before it runs
        await asyncio.gather(first, second, third, return_exceptions=True)
        assert told == ["third"]
        assert not latch.locked

    asyncio.run(scene())


def test_a_callback_gets_the_lock_in_order() -> None:
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
        assert latch.locked  # the callback must release it
        assert not last.done()
        latch.release()
        await asyncio.gather(first, last)
        return told

    assert asyncio.run(scene()) == ["a task", "a call", "another task"]


def test_an_exception_releases_the_lock() -> None:
    async def scene() -> None:
        latch = Latch()
        try:
            async with latch:
                raise ValueError("no")
        except ValueError:
            assert not latch.locked

    asyncio.run(scene())
