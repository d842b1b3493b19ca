"""The one thread that encoders compute on, and how many cores they may use.

Encoders use every core for one text; two of them at once would only wait for each other.
"""

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def cores() -> int:
    """Return how many cores this process may use: BLAS threads beyond them cost 100-fold."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@cache
def _thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=1, thread_name_prefix="toolrag-encode")


async def compute(work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Return `work(...)`, run on the encoder thread, one call at a time."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_thread(), lambda: work(*args, **kwargs))
