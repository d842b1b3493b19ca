"""A small HTTP client for Python: the calls of the service as coroutines."""

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

import httpx

# A registration encodes every tool before it answers.
_TIMEOUT = httpx.Timeout(10.0, read=600.0)


class ServiceError(Exception):
    """The service said no. `problem` is its problem document (RFC 9457)."""

    def __init__(self, problem: Mapping[str, Any]) -> None:
        super().__init__(problem.get("detail", "The service gave no reason."))
        self.problem = problem

    @property
    def code(self) -> str:
        """The stable code of the error."""
        return str(self.problem.get("code", "internal"))

    @property
    def hint(self) -> str:
        """The way out."""
        return str(self.problem.get("hint", ""))


class ToolragClient:
    """Talks to one service; use it as an async context manager.

    `transport` replaces the network, for a service in the same process.
    """

    def __init__(self, url: str, transport: httpx.AsyncBaseTransport | None = None) -> None:
        self._http = httpx.AsyncClient(base_url=url, timeout=_TIMEOUT, transport=transport)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._http.aclose()

    async def register(self, document: Any, **options: Any) -> dict[str, Any]:
        """Register or update tools; `options` as the fields of `POST /v1/tools`."""
        body = {"document": document, **_given(options)}
        return await self._call("POST", "/v1/tools", body=body)

    async def sync(
        self, server: str, document: Any, catalogue: str = "default", **options: Any
    ) -> dict[str, Any]:
        """Make a server's tools exactly those of the document."""
        path = f"/v1/servers/{quote(server, safe='')}/tools"
        body = {"document": document, **_given(options)}
        return await self._call("PUT", path, body=body, params={"catalogue": catalogue})

    async def route(self, query: str | None = None, **options: Any) -> dict[str, Any]:
        """Get the tools of one turn, of a query or of `messages`; as `POST /v1/route`."""
        body = _given({"query": query, **options})
        return await self._call("POST", "/v1/route", body=body)

    async def feedback(self, query: str, used: Sequence[str], **options: Any) -> dict[str, Any]:
        """Tell what was called for a request; `options` as the fields of `POST /v1/feedback`."""
        body = {"query": query, "used": [*used], **_given(options)}
        return await self._call("POST", "/v1/feedback", body=body)

    async def tools(
        self, catalogue: str = "default", server: str | None = None, *, definitions: bool = False
    ) -> Sequence[dict[str, Any]]:
        """Return every tool of a catalogue, through all its pages; whole with `definitions`."""
        found: list[dict[str, Any]] = []
        cursor = None
        while True:
            params = {"catalogue": catalogue, "server": server, "limit": 500, "cursor": cursor}
            if definitions:
                params["definitions"] = "true"
            page = await self._call("GET", "/v1/tools", params=params)
            found += page["tools"]
            cursor = page["cursor"]
            if cursor is None:
                return found

    async def tool(self, tool_id: str, catalogue: str = "default") -> dict[str, Any]:
        """Read one tool."""
        path = f"/v1/tools/{quote(tool_id)}"
        return await self._call("GET", path, params={"catalogue": catalogue})

    async def remove(self, tool_id: str, catalogue: str = "default") -> None:
        """Remove one tool."""
        path = f"/v1/tools/{quote(tool_id)}"
        await self._call("DELETE", path, params={"catalogue": catalogue})

    async def catalogues(self) -> Sequence[dict[str, Any]]:
        """Return every catalogue."""
        found: list[dict[str, Any]] = (await self._call("GET", "/v1/catalogues"))["catalogues"]
        return found

    async def drop(self, catalogue: str) -> None:
        """Remove a catalogue with all its tools."""
        await self._call("DELETE", f"/v1/catalogues/{quote(catalogue, safe='')}")

    async def overlap(
        self,
        catalogue: str = "default",
        min_probability: float = 0.5,
        variants: Sequence[str] = (),
    ) -> dict[str, Any]:
        """Get the overlap map of a catalogue; `variants` as the parameter of `GET /v1/overlap`."""
        params = _overlap_params(catalogue, min_probability, variants)
        return await self._call("GET", "/v1/overlap", params=params)

    async def overlap_page(
        self,
        catalogue: str = "default",
        min_probability: float = 0.5,
        variants: Sequence[str] = (),
    ) -> str:
        """Get the overlap map as one HTML page."""
        params = _overlap_params(catalogue, min_probability, variants)
        response = await self._http.get("/overlap", params=params)
        if response.is_success:
            return response.text
        raise ServiceError(_problem_of(response))

    async def ready(self) -> bool:
        """Tell whether the service can answer turns."""
        return (await self._http.get("/readyz")).is_success

    async def _call(
        self,
        method: str,
        path: str,
        *,
        body: Any = None,
        params: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        response = await self._http.request(method, path, json=body, params=_given(params or {}))
        if response.is_success:
            return response.json() if response.content else {}
        raise ServiceError(_problem_of(response))


def _overlap_params(
    catalogue: str, min_probability: float, variants: Sequence[str]
) -> dict[str, Any]:
    return {
        "catalogue": catalogue,
        "min_probability": min_probability,
        "variants": list(variants),
    }


def _given(options: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in options.items() if value is not None}


def _problem_of(response: httpx.Response) -> Mapping[str, Any]:
    try:
        problem = response.json()
    except ValueError:
        problem = None
    if isinstance(problem, Mapping):
        return problem
    return {"detail": f"HTTP {response.status_code} from {response.url}", "code": "http_error"}
