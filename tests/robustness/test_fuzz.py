"""The fuzzer itself runs, and finds nothing in a few seconds."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

FUZZER = Path(__file__).with_name("fuzz_loaders.py")

# The first letter says what the rest is.
SEEDS = (
    "CA: {is: minion, power: 1, has: ['other minions: power += 1 as long as self is underground']}",
    "Dother nearby minions: gain [sites: power += 2 while in hand], power at most 3",
    "Hself is underground and not (power of self >= 2 or there is no minion)",
)


@pytest.mark.slow
def test_what_atheris_makes_of_the_notation_keeps_the_law(tmp_path: Path) -> None:
    """A short run over notation and cards; longer ones are by hand."""
    pytest.importorskip("atheris", reason="atheris is not installed: NOTHING WAS FUZZED")
    corpus, found = tmp_path / "corpus", tmp_path / "found"
    corpus.mkdir()
    found.mkdir()
    for number, text in enumerate(SEEDS):
        (corpus / str(number)).write_text(text)
    ran = subprocess.run(
        [sys.executable, str(FUZZER), "-runs=250", "-seed=1", str(corpus)],
        cwd=found,
        env={**os.environ, "KINDS": "cards,ability,condition"},
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    assert "Done " in ran.stderr
    assert not list(found.iterdir())
