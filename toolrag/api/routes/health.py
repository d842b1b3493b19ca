"""Alive, and ready."""

from fastapi import APIRouter, Response

from toolrag.api.state import CurrentState
from toolrag.api.wire.health import Health

router = APIRouter(tags=["health"])


@router.get("/healthz")
async def alive() -> Health:
    """Tell that the process answers."""
    return Health(status="ok")


@router.get("/readyz", responses={503: {"model": Health}})
async def ready(state: CurrentState, response: Response) -> Health:
    """Tell whether turns can be answered: encoders loaded, engine up. 503 with the reason."""
    encoders = [encoder.name for encoder in state.workspace.encoders]
    reason = await state.not_ready_because()
    if not reason:
        return Health(status="ok", encoders=encoders)
    response.status_code = 503
    response.headers["Retry-After"] = "2"
    status = "starting" if "being loaded" in reason else "unavailable"
    return Health(status=status, reason=reason, encoders=encoders)
