"""Registering tools: the request, and what became of each tool."""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict

from toolrag.api.wire.base import CatalogueName, Definitions
from toolrag.api.wire.lint import LintModel
from toolrag.journeys.register import Receipt, Registration

_REGISTER_EXAMPLE: JsonDict = {
    "server": "weather",
    "tools": [
        {
            "name": "get_forecast",
            "description": "Forecast for a city over the next days.",
            "inputSchema": {
                "type": "object",
                "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
                "required": ["city"],
            },
        }
    ],
    "examples": {"get_forecast": ["do I need an umbrella in Lisbon tomorrow?"]},
}


class RegisterRequest(Definitions):
    """Tools to register or update: `tools` or `document`, in any accepted shape."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [_REGISTER_EXAMPLE]})

    catalogue: CatalogueName = "default"
    server: str | None = Field(default=None, description="Where the tools come from; no slash.")
    lint: Literal["enforce", "warn", "off"] = "warn"
    mode: Literal["all", "partial"] = Field(
        default="all", description="all: one refused tool and nothing is registered."
    )
    examples: dict[str, list[str]] = Field(
        default_factory=dict, description="Utterances that should lead to a tool, by its name."
    )
    tags: dict[str, list[str]] = Field(default_factory=dict, description="Tags, by tool name.")

    def registration(self) -> Registration:
        """Return the request as a journey takes it."""
        return Registration(
            document=self.source,
            catalogue=self.catalogue,
            server=self.server,
            format=self.format,
            lint=self.lint,
            mode=self.mode,
            examples={name: tuple(texts) for name, texts in self.examples.items()},
            tags={name: tuple(tags) for name, tags in self.tags.items()},
        )


class SyncRequest(RegisterRequest):
    """As `RegisterRequest`; the server and the catalogue are named by the address."""

    catalogue: Literal["default"] = Field(default="default", exclude=True)
    server: None = Field(default=None, exclude=True)


class RegisteredModel(BaseModel):
    """A tool that is in the catalogue now."""

    id: str
    status: Literal["created", "updated", "unchanged"]
    revision: int
    hash: str


class RefusedFindingModel(BaseModel):
    """Why a definition was refused; `path` points into what was sent."""

    path: str
    code: str
    message: str


class RefusedModel(BaseModel):
    """A definition that is not in the catalogue; `index` is its position in what was sent."""

    index: int
    name: str | None
    findings: list[RefusedFindingModel]


class ReceiptModel(BaseModel):
    """The outcome of a registration."""

    registered: list[RegisteredModel]
    refused: list[RefusedModel]
    lint: LintModel
    removed: list[str] = Field(default_factory=list, description="Only by PUT: what is gone.")

    @classmethod
    def of(cls, receipt: Receipt) -> "ReceiptModel":
        """Return the model of a receipt."""
        return cls(
            registered=[
                RegisteredModel(id=r.id, status=r.status, revision=r.revision, hash=r.hash)
                for r in receipt.registered
            ],
            refused=[
                RefusedModel(
                    index=refused.index,
                    name=refused.name,
                    findings=[
                        RefusedFindingModel(path=p.path, code=p.code, message=p.message)
                        for p in refused.problems
                    ]
                    + [
                        RefusedFindingModel(path=f.pointer, code=f.rule, message=f.message)
                        for f in refused.findings
                    ],
                )
                for refused in receipt.refused
            ],
            lint=LintModel.of(receipt.findings),
            removed=list(receipt.removed),
        )
