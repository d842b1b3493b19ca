"""Every format that findings can be written in, by name; `text` is the terminal's own."""

from collections.abc import Callable, Mapping
from typing import Final

from toolrag.lint.report import github, json_report, junit, markdown, sarif
from toolrag.lint.result import Result

RENDERERS: Final[Mapping[str, Callable[[Result], str]]] = {
    "json": json_report.render,
    "sarif": sarif.render,
    "github": github.render,
    "junit": junit.render,
    "markdown": markdown.render,
}
