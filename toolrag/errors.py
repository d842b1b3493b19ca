"""Every error a caller can meet. Each has a stable code, a sentence, and a way out.

ToolragError
├── InvalidInputError ........... what was sent cannot be used
│   ├── MalformedDocumentError .. malformed_document   not JSON or YAML, NaN, nested too deeply
│   ├── FormatUnknownError ...... format_unknown       no reader for this shape
│   ├── SchemaInvalidError ...... schema_invalid       a definition that cannot be used
│   ├── LintRefusedError ........ lint_refused         the registration gate said no
│   ├── BatchTooLargeError ...... batch_too_large      more tools at once than one call takes
│   ├── BodyTooLargeError ....... body_too_large       more bytes at once than one call takes
│   ├── NameInvalidError ........ name_invalid         catalogue or server name
│   ├── QueryInvalidError ....... query_invalid        empty or too long
│   ├── CapExceededError ........ cap_exceeded         k or the pinned tools over the hard cap
│   └── BudgetTooSmallError ..... budget_too_small     the pinned tools alone cost more
├── NotFoundError ............... what was named is not there
│   ├── ToolNotFoundError ....... tool_not_found
│   ├── CatalogueNotFoundError .. catalogue_not_found
│   └── EncoderNotFoundError .... encoder_not_found
├── ConflictError ............... what is there does not fit
│   ├── EncoderMismatchError .... encoder_mismatch     data written with another encoder
│   └── DataInUseError .......... data_in_use          another process holds the folder
└── UnavailableError ............ index_unavailable    the engine is away; try again

HTTP statuses are chosen at the edge (`toolrag.api.problems`), exit codes in `toolrag.cli`.
"""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Problem:
    """One place in the input that cannot be used.

    `path` is a JSON pointer into what was sent, "" for the whole; `code` is stable; `message` is
    a sentence.
    """

    path: str
    code: str
    message: str


class ToolragError(Exception):
    """Base of all. `detail` names the thing, `hint` the way out, `problems` the places."""

    code: ClassVar[str] = "internal"
    title: ClassVar[str] = "Something went wrong"

    def __init__(self, detail: str, *, hint: str = "", problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(detail)
        self.detail = detail
        self.hint = hint
        self.problems = problems


class InvalidInputError(ToolragError):
    """What was sent cannot be used."""

    code = "invalid_input"
    title = "The input cannot be used"


class MalformedDocumentError(InvalidInputError):
    """Not JSON or YAML, or JSON outside the standard, or nested beyond any use."""

    code = "malformed_document"
    title = "The document cannot be read"


class FormatUnknownError(InvalidInputError):
    """No reader knows this shape or format name."""

    code = "format_unknown"
    title = "Unknown format"


class SchemaInvalidError(InvalidInputError):
    """One or more tool definitions cannot be used."""

    code = "schema_invalid"
    title = "A tool definition cannot be used"


class LintRefusedError(InvalidInputError):
    """The registration gate refused one or more tools."""

    code = "lint_refused"
    title = "The linter refused a tool"


class BatchTooLargeError(InvalidInputError):
    """More tools in one call than it takes."""

    code = "batch_too_large"
    title = "Too many tools in one call"


class BodyTooLargeError(InvalidInputError):
    """More bytes in one call than it takes."""

    code = "body_too_large"
    title = "The body is too large"


class NameInvalidError(InvalidInputError):
    """A catalogue or server name with characters that cannot be stored."""

    code = "name_invalid"
    title = "The name cannot be used"


class QueryInvalidError(InvalidInputError):
    """An empty or oversized query."""

    code = "query_invalid"
    title = "The query cannot be used"


class CapExceededError(InvalidInputError):
    """More tools asked for than may ever be offered."""

    code = "cap_exceeded"
    title = "Over the cap of 30 tools"


class BudgetTooSmallError(InvalidInputError):
    """The pinned tools alone cost more than the token budget."""

    code = "budget_too_small"
    title = "The token budget is too small"


class NotFoundError(ToolragError):
    """What was named is not there."""

    code = "not_found"
    title = "Not found"


class ToolNotFoundError(NotFoundError):
    """No such tool in the catalogue."""

    code = "tool_not_found"
    title = "No such tool"


class CatalogueNotFoundError(NotFoundError):
    """No such catalogue."""

    code = "catalogue_not_found"
    title = "No such catalogue"


class EncoderNotFoundError(NotFoundError):
    """An encoder that is neither packaged nor a readable model."""

    code = "encoder_not_found"
    title = "No such encoder"


class ConflictError(ToolragError):
    """What is there does not fit what is asked."""

    code = "conflict"
    title = "Conflict"


class EncoderMismatchError(ConflictError):
    """The catalogue was written with another encoder."""

    code = "encoder_mismatch"
    title = "The catalogue was written with another encoder"


class DataInUseError(ConflictError):
    """Another process holds the data folder."""

    code = "data_in_use"
    title = "The data folder is in use"


class UnavailableError(ToolragError):
    """The engine is away; nothing was lost."""

    code = "index_unavailable"
    title = "The index is unavailable"
