"""The published contracts, generated from the models: `schemas/`."""

import json
from collections.abc import Mapping
from typing import Any, Final

from pydantic import BaseModel

from toolrag.api.app import create_app
from toolrag.api.problems import ProblemModel
from toolrag.api.settings import Settings
from toolrag.api.wire import feedback, lint, overlap, registration, tools, turns

_MODELS: Final[Mapping[str, type[BaseModel]]] = {
    "register-request": registration.RegisterRequest,
    "register-response": registration.ReceiptModel,
    "route-request": turns.RouteRequest,
    "route-response": turns.RouteResponse,
    "feedback-request": feedback.FeedbackRequest,
    "feedback-response": feedback.FeedbackResponse,
    "learned": feedback.LearnedModel,
    "overlap-map": overlap.OverlapMapModel,
    "tool": tools.ToolDetail,
    "lint-request": lint.LintBody,
    "lint-report": lint.LintReport,
    "problem": ProblemModel,
}


def contracts() -> dict[str, str]:
    """Return the text of every contract by its file name."""
    files = {"openapi.json": _text(create_app(Settings()).openapi())}
    for name, model in _MODELS.items():
        requested = name.endswith("request")
        schema = model.model_json_schema(mode="validation" if requested else "serialization")
        dialect = "https://json-schema.org/draft/2020-12/schema"
        files[f"{name}.schema.json"] = _text({"$schema": dialect, **schema})
    return files


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True) + "\n"
