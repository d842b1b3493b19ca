"""JSON values and their canonical bytes: what hashes, comparisons and outputs are made from."""

import hashlib
import json
from collections.abc import Mapping
from typing import TypeAlias

Json: TypeAlias = "Mapping[str, Json] | list[Json] | str | int | float | bool | None"
JsonObject: TypeAlias = Mapping[str, Json]


def canonical_json(value: Json) -> str:
    """Return `value` as compact JSON with sorted keys: equal values give equal text.

    Raises:
        ValueError: when the value holds NaN or an infinity, which are not JSON.
    """
    return json.dumps(
        value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )


def digest(value: Json) -> str:
    """Return 16 hexadecimal digits of the SHA-256 of the canonical JSON of `value`."""
    encoded = canonical_json(value).encode("utf-8", "surrogatepass")
    return hashlib.sha256(encoded).hexdigest()[:16]
