"""What README and the notation page show works as they show it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from layerlaw.model import loads_scenario
from layerlaw.solver import judge, solve

ROOT = Path(__file__).parent.parent


def blocks(file: str, language: str) -> list[str]:
    """The fenced code blocks of a page in one language."""
    text = (ROOT / file).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("code", blocks("README.md", "python"))
def test_a_python_sample_of_the_readme_runs(code: str, tmp_path: Path) -> None:
    """Pasted into a fresh interpreter, it prints what its comments say."""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 0, done.stderr
    printed = done.stdout.splitlines()
    for promised in re.findall(r"^print\(.*\)\s+# (.+)$", code, re.MULTILINE):
        if not promised.startswith("networkx"):
            assert promised in printed


@pytest.mark.parametrize(
    ("file", "text"),
    [
        (file, text)
        for file in ("README.md", "fixtures/README.md")
        for text in blocks(file, "yaml")
        if text.startswith("title:")
    ],
)
def test_a_scenario_sample_loads_and_is_as_it_expects(file: str, text: str) -> None:
    """The scenarios on the pages are real ones."""
    scenario = loads_scenario(text)
    derivation = solve(scenario)
    outcomes = [judge(derivation, expected) for expected in scenario.expect]
    assert outcomes
    assert all(outcome.fulfilled for outcome in outcomes), outcomes
