"""Names for work: equal scenarios under equal rulebooks, tasks and versions have equal keys."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed_version
from typing import TYPE_CHECKING

from layerlaw.model.cards import Card
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebook import Rulebook
from layerlaw.model.scenario import Where

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from layerlaw.model.scenario import Scenario

# Where a scenario was read is no part of what it says.
_NOT_SAID = frozenset({"file"})
_LONG = 32

# The digests of cards, by the identity of the card, which is kept alive: many scenarios share them.
_cards: dict[int, tuple[Card, str]] = {}
_MOST_CARDS = 4096


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
    text = "\n".join((version(), task, rulebook, *_tokens(scenario, skip=Rulebook)))
    return sha256(text.encode()).hexdigest()[:_LONG]


def rulebook_digest(rulebook: Rulebook) -> str:
    """What tells one rulebook, with the readings chosen, from any other."""
    return sha256("\n".join(_tokens(rulebook)).encode()).hexdigest()[:_LONG]


def task_name(task: Callable[[Scenario], object]) -> str:
    """What tells one task from another, also in a later run.

    Raises `LayerlawError` for what has no lasting name: only functions of a module and dataclasses
    that can be called have one.
    """
    if is_dataclass(task) and not isinstance(task, type):
        kind = type(task)
        return f"{kind.__module__}.{kind.__qualname__} " + " ".join(_tokens(task))
    name = getattr(task, "__qualname__", "")
    if not name or "<" in name or hasattr(task, "__self__"):
        raise LayerlawError(
            "a sweep's task has to be a function of a module, or a frozen dataclass that can be "
            "called: other processes and later runs know it by its name"
        )
    return f"{getattr(task, '__module__', '')}.{name}"


def _card(card: Card) -> str:
    known = _cards.get(id(card))
    if known is None:
        text = "\n".join(
            token for one in fields(card) for token in _tokens(getattr(card, one.name))
        )
        if len(_cards) >= _MOST_CARDS:
            _cards.clear()
        known = _cards[id(card)] = card, sha256(text.encode()).hexdigest()
    return known[1]


def _tokens(node: object, skip: type | None = None) -> Iterator[str]:
    """The tree as words, the same in every process: nothing hangs on hashes or identities."""
    if skip is not None and isinstance(node, skip):
        return
    if isinstance(node, Where):
        return
    if isinstance(node, Card):
        yield _card(node)
    elif is_dataclass(node) and not isinstance(node, type):
        yield f"<{type(node).__name__}"
        for one in fields(node):
            if one.name not in _NOT_SAID:
                yield from _tokens(getattr(node, one.name), skip)
        yield ">"
    elif isinstance(node, tuple | list):
        yield "("
        for each in node:
            yield from _tokens(each, skip)
        yield ")"
    elif isinstance(node, frozenset | set):
        yield "{"
        yield from sorted("\n".join(_tokens(each, skip)) for each in node)
        yield "}"
    elif hasattr(node, "items"):
        yield "["
        for key, value in node.items():
            yield from _tokens(key, skip)
            yield from _tokens(value, skip)
        yield "]"
    else:
        yield repr(node)
