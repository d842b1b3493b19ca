"""Who refuses something, and how loudly that is said."""

from collections.abc import Callable, Iterator

from toolrag.domain.finding import Severity
from toolrag.lint.providers import Provider, providers
from toolrag.lint.rule import Context


def breaches(
    context: Context, refuses: Callable[[Provider], bool]
) -> Iterator[tuple[str, Severity]]:
    """Yield at most once the providers that refuse something, as a title, and the severity.

    Of the providers that were named a breach is an error. Where none was named, what a big one
    refuses is a warning and the rest information: `level` in `providers.toml`.
    """
    if context.targets:
        titles = [p.title for p in context.targets if refuses(p)]
        severity: Severity = "error"
    else:
        found = [p for p in providers().values() if refuses(p)]
        loud = any(p.level == "warning" for p in found)
        severity = "warning" if loud else "info"
        titles = [p.title for p in found if p.level == severity]
    if titles:
        yield " and ".join(title.split(" (")[0] for title in titles[:2]), severity
