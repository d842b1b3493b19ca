"""From the messages of an agent to what a turn is about.

OpenAI's and Anthropic's shapes, and the plain one of `{role, content, tool_calls}`. Of tool results
only field names and errors are read: their values are long, and about anything.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from toolrag.domain.canonical import Json
from toolrag.domain.turn import Conversation
from toolrag.errors import Problem, QueryInvalidError

# How far back the conversation is read, in messages with text, and what one of them may add.
HISTORY: Final = 8
_HISTORY_CHARACTERS: Final = 2000
_PLAN_ITEMS: Final = 4
_RESULT_KEYS: Final = 12
_TEXTS: Final = frozenset({"text", "input_text", "output_text"})
_OPEN_ITEM: Final = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])?\s*\[ \]\s*(.{3,200})$", re.MULTILINE)
_ERROR: Final = re.compile(
    r"\b(?:error|exception|failed|failure|invalid|not found|denied)\b", re.IGNORECASE
)
_SHORT_RESULT: Final = 400
_QUESTION: Final = ("?", "？", "؟")


@dataclass(frozen=True, slots=True)
class _Result:
    """What a tool answered: the call it belongs to, and its text."""

    name: str
    text: str
    failed: bool


def conversation_of(messages: Sequence[Mapping[str, Json]]) -> Conversation:
    """Return what some messages say: the last request, what came before, and what was called.

    Raises:
        QueryInvalidError: when no user message has any text.
    """
    said = [(m.get("role"), _text(m.get("content")).strip()) for m in messages]
    last = max((i for i, (role, text) in enumerate(said) if role == "user" and text), default=None)
    if last is None:
        problem = "No user message has any text."
        raise QueryInvalidError(
            problem,
            hint="Send at least one message of role 'user', or a query.",
            problems=(Problem("/messages", "query_invalid", problem),),
        )
    before = [
        text[:_HISTORY_CHARACTERS]
        for i, (role, text) in enumerate(said)
        if i != last and role in _SPEAKERS and text
    ]
    calls = list(_calls(messages))
    names = dict(calls)
    before_it = list(_results(messages[: last + 1], names))
    # What was answered before the last request is no news.
    newest = list(_results(messages[last + 1 :], names))
    return Conversation(
        last=said[last][1],
        earlier=tuple(reversed(before[-HISTORY:])),
        called=tuple(name for _, name in calls if name),
        failed=_failed([*before_it, *newest]),
        plan=_plan(said),
        result=_reduced(newest[-1]) if newest else "",
        asked=last > 0 and _asks(*said[last - 1]),
    )


_SPEAKERS: Final = frozenset({"user", "assistant"})


def _asks(role: Json, text: str) -> bool:
    """Tell whether the assistant ended on a question."""
    return role == "assistant" and text.rstrip().endswith(_QUESTION)


def _text(content: Json) -> str:
    """Return the text of a content: a string, or the text blocks of a list."""
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else []
    texts = (b.get("text") for b in blocks if isinstance(b, Mapping) and b.get("type") in _TEXTS)
    return "\n".join(text for text in texts if isinstance(text, str))


def _blocks(message: Mapping[str, Json], kind: str) -> Iterator[Mapping[str, Json]]:
    content = message.get("content")
    for block in content if isinstance(content, list) else []:
        if isinstance(block, Mapping) and block.get("type") == kind:
            yield block


def _calls(messages: Sequence[Mapping[str, Json]]) -> Iterator[tuple[str, str]]:
    """Yield (call id, name) of every tool call, oldest first; what has no id has ""."""
    for message in messages:
        listed = message.get("tool_calls")
        for call in listed if isinstance(listed, list) else []:
            if isinstance(call, Mapping):
                inner = call.get("function")
                named = inner if isinstance(inner, Mapping) else call
                yield _string(call.get("id")), _string(named.get("name"))
        for block in _blocks(message, "tool_use"):
            yield _string(block.get("id")), _string(block.get("name"))


def _results(messages: Sequence[Mapping[str, Json]], names: Mapping[str, str]) -> Iterator[_Result]:
    """Yield every tool result, oldest first."""
    for message in messages:
        if message.get("role") in ("tool", "function"):
            text = _text(message.get("content"))
            call = _string(message.get("tool_call_id"))
            name = _string(message.get("name")) or names.get(call, "")
            yield _Result(name, text, _is_error(text))
        for block in _blocks(message, "tool_result"):
            text = _text(block.get("content"))
            name = names.get(_string(block.get("tool_use_id")), "")
            yield _Result(name, text, block.get("is_error") is True or _is_error(text))


def _is_error(text: str) -> bool:
    """Tell whether a result is an error: an object that says so, or a short text that does."""
    value = _parsed(text)
    if isinstance(value, Mapping):
        return bool(value.get("error") or value.get("isError") or value.get("is_error"))
    return value is None and len(text) <= _SHORT_RESULT and bool(_ERROR.search(text))


def _failed(results: Sequence[_Result]) -> Mapping[str, int]:
    """Return how often each tool failed since it last worked."""
    failed: dict[str, int] = {}
    for result in results:
        failed[result.name] = failed.get(result.name, 0) + 1 if result.failed else 0
    return {name: count for name, count in failed.items() if name and count}


def _plan(said: Sequence[tuple[Json, str]]) -> tuple[str, ...]:
    """Return the open items of the newest task list, `[ ]` in front of each."""
    for _, text in reversed(said):
        found = _OPEN_ITEM.findall(text)
        if found:
            return tuple(item.strip() for item in found[:_PLAN_ITEMS])
    return ()


def _reduced(result: _Result) -> str:
    """Return a result's error, or the names of its fields; never its values."""
    if result.failed:
        return f"{result.name} {result.text[:_SHORT_RESULT]}".strip()
    value = _parsed(result.text)
    if isinstance(value, list) and value:
        value = value[0]
    keys = list(value)[:_RESULT_KEYS] if isinstance(value, Mapping) else []
    return " ".join(str(key) for key in keys)


def _parsed(text: str) -> Json:
    try:
        value: Json = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value


def _string(value: Json) -> str:
    return value if isinstance(value, str) else ""
