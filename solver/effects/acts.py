"""What operations write and look at, by characteristic: which can have no bearing on each other.

Judged by their words alone, whoever's they are, whatever they are done to and wherever they stand:
two that do not meet here come to the same in every order, on every board.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.defining import layer_words
from layerlaw.model.algebra.trees import abilities_given
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
from layerlaw.solver.effects.programs import exempt_from
from layerlaw.solver.effects.reads import scope_reads, term_reads

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.model.rulebooks.rulebook import Rulebook

Names = frozenset[str]
"""Names of characteristics, and keywords with `KEYWORD` before them."""


@dataclass(frozen=True, slots=True)
class Access:
    """One operation of an ability, called an act: what it writes and looks at.

    defines: whether the ability defines characteristics. layer: the id of the one that the
    ability names, or "". writes: what it may change; adds: what of it it only adds to, so that
    others may add before or after. reads: what it looks at, and what it takes for it to exist.
    condition: what its condition looks at. given: whether an ability has it that the ability gives.
    """

    operation: a.Operation
    defines: bool
    layer: str
    writes: Names
    adds: Names
    reads: Names
    condition: Names = frozenset()
    given: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """What a layer may list it by, the most exact first."""
        return layer_words(self.operation, self.defines)

    @property
    def copies(self) -> bool:
        """Whether it makes something a copy."""
        return isinstance(self.operation, a.CopyOf)


_MARKS = frozenset((PERMISSIONS,))


def acts_of(rulebook: Rulebook, ability: a.Ability) -> tuple[Access, ...]:
    """Every operation of the ability, and of the abilities that it gives."""
    found: list[Access] = []
    for instruction in ability.instructions:
        for operation in instruction.operations:
            found.append(act_of(rulebook, ability, instruction, operation))
            for given in abilities_given(operation):
                found += (replace(one, given=True) for one in acts_of(rulebook, given))
    return tuple(found)


def act_of(
    rulebook: Rulebook, ability: a.Ability, instruction: a.Instruction, operation: a.Operation
) -> Access:
    """One operation of an instruction of the ability."""
    layer = ability.layer or ""
    if isinstance(operation, a.CopyOf):
        # What it looks at hangs on policies, which nobody is asked here.
        columns = frozenset((*rulebook.characteristics, *rulebook.statuses, ABILITIES, NAME, FORM))
        return Access(operation, ability.defines, layer, columns, frozenset(), columns)
    program = operation_program(rulebook, operation, 0)
    writes, adds = program.writes, _adds(operation)
    if isinstance(operation, a.Gain) and _does_nothing(operation.ability):
        # Only who asks for the keyword could tell.
        writes = adds = frozenset((KEYWORD + str(operation.ability.keyword),))
    # Who controls what is carried follows from what tells that it is.
    carried = term_reads(rulebook, rulebook.carried).names
    if not carried.isdisjoint(writes):
        writes |= {rulebook.control}
    reads = {ABILITIES, FIXED, BARS, FORM, *rulebook.disabling}
    reads |= scope_reads(rulebook, instruction.scope).names | program.reads.names
    exempt = exempt_from(rulebook, operation, instruction.scope)
    if exempt is not None:
        reads |= scope_reads(rulebook, exempt).names
    condition = term_reads(rulebook, ability.condition).names
    return Access(operation, ability.defines, layer, writes, adds, frozenset(reads), condition)


def words_may_change(acts: Iterable[Access]) -> bool:
    """Whether anything changes words in texts, so that these may come to say something else."""
    return any(isinstance(act.operation, a.ReplaceInText) for act in acts)


def _does_nothing(ability: a.Ability) -> bool:
    """Whether it is a keyword that makes no effect."""
    return ability.keyword is not None and not ability.leaves_effect


def _adds(operation: a.Operation) -> Names:
    """What the operation only adds to, if no floor cuts it off."""
    match operation:
        case a.ChangeNumber(characteristic, "+" | "-", _, None):
            return frozenset((characteristic,))
        case a.AddMembers(characteristic) | a.AddMembersOf(characteristic):
            return frozenset((characteristic,))
        case a.Gain():
            return frozenset((ABILITIES,))
        case a.Permission() | a.Ignore() | a.Redirect():
            return _MARKS
    return frozenset()


def act_layers(rulebook: Rulebook, act: Access) -> frozenset[str]:
    """The ids of the layers in which it may work under the readings that are looked at."""
    if act.layer:
        return frozenset((act.layer,))
    return rulebook.possible_layers(act.operation, act.defines)


@dataclass(frozen=True, slots=True)
class Meeting:
    """When acts meet, under the readings that are looked at.

    at_once: whether all of them look at the same state, so that only what is written counts.
    conditions: whether conditions are read while effects apply. cut: the numbers of which a floor
    may cut off what was added before more is added.
    """

    at_once: bool
    conditions: bool
    cut: Names

    @classmethod
    def under(cls, rulebook: Rulebook) -> Meeting:
        """As the rulebook has it."""

        def values(policy: str) -> set[str]:
            return {value for (value,) in rulebook.combinations((policy,))}

        kinds = rulebook.characteristics.values()
        floors = frozenset(kind.name for kind in kinds if kind.floor is not None)
        return cls(
            "layered" not in values("process"),
            values("condition read") != {"at checks"},
            floors if "each step" in values("floor") else frozenset(),
        )

    def of(self, some: Iterable[Access], others: Iterable[Access]) -> bool:
        """Whether any of some could change what one of the others does, or what it comes to."""
        mine, theirs = _All(some, self), _All(others, self)
        if not self.at_once and (mine.look_at(theirs.writes) or theirs.look_at(mine.writes)):
            return True
        both = (mine.writes & theirs.writes) - (mine.adds & theirs.adds)
        # Whoever takes abilities takes keywords.
        return bool(both) or any(
            ABILITIES in one.writes - one.adds and any(map(_is_keyword, other.writes))
            for one, other in ((mine, theirs), (theirs, mine))
        )


def _is_keyword(name: str) -> bool:
    return name.startswith(KEYWORD)


class _All:
    """What several acts do together; adds: what none of them does more to than add."""

    def __init__(self, acts: Iterable[Access], meeting: Meeting) -> None:
        every = tuple(acts)
        self.writes: Names = frozenset().union(*(one.writes for one in every))
        more = (one.writes - one.adds for one in every)
        self.adds = self.writes.difference(meeting.cut, *more)
        self._reads: Names = frozenset().union(*(one.reads for one in every))
        if meeting.conditions:
            self._reads = self._reads.union(*(one.condition for one in every))

    def look_at(self, written: Names) -> bool:
        """Whether any of them looks at something of that."""
        if not self._reads.isdisjoint(written):
            return True
        return ANY in self._reads and any(map(_is_keyword, written))
