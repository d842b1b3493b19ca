"""What the models share."""

from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

CatalogueName = Annotated[str, Field(examples=["default"])]


class Strict(BaseModel):
    """A body in which an unknown field is an error."""

    model_config = ConfigDict(extra="forbid")


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
