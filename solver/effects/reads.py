"""What evaluation looks at: by characteristic, on one board, or for whomever's effect it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast, get_args

from layerlaw.model import algebra as a
from layerlaw.model.algebra.reads import (
    ReadAbility,
    ReadCarried,
    ReadController,
    ReadKeywordNumber,
    ReadName,
    ReadNumber,
    ReadRegion,
    ReadRelation,
    ReadStatus,
    ReadWord,
)
from layerlaw.model.algebra.trees import terms_in
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.columns import ABILITIES, ALL, ANY, KEYWORD, NAME, VALUE, value_read
from layerlaw.solver.effects.context import reach_inside, reach_of
from layerlaw.solver.effects.ways import faces

if TYPE_CHECKING:
    from collections.abc import Hashable

    from layerlaw.model.algebra.reads import ReadCell
    from layerlaw.model.algebra.trees import Term
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.board.kinds import Objects
    from layerlaw.solver.effects.context import Context, Reach

Reads = dict[str, "Objects"]
"""For each characteristic, the objects whose cells are looked at (`ALL`: the whole column)."""


def merge(*reads: Reads) -> Reads:
    """Everything that any of them reads."""
    merged: Reads = {}
    for one in reads:
        for characteristic, mask in one.items():
            merged[characteristic] = merged.get(characteristic, 0) | mask
    return merged


def by_value(reads: Reads) -> frozenset[str]:
    """What is read, without the characteristics of which only the values that are named count."""
    valued = {name.partition(VALUE)[0] for name in reads if VALUE in name}
    return frozenset(name for name, mask in reads.items() if name not in valued or mask < 0)


class VaryingReads(Protocol):
    """Reads that depend on whose effect it is in more than what is within reach."""

    def on(self, context: Context) -> Reads:
        """What is looked at."""


@dataclass(frozen=True, slots=True)
class ReadSet:
    """What a program looks at.

    columns: characteristics looked at as a whole. within: those looked at on what is within reach.
    """

    columns: tuple[str, ...] = ()
    within: tuple[tuple[str, Reach], ...] = ()
    varying: tuple[VaryingReads, ...] = ()

    def on(self, context: Context) -> Reads:
        """What is looked at for one effect."""
        whole: Reads = dict.fromkeys(self.columns, ALL)
        reaches = context.world.reaches
        for name, reach in self.within:
            before = whole.get(name)
            whole[name] = reaches[reach] if before is None else before | reaches[reach]
        return merge(whole, *(one.on(context) for one in self.varying)) if self.varying else whole


NO_READS = ReadSet()


def joined(*sets: ReadSet) -> ReadSet:
    """Everything that any of them looks at."""
    columns = tuple(dict.fromkeys(name for one in sets for name in one.columns))
    return ReadSet(
        columns,
        tuple(dict.fromkeys(p for one in sets for p in one.within if p[0] not in columns)),
        tuple(dict.fromkeys(more for one in sets for more in one.varying)),
    )


def scope_reads(rulebook: Rulebook, selector: a.Selector) -> ReadSet:
    """What a selector as a scope looks at."""
    return term_reads(rulebook, selector, reach_of(selector))


def reference_reads(rulebook: Rulebook, selector: a.Selector) -> ReadSet:
    """As a scope, but what names one object directly means it in whatever zone it is."""
    while isinstance(selector, a.Noun):
        selector = selector.meaning
    bearer = isinstance(selector, a.Bearer)
    return term_reads(rulebook, selector, "anything" if bearer else reach_of(selector))


def term_reads(rulebook: Rulebook, tree: Term | None, reach: Reach = "anything") -> ReadSet:
    """What working out a term looks at; of a selector, among what is within reach."""
    if tree is None:
        return NO_READS
    if isinstance(tree, a.Matches):
        what = term_reads(rulebook, tree.what)
        return joined(scope_reads(rulebook, tree.subject), what)
    if isinstance(tree, a.Did):
        return term_reads(rulebook, tree.whom, "anything")
    if isinstance(tree, a.Both):
        reach = reach_inside(tree, reach)
    sets = [_cell_reads(rulebook, cell, reach) for cell in tree.reads]
    for part in terms_in(tree):
        if type(part) not in _SELECTORS or type(tree) in _OF_ITSELF:
            sets.append(term_reads(rulebook, part, reach))
        else:
            sets.append(reference_reads(rulebook, cast("a.Selector", part)))
    return sets[0] if len(sets) == 1 else joined(*sets)


_SELECTORS = frozenset(get_args(a.Selector))
_OF_ITSELF = frozenset((a.Noun, a.Not, a.Both, a.Either))
"""Selectors that ask of an object what stands inside them; others speak of other objects there."""


def _cell_reads(rulebook: Rulebook, cell: ReadCell, reach: Reach) -> ReadSet:
    """What reading a cell looks at."""
    space = rulebook.space
    match cell:
        case ReadWord(characteristic, str(word)):
            return _who_has(characteristic, word, reach)
        case ReadStatus(status):
            return _who_has(status, True, reach)
        case ReadName(str(name), False):
            return ReadSet(varying=(ReadsName(name, reach),))
        case ReadName(name):
            return ReadSet((NAME,)) if name else ReadSet(varying=(ReadsChosenName(reach),))
        case ReadWord(characteristic) | ReadNumber(characteristic):
            return ReadSet((characteristic,))
        case ReadAbility(keyword):
            which = ANY if keyword is None else KEYWORD + keyword
            return ReadSet((ABILITIES, which, *rulebook.disabling))
        case ReadKeywordNumber(keyword):
            return ReadSet((ABILITIES, KEYWORD + keyword, *rulebook.disabling))
        case ReadController("source"):
            return ReadSet(varying=(ReadsSourceController(rulebook.control),))
        case ReadController():
            return ReadSet((rulebook.control,))
        case ReadRegion():
            return NO_READS if space is None else ReadSet(space.reads)
        case ReadRelation(relation):
            if space is None:
                return NO_READS
            facing = (rulebook.control,) if faces(space, relation) else ()
            return ReadSet((*facing, *(() if relation == "atop" else space.reads)))
        case ReadCarried():
            carried = term_reads(rulebook, rulebook.carried, "anywhere")
            return ReadSet(varying=(ReadsWhetherCarried(reach, carried),))


def _who_has(characteristic: str, value: Hashable, reach: Reach) -> ReadSet:
    """Who has the value: finite, where others read whole columns."""
    return ReadSet(within=((characteristic, reach), (value_read(characteristic, value), reach)))


@dataclass(frozen=True, slots=True)
class ReadsSourceController:
    """Who controls the source, unless a player used the effect."""

    control: str

    def on(self, context: Context) -> Reads:
        """See `VaryingReads`."""
        return {} if context.player is not None else {self.control: 1 << context.source}


@dataclass(frozen=True, slots=True)
class ReadsName:
    """Who has a name; where an object may have several, all names."""

    name: str
    reach: Reach

    def on(self, context: Context) -> Reads:
        """See `VaryingReads`."""
        if context.world.several_names:
            return {NAME: ALL}
        return _who_has(NAME, self.name, self.reach).on(context)


@dataclass(frozen=True, slots=True)
class ReadsChosenName:
    """Who has the name that was chosen, if one was."""

    reach: Reach

    def on(self, context: Context) -> Reads:
        """See `VaryingReads`."""
        if context.choice is None:
            return {}
        return ReadsName(context.choice, self.reach).on(context)


@dataclass(frozen=True, slots=True)
class ReadsWhetherCarried:
    """What tells whether the source is carried, if anything bears it."""

    reach: Reach
    reads: ReadSet

    def on(self, context: Context) -> Reads:
        """See `VaryingReads`."""
        return self.reads.on(context) if context.bearer(self.reach) else {}


@dataclass(frozen=True, slots=True)
class ReadsUnlessUsed:
    """What a static effect looks at; what resolved has read it by now."""

    reads: ReadSet

    def on(self, context: Context) -> Reads:
        """See `VaryingReads`."""
        return self.reads.on(context) if context.player is None else {}
