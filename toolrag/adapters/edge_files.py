"""The data folder of the embedded engine: one lock, a folder for each catalogue.

<data>/.lock                          held by the process that serves the folder
<data>/catalogues/<name>/CURRENT      which version is served: JSON, swapped atomically
<data>/catalogues/<name>/v-<...>/     a Qdrant Edge shard
"""

import json
import os
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path

import filelock

from toolrag.errors import DataInUseError, UnavailableError


@dataclass(frozen=True, slots=True)
class Current:
    """What `CURRENT` says: the served folder, who wrote it, and when (seconds since the epoch)."""

    folder: str
    fingerprint: str
    created_at: float


class DataFolder:
    """A locked data folder.

    Raises:
        DataInUseError: when another process holds it.
        UnavailableError: when it cannot be written.
    """

    def __init__(self, path: Path) -> None:
        self._catalogues = path / "catalogues"
        try:
            self._catalogues.mkdir(parents=True, exist_ok=True)
            self._lock = filelock.FileLock(path / ".lock")
            self._lock.acquire(timeout=0)
        except filelock.Timeout:
            raise DataInUseError(
                f"Another process is using the data folder {str(path)!r}.",
                hint="Talk to that process over HTTP (--url), stop it, or name another folder; "
                "several processes on the same data need a Qdrant server (--qdrant-url).",
            ) from None
        except OSError as error:
            raise UnavailableError(
                f"The data folder {str(path)!r} cannot be used: {error.strerror or error}.",
                hint="Name a folder that can be written with --data or TOOLRAG_DATA.",
            ) from error

    def current(self, catalogue: str) -> Current | None:
        """Return what is served of a catalogue, None where there is none."""
        pointer = self._catalogues / catalogue / "CURRENT"
        return Current(**json.loads(pointer.read_text("utf-8"))) if pointer.exists() else None

    def names(self) -> tuple[str, ...]:
        """Return the names of the catalogues, sorted."""
        return tuple(sorted(p.parent.name for p in self._catalogues.glob("*/CURRENT")))

    def path(self, catalogue: str, current: Current) -> Path:
        """Return the folder of a version."""
        return self._catalogues / catalogue / current.folder

    def point_to(self, catalogue: str, current: Current) -> None:
        """Serve a version from now on; survives a crash at any moment."""
        pointer = self._catalogues / catalogue / "CURRENT"
        fresh = pointer.with_suffix(".new")
        with fresh.open("w", encoding="utf-8") as file:
            json.dump(asdict(current), file)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(pointer)

    def remove(self, catalogue: str) -> None:
        """Remove a catalogue; the pointer goes first, so that half of one is never served."""
        (self._catalogues / catalogue / "CURRENT").unlink()
        shutil.rmtree(self._catalogues / catalogue)

    def release(self) -> None:
        """Let another process have the folder."""
        self._lock.release()
