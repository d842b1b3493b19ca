"""What the models share."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

CatalogueName = Annotated[str, Field(examples=["default"])]


class Strict(BaseModel):
    """A body in which an unknown field is an error."""

    model_config = ConfigDict(extra="forbid")
