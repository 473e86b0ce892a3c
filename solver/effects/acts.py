"""What operations write and look at, by characteristic: which can have no bearing on each other.

Judged by their words alone, whoever's they are, whatever they are done to and wherever they stand:
two that do not meet here come to the same in every order, on every board.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from layerlaw.model import algebra as a
from layerlaw.model.algebra.defining import layer_words
from layerlaw.model.algebra.split import parts_of
from layerlaw.model.algebra.trees import abilities_given
from layerlaw.model.algebra.writes import (
    LoseAbilities,
    WriteAbility,
    WriteCopy,
    WriteStatus,
    WriteText,
)
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.columns import (
    ABILITIES,
    ANY,
    BARS,
    FIXED,
    FORM,
    KEYWORD,
    NAME,
    PERMISSIONS,
)
from layerlaw.solver.effects.operations import operation_program
from layerlaw.solver.effects.places import asked_by, places_beside, takes_or_gives
from layerlaw.solver.effects.programs import exempt_from
from layerlaw.solver.effects.reads import scope_reads, term_reads
from layerlaw.solver.effects.relevance import numbers_below_floor

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.model.algebra.reads import ReadCell
    from layerlaw.model.algebra.writes import Write
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.effects.reads import ReadSet
    from layerlaw.solver.facts.situation import Situation

Names = frozenset[str]
"""Names of characteristics, and keywords with `KEYWORD` before them."""


@dataclass(frozen=True, slots=True)
class Access:
    """One operation of an ability, called an act: what it writes and looks at.

    defines: whether the ability defines characteristics. layer: the id of the one that the
    ability names, or "". writes: what it may change; adds: what of it it only adds to, so that
    others may add before or after. way: which way a number goes that it adds to, where that is
    told. reads: what it looks at, and what it takes for it to exist, but for the ability that has
    it: only who takes abilities ends that. condition: what its condition looks at. asked: what
    decides on whom it is done to. ahead: whether its ability takes or gives abilities, and so may
    act ahead of its layer. given: whether an ability has it that the ability gives.
    """

    operation: a.Operation
    defines: bool
    layer: str
    writes: Names
    adds: Names
    reads: Names
    condition: Names = frozenset()
    asked: tuple[ReadCell, ...] = ()
    ahead: bool = False
    given: bool = False
    way: Way = ""

    @property
    def words(self) -> tuple[str, ...]:
        """What a layer may list it by, the most exact first."""
        return layer_words(self.operation, self.defines)

    @property
    def copies(self) -> bool:
        """Whether it makes something a copy."""
        return isinstance(self.operation, a.CopyOf)


Way = Literal["", "up", "down"]

_MARKS = frozenset((PERMISSIONS,))


def acts_of(rulebook: Rulebook, ability: a.Ability) -> tuple[Access, ...]:
    """Every operation of the ability, and of the abilities that it gives."""
    found: list[Access] = []
    for instruction, own in zip(ability.instructions, own_acts(rulebook, ability), strict=True):
        for operation, act in zip(instruction.operations, own, strict=True):
            found.append(act)
            for given in abilities_given(operation):
                # It exists by what is given.
                found += (
                    replace(one, given=True, reads=one.reads | {ABILITIES})
                    for one in acts_of(rulebook, given)
                )
    return tuple(found)


def own_acts(rulebook: Rulebook, ability: a.Ability) -> tuple[tuple[Access, ...], ...]:
    """The operations of each of its instructions."""
    every = (one for instruction in ability.instructions for one in instruction.operations)
    ahead = any(takes_or_gives(one, rulebook.statuses) for one in every)
    return tuple(
        tuple(
            replace(
                _act_of(rulebook, ability, instruction, one),
                asked=asked_by(instruction.scope, ability.condition),
                ahead=ahead,
            )
            for one in instruction.operations
        )
        for instruction in ability.instructions
    )


def _act_of(
    rulebook: Rulebook, ability: a.Ability, instruction: a.Instruction, operation: a.Operation
) -> Access:
    layer = ability.layer or ""
    if isinstance(operation, a.CopyOf):
        # What it looks at hangs on policies, which nobody is asked here.
        columns = frozenset((*rulebook.characteristics, *rulebook.statuses, ABILITIES, NAME, FORM))
        return Access(operation, ability.defines, layer, columns, frozenset(), columns)
    program = operation_program(rulebook, operation, 0)
    writes, adds = program.writes, _adds(operation)
    if isinstance(operation, a.Gain):
        writes = adds = _given_by(operation.ability)
    # Who controls what is carried follows from what tells that it is.
    carried = _names(term_reads(rulebook, rulebook.carried))
    if not carried.isdisjoint(writes) or (
        ABILITIES in writes - adds and any(map(_is_keyword, carried))
    ):
        writes |= {rulebook.control}
    reads = {FIXED, BARS, FORM, *rulebook.disabling}
    reads |= _names(scope_reads(rulebook, instruction.scope)) | _names(program.reads)
    exempt = exempt_from(rulebook, operation, instruction.scope)
    if exempt is not None:
        reads |= _names(scope_reads(rulebook, exempt))
    condition = _names(term_reads(rulebook, ability.condition))
    return Access(
        operation,
        ability.defines,
        layer,
        writes,
        adds,
        frozenset(reads),
        condition,
        way=_way(rulebook, operation),
    )


def words_may_change(acts: Iterable[Access]) -> bool:
    """Whether anything changes words in texts, so that these may come to say something else."""
    return any(isinstance(act.operation, a.ReplaceInText) for act in acts)


def _names(reads: ReadSet) -> Names:
    """What is looked at. Who asks for abilities asks for a keyword, or for any of them."""
    return reads.names - {ABILITIES}


def _given_by(ability: a.Ability) -> Names:
    """What is written where the ability is given."""
    if ability.keyword is None:
        return frozenset((ABILITIES,))
    # Where it makes no effect only who asks for the keyword could tell.
    effect = (ABILITIES,) if ability.leaves_effect else ()
    return frozenset((*effect, KEYWORD + ability.keyword))


def _adds(operation: a.Operation) -> Names:
    """What the operation only adds to, if no floor cuts it off."""
    match operation:
        case a.ChangeNumber(characteristic, "+" | "-", _, None):
            return frozenset((characteristic,))
        case a.AddMembers(characteristic) | a.AddMembersOf(characteristic):
            return frozenset((characteristic,))
        case a.Permission() | a.Ignore() | a.Redirect():
            return _MARKS
    return frozenset()


def _way(rulebook: Rulebook, operation: a.Operation) -> Way:
    """Which way the number goes that the operation adds to; "" where that is not told."""
    match operation:
        case a.ChangeNumber(_, "+" | "-" as sign, a.Number(number), None) if (
            max(parts_of(number)) < 0
        ):
            return "down" if sign == "+" else "up"
        case a.ChangeNumber(_, "+" | "-" as sign, value, None) if never_negative(rulebook, value):
            return "up" if sign == "+" else "down"
    return ""


def never_negative(rulebook: Rulebook, value: a.Value) -> bool:
    """Whether a value is no negative number on any board."""
    match value:
        case a.Count() | a.CountWords() | a.Times():
            return True
        case a.Number(number):
            return min(parts_of(number)) >= 0
        case a.Arithmetic(left, "+" | "*", right):
            return never_negative(rulebook, left) and never_negative(rulebook, right)
        case a.Read(name, a.It()):
            known = rulebook.characteristics.get(name)
            return known is not None and known.counter and known.floor == 0
    return False


def act_layers(rulebook: Rulebook, act: Access) -> frozenset[str]:
    """The ids of the layers in which it may work under the readings that are looked at."""
    named = frozenset((act.layer,)) if act.layer else None
    own = named or rulebook.possible_layers(act.operation, act.defines)
    if not rulebook.has_places_between:
        return own
    # What names its layer waits for no other one.
    asked = () if named else act.asked
    return own | places_beside(rulebook, own, asked, ahead=act.ahead)


@dataclass(frozen=True, slots=True)
class Meeting:
    """When acts meet, under the readings that are looked at.

    at_once: whether all of them look at the same state, so that only what is written counts.
    conditions: whether conditions are read while effects apply. cut: the numbers of which a floor
    may cut off what was added before more is added. one_way: those of them that begin at their
    floor or above it, so that it cuts nothing off where all of them go up, or all go down.
    """

    at_once: bool
    conditions: bool
    cut: Names
    one_way: Names = frozenset()

    @classmethod
    def under(cls, rulebook: Rulebook, situation: Situation | None = None) -> Meeting:
        """As the rulebook has it. situation: that of which it is asked, if it is only one."""

        def values(policy: str) -> set[str]:
            return {value for (value,) in rulebook.combinations((policy,))}

        kinds = rulebook.characteristics.values()
        cut = frozenset(kind.name for kind in kinds if kind.floor is not None)
        if "each step" not in values("floor"):
            cut = frozenset()
        low = numbers_below_floor(situation) if cut and situation is not None else cut
        return cls(
            "layered" not in values("process"),
            values("condition read") != {"at checks"},
            cut,
            cut - low,
        )

    def of(self, some: Iterable[Access], others: Iterable[Access]) -> bool:
        """Whether any of some could change what one of the others does, or what it comes to."""
        mine, theirs = _All(some, self), _All(others, self)
        if not self.at_once and (mine.look_at(theirs) or theirs.look_at(mine)):
            return True
        both = mine.writes & theirs.writes
        both -= (mine.adds & theirs.adds) | (mine.up & theirs.up) | (mine.down & theirs.down)
        # Whoever takes abilities takes keywords.
        return bool(both) or any(
            ABILITIES in one.writes - one.adds and any(map(_is_keyword, other.writes))
            for one, other in ((mine, theirs), (theirs, mine))
        )


def _is_keyword(name: str) -> bool:
    return name.startswith(KEYWORD)


class _All:
    """What several acts do together.

    takes: what some of them do more to than add. adds: what none of them does. up, down: the
    numbers that all who change them add to in one way.
    """

    def __init__(self, acts: Iterable[Access], meeting: Meeting) -> None:
        self._every = every = tuple(acts)
        self.writes: Names = frozenset().union(*(one.writes for one in every))
        self.takes: Names = frozenset().union(*(one.writes - one.adds for one in every))
        self.adds = self.writes - self.takes - meeting.cut
        self.up = self._only("up", every) & meeting.one_way
        self.down = self._only("down", every) & meeting.one_way
        self._reads: Names = frozenset().union(*(one.reads for one in every))
        if meeting.conditions:
            self._reads = self._reads.union(*(one.condition for one in every))

    def _only(self, way: Way, acts: Iterable[Access]) -> Names:
        return self.writes.difference(*(one.writes for one in acts if one.way != way))

    def look_at(self, others: _All) -> bool:
        """Whether any of them looks at something that the others write, or has to be there."""
        if not self._reads.isdisjoint(others.writes) or (self._every and ABILITIES in others.takes):
            return True
        return ANY in self._reads and any(
            name == ABILITIES or _is_keyword(name) for name in others.writes
        )


def takes_abilities(rulebook: Rulebook, write: Write) -> bool:
    """Whether what has an ability may be without it, or it may not work, after the write."""
    match write:
        case WriteAbility(how):
            return how != "gain"
        case WriteStatus(status):
            return rulebook.statuses[status].silences or rulebook.statuses[status].disables
    return isinstance(write, WriteCopy | WriteText | LoseAbilities)
