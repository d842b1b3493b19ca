"""The token counter port."""

from typing import Protocol


class TokenCounter(Protocol):
    """Counts the tokens of a rendered definition."""

    @property
    def name(self) -> str:
        """The encoding that is counted with."""

    def count(self, text: str) -> int:
        """Return the number of tokens of `text`."""
