"""Which rules a run asks."""

from collections.abc import Sequence
from difflib import get_close_matches

from toolrag.errors import InvalidInputError
from toolrag.lint.providers import providers
from toolrag.lint.registry import FAMILIES, RULES
from toolrag.lint.settings import Settings


def selected(settings: Settings) -> frozenset[str]:
    """Return the slugs that `select` names without those that `ignore` names.

    Raises:
        InvalidInputError: for a name that is neither a rule nor a family, with the nearest one.
    """
    asked = {slug for name in settings.select for slug in named(name)}
    left_out = {slug for name in settings.ignore for slug in named(name)}
    for name in settings.severity:
        named(name)
    return frozenset(asked - left_out)


def check_settings(settings: Settings) -> None:
    """Raise `InvalidInputError` for a rule or a provider that there is not."""
    selected(settings)
    for name in settings.providers:
        check_known("provider", name, sorted(providers()))


def check_known(what: str, name: str, known: Sequence[str]) -> None:
    """Raise `InvalidInputError`, with the nearest name, unless `name` is known."""
    if name not in known:
        near = get_close_matches(name, known, n=1)
        hint = f"Did you mean {near[0]!r}?" if near else f"There are {', '.join(known)}."
        raise InvalidInputError(f"There is no {what} {name!r}.", hint=hint)


def named(name: str) -> frozenset[str]:
    """Return the rules that a slug, a family, "default" or "all" stands for."""
    if name == "all":
        return frozenset(rule.slug for rule in RULES)
    if name == "default":
        return frozenset(rule.slug for rule in RULES if rule.on)
    found = frozenset(rule.slug for rule in RULES if name in {rule.slug, rule.family})
    if found:
        return found
    known = [rule.slug for rule in RULES] + [*FAMILIES, "default", "all"]
    check_known("rule", name, known)
    return found
