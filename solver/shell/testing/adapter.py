"""How an engine's state is read, so that it can be compared with ours."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import field
from typing import Any

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.solver.shell.testing.state import JsonValue, State

Raw = Mapping[str, Mapping[str, JsonValue]]
"""Object -> characteristic -> value, the names and the values still the engine's own."""


class NotPlayed(LayerlawError):
    """Raised by an engine for a scenario that it does not play, with the reason (a card it lacks).

    The scenario then counts neither as the same nor as different.
    """


@dataclass(frozen=True, slots=True)
class Adapter:
    """How an engine's state is read as one in our form: JSON, mappings, or objects of Python.

    Everything may be left out; an engine that uses our names needs no adapter at all.

    read: of the engine's whole state its units: a mapping id -> unit, or, with `key`, any
    collection of units. A unit is a mapping or an object.

        Adapter(read=lambda game: game.units, key="uid", characteristics={"pow": "power"})

    key: the key or attribute of a unit that holds its id, or a function that gives it.
    objects, characteristics: the engine's name -> ours, for those that are called otherwise
    (`{"owner_seat": "controller", "pow": "power"}`).
    computed: our characteristic -> a function of the unit, for what no key or attribute holds.
    players: the engine's player -> ours (`{"P1": "you", game.north: "me"}`); a number may stand as
    a text (`"0"`).
    words: the engine's word -> ours, for types, subtypes, keywords, zones and names of cards.
    skip_objects, skip: objects and characteristics (in the engine's words) that the engine has and
    we lack; nothing is compared there.
    value: called as `value(object, characteristic, value)`, the first two in our words and the last
    one as the engine has it; gives the value to compare, for whatever the rest cannot say. It is
    then read as any other.
    play: the engine itself, for `layerlaw check --engine module:name`: a function that plays a
    `Scenario` and yields the state after each event (`None`: nothing to compare there). It raises
    `NotPlayed` for what the engine does not play.

    Of a mapping every key is read: one that is neither ours, renamed nor skipped is a mistake. Of
    an object (a dataclass, or any other) those attributes are read that `characteristics` names,
    and those that bear our names; its others are left alone. A dotted name goes on
    (`"card.title"`), and what is a method without arguments is called. An attribute in
    `characteristics` that no object has is a mistake.

    Values are read by the kind of our characteristic:

    - a number may be a text (`"4"`); null or an empty text is a missing number;
    - a player is looked up in `players`; null or an empty text is no one;
    - a status may be true, false, 1, 0, or one of these as a text; null is false;
    - a set, the keywords, the permissions and the abilities may be a list or a set in any order, or
      one text with commas; upper and lower case of words do not count; null is the empty set;
    - a member of an `Enum` is its value if that is a text, else its name.

    Besides the characteristics of the rulebook an engine may speak of `zone`, `owner`, and of
    `keywords`: those among the abilities that work now, as `F has Airborne` would find them.
    Characteristics that the engine does not speak of are not compared; a failure names them.
    """

    read: Callable[[Any], Any] | None = None
    key: str | Callable[[Any], Any] = ""
    objects: Mapping[Any, str] = field(default_factory=dict)
    characteristics: Mapping[str, str] = field(default_factory=dict)
    computed: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    players: Mapping[Any, str] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    skip_objects: Collection[str] = ()
    skip: Collection[str] = ()
    value: Callable[[str, str, JsonValue], JsonValue] | None = None
    play: Callable[[Scenario], Iterable[object]] | None = None


@dataclass(frozen=True, slots=True)
class Adapted:
    """An engine's state in our form, with the engine's own value of every cell.

    unknown: what means nothing here and was left out, in words (where that is not a mistake).
    """

    state: State
    raw: Mapping[tuple[str, str], JsonValue]
    unknown: tuple[str, ...]
