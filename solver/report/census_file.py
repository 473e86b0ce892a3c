"""Writing a file whole or not at all."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def replaced(path: Path, write: Callable[[Path], object]) -> None:
    """Let `write` write a new file, and put it in the place of `path` when it is complete.

    Raises `LayerlawError` for what cannot be written; what was there before then stays.
    """
    part = path.with_name(f".{path.stem}-{os.getpid()}.part{path.suffix}")
    try:
        write(part)
        part.replace(path)
    except OSError as error:
        raise LayerlawError(f"{path} cannot be written: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)
