"""What evaluation looks at: by characteristic, on one board, or for whomever's effect it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, cast, get_args

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
from layerlaw.solver.board.columns import (
    ABILITIES,
    ALL,
    ANY,
    FORM,
    KEYWORD,
    NAME,
    VALUE,
    value_read,
)
from layerlaw.solver.board.kinds import NO_OBJECTS, Objects
from layerlaw.solver.effects.context import Reach, reach_inside, reach_of
from layerlaw.solver.effects.ways import faces

if TYPE_CHECKING:
    from collections.abc import Hashable

    from layerlaw.model.algebra.reads import ReadCell
    from layerlaw.model.algebra.trees import Term
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.effects.context import Context

One = Literal["source"] | a.Identified
"""The effect's source, or the object with that id."""
Among = One | Reach
"""Whose cells are looked at: those of one object, or of all within reach."""

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

    @property
    def names(self) -> frozenset[str]:
        """The characteristics looked at, whoever's effect it is in."""


@dataclass(frozen=True, slots=True)
class ReadSet:
    """What a program looks at.

    columns: characteristics looked at as a whole. within: those looked at on some alone.
    """

    columns: tuple[str, ...] = ()
    within: tuple[tuple[str, Among], ...] = ()
    varying: tuple[VaryingReads, ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """The characteristics looked at, on any object, whoever's effect it is in."""
        named = (*self.columns, *(name for name, _ in self.within))
        there = frozenset(name.partition(VALUE)[0] for name in named)
        return there.union(*(one.names for one in self.varying))

    def on(self, context: Context) -> Reads:
        """What is looked at for one effect."""
        whole: Reads = dict.fromkeys(self.columns, ALL)
        reaches = context.world.reaches
        for name, among in self.within:
            before = whole.get(name)
            mask = reaches[among] if among in reaches else _bit(among, context)
            whole[name] = mask if before is None else before | mask
        return merge(whole, *(one.on(context) for one in self.varying)) if self.varying else whole


def _bit(among: Among, context: Context) -> Objects:
    """The one object, if there is one with that id."""
    if not isinstance(among, a.Identified):
        return Objects(1 << context.source)
    index = context.world.index.get(among.id)
    return NO_OBJECTS if index is None else Objects(1 << index)


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


def term_reads(rulebook: Rulebook, tree: Term | None, among: Among = "anything") -> ReadSet:
    """What working out a term looks at; of a selector, among those of which it is asked."""
    if tree is None:
        return NO_READS
    if isinstance(tree, a.Matches):
        # Who else is selected does not matter.
        what = term_reads(rulebook, tree.what, alone(tree.subject) or "anything")
        return joined(scope_reads(rulebook, tree.subject), what)
    if isinstance(tree, a.Did):
        return term_reads(rulebook, tree.whom, "anything")
    one = only_one(among)
    if isinstance(tree, a.Read | a.ReadPart | a.KeywordNumber | a.ControllerOf):
        among = alone(tree.of, one) or "anything"
    elif one is not None and type(tree) not in _OF_CANDIDATES:
        among = "anything"
    elif isinstance(tree, a.Both):
        among = one or reach_inside(tree, cast("Reach", among))
    sets = [_cell_reads(rulebook, cell, among) for cell in tree.reads]
    for part in terms_in(tree):
        if type(part) not in _SELECTORS or type(tree) in _OF_ITSELF:
            sets.append(term_reads(rulebook, part, among))
        else:
            sets.append(reference_reads(rulebook, cast("a.Selector", part)))
    return sets[0] if len(sets) == 1 else joined(*sets)


_SELECTORS = frozenset(get_args(a.Selector))
_OF_ITSELF = frozenset((a.Noun, a.Not, a.Both, a.Either))
"""Selectors that ask of an object what stands inside them; others speak of other objects there."""
_OF_CANDIDATES = _OF_ITSELF | {
    a.Member,
    a.Named,
    a.HasStatus,
    a.HasAbility,
    a.Controlled,
    a.Compared,
    a.Arithmetic,
}
"""What reads, by its own cells, those alone of which it is asked."""


def only_one(among: Among) -> One | None:
    """The one object of which is asked, if it is one."""
    return among if among == "source" or isinstance(among, a.Identified) else None


def alone(selector: a.Selector, it: One | None = None) -> One | None:
    """The one object that the selector means at most, if its words say which. it: which `it` is."""
    while isinstance(selector, a.Noun):
        selector = selector.meaning
    match selector:
        case a.Self():
            return "source"
        case a.Identified():
            return selector
    return it if isinstance(selector, a.It) else None


def _cell_reads(rulebook: Rulebook, cell: ReadCell, among: Among) -> ReadSet:
    """What reading a cell looks at."""
    space = rulebook.space
    match cell:
        case ReadWord(characteristic, str(word)):
            return _who_has(characteristic, word, among)
        case ReadStatus(status):
            return _who_has(status, True, among)
        case ReadName(str(name), False):
            return ReadSet(varying=(ReadsName(name, among),))
        case ReadName(name):
            return ReadSet((NAME,)) if name else ReadSet(varying=(ReadsChosenName(among),))
        case ReadWord(characteristic) | ReadNumber(characteristic):
            return _column(characteristic, among)
        case ReadAbility(keyword):
            which = ANY if keyword is None else KEYWORD + keyword
            return joined(ReadSet((ABILITIES, *rulebook.disabling)), _column(which, among))
        case ReadKeywordNumber(keyword):
            which = KEYWORD + keyword
            return joined(ReadSet((ABILITIES, *rulebook.disabling)), _column(which, among))
        case ReadController("source"):
            return ReadSet(varying=(ReadsSourceController(rulebook.control),))
        case ReadController():
            return _column(rulebook.control, among)
        case ReadRegion():
            return NO_READS if space is None else ReadSet(space.reads)
        case ReadRelation(relation):
            if space is None:
                return NO_READS
            facing = (rulebook.control,) if faces(space, relation) else ()
            return ReadSet((*facing, *(() if relation == "atop" else space.reads)))
        case ReadCarried():
            carried = term_reads(rulebook, rulebook.carried, "anywhere")
            return ReadSet(varying=(ReadsWhetherCarried(cast("Reach", among), carried),))


def _column(characteristic: str, among: Among) -> ReadSet:
    """What all have, or one object."""
    if only_one(among) is None:
        return ReadSet((characteristic,))
    return ReadSet(within=((characteristic, among),))


def _who_has(characteristic: str, value: Hashable, among: Among) -> ReadSet:
    """Who has the value: finite, where others read whole columns."""
    return ReadSet(within=((characteristic, among), (value_read(characteristic, value), among)))


def copy_reads(rulebook: Rulebook, of: a.Selector) -> ReadSet:
    """What is looked at of what is copied, besides which object that is."""
    among = alone(of) or "anything"
    hiding = [one.name for one in rulebook.statuses.values() if one.copied_as is not None]
    return joined(_column(FORM, among), *(_who_has(name, True, among) for name in hiding))


@dataclass(frozen=True, slots=True)
class ReadsSourceController:
    """Who controls the source, unless a player used the effect."""

    control: str

    @property
    def names(self) -> frozenset[str]:
        """See `VaryingReads`."""
        return frozenset((self.control,))

    def on(self, context: Context) -> Reads:
        """See `VaryingReads`."""
        return {} if context.player is not None else {self.control: 1 << context.source}


@dataclass(frozen=True, slots=True)
class ReadsName:
    """Who has a name; where an object may have several, all names."""

    name: str
    among: Among

    @property
    def names(self) -> frozenset[str]:
        """See `VaryingReads`."""
        return frozenset((NAME,))

    def on(self, context: Context) -> Reads:
        """See `VaryingReads`."""
        if context.world.several_names:
            return {NAME: ALL}
        return _who_has(NAME, self.name, self.among).on(context)


@dataclass(frozen=True, slots=True)
class ReadsChosenName:
    """Who has the name that was chosen, if one was."""

    among: Among

    @property
    def names(self) -> frozenset[str]:
        """See `VaryingReads`."""
        return frozenset((NAME,))

    def on(self, context: Context) -> Reads:
        """See `VaryingReads`."""
        if context.choice is None:
            return {}
        return ReadsName(context.choice, self.among).on(context)


@dataclass(frozen=True, slots=True)
class ReadsWhetherCarried:
    """What tells whether the source is carried, if anything bears it."""

    reach: Reach
    reads: ReadSet

    @property
    def names(self) -> frozenset[str]:
        """See `VaryingReads`."""
        return self.reads.names

    def on(self, context: Context) -> Reads:
        """See `VaryingReads`."""
        return self.reads.on(context) if context.bearer(self.reach) else {}


@dataclass(frozen=True, slots=True)
class ReadsUnlessUsed:
    """What a static effect looks at; what resolved has read it by now."""

    reads: ReadSet

    @property
    def names(self) -> frozenset[str]:
        """See `VaryingReads`."""
        return self.reads.names

    def on(self, context: Context) -> Reads:
        """See `VaryingReads`."""
        return self.reads.on(context) if context.player is None else {}
