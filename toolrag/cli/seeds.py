"""Where the example catalogue is: inside an installed package, beside it in a checkout."""

from pathlib import Path

import toolrag
from toolrag.errors import MalformedDocumentError


def seed_folder() -> Path:
    """Return the folder of the seed tools.

    Raises:
        MalformedDocumentError: when they were not installed.
    """
    package = Path(toolrag.__file__).parent
    for folder in (package / "seed_tools", package.parent / "seed_tools"):
        if (folder / "queries.jsonl").exists():
            return folder
    raise MalformedDocumentError("The seed tools are not installed.", hint="Install toolrag again.")
