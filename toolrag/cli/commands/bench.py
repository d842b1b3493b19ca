"""`toolrag bench`."""


def bench() -> None:
    """bench"""
