"""Tools and catalogues, as they are listed and read."""

from typing import Any

from pydantic import BaseModel, Field

from toolrag.domain.tool import StoredTool
from toolrag.journeys.catalogue import CatalogueView, ToolView


class ToolSummary(BaseModel):
    """A tool in a list."""

    id: str
    name: str
    server: str | None
    description: str
    tags: list[str]
    revision: int
    hash: str
    tool: dict[str, Any] | None = Field(
        default=None, description="In no provider's shape; only where definitions are asked for."
    )

    @classmethod
    def of(cls, stored: StoredTool, *, whole: bool = False) -> "ToolSummary":
        """Return the model of a stored tool."""
        return cls(**_summary(stored), tool=stored.tool.as_json() if whole else None)


def _summary(stored: StoredTool) -> dict[str, Any]:
    tool = stored.tool
    return {
        "id": tool.id,
        "name": tool.name,
        "server": tool.server,
        "description": tool.description,
        "tags": list(tool.tags),
        "revision": stored.revision,
        "hash": tool.content_hash,
    }


class ToolList(BaseModel):
    """One page of tools; `cursor` leads to the next, null after the last."""

    tools: list[ToolSummary]
    cursor: str | None


class ToolDetail(ToolSummary):
    """A tool with its definition as registered, the text it is found by, and its cost."""

    title: str | None
    input_schema: dict[str, Any]
    output_schema: dict[str, Any] | None
    annotations: dict[str, Any]
    examples: list[str]
    learned: list[str] = Field(description="Requests that use has taught it, see feedback.")
    format: str = Field(description="The shape it was registered in.")
    definition: Any = Field(description="The definition as it was registered.")
    card: str = Field(description="The text that encoders read.")
    tokens: int
    created_at: float = Field(description="Seconds since the epoch, UTC.")
    updated_at: float = Field(description="Seconds since the epoch, UTC.")

    @classmethod
    def of_view(cls, view: ToolView) -> "ToolDetail":
        """Return the model of one tool."""
        tool = view.stored.tool
        return cls(
            **_summary(view.stored),
            title=tool.title,
            input_schema=dict(tool.input_schema),
            output_schema=None if tool.output_schema is None else dict(tool.output_schema),
            annotations=dict(tool.annotations),
            examples=list(tool.examples),
            learned=[learned.text for learned in view.stored.learned],
            format=view.stored.format,
            definition=view.stored.source,
            card=view.card,
            tokens=view.tokens,
            created_at=view.stored.created_at,
            updated_at=view.stored.updated_at,
        )


class CatalogueModel(BaseModel):
    """A catalogue; `tools` is null where it was written with other encoders."""

    name: str
    tools: int | None
    encoder: str
    created_at: float

    @classmethod
    def of(cls, view: CatalogueView) -> "CatalogueModel":
        """Return the model of a catalogue."""
        info = view.info
        return cls(
            name=info.name, tools=view.tools, encoder=info.fingerprint, created_at=info.created_at
        )


class CatalogueList(BaseModel):
    """Every catalogue."""

    catalogues: list[CatalogueModel]
