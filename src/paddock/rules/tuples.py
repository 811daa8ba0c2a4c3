"""Small tables for compiled code, which allocates nothing: a tuple in which one item is replaced by another.

A function that calls itself would not do instead: Numba cannot load one from its cache (its issue 6061).
"""

from typing import TypeVar

import numba.extending
from numba.cpython.unsafe.tuple import tuple_setitem

T = TypeVar("T")


def replaced(items: tuple[T, ...], i: int, item: T) -> tuple[T, ...]:
    """The same items but for one; all are of one type.

    >>> replaced((1.0, 2.0, 3.0), 1, 9.0)
    (1.0, 9.0, 3.0)
    """
    return (*items[:i], item, *items[i + 1 :])


@numba.extending.overload(replaced)
def compiled_replaced(items, i, item):  # type: ignore[no-untyped-def]
    def impl(items, i, item):  # type: ignore[no-untyped-def]
        return tuple_setitem(items, i, item)

    return impl
