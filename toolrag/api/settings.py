"""The service's settings, from the environment (`TOOLRAG_*`)."""

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


def default_data_folder() -> Path:
    """Return where the embedded engine keeps its data unless told otherwise."""
    return Path.home() / ".local" / "share" / "toolrag"


class Settings(BaseSettings):
    """Every field is an environment variable with the prefix `TOOLRAG_`."""

    model_config = SettingsConfigDict(env_prefix="TOOLRAG_", extra="ignore")

    data: Path = Field(default_factory=default_data_folder)
    qdrant_url: str | None = None
    qdrant_api_key: str | None = None
    encoders: str = "minilm,use"
    max_body_bytes: int = Field(default=32 * 1024 * 1024, ge=1024)
    log_level: str = "info"
    host: str = "127.0.0.1"
    port: int = Field(default=8080, ge=0, le=65535)

    @property
    def encoder_names(self) -> tuple[str, ...]:
        """The encoders by name, in order, each once."""
        names = (name.strip() for name in self.encoders.split(","))
        return tuple(dict.fromkeys(name for name in names if name))
