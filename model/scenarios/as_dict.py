"""Scenarios as mappings of plain values, with the same keys as in YAML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.errors import BadInput
from layerlaw.model.files.values import document_of
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.load import scenario_in
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.scenarios.write import scenario_tree

if TYPE_CHECKING:
    from layerlaw.model.files.write_yaml import Tree


@checked()
def scenario_from_dict(
    values: Mapping[str, object],
    name: str = "<mapping>",
    folder: Path | str | None = None,
    *,
    rulebook: str | Rulebook | None = None,
    undecided: bool = False,
    books: Mapping[str, Rulebook] | None = None,
) -> Scenario:
    """The scenario that a mapping describes, with the keys that a scenario's YAML has.

    values: texts, whole numbers, truths, None, and lists and mappings of these, as JSON has them.
    name: stands for the file in messages, which give the path of a value where those on a file
    give its line. folder, rulebook, undecided, books: as in `loads_scenario`. Raises `BadInput`
    with everything that is wrong with the values, or `LayerlawError` for an unknown `rulebook`.

    >>> scenario = scenario_from_dict(
    ...     {
    ...         "title": "A King arrives",
    ...         "rulebook": "sorcery-2026-01",
    ...         "players": ["you", "me"],
    ...         "play": [{"you": "King of the Realm as K1 at 8"}],
    ...     }
    ... )
    >>> scenario.players
    ('you', 'me')
    """
    read = document_of(values, name)
    try:
        return scenario_in(read.document, folder, rulebook, undecided=undecided, books=books)
    except BadInput as error:
        problems = read.with_paths(error.problems)
    raise BadInput(problems)


@checked()
def scenario_to_dict(scenario: Scenario, *, rulebook: str | None = None) -> dict[str, object]:
    """The scenario as a mapping that `scenario_from_dict` reads as an equal one.

    scenario: what is written.
    rulebook: what to call the rulebook, as in `written_scenario`. It holds texts, whole numbers,
    truths, lists and mappings, so it can be written as JSON. Raises `LayerlawError` for what has
    no notation.

    >>> from layerlaw import load_scenario, shipped_scenarios
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.model import scenario_to_dict
    >>> scenario_to_dict(load_scenario(path))["rulebook"]
    'sorcery-2026-01'
    """
    return {key: _plain(value) for key, value in scenario_tree(scenario, rulebook).items()}


def _plain(value: Tree) -> object:
    """The value with lists for tuples."""
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(item) for item in value]
    return value
