"""The models of the wire: what clients send and get. Frozen copies, never dumps of internals."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, model_validator
from pydantic.config import JsonDict

from toolrag.domain.finding import Finding
from toolrag.domain.overlap import Clash, Overlap, Pair
from toolrag.domain.tool import StoredTool
from toolrag.domain.turn import HARD_CAP, Turn
from toolrag.journeys.catalogue import CatalogueView, ToolView
from toolrag.journeys.register import Receipt, Registration
from toolrag.journeys.route import Answer, OfferedTool
from toolrag.retrieval.query import query_of

OVERLAP_VERSION = 1
CatalogueName = Annotated[str, Field(examples=["default"])]
Format = Literal["auto", "openai", "openai_responses", "anthropic", "gemini", "mcp", "openapi"]
Rendering = Literal["openai", "openai_responses", "anthropic", "gemini", "mcp", "none"]


class Strict(BaseModel):
    """A body in which an unknown field is an error."""

    model_config = ConfigDict(extra="forbid")


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


class RegisterRequest(Strict):
    """Tools to register or update: `tools` or `document`, in any accepted shape."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [_REGISTER_EXAMPLE]})

    catalogue: CatalogueName = "default"
    server: str | None = Field(default=None, description="Where the tools come from; no slash.")
    format: str = Field(default="auto", description="auto, or one of the formats by name.")
    tools: list[Any] | None = Field(default=None, description="A list of tool definitions.")
    document: Any = Field(
        default=None, description='A whole document: {"tools": [...]}, a JSON-RPC reply, OpenAPI.'
    )
    lint: Literal["enforce", "warn", "off"] = "warn"
    mode: Literal["all", "partial"] = Field(
        default="all", description="all: one refused tool and nothing is registered."
    )
    examples: dict[str, list[str]] = Field(
        default_factory=dict, description="Utterances that should lead to a tool, by its name."
    )
    tags: dict[str, list[str]] = Field(default_factory=dict, description="Tags, by tool name.")

    @model_validator(mode="after")
    def _one_source(self) -> "RegisterRequest":
        if (self.tools is None) == (self.document is None):
            message = "send either `tools` or `document`"
            raise ValueError(message)
        return self

    def registration(self) -> Registration:
        """Return the request as a journey takes it."""
        return Registration(
            document=self.tools if self.tools is not None else self.document,
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


class FindingModel(BaseModel):
    """A finding of the linter on one tool."""

    rule: str
    severity: Literal["error", "warning", "info"]
    message: str
    tool: str
    pointer: str

    @classmethod
    def of(cls, finding: Finding) -> "FindingModel":
        """Return the model of a finding."""
        return cls(
            rule=finding.rule,
            severity=finding.severity,
            message=finding.message,
            tool=finding.tool,
            pointer=finding.pointer,
        )


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


class LintModel(BaseModel):
    """What the linter found on the tools that were sent."""

    errors: int
    warnings: int
    infos: int
    findings: list[FindingModel]


class ReceiptModel(BaseModel):
    """The outcome of a registration."""

    registered: list[RegisteredModel]
    refused: list[RefusedModel]
    lint: LintModel
    removed: list[str] = Field(default_factory=list, description="Only by PUT: what is gone.")

    @classmethod
    def of(cls, receipt: Receipt) -> "ReceiptModel":
        """Return the model of a receipt."""
        counts = Counter(finding.severity for finding in receipt.findings)
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
            lint=LintModel(
                errors=counts["error"],
                warnings=counts["warning"],
                infos=counts["info"],
                findings=[FindingModel.of(finding) for finding in receipt.findings],
            ),
            removed=list(receipt.removed),
        )


class ToolSummary(BaseModel):
    """A tool in a list."""

    id: str
    name: str
    server: str | None
    description: str
    tags: list[str]
    revision: int
    hash: str

    @classmethod
    def of(cls, stored: StoredTool) -> "ToolSummary":
        """Return the model of a stored tool."""
        return cls(**_summary(stored))


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


_ROUTE_EXAMPLE: JsonDict = {
    "query": "do I need an umbrella in Lisbon tomorrow?",
    "k": 5,
    "format": "openai",
}


