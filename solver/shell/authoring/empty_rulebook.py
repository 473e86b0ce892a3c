"""Writes a rulebook from nothing: a small game of creatures, to be changed line by line."""

from __future__ import annotations

from string import Template

from layerlaw.model.arguments import checked
from layerlaw.model.files.write_yaml import scalar
from layerlaw.model.rulebooks.load import loads_rulebook
from layerlaw.solver.shell.authoring.starter_files import as_formatted

_TEXT = Template("""\
# A game from nothing. What stands here is an example: change it line by line.
rulebook: $id
title: $title
game: $title
version: mine
# What names no clause rests on this one; a question of procedure left out has its first answer.
rests on: HOUSE
clauses:
  - {id: HOUSE, place: nowhere, says: Decided for this file; no document says so.}

# What objects have. One set holds the types, one player is who controls the object.
characteristics:
  types: {kind: set, words: [creature, relic]}
  subtypes: {kind: set, words: [knight, wizard]}
  controller: {kind: player}
  power: {kind: number}
  # A counter is changed by events only, such as `damage: K +2`.
  damage: {kind: number, counter: true}
# The zone of play first, then the one for what leaves it.
zones: [table, graveyard]

# Words for selectors, each in words above it.
nouns:
  ally: your creatures
# States of an object, and abilities with a name; what does nothing by itself needs no more.
statuses:
  silenced: {silences: true}
keywords:
  Flying:
  Mighty: "self: power += 2"
# What the rules see to after every event.
checks:
  - {id: beaten, who: creatures with damage >= its power, verdict: dies, zone: graveyard}

# The layers in their order, each with what works in it.
layers:
  - {id: "1", name: control, does: [change controller]}
  - {id: "2", name: types, does: [animate, change types, change subtypes]}
  - {id: "3", name: abilities, does: [silenced, change abilities, permissions]}
  - {id: "4", name: power, does: [change power]}

# Questions of procedure. `layerlaw rulebook` shows the answers that there are now, and
# `layerlaw audit` for each on what board another answer would make a difference.
policies:
  graph: each step
""")


@checked()
def empty_rulebook(id: str, title: str = "") -> str:
    """The text of a rulebook that takes nothing from another one.

    id: of the rulebook. title: of the game; left out, it is the id. It has one clause, on which
    everything rests, and leaves out every question of procedure but one. Raises `LayerlawError` for
    an id that a rulebook may not have, `WrongArgument` for what is no text.

    >>> from layerlaw.model import loads_rulebook
    >>> from layerlaw.solver.shell.authoring import empty_rulebook
    >>> loads_rulebook(empty_rulebook("mine")).policy("test")
    'action'
    """
    text = _TEXT.substitute(id=scalar(id), title=scalar(title or id))
    loads_rulebook(text, "the starter")
    return as_formatted(text)
