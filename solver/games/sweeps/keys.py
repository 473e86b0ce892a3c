"""Names for work: equal scenarios under equal rulebooks, tasks and versions have equal keys."""

from __future__ import annotations

from dataclasses import is_dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.digests import digest, rulebook_digest, tokens_of

__all__ = ["rulebook_digest", "scenario_key", "task_name", "version"]

if TYPE_CHECKING:
    from collections.abc import Callable

    from layerlaw.model.scenarios.scenario import Scenario


@cache
def version() -> str:
    """The version of the library; results of another one are not taken for its own."""
    try:
        return installed_version("layerlaw")
    except PackageNotFoundError:
        return "not installed"


def scenario_key(scenario: Scenario, rulebook: str, task: str) -> str:
    """The key of one piece of work: 32 letters and digits.

    rulebook: the digest of the scenario's rulebook. task: as `task_name` names it. Everything
    that the scenario says counts (its title too), but not the file and the lines it stands in.
    """
    text = "\n".join((version(), task, rulebook, *tokens_of(scenario, skip=Rulebook)))
    return digest(text)


def task_name(task: Callable[[Scenario], object]) -> str:
    """What tells one task from another, also in a later run.

    Raises `LayerlawError` for what has no lasting name: only functions of a module and dataclasses
    that can be called have one.
    """
    if is_dataclass(task) and not isinstance(task, type):
        kind = type(task)
        return f"{kind.__module__}.{kind.__qualname__} " + " ".join(tokens_of(task))
    name = getattr(task, "__qualname__", "")
    if not name or "<" in name or hasattr(task, "__self__"):
        raise LayerlawError(
            "a sweep's task has to be a function of a module, or a frozen dataclass that can be "
            "called: other processes and later runs know it by its name"
        )
    return f"{getattr(task, '__module__', '')}.{name}"
