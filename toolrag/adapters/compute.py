"""Threads for work that would hold the event loop up, and how many cores there are for it."""

import asyncio
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import ParamSpec, TypeVar

from toolrag.ports.encoder import Vector

P = ParamSpec("P")
R = TypeVar("R")


def cores() -> int:
    """Return how many cores this process may use: BLAS threads beyond them cost 100-fold."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Worker:
    """One thread that does one thing after the other."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    async def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Return `work(...)`, run on the thread."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, lambda: work(*args, **kwargs))

    def stop(self) -> None:
        """End the thread once it has nothing left to do."""
        self._thread.shutdown()


@cache
def encoding() -> Worker:
    """Return the thread that all encoders share.

    One encoder uses every core for one text; two of them at once would only wait for each other.
    """
    return Worker("toolrag-encode")


async def encode_in_batches(
    encode: Callable[[list[str]], list[Vector]], texts: Sequence[str], size: int
) -> list[Vector]:
    """Return the vectors of `texts`, in order.

    A batch at a time, so that a query need not wait for a whole registration.
    """
    vectors: list[Vector] = []
    for start in range(0, len(texts), size):
        vectors += await encoding().run(encode, list(texts[start : start + size]))
    return vectors
