"""Work that goes wrong in every way, in another process, for the tests of what becomes of it."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from layerlaw.solver.shell.serve.asked import Request
    from layerlaw.solver.shell.serve.work import Reply


def work(asked: Request) -> Reply:
    """What the text says: `hang`, `die`, `crash`, `memory`; else the text comes back."""
    if asked.text == "hang":
        time.sleep(600)
    if asked.text == "die":
        os._exit(3)
    if asked.text == "crash":
        raise ValueError("a mistake of ours")
    if asked.text == "memory":
        raise MemoryError
    return {"problems": [], "text": asked.text}


_asked: list[str] = []


def counting(asked: Request) -> Reply:
    """The text comes back with how often this process was asked; `incomplete` says it is that."""
    time.sleep(0.2)
    _asked.append(asked.text)
    count = len(_asked)
    return {"text": asked.text, "count": count, "complete": asked.text != "incomplete"}
