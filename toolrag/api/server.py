"""Runs the app in a server process."""

import logging
import socket

import uvicorn

from toolrag.api.app import create_app
from toolrag.api.settings import Settings
from toolrag.api.wiring import workspace
from toolrag.errors import DataInUseError

_LOOPBACK = ("127.", "localhost", "::1")
_log = logging.getLogger("toolrag")


def serve(settings: Settings) -> None:
    """Serve until stopped.

    Raises:
        DataInUseError: when the address or the data folder is taken.
        EncoderNotFoundError: when an encoder is neither packaged nor readable.
    """
    listening = bind(settings.host, settings.port)
    # Wired before the server starts, so that what cannot be had is said in one sentence.
    wired = workspace(settings)
    app = create_app(settings, lambda _: wired)
    level = settings.log_level.lower()
    # A line for each request costs a tenth of a turn; it is there at the level "debug".
    config = uvicorn.Config(app, log_level=level, access_log=level == "debug", lifespan="on")
    server = uvicorn.Server(config)
    address = f"http://{settings.host}:{listening.getsockname()[1]}"
    logging.basicConfig(level=logging.WARNING)
    _log.setLevel(settings.log_level.upper())
    _log.info("Serving on %s", address)
    if not settings.host.startswith(_LOOPBACK):
        _log.warning("Listening on %s: everyone who reaches it can register tools.", address)
    server.run(sockets=[listening])
    if not server.started:
        raise SystemExit(2)


def bind(host: str, port: int) -> socket.socket:
    """Return a socket bound to an address; port 0 takes a free one.

    Raises:
        DataInUseError: when the address cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # The protocol is named because asyncio turns Nagle's algorithm off only where it is: without,
    # every answer waits 40 ms for the client's delayed acknowledgement.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        detail = f"The address {host}:{port} cannot be listened on: {error.strerror}."
        hint = "Name another with --port (0 takes a free one) or --host."
        raise DataInUseError(detail, hint=hint) from error
    return listening
