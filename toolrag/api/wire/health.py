"""Health."""

from typing import Literal

from pydantic import BaseModel, Field


class Health(BaseModel):
    """Alive, or ready with the reason when not."""

    status: Literal["ok", "starting", "unavailable"]
    reason: str = ""
    encoders: list[str] = Field(default_factory=list)
