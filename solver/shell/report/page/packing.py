"""What of a large page is kept packed until somebody looks at it."""

from __future__ import annotations

import base64
import gzip
import json
from typing import TYPE_CHECKING

from layerlaw.solver.shell.report.page.tags import Html, tag

if TYPE_CHECKING:
    from layerlaw.solver.shell.report.json_form import Json


class Packed:
    """Pieces of a page that its script unpacks, and puts in place when they are asked for."""

    def __init__(self) -> None:
        self.pieces: list[str] = []

    def put(self, piece: Html) -> Html:
        """An empty place for the piece, which the script fills."""
        self.pieces.append(piece)
        return tag("div", class_="packed", data_packed=len(self.pieces) - 1)


def packed_text(value: Json) -> str:
    """JSON, compressed, as letters that may stand anywhere; the same for the same value."""
    text = json.dumps(value, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode("utf-8"), 9, mtime=0)).decode("ascii")
