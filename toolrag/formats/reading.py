"""What reading a document gives: tools, and for each definition that cannot be used, why."""

from dataclasses import dataclass

from toolrag.domain.canonical import Json
from toolrag.domain.tool import Tool
from toolrag.errors import Problem


@dataclass(frozen=True, slots=True)
class Parsed:
    """A definition that was read. `index` is its position, `source` the definition as it came."""

    index: int
    pointer: str
    format: str
    tool: Tool
    source: Json


@dataclass(frozen=True, slots=True)
class Refused:
    """A definition that cannot be used, with every place that is wrong with it."""

    index: int
    name: str | None
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything one document held, in its order."""

    parsed: tuple[Parsed, ...]
    refused: tuple[Refused, ...]


class DefinitionError(Exception):
    """Raised inside a format module: this one definition cannot be used."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("; ".join(p.message for p in problems))
        self.problems = problems
