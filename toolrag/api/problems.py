"""Errors on the wire: RFC 9457 problem details, and the HTTP status of every error."""

import logging
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException as StarletteHTTPException

from toolrag import errors
from toolrag.formats.json_schema import escape
from toolrag.journeys.register import RefusedRegistrationError

MEDIA_TYPE: Final = "application/problem+json"
REQUEST_ID: Final = "X-Request-Id"
# Where a request's scope keeps its id.
REQUEST_ID_KEY: Final = "toolrag.request_id"
_RETRY_AFTER_SECONDS: Final = "2"
_log = logging.getLogger("toolrag")

# The nearest class of an error's ancestry decides.
_STATUS: Final[dict[type[Exception], HTTPStatus]] = {
    errors.InvalidInputError: HTTPStatus.UNPROCESSABLE_ENTITY,
    errors.MalformedDocumentError: HTTPStatus.BAD_REQUEST,
    errors.BodyTooLargeError: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    errors.BatchTooLargeError: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    errors.NotFoundError: HTTPStatus.NOT_FOUND,
    errors.ConflictError: HTTPStatus.CONFLICT,
    errors.UnavailableError: HTTPStatus.SERVICE_UNAVAILABLE,
    errors.ToolragError: HTTPStatus.INTERNAL_SERVER_ERROR,
}


class PlaceModel(BaseModel):
    """One place in the input that cannot be used; `path` is a JSON pointer."""

    path: str
    code: str
    message: str


class ProblemModel(BaseModel):
    """What every error looks like (RFC 9457). `code` is stable; `hint` is the way out."""

    type: str = Field(examples=["about:blank"])
    title: str
    status: int
    detail: str
    code: str = Field(examples=["tool_not_found"])
    hint: str
    errors: list[PlaceModel]


class CarriedError(HTTPException):
    """One of our errors, raised where FastAPI lets only its own exceptions through."""

    def __init__(self, error: errors.ToolragError) -> None:
        super().__init__(status_of(error), error.detail)
        self.error = error


def status_of(error: Exception) -> HTTPStatus:
    """Return the HTTP status of an error."""
    return next(_STATUS[kind] for kind in type(error).__mro__ if kind in _STATUS)


def problem_response(error: errors.ToolragError) -> JSONResponse:
    """Return an error as problem details; a refused registration carries its receipt."""
    status = status_of(error)
    body = _body(status, error.title, error.detail, error.code, error.hint, error.problems)
    if isinstance(error, RefusedRegistrationError):
        from toolrag.api.wire.registration import ReceiptModel

        body |= ReceiptModel.of(error.receipt).model_dump(mode="json")
    unavailable = status == HTTPStatus.SERVICE_UNAVAILABLE
    headers = {"Retry-After": _RETRY_AFTER_SECONDS} if unavailable else None
    return JSONResponse(body, status, headers, MEDIA_TYPE)


def _body(
    status: int,
    title: str,
    detail: str,
    code: str,
    hint: str = "",
    places: Sequence[errors.Problem] = (),
) -> dict[str, Any]:
    found = [PlaceModel(path=p.path, code=p.code, message=p.message) for p in places]
    model = ProblemModel(
        type="about:blank",
        title=title,
        status=int(status),
        detail=detail,
        code=code,
        hint=hint,
        errors=found,
    )
    return model.model_dump(mode="json")


def install(app: FastAPI) -> None:
    """Make every error of the app a problem."""

    @app.exception_handler(errors.ToolragError)
    async def ours(_: Request, error: errors.ToolragError) -> JSONResponse:
        return problem_response(error)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> JSONResponse:
        return _invalid_request(error)

    @app.exception_handler(StarletteHTTPException)
    async def http(_: Request, error: StarletteHTTPException) -> JSONResponse:
        if isinstance(error, CarriedError):
            return problem_response(error.error)
        status = HTTPStatus(error.status_code)
        code = status.name.lower()
        body = _body(status, status.phrase, str(error.detail), code, "See /docs for the calls.")
        return JSONResponse(body, status, getattr(error, "headers", None), MEDIA_TYPE)

    @app.exception_handler(Exception)
    async def unexpected(request: Request, error: Exception) -> JSONResponse:
        request_id = request.scope.get(REQUEST_ID_KEY, "")
        _log.error("Request %s failed.", request_id, exc_info=error)
        status = HTTPStatus.INTERNAL_SERVER_ERROR
        hint = "The log has the trace, under the X-Request-Id of this answer."
        body = _body(status, "Something went wrong", "An unexpected error.", "internal", hint)
        # This answer is written outside the middleware that names all others.
        named = {REQUEST_ID: request_id}
        return JSONResponse(body, status, named, MEDIA_TYPE)


def _invalid_request(error: RequestValidationError) -> JSONResponse:
    places = [
        errors.Problem(_pointer(e["loc"]), str(e["type"]), str(e["msg"])) for e in error.errors()
    ]
    first = places[0]
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    detail = f"{first.path or 'The body'}: {first.message}."
    hint = "Send JSON with Content-Type: application/json; /docs has every field."
    body = _body(status, "The request cannot be used", detail, "request_invalid", hint, places)
    return JSONResponse(body, status, media_type=MEDIA_TYPE)


def _pointer(location: Sequence[int | str]) -> str:
    """Return a validation error's location as a JSON pointer into the body or the query."""
    parts = location[1:] if location and location[0] == "body" else location
    return "".join(f"/{escape(str(part))}" for part in parts)
