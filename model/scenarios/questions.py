"""Questions about permissions, asked of a scenario: "F attack G", "may F be attacked"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.errors import LayerlawError, NotationError
from layerlaw.model.files.yaml_text import Problems, Scalar
from layerlaw.model.scenarios.events import Play, Resolve, Stack, Together
from layerlaw.model.scenarios.expectations import ExpectPermission
from layerlaw.model.scenarios.load_expectations import ExpectationReader
from layerlaw.model.scenarios.notation import parse_expectation
from layerlaw.model.scenarios.scenario import Scenario

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.scenarios.events import Event

_ASKED = re.compile(r"^\s*(?:may|can)\s+(.*?)\s*\?*\s*$", re.IGNORECASE | re.DOTALL)
_VERB = re.compile(r"\s(?:can|can't|cannot)\s", re.IGNORECASE)
_FORMS = (
    "ask `F attack`, `F attack G`, `F be attacked`, `F be attacked by G` or `you cast F`, "
    "with ids and players of the scenario"
)


@checked()
def read_question(scenario: Scenario, text: str) -> ExpectPermission:
    """The permission that the text asks for, such as `F attack`, `may F be attacked by G?`.

    scenario: whose objects and players can be named. text: the question.

    The first word is an object's id or a player, the next ones what it would do. Raises
    `LayerlawError` with what was expected and a suggestion.

    >>> from layerlaw import load_scenario, shipped_scenarios
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.model import read_question
    >>> question = read_question(load_scenario(path), "F attack")
    >>> question.object, question.action
    ('F', 'attack')
    """
    asked = _ASKED.match(text)
    words = asked.group(1) if asked else text.strip()
    if not _VERB.search(words):
        who, _, rest = words.partition(" ")
        words = f"{who} can {rest.strip()}"
    try:
        said = parse_expectation(words).form
    except NotationError:
        said = ""
    if said not in ("can", "cant"):
        raise LayerlawError(f"'{text}' is no question: {_FORMS}")
    problems = Problems("question", (words,))
    ids = dict.fromkeys(_ids(scenario.play))
    reader = ExpectationReader(scenario.rulebook, scenario.players, ids, (), problems)
    permissions = [each.what for each in reader.read([Scalar(words, 1, 1)])]
    problems.stop_if_bad()
    (asked_for,) = (each for each in permissions if isinstance(each, ExpectPermission))
    if asked_for.object == asked_for.to:
        raise LayerlawError(f"'{text}' speaks of '{asked_for.to}' twice: {_FORMS}")
    return asked_for


def _ids(events: Iterable[Event]) -> Iterator[str]:
    for event in events:
        match event:
            case Together(inner):
                yield from _ids(inner)
            case Play() | Resolve():
                yield event.id
            case Stack():
                yield event.below
