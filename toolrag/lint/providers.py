"""What providers accept, from `providers.toml`."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, Literal

# A name that every provider accepts, but for its length.
PORTABLE_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]*")


@dataclass(frozen=True, slots=True)
class Provider:
    """The limits of one provider or client; see the head of `providers.toml`."""

    key: str
    title: str
    checked: str
    source: str
    level: Literal["warning", "info"]
    name: str | None = None
    name_length: int | None = None
    tools: int | None = None
    property_key: str | None = None
    description_length: int | None = None
    qualified: str | None = None
    qualified_length: int | None = None
    root_combinators: bool = True
    array_needs_items: bool = False
    object_needs_properties: bool = False
    boolean_schemas: bool = True
    string_enums: bool = False
    references: bool = True
    recursion: bool = True
    type_lists: bool = True
    keyword_names: bool = False
    anchored_patterns: bool = False
    nested_max_length: int | None = None
    unsupported: tuple[str, ...] = ()
    strict: bool = False
    depth: int | None = None
    enum_total: int | None = None
    properties_total: int | None = None
    formats: tuple[str, ...] = ()


@cache
def providers() -> dict[str, Provider]:
    """Return every provider by its key."""
    text = (files("toolrag.lint") / "providers.toml").read_text("utf-8")
    return {key: _provider(key, limits) for key, limits in tomllib.loads(text).items()}


def _provider(key: str, limits: dict[str, object]) -> Provider:
    frozen = {k: tuple(v) if isinstance(v, list) else v for k, v in limits.items()}
    return Provider(key=key, **frozen)  # type: ignore[arg-type] # the file is ours, and tested
