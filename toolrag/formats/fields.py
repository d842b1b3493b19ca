"""The fields of a definition, checked: name, description, lists of words."""

from collections.abc import Mapping

from toolrag.domain.canonical import Json, JsonObject
from toolrag.errors import Problem
from toolrag.formats.reading import DefinitionError

MAX_NAME = 256
MAX_DESCRIPTION = 65_536
# No provider has a place for utterances; keys that begin with x- are left alone by all.
EXAMPLES_KEY = "x-toolrag-examples"


def require_name(raw: JsonObject, pointer: str) -> str:
    """Return `raw["name"]`, checked: a non-blank string of at most 256 printable characters.

    Raises:
        DefinitionError: when it is missing or cannot be used.
    """
    name = raw.get("name")
    where = f"{pointer}/name"
    if not isinstance(name, str):
        found = "missing" if "name" not in raw else f"{kind_of(name)}, not a string"
        raise DefinitionError(Problem(where, "name_invalid", f"The tool's name is {found}."))
    if not name.strip():
        raise DefinitionError(Problem(where, "name_invalid", "The tool's name is empty."))
    if len(name) > MAX_NAME:
        message = f"The tool's name has {len(name)} characters; at most {MAX_NAME} are kept."
        raise DefinitionError(Problem(where, "name_invalid", message))
    if any(ord(c) < 32 or ord(c) == 127 for c in name):
        message = f"The tool's name {name!r} holds control characters."
        raise DefinitionError(Problem(where, "name_invalid", message))
    return require_text(name, where)


def optional_text(raw: JsonObject, key: str, pointer: str) -> str:
    """Return the string under `key`, "" where it is absent or null.

    Raises:
        DefinitionError: when it is something else, too long, or not valid Unicode.
    """
    value = raw.get(key)
    where = f"{pointer}/{key}"
    if value is None:
        return ""
    if not isinstance(value, str):
        message = f"The {key} is {kind_of(value)}, not a string."
        raise DefinitionError(Problem(where, f"{key}_invalid", message))
    if len(value) > MAX_DESCRIPTION:
        message = f"The {key} has {len(value)} characters; at most {MAX_DESCRIPTION} are kept."
        raise DefinitionError(Problem(where, f"{key}_invalid", message))
    return require_text(value, where)


def require_text(value: str, where: str) -> str:
    """Return `value` if it is valid Unicode.

    Raises:
        DefinitionError: when it holds a lone surrogate, which no UTF-8 can carry.
    """
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        message = "The text holds half of a surrogate pair, which is not valid Unicode."
        raise DefinitionError(Problem(where, "text_invalid", message)) from None
    return value


def words_in(value: Json, where: str) -> tuple[str, ...]:
    """Return a list of strings as a tuple, () where it is absent or null.

    Raises:
        DefinitionError: when it is not a list of strings.
    """
    if value is None:
        return ()
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise DefinitionError(Problem(where, "list_invalid", "Expected a list of strings."))
    return tuple(require_text(str(item), where) for item in value)


def examples_in(raw: JsonObject, pointer: str) -> tuple[str, ...]:
    """Return the utterances that a definition says should lead to its tool.

    Raises:
        DefinitionError: when they are not a list of strings.
    """
    return words_in(raw.get(EXAMPLES_KEY), f"{pointer}/{EXAMPLES_KEY}")


def optional_object(raw: JsonObject, key: str, pointer: str) -> JsonObject:
    """Return the object under `key`, {} where it is absent or null.

    Raises:
        DefinitionError: when it is something else.
    """
    value = raw.get(key)
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        message = f"The {key} is {kind_of(value)}, not an object."
        raise DefinitionError(Problem(f"{pointer}/{key}", f"{key}_invalid", message))
    return value


def kind_of(value: Json) -> str:
    """Return what a JSON value is, with its article: "a number", "an object", ..."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "a boolean"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a string"
    return "an object" if isinstance(value, Mapping) else "a list"
