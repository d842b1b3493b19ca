"""`toolrag demo`."""


def demo() -> None:
    """demo"""
