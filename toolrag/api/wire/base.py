"""What the models share."""

from typing import Annotated, Any, Self

from fastapi import Query
from pydantic import BaseModel, ConfigDict, Field, model_validator

from toolrag.domain.turn import Conversation
from toolrag.retrieval.conversation import conversation_of

CatalogueName = Annotated[str, Field(examples=["default"])]
CatalogueQuery = Annotated[str, Query(description="Which catalogue.")]


class Strict(BaseModel):
    """A body in which an unknown field is an error."""

    model_config = ConfigDict(extra="forbid")


class Asking(Strict):
    """A body with a request: `query`, or `messages` with all that led to it."""

    query: str | None = None
    messages: list[dict[str, Any]] | None = None

    @model_validator(mode="after")
    def _one_source(self) -> Self:
        if (self.query is None) == (self.messages is None):
            message = "send either `query` or `messages`"
            raise ValueError(message)
        return self

    def asked(self) -> tuple[str, Conversation | None]:
        """Return the request, and the conversation where `messages` were sent.

        Raises:
            QueryInvalidError: when `messages` has no text of a user.
        """
        if self.messages is None:
            return self.query or "", None
        conversation = conversation_of(self.messages)
        return conversation.last, conversation


class Definitions(Strict):
    """A body with tool definitions: `tools` or `document`, in any accepted shape."""

    format: str = Field(default="auto", description="auto, or one of the formats by name.")
    tools: list[Any] | None = Field(default=None, description="A list of tool definitions.")
    document: Any = Field(
        default=None, description='A whole document: {"tools": [...]}, a JSON-RPC reply, OpenAPI.'
    )

    @model_validator(mode="after")
    def _one_source(self) -> Self:
        if (self.tools is None) == (self.document is None):
            message = "send either `tools` or `document`"
            raise ValueError(message)
        return self

    @property
    def source(self) -> Any:
        """What was sent, whichever way."""
        return self.tools if self.tools is not None else self.document
