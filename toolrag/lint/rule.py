"""What a rule is, and what its check may look at."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from toolrag.domain.finding import Fix, Severity
from toolrag.lint.definition import Definition
from toolrag.lint.evidence import Evidence
from toolrag.lint.providers import Provider, providers
from toolrag.lint.settings import Settings
from toolrag.retrieval.overlap.advice import advice
from toolrag.retrieval.overlap.contrast import told_apart, worded_apart
from toolrag.retrieval.overlap.features import Features, features

Family: TypeAlias = Literal[
    "schema",
    "naming",
    "description",
    "parameters",
    "overlap",
    "catalogue",
    "portability",
    "security",
    "tokens",
    "suppression",
]


@dataclass(frozen=True, slots=True)
class Found:
    """What a check reports. `pointer` is into the document; `severity` only where it differs.

    `related` are the other tools it is about.
    """

    definition: Definition
    message: str
    pointer: str
    severity: Severity | None = None
    related: tuple[Definition, ...] = ()
    fix: Fix | None = None
    probability: float | None = None


@dataclass(frozen=True, eq=False)
class Before:
    """The catalogue as it was at another revision, for the rules that compare.

    `thefts` are (owner id, thief id, utterance) that hold now and did not then.
    """

    order: tuple[str, ...] = ()
    hashes: dict[str, str] | None = None
    thefts: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, eq=False)
class Context:
    """Everything one run looks at.

    `definitions` are those to report on and, marked `registered`, those to compare them with.
    `evidence` is what retrieval says of them, None where overlap is switched off. `count_tokens`
    tells what a text costs.
    """

    definitions: tuple[Definition, ...]
    settings: Settings
    count_tokens: Callable[[str], int]
    evidence: Evidence | None = None
    before: Before | None = None

    @cached_property
    def own(self) -> tuple[Definition, ...]:
        """The definitions to report on."""
        return tuple(d for d in self.definitions if not d.registered)

    @cached_property
    def features(self) -> tuple[Features, ...]:
        """What overlap compares of each of `definitions`, in their order."""
        return tuple(features(d.comparable) for d in self.definitions)

    @cached_property
    def position(self) -> dict[int, int]:
        """Where a definition is in `definitions`, by its identity."""
        return {id(d): i for i, d in enumerate(self.definitions)}

    @cached_property
    def by_name(self) -> dict[str, list[Definition]]:
        """The definitions of each name."""
        return grouped(self.definitions, lambda d: d.name)

    @cached_property
    def targets(self) -> tuple[Provider, ...]:
        """The providers the tools must work with; () when none was named."""
        return tuple(providers()[name] for name in self.settings.providers)

    @cached_property
    def servers(self) -> dict[str, list[Definition]]:
        """The definitions of each server."""
        return grouped(self.definitions, lambda d: d.server or "")

    @cached_property
    def _by_object(self) -> dict[tuple[str, str], int]:
        counts: dict[tuple[str, str], int] = {}
        for definition, seen in zip(self.definitions, self.features, strict=True):
            for term in seen.object:
                key = (definition.server or "", term)
                counts[key] = counts.get(key, 0) + 1
        return counts

    def has_sibling(self, definition: Definition) -> bool:
        """Tell whether another tool of the server works on the same thing, going by its name."""
        seen = self.features[self.position[id(definition)]]
        server = definition.server or ""
        return any(self._by_object.get((server, term), 0) > 1 for term in seen.object)

    def advice(self, a: int, b: int) -> str:
        """Return the sentences that would separate two tools, by their positions."""
        return advice(self.features[a], self.features[b]).text

    def told_apart(self, a: int, b: int) -> bool:
        """Tell whether words say which of two tools, by their positions, is which."""
        one, other = self.features[a], self.features[b]
        if told_apart(one, other):
            return True
        return one.server == other.server and worded_apart(one, other)

    def are_variants(self, *tools: Definition) -> bool:
        """Tell whether some tools are declared never to be served together."""
        ids = {tool.id for tool in tools}
        return any(len(ids & group) >= min(2, len(ids)) for group in self.settings.variants)


Check: TypeAlias = Callable[[Context], Iterator[Found]]


@dataclass(frozen=True, slots=True)
class Rule:
    """A slug that names the bad thing, how bad it is, its page, and its check.

    `page` is the module's docstring: see `toolrag.lint.pages`. `on` says that it runs unless
    ignored; the others have to be selected. `retrieval` marks rules that need encoders.
    """

    slug: str
    family: Family
    severity: Severity
    page: str
    check: Check
    on: bool = True
    retrieval: bool = False


def each(check: Callable[[Definition, Context], Iterator[Found]]) -> Check:
    """Return the check of a whole run from the check of one tool."""

    def run(context: Context) -> Iterator[Found]:
        for definition in context.own:
            yield from check(definition, context)

    return run


def grouped(
    definitions: Sequence[Definition], key: Callable[[Definition], str]
) -> dict[str, list[Definition]]:
    """Return definitions by a key, in their order."""
    groups: dict[str, list[Definition]] = {}
    for definition in definitions:
        groups.setdefault(key(definition), []).append(definition)
    return groups
