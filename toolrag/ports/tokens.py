"""The token counter port."""

from typing import Protocol

from typing_extensions import override


class TokenCounter(Protocol):
    """Counts the tokens of a rendered definition."""

    @override
    def __hash__(self) -> int:
        """Return the hash of the name: counts of one encoding can be kept."""
        return hash(self.name)

    @property
    def name(self) -> str:
        """The encoding that is counted with."""

    def count(self, text: str) -> int:
        """Return the number of tokens of `text`."""