class RouteRequest(Strict):
    """One turn: `query`, or `messages` of which the last user message is used."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [_ROUTE_EXAMPLE]})

    query: str | None = None
    messages: list[dict[str, Any]] | None = None
    catalogue: CatalogueName = "default"
    servers: list[str] | None = Field(default=None, description="Only tools of these servers.")
    tags: list[str] | None = Field(default=None, description="Only tools with one of these tags.")
    k: StrictInt = Field(default=HARD_CAP, description=f"1 to {HARD_CAP}; pinned tools count.")
    token_budget: StrictInt | None = Field(
        default=None, description="Tokens that the rendered definitions may cost together."
    )
    min_relevance: float | None = Field(default=None, ge=0, le=1, allow_inf_nan=False)
    pinned: list[str] = Field(default_factory=list, description="Ids that are always in.")
    exclude: list[str] = Field(default_factory=list, description="Ids that are never in.")
    delivery: Literal["fresh"] = "fresh"
    order: Literal["relevance", "edges", "stable"] = "relevance"
    format: Rendering = "none"
    tokenizer: str | None = Field(default=None, description="o200k_base or cl100k_base.")
    explain: StrictBool = False

    @model_validator(mode="after")
    def _one_source(self) -> "RouteRequest":
        if (self.query is None) == (self.messages is None):
            message = "send either `query` or `messages`"
            raise ValueError(message)
        return self

    def turn(self) -> Turn:
        """Return the request as a journey takes it.

        Raises:
            QueryInvalidError: when `messages` has no text of a user.
        """
        return Turn(
            query=self.query if self.query is not None else query_of(self.messages or []),
            catalogue=self.catalogue,
            k=self.k,
            token_budget=self.token_budget,
            min_relevance=self.min_relevance,
            servers=None if self.servers is None else tuple(self.servers),
            tags=None if self.tags is None else tuple(self.tags),
            pinned=tuple(self.pinned),
            exclude=tuple(self.exclude),
            format=self.format,
            order=self.order,
            explain=self.explain,
        )


class OfferedModel(BaseModel):
    """An offered tool. `why` holds the raw score of each view, when explained."""

    id: str
    name: str
    server: str | None
    rank: int
    score: float
    definition: dict[str, Any]
    tokens: int
    pinned: bool
    why: dict[str, float] | None = None

    @classmethod
    def of(cls, offered: OfferedTool, *, explain: bool) -> "OfferedModel":
        """Return the model of an offered tool."""
        return cls(
            id=offered.tool.id,
            name=offered.tool.name,
            server=offered.tool.server,
            rank=offered.rank,
            score=offered.score,
            definition=dict(offered.definition),
            tokens=offered.tokens,
            pinned=offered.pinned,
            why={k: round(v, 4) for k, v in offered.views.items()} if explain else None,
        )


class SignalModel(BaseModel):
    """One thing that two tools share."""

    signal: str
    value: float
    text: str


class PairModel(BaseModel):
    """Two tools and the probability that a model confuses them."""

    a: str
    b: str
    probability: float
    reasons: list[SignalModel]
    advice: str

    @classmethod
    def of(cls, pair: Pair) -> "PairModel":
        """Return the model of a pair."""
        reasons = [SignalModel(signal=r.signal, value=r.value, text=r.text) for r in pair.reasons]
        return cls(
            a=pair.a, b=pair.b, probability=pair.probability, reasons=reasons, advice=pair.advice
        )


class ClashModel(BaseModel):
    """Two tools of one name whose calls do not fit each other."""

    a: str
    b: str
    field: str
    text: str


def _clashes(clashes: Sequence[Clash]) -> list[ClashModel]:
    return [ClashModel(a=c.a, b=c.b, field=c.field, text=c.text) for c in clashes]


class OverlapModel(BaseModel):
    """Which of the offered tools can be confused."""

    level: Literal["clear", "some", "high"]
    pairs: list[PairModel]
    groups: list[list[str]]
    clashes: list[ClashModel]

    @classmethod
    def of(cls, overlap: Overlap) -> "OverlapModel":
        """Return the model of a report."""
        return cls(
            level=overlap.level,
            pairs=[PairModel.of(pair) for pair in overlap.pairs],
            groups=[list(group) for group in overlap.groups],
            clashes=_clashes(overlap.clashes),
        )


class OverlapMapModel(BaseModel):
    """The overlap of a whole catalogue."""

    version: int = OVERLAP_VERSION
    tools: int
    pairs: list[PairModel]
    groups: list[list[str]]
    clashes: list[ClashModel]

    @classmethod
    def of(cls, tools: int, overlap: Overlap) -> "OverlapMapModel":
        """Return the model of a catalogue's report."""
        found = OverlapModel.of(overlap)
        return cls(tools=tools, pairs=found.pairs, groups=found.groups, clashes=found.clashes)


class DecisionModel(BaseModel):
    """How the selection came about."""

    policy: Literal["routed", "pass_through", "empty"]
    reason: str
    catalogue_size: int
    banner: Literal["ok", "route", "must_route"]
    used_history: bool
    sub_queries: list[str]


class DroppedModel(BaseModel):
    """A tool that was not offered."""

    id: str
    reason: Literal["budget", "floor", "cap", "duplicate", "excluded"]


class UsageModel(BaseModel):
    """Tokens, as `tokenizer` counts them."""

    tokenizer: str
    catalogue_tokens: int
    offered_tokens: int
    saved_tokens: int


class RouteResponse(BaseModel):
    """Everything a turn gets."""

    tools: list[OfferedModel]
    rendered: list[dict[str, Any]] | None
    name_map: dict[str, str]
    overlap: OverlapModel
    decision: DecisionModel
    dropped: list[DroppedModel]
    usage: UsageModel
    timings_ms: dict[str, float]

    @classmethod
    def of(cls, answer: Answer, *, explain: bool) -> "RouteResponse":
        """Return the model of an answer."""
        decision, usage = answer.decision, answer.usage
        return cls(
            tools=[OfferedModel.of(tool, explain=explain) for tool in answer.tools],
            rendered=None if answer.rendered is None else _dicts(answer.rendered),
            name_map=dict(answer.name_map),
            overlap=OverlapModel.of(answer.overlap),
            decision=DecisionModel(
                policy=decision.policy,
                reason=decision.reason,
                catalogue_size=decision.catalogue_size,
                banner=decision.banner,
                used_history=decision.used_history,
                sub_queries=list(decision.sub_queries),
            ),
            dropped=[DroppedModel(id=d.tool_id, reason=d.reason) for d in answer.dropped],
            usage=UsageModel(
                tokenizer=usage.tokenizer,
                catalogue_tokens=usage.catalogue_tokens,
                offered_tokens=usage.offered_tokens,
                saved_tokens=usage.saved_tokens,
            ),
            timings_ms=dict(answer.timings_ms),
        )


def _dicts(definitions: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [dict(definition) for definition in definitions]


class Health(BaseModel):
    """Alive, or ready with the reason when not."""

    status: Literal["ok", "starting", "unavailable"]
    reason: str = ""
    encoders: list[str] = Field(default_factory=list)
