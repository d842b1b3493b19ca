"""Every format by name, `auto`, and the two ways through them: `read` and `render`."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Final

from toolrag.domain.canonical import Json, JsonObject
from toolrag.domain.tool import Tool
from toolrag.errors import FormatUnknownError, MalformedDocumentError, NameInvalidError, Problem
from toolrag.formats import anthropic, gemini, mcp, openai, openai_responses, openapi
from toolrag.formats.fields import kind_of
from toolrag.formats.json_schema import children, escape
from toolrag.formats.names import rendered_names
from toolrag.formats.reading import DefinitionError, Parsed, Reading, Refused

# In the order in which `auto` asks them.
ENTRY_FORMATS: Final[Mapping[str, ModuleType]] = {
    module.NAME: module for module in (gemini, anthropic, openai_responses, openai, mcp)
}
FORMAT_NAMES: Final = ("auto", *sorted((*ENTRY_FORMATS, openapi.NAME)))
# What a list of tools may be wrapped in, from the inside of a JSON-RPC reply outwards.
_WRAPPERS: Final = (
    "result",
    "tools",
    "functions",
    "functionDeclarations",
    "function_declarations",
)
_MAX_DEPTH: Final = 256
_HINT: Final = 'Send a list of definitions, {"tools": [...]} or an OpenAPI document.'


@dataclass(frozen=True, slots=True)
class Rendered:
    """Definitions for a provider, in order, and the way from their names back to ids."""

    definitions: tuple[JsonObject, ...]
    name_map: Mapping[str, str]


def read(document: Json, *, format: str = "auto", server: str | None = None) -> Reading:
    """Return the tools that a document of any accepted shape defines.

    `server` names where they come from; without it a document, a page or an entry may name its
    own.

    Raises:
        FormatUnknownError: when the format has no reader or the document has not its shape.
        MalformedDocumentError: when the document is nested beyond use.
        NameInvalidError: when the server's name cannot be used.
    """
    check_format(format)
    _check_depth(document)
    if isinstance(document, Mapping) and (
        openapi.recognises_document(document) or format == openapi.NAME
    ):
        return _read_openapi(document, format, server or _own_server(document))
    _check_server(server)
    found = enumerate(entries(document))
    return _collect(_read_entry(i, p, e, format, server or own) for i, (p, e, own) in found)


def render(tools: Sequence[Tool], format: str) -> Rendered:
    """Return `tools` as the provider wants them, in order, with names that it accepts.

    Raises:
        FormatUnknownError: when the format has no renderer.
    """
    module = ENTRY_FORMATS.get(format)
    if module is None:
        hint = f"Use one of {', '.join(sorted(ENTRY_FORMATS))}."
        raise FormatUnknownError(f"Tools cannot be rendered as {format!r}.", hint=hint)
    names = rendered_names(tools, format)
    definitions = tuple(module.render(t, n) for t, n in zip(tools, names, strict=True))
    return Rendered(definitions, {n: t.id for t, n in zip(tools, names, strict=True)})


def check_format(format: str) -> None:
    """Raise `FormatUnknownError` unless a reader has this name."""
    if format not in FORMAT_NAMES:
        hint = f"Use one of {', '.join(FORMAT_NAMES)}."
        raise FormatUnknownError(f"There is no format {format!r}.", hint=hint)


def _check_server(server: str | None) -> None:
    if server is None:
        return
    bad = "/" in server or not server.strip() or len(server) > 128
    bad = bad or any(ord(c) < 32 for c in server)
    if bad:
        raise NameInvalidError(
            f"The server name {server[:140]!r} cannot be used.",
            hint="Use 1 to 128 characters, no slash and no control characters.",
            problems=(Problem("/server", "name_invalid", "Not a server name."),),
        )


def _check_depth(document: Json) -> None:
    layer: list[tuple[str, Json]] = [("", document)]
    for _ in range(_MAX_DEPTH):
        layer = [child for path, value in layer for child in children(value, path)]
        if not layer:
            return
    detail = f"The document is nested deeper than {_MAX_DEPTH} levels at {layer[0][0][:120]}..."
    raise MalformedDocumentError(detail, hint="Flatten the schema; no model fills in such a call.")


def _own_server(value: Json) -> str | None:
    own = value.get("server") if isinstance(value, Mapping) else None
    return own if isinstance(own, str) and own else None


def entries(
    document: Json, pointer: str = "", server: str | None = None
) -> Iterator[tuple[str, Json, str | None]]:
    """Yield each definition of a document with its pointer and the server that it names.

    A document is a list, a wrapper, pages of either, an object of several servers, or one
    definition alone.

    Raises:
        FormatUnknownError: when it is none of these.
    """
    server = _own_server(document) or server
    if isinstance(document, list):
        yield from _list_entries(document, pointer, server)
        return
    if not isinstance(document, Mapping):
        raise FormatUnknownError(
            f"A list of tools is needed, found {kind_of(document)}.", hint=_HINT
        )
    wrapper = _wrapper(document)
    servers = document.get("servers")
    if wrapper is None and isinstance(servers, Mapping):
        for name, held in servers.items():
            yield from entries(held, f"{pointer}/servers/{escape(name)}", name)
    elif wrapper is not None:
        yield from entries(document[wrapper], f"{pointer}/{wrapper}", server)
    elif "name" in document or "function" in document:
        yield pointer, document, server
    else:
        found = ", ".join(sorted(document)[:8]) or "nothing"
        detail = f"No tools were found in an object with these keys: {found}."
        raise FormatUnknownError(detail, hint=_HINT)


def _list_entries(
    items: list[Json], pointer: str, server: str | None
) -> Iterator[tuple[str, Json, str | None]]:
    for i, item in enumerate(items):
        where = f"{pointer}/{i}"
        if isinstance(item, Mapping) and _wrapper(item) is not None:
            yield from entries(item, where, server)
        else:
            yield where, item, _own_server(item) or server


def _wrapper(document: JsonObject) -> str | None:
    if "name" in document or "function" in document:
        return None
    return next((key for key in _WRAPPERS if isinstance(document.get(key), list | Mapping)), None)


def _read_entry(
    index: int, pointer: str, entry: Json, format: str, server: str | None
) -> Parsed | Refused:
    if not isinstance(entry, Mapping):
        message = f"A tool definition is an object, found {kind_of(entry)}."
        return Refused(index, None, (Problem(pointer, "tool_invalid", message),))
    _check_server(server)
    module = ENTRY_FORMATS[format] if format != "auto" else recognise(entry)
    try:
        tool = module.parse(entry, server, pointer)
    except DefinitionError as error:
        return Refused(index, _name_of(entry), error.problems)
    return Parsed(index, pointer, module.NAME, tool, entry)


def recognise(entry: JsonObject) -> ModuleType:
    """Return the format module of one definition; MCP where nothing tells."""
    return next((m for m in ENTRY_FORMATS.values() if m.recognises(entry)), mcp)


def _name_of(entry: JsonObject) -> str | None:
    function = entry.get("function")
    holder = function if isinstance(function, Mapping) else entry
    name = holder.get("name")
    return name if isinstance(name, str) else None


def _read_openapi(document: JsonObject, format: str, server: str | None) -> Reading:
    version = document.get("openapi", document.get("swagger", "3.0"))
    if format not in {"auto", openapi.NAME} or not str(version).startswith("3."):
        raise FormatUnknownError(
            f"An OpenAPI document of version {version!r} cannot be read as {format!r}.",
            hint="OpenAPI 3.0 and 3.1 are read, as 'openapi' or 'auto'; convert Swagger 2 first.",
        )
    server = server or openapi.server_name(document)
    _check_server(server)
    return _collect(
        _read_operation(i, operation, document, server)
        for i, operation in enumerate(openapi.operations(document))
    )


def _read_operation(
    index: int, operation: openapi.Operation, document: JsonObject, server: str | None
) -> Parsed | Refused:
    try:
        tool = openapi.parse_operation(operation, document, server)
    except DefinitionError as error:
        return Refused(index, openapi.operation_name(operation), error.problems)
    return Parsed(index, operation.pointer, openapi.NAME, tool, operation.raw)


def _collect(items: Iterator[Parsed | Refused]) -> Reading:
    read_items = list(items)
    return Reading(
        parsed=tuple(item for item in read_items if isinstance(item, Parsed)),
        refused=tuple(item for item in read_items if isinstance(item, Refused)),
    )
