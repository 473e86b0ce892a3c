"""What a run of pytest was told: the rulebook to read scenarios under."""

from __future__ import annotations

import pytest

from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import is_file, named_rulebook


def chosen_rulebook(config: pytest.Config) -> str | None:
    """The rulebook of `--layerlaw-rulebook`: a shipped one's id, a file's path, or None.

    Raises `pytest.UsageError` if there is none of that name, or its file is wrong.
    """
    name = config.getoption("layerlaw_rulebook", None)
    if name is None:
        return None
    if is_file(name):
        name = str(config.invocation_params.dir / name)
    try:
        named_rulebook(name)
    except LayerlawError as error:
        raise pytest.UsageError(f"--layerlaw-rulebook: {error}") from None
    return str(name)
