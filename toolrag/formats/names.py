"""Names as each provider accepts them, and the way back to the tool's id."""

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from toolrag.domain.tool import Tool


@dataclass(frozen=True, slots=True)
class NameRule:
    """What a provider accepts: the characters it refuses, the length, the first character."""

    refused: re.Pattern[str]
    limit: int
    letter_first: bool = False


# As of 2026-12-01, from the providers' own SDKs and error texts.
_WORDS_AND_DASHES: Final = re.compile(r"[^A-Za-z0-9_-]+")
NAME_RULES: Final = {
    "openai": NameRule(_WORDS_AND_DASHES, 64),
    "openai_responses": NameRule(_WORDS_AND_DASHES, 64),
    "anthropic": NameRule(_WORDS_AND_DASHES, 128),
    "gemini": NameRule(re.compile(r"[^A-Za-z0-9_.:-]+"), 64, letter_first=True),
    "mcp": NameRule(re.compile(r"[^A-Za-z0-9_.-]+"), 128),
}


def rendered_names(tools: Sequence[Tool], format: str) -> tuple[str, ...]:
    """Return a name for each tool that the provider accepts; never two alike.

    `server__name` where there is a server. What the provider refuses becomes `_`. A name that is
    too long, or that another tool of the list has too, ends in eight digits of its id's hash.
    """
    rule = NAME_RULES[format]
    wanted = [_wanted(tool) for tool in tools]
    plain = [_accepted(name, rule) for name in wanted]
    counts = Counter(plain)
    names: list[str] = []
    for tool, want, name in zip(tools, wanted, plain, strict=True):
        # Of several that come out alike, the one that needed no rewriting keeps its name.
        alone = counts[name] == 1 or (name == want and name not in names)
        names.append(name if alone and len(name) <= rule.limit else hashed_name(tool, format))
    return tuple(names)


def hashed_name(tool: Tool, format: str) -> str:
    """Return the name of a tool with eight digits of its id's hash: unlike any other's."""
    rule = NAME_RULES[format]
    suffix = hashlib.sha256(tool.id.encode()).hexdigest()[:8]
    return f"{_accepted(_wanted(tool), rule)[: rule.limit - len(suffix) - 1]}_{suffix}"


def _wanted(tool: Tool) -> str:
    return f"{tool.server}__{tool.name}" if tool.server else tool.name


def _accepted(name: str, rule: NameRule) -> str:
    replaced = rule.refused.sub("_", name)
    if not replaced.strip("_"):
        replaced = "tool"
    if rule.letter_first and not re.match(r"[A-Za-z_]", replaced):
        replaced = f"_{replaced}"
    return replaced
