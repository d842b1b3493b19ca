"""The router as a deployable: the app from the environment, for any ASGI server.

uvicorn --app-dir services/router main:app
"""

from toolrag.api.app import create_app
from toolrag.api.settings import Settings

app = create_app(Settings())
