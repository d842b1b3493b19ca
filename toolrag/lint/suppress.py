"""Suppressions in place: `"x-toolrag-ignore": ["rule", "rule: reason"]` on a tool."""

from collections.abc import Iterator, Sequence

from toolrag.lint.definition import SUPPRESSION_KEY, Definition, shown
from toolrag.lint.registry import RULES
from toolrag.lint.rule import Found


class Suppressions:
    """What the definitions of a run silence, and which of it did silence something."""

    def __init__(self, definitions: Sequence[Definition]) -> None:
        self._definitions = definitions
        self._used: set[tuple[int, str]] = set()

    def silence(self, slug: str, concerned: Sequence[Definition]) -> bool:
        """Tell whether any of the tools that a finding is about silences it; remember that."""
        found = [d for d in concerned if slug in dict(_entries(d))]
        self._used.update((id(d), slug) for d in found)
        return bool(found)

    def unused(self, ran: frozenset[str]) -> Iterator[Found]:
        """Yield each suppression that silenced nothing; of rules that did not run, nothing."""
        for definition in self._definitions:
            for slug, pointer in _entries(definition):
                if (id(definition), slug) in self._used or slug == "unused-suppression":
                    continue
                if _is_rule(slug) and slug not in ran:
                    continue
                known = "finds nothing here" if _is_rule(slug) else "is no rule"
                message = f"{definition.label} silences {shown(slug)}, which {known}."
                yield Found(definition, message, pointer)


def _is_rule(slug: str) -> bool:
    return any(rule.slug == slug for rule in RULES)


def _entries(definition: Definition) -> Iterator[tuple[str, str]]:
    """Yield (slug, pointer) of each suppression of a definition."""
    holders = {definition.holder: definition.raw, definition.pointer: definition.entry}
    for at, holder in holders.items():
        listed = holder.get(SUPPRESSION_KEY)
        for i, entry in enumerate(listed if isinstance(listed, list) else ()):
            slug = entry.split(":", 1)[0].strip() if isinstance(entry, str) else str(entry)
            yield slug, f"{at}/{SUPPRESSION_KEY}/{i}"
