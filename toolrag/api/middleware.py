"""What happens to every request: an id, a limit on its size, and JSON read strictly."""

import json
import re
import uuid
from collections.abc import Callable, Coroutine
from typing import Any, Final

from fastapi import Request, Response
from fastapi.routing import APIRoute
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from typing_extensions import override

from toolrag.api.problems import REQUEST_ID, REQUEST_ID_KEY, CarriedError, problem_response
from toolrag.errors import BodyTooLargeError, MalformedDocumentError

_ACCEPTED_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,128}")


class RequestIdMiddleware:
    """Gives every answer the `X-Request-Id` of its request, or a new one."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and name the answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        given = dict(scope["headers"]).get(b"x-request-id", b"").decode("latin-1")
        request_id = given if _ACCEPTED_ID.fullmatch(given) else uuid.uuid4().hex

        scope[REQUEST_ID_KEY] = request_id

        async def send_with_id(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message)[REQUEST_ID] = request_id
            await send(message)

        await self._app(scope, receive, send_with_id)


class BodyLimitMiddleware:
    """Refuses bodies over `limit` bytes, by their declared length or while they come in."""

    def __init__(self, app: ASGIApp, limit: int) -> None:
        self._app = app
        self._limit = limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, counting what comes in."""
        declared = dict(scope.get("headers", ())).get(b"content-length", b"0")
        if scope["type"] == "http" and declared.isdigit() and int(declared) > self._limit:
            await problem_response(self._error())(scope, receive, send)
            return
        received = 0

        async def limited() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self._limit:
                raise CarriedError(self._error())
            return message

        await self._app(scope, limited, send)

    def _error(self) -> BodyTooLargeError:
        return BodyTooLargeError(
            f"The body has more than {self._limit} bytes.",
            hint="Send the tools in several calls, or raise TOOLRAG_MAX_BODY_BYTES.",
        )


class _StrictRequest(Request):
    """Reads JSON as the standard has it: no NaN, no infinities."""

    @override
    async def json(self) -> Any:
        body = await self.body()
        try:
            return json.loads(body, parse_constant=_refuse)
        except RecursionError:
            detail = "The body is nested too deeply to be read."
        except UnicodeDecodeError as error:
            detail = f"The body is not UTF-8: {error.reason} at byte {error.start}."
        except json.JSONDecodeError as error:
            detail = f"The body is not JSON: {error.msg} at line {error.lineno}, "
            detail += f"column {error.colno}."
        except ValueError as error:
            detail = f"The body is not JSON: {error}."
        raise CarriedError(MalformedDocumentError(detail, hint="Send one JSON object, in UTF-8."))


def _refuse(constant: str) -> None:
    message = f"{constant} is not a JSON number"
    raise ValueError(message)


class StrictRoute(APIRoute):
    """A route whose body is read by `_StrictRequest`."""

    @override
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handler = super().get_route_handler()

        async def strict(request: Request) -> Response:
            return await handler(_StrictRequest(request.scope, request.receive))

        return strict
