"""A literal in a Python module, with the place of every value. Nothing is imported or run."""

import ast

from toolrag.domain.canonical import Json
from toolrag.errors import MalformedDocumentError
from toolrag.lint.source.node import Document, Member, Node

_HINT = "Assign a list or dict of plain literals to it, or write the definitions to a JSON file."


def parse_python(name: str, text: str, attribute: str) -> Document:
    """Return the literal that a module assigns to `attribute`.

    Raises:
        MalformedDocumentError: when the module is not Python, has no such assignment, or assigns
            something that has to be run to be known.
    """
    try:
        module = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError) as error:
        raise MalformedDocumentError(f"{name} is not Python: {error}.", hint=_HINT) from error
    value = _assigned(module, attribute)
    if value is None:
        detail = f"{name} assigns nothing to {attribute!r} at its top level."
        raise MalformedDocumentError(detail, hint=_HINT)
    return Document(name, text, _Builder(name, text).node(value), "python")


def _assigned(module: ast.Module, attribute: str) -> ast.expr | None:
    found: ast.expr | None = None
    for statement in module.body:
        targets: list[ast.expr] = []
        if isinstance(statement, ast.Assign):
            targets = statement.targets
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            targets = [statement.target]
        if any(isinstance(target, ast.Name) and target.id == attribute for target in targets):
            found = statement.value  # type: ignore[attr-defined] # both assignments have it
    return found


class _Builder:
    def __init__(self, name: str, text: str) -> None:
        self._name = name
        self._lines = text.splitlines(keepends=True)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))

    def node(self, expression: ast.expr) -> Node:
        """Return an expression as a node."""
        start, end = self._span(expression)
        if isinstance(expression, ast.Dict):
            return self._dict(expression, start, end)
        if isinstance(expression, ast.List | ast.Tuple):
            items = [self.node(item) for item in expression.elts]
            return Node(start, end, [item.value for item in items], items=items)
        return Node(start, end, self._scalar(expression))

    def _span(self, expression: ast.expr) -> tuple[int, int]:
        end_line = expression.end_lineno or expression.lineno
        end = self._offset(end_line, expression.end_col_offset or 0)
        return self._offset(expression.lineno, expression.col_offset), end

    def _offset(self, line: int, utf8_column: int) -> int:
        text = self._lines[line - 1].encode("utf-8", "surrogatepass")[:utf8_column]
        return self._starts[line - 1] + len(text.decode("utf-8", "surrogatepass"))

    def _dict(self, expression: ast.Dict, start: int, end: int) -> Node:
        value: dict[str, Json] = {}
        members: list[Member] = []
        for key, child in zip(expression.keys, expression.values, strict=True):
            if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
                raise self._fault(key or child, "a key is not a plain string")
            node = self.node(child)
            value[key.value] = node.value
            members.append(Member(key.value, *self._span(key), node))
        return Node(start, end, value, members=members)

    def _scalar(self, expression: ast.expr) -> Json:
        try:
            value = ast.literal_eval(expression)
        except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError):
            raise self._fault(expression, "this has to be run to be known") from None
        if value is None or isinstance(value, str | bool | int | float):
            return value
        raise self._fault(expression, f"{type(value).__name__} is not JSON")

    def _fault(self, expression: ast.expr, problem: str) -> MalformedDocumentError:
        where = f"{self._name}:{expression.lineno}:{expression.col_offset + 1}"
        return MalformedDocumentError(f"{where}: {problem}.", hint=_HINT)
