"""What a `layerlaw` command prints, without what differs from one machine or run to the next."""

from __future__ import annotations

import hashlib
import io
import os
import re
import shlex
import sys
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from layerlaw.solver.shell.cli import main

ROOT = Path(__file__).resolve().parents[2]
SCENARIOS = ROOT / "fixtures" / "scenarios"
ENVIRONMENT = {"COLUMNS": "100", "LINES": "40", "NO_COLOR": "1", "TERM": "dumb"}
DIGITS = 16

# Commands that take long report their progress on standard error when the machine is slow.
PROGRESS = re.compile(r"^.*: \d+ % after \d+ s\n", re.MULTILINE)
VERSION = re.compile(r"layerlaw,? (version )?\d+\.\d+\.\d+\S*", re.IGNORECASE)


def text_of(command: str) -> str:
    """The canonical text of a command: its exit code, what it prints, and the files it writes.

    It runs in the folder of the shipped scenarios; `OUT` in the command stands for an empty folder
    whose files belong to the text afterwards.

    >>> text_of("solve nowhere.yaml").splitlines()[0]
    'exit code: 2'
    """
    with TemporaryDirectory() as out:
        words = [word.replace("OUT", out) for word in shlex.split(command)]
        parts = [_printed(words)]
        for file in sorted(Path(out).rglob("*")):
            if file.is_file():
                name = file.relative_to(out).as_posix()
                parts.append(f"--- {name}\n{file.read_text(encoding='utf-8')}")
        return _steady("\n".join(parts), out)


def digest_of(text: str) -> str:
    """The first digits of the text's SHA-256."""
    return hashlib.sha256(text.encode()).hexdigest()[:DIGITS]


def _printed(words: list[str]) -> str:
    code: object = None
    output, errors = _stream(), _stream()
    environment = {k: v for k, v in os.environ.items() if not k.startswith("LAYERLAW_")}
    with (
        chdir(SCENARIOS),
        patch.dict(os.environ, environment | ENVIRONMENT, clear=True),
        patch.object(sys, "stdout", output),
        patch.object(sys, "stderr", errors),
    ):
        try:
            main(words)
        except SystemExit as end:
            code = end.code
    told = PROGRESS.sub("", _written(errors))
    return f"exit code: {code}\n--- output\n{_written(output)}\n--- errors\n{told}"


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="", write_through=True)


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    raw = stream.buffer
    assert isinstance(raw, io.BytesIO)
    return raw.getvalue().decode()


def _steady(text: str, out: str) -> str:
    # Markdown writes a `_` with a backslash, and names of temporary folders may have one.
    for name in (out, out.replace("_", r"\_")):
        text = text.replace(name, "OUT")
    text = text.replace(str(ROOT), "ROOT")
    return VERSION.sub("layerlaw VERSION", text)
