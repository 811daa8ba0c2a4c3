"""Replace one item of a tuple in compiled code.

Compiled code allocates nothing, so small arrays and stacks are tuples there. Recursion is no alternative, since Numba
cannot load a recursive function from its cache (Numba issue 6061).
"""

from typing import TypeVar

import numba.extending
from numba.cpython.unsafe.tuple import tuple_setitem

T = TypeVar("T")


def replaced(items: tuple[T, ...], i: int, item: T) -> tuple[T, ...]:
    """Return the items with one of them replaced. All items have one type.

    >>> replaced((1.0, 2.0, 3.0), 1, 9.0)
    (1.0, 9.0, 3.0)
    """
    return (*items[:i], item, *items[i + 1 :])


@numba.extending.overload(replaced)
def compiled_replaced(items, i, item):  # type: ignore[no-untyped-def]
    def impl(items, i, item):  # type: ignore[no-untyped-def]
        return tuple_setitem(items, i, item)

    return impl
