"""A turn: the request, and everything it gets."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt
from pydantic.config import JsonDict

from toolrag.api.wire.base import Asking, CatalogueName
from toolrag.api.wire.overlap import OverlapModel
from toolrag.domain.selection import Dropped
from toolrag.domain.turn import HARD_CAP, Turn
from toolrag.journeys.route import Answer, OfferedTool

Rendering = Literal["openai", "openai_responses", "anthropic", "gemini", "mcp", "none"]

_ROUTE_EXAMPLE: JsonDict = {
    "query": "do I need an umbrella in Lisbon tomorrow?",
    "k": 5,
    "format": "openai",
}


class RouteRequest(Asking):
    """One turn: `query`, or `messages` with all that led to the last request."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [_ROUTE_EXAMPLE]})

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
    producers: StrictBool = Field(
        default=True, description="Offer tools that find the identifiers that others need."
    )
    suppress_duplicates: StrictBool = Field(
        default=True, description="Of near-identical tools with one contract offer only the best."
    )
    explain: StrictBool = False

    def turn(self) -> Turn:
        """Return the request as a journey takes it.

        Raises:
            QueryInvalidError: when `messages` has no text of a user.
        """
        query, conversation = self.asked()
        return Turn(
            query=query,
            conversation=conversation,
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
            producers=self.producers,
            suppress_duplicates=self.suppress_duplicates,
        )


class OfferedModel(BaseModel):
    """An offered tool. `why` holds raw scores of views, and what moved it, when explained."""

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


class DecisionModel(BaseModel):
    """How the selection came about."""

    policy: Literal["routed", "pass_through", "empty"]
    reason: str
    catalogue_size: int
    banner: Literal["ok", "route", "must_route"]
    used_history: bool
    sub_queries: list[str]
    confidence: float = Field(description="Probability that anything fits, 0 to 1.")


class DroppedModel(BaseModel):
    """A tool that was not offered."""

    id: str
    reason: Literal["budget", "floor", "cap", "duplicate", "excluded"]
    duplicate_of: str | None = Field(
        default=None, description="The offered tool that it is near-identical to."
    )

    @classmethod
    def of(cls, dropped: Dropped) -> "DroppedModel":
        """Return the model of a dropped tool."""
        return cls(id=dropped.tool_id, reason=dropped.reason, duplicate_of=dropped.duplicate_of)


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
                confidence=decision.confidence,
            ),
            dropped=[DroppedModel.of(dropped) for dropped in answer.dropped],
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
