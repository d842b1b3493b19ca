"""Linting values and texts, for tests."""

import asyncio
import json
from collections.abc import Sequence
from functools import cache
from typing import Any

from toolrag.domain.finding import Finding
from toolrag.journeys.lint import lint
from toolrag.lint.definition import Definition
from toolrag.lint.reading import definitions
from toolrag.lint.settings import Settings
from toolrag.lint.source.json_text import parse_json
from toolrag.lint.source.node import Document
from toolrag.lint.source.yaml_text import parse_yaml
from toolrag.ports.encoder import Encoder


@cache
def quick_encoder() -> Encoder:
    """Return the encoder that the linter compares texts with, loaded once."""
    from toolrag.api.wiring import encoder

    return encoder("use", alone=True)


def document_of(text: str, name: str = "tools.json") -> Document:
    """Return a text as a document, by the ending of its name."""
    return parse_yaml(name, text) if name.endswith((".yml", ".yaml")) else parse_json(name, text)


def definitions_of(document: Document) -> tuple[Definition, ...]:
    """Return the definitions in a document."""
    return tuple(definitions(document, document.root.value))


def findings_in(
    document: Document, settings: Settings | None = None, encoders: Sequence[Encoder] = ()
) -> tuple[Finding, ...]:
    """Return what the linter says of a document; a token is four characters."""
    asked = settings or Settings(overlap=bool(encoders))
    work = lint(
        definitions_of(document),
        asked,
        encoders=encoders,
        count_tokens=lambda text: len(text) // 4,
    )
    return asyncio.run(work)


def findings_on(value: Any, settings: Settings | None = None) -> tuple[Finding, ...]:
    """Return what the linter says of a value, without comparing texts."""
    return findings_in(document_of(json.dumps(value)), settings or Settings(overlap=False))


def rules(findings: Sequence[Finding]) -> list[str]:
    """Return the slugs of some findings, in their order."""
    return [finding.rule for finding in findings]
