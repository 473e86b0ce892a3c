"""What the rules leave to choose in a scenario: the kinds of choices, and how they are said."""

from __future__ import annotations

from typing import Literal

from layerlaw.model.dataclass import dataclass
from layerlaw.model.scenarios.scenario import Scenario

Kind = Literal["active", "entry", "several"]

Pick = tuple[str, ...]
"""How one choice was made: its items in the order taken; of `active` the one player."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that is left to choose.

    kind: `active`: whose turn it is; `entry`: the order of what happens in one `together`;
    `several`: the order of abilities of one card, or effects of one spell, that tie in a layer.
    items: what is put in order, as the scenario and the rulebook's defaults have it, or the
    players who may be active. by: the player who is said to choose; None: nobody is. if_active:
    that player is said to choose only if it is that player's turn. clause: the clause or open
    point that leaves it open. event: which event of `Scenario.play` it is, from 0; None for
    `active`. of: whose abilities or effects they are (an object's or a spell's id), else "".
    total: in how many ways it can be made, whatever else is chosen.
    """

    kind: Kind
    items: tuple[str, ...]
    by: str | None
    clause: str
    total: int
    event: int | None = None
    of: str = ""
    if_active: bool = False


@dataclass(frozen=True, slots=True)
class Admissible:
    """One way to make all choices: the scenario as it then happens, and the picks, by choice."""

    scenario: Scenario
    picks: tuple[Pick, ...]
