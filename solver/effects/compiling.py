"""Selectors, players, values and conditions made into programs, once for a rulebook.

What a program is run for, its `Context`, says who is in play and whose effect it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.solver.board.columns import ABILITIES, ANY, KEYWORD, NAME
from layerlaw.solver.effects.context import floor_of, names_zone, speaks_of_it
from layerlaw.solver.effects.fixed_selections import (
    SelectEverything,
    SelectFresh,
    SelectIds,
    SelectIt,
    SelectSource,
    SelectSquares,
    SelectTargets,
    SelectZone,
)
from layerlaw.solver.effects.reads import (
    NO_READS,
    ReadsChosenName,
    ReadSet,
    ReadsSourceController,
    ReadsWhetherCarried,
    joined,
    reads_value,
)
from layerlaw.solver.effects.selections import (
    SelectAllOf,
    SelectAnyOf,
    SelectBearer,
    SelectByNumber,
    SelectCarried,
    SelectCarriers,
    SelectChosenName,
    SelectCompared,
    SelectControlled,
    SelectHaving,
    SelectName,
    SelectOutside,
    SelectOwned,
    SelectPlayers,
    SelectRegion,
    SelectRelated,
    SelectSharing,
    SelectValue,
)
from layerlaw.solver.effects.values import (
    ConditionCompares,
    ConditionExists,
    ConditionJoined,
    ConditionMatches,
    ConditionNot,
    ConditionTurn,
    PlayersControlling,
    PlayersNamed,
    PlayersOpposing,
    PlayersOwning,
    PlayersUsing,
    ValueArithmetic,
    ValueChosen,
    ValueConstant,
    ValueCount,
    ValueRead,
    ValueRecorded,
    ValueSummary,
)

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.effects.context import Reach
    from layerlaw.solver.effects.program_types import (
        ConditionProgram,
        PlayersProgram,
        SelectProgram,
        ValueProgram,
    )

Selecting = tuple["SelectProgram", ReadSet]
Naming = tuple["PlayersProgram", ReadSet]
Valuing = tuple["ValueProgram", ReadSet]
Testing = tuple["ConditionProgram", ReadSet]


def scope_program(rulebook: Rulebook, selector: a.Selector) -> Selecting:
    """A selector as a scope: in the zone of play, unless it names a zone.

    `self` is the source where its ability works; players are selected by words for players only.
    """
    reach: Reach = "anywhere" if names_zone(selector) else "in play"
    return selector_program(rulebook, selector, reach, works=True)


def reference_program(rulebook: Rulebook, selector: a.Selector) -> Selecting:
    """As a scope, but what names one object directly means it in whatever zone it is."""
    while isinstance(selector, a.Noun):
        selector = selector.meaning
    if isinstance(selector, a.Self):
        return SelectSource("anything", works=False, direct=True), NO_READS
    if isinstance(selector, a.Target | a.It | a.Bearer | a.Identified):
        return selector_program(rulebook, selector, "anything", works=False)
    return scope_program(rulebook, selector)


def selector_program(
    rulebook: Rulebook, selector: a.Selector, reach: Reach, *, works: bool
) -> Selecting:
    """A selector, and what it reads.

    reach: what it chooses among. works: whether `self` means the source where its ability works,
    too.
    """

    def inside(inner: a.Selector) -> Selecting:
        return selector_program(rulebook, inner, reach, works=works)

    match selector:
        # The most frequent first.
        case a.Member(characteristic, word):
            return SelectValue(characteristic, word, reach), reads_value(
                characteristic, word, reach
            )
        case a.Noun(_, meaning):
            return inside(meaning)
        case a.Self():
            return SelectSource(reach, works), NO_READS
        case a.Identified(id):
            return SelectIds((id,), reach), NO_READS
        case a.Both(parts):
            made = [inside(part) for part in parts]
            return SelectAllOf(tuple(s for s, _ in made)), joined(*(reads for _, reads in made))
        case a.Not(inner):
            select, reads = inside(inner)
            return SelectOutside(select, reach), reads
        case a.Either(parts):
            named = tuple(part.id for part in parts if isinstance(part, a.Identified))
            if len(named) == len(parts):
                return SelectIds(named, reach), NO_READS
            made = [inside(part) for part in parts]
            if len(made) == 1:
                return made[0]
            return SelectAnyOf(tuple(s for s, _ in made)), joined(*(reads for _, reads in made))
        case a.Everything():
            return SelectEverything(reach), NO_READS
        case a.It():
            return SelectIt(reach), NO_READS
        case a.Target():
            return SelectTargets(reach), NO_READS
        case a.Bearer():
            return _bearer(rulebook, reach)
        case a.Named(name, part):
            if not part:
                return SelectValue(NAME, name, reach), reads_value(NAME, name, reach)
            return SelectName(selector, reach), ReadSet((NAME,))
        case a.ChosenName():
            return SelectChosenName(reach), ReadSet(varying=(ReadsChosenName(reach),))
        case a.HasStatus(status):
            return SelectValue(status, True, reach), reads_value(status, True, reach)
        case a.InZone(zone):
            return SelectZone(zone, reach), NO_READS
        case a.EnteredThisTurn():
            return SelectFresh(reach), NO_READS
        case a.AtSquares(squares):
            return SelectSquares(squares, reach), NO_READS
        case a.InRegion(region):
            return SelectRegion(region, reach), _region_reads(rulebook)
        case a.HasAbility(keyword):
            named_read = ANY if keyword is None else KEYWORD + keyword
            return SelectHaving(keyword, rulebook.disabling, reach), ReadSet(
                (ABILITIES, named_read, *rulebook.disabling)
            )
        case a.Players(whom):
            if whom is None:
                return SelectPlayers(None), NO_READS
            who, reads = player_program(rulebook, whom)
            return SelectPlayers(who), reads
        case a.Owned(by):
            who, reads = player_program(rulebook, by)
            return SelectOwned(who, reach), reads
        case a.Controlled(by):
            who, reads = player_program(rulebook, by)
            return SelectControlled(who, reach), joined(reads, ReadSet(("controller",)))
        case a.Sharing(characteristic, with_):
            meant, reads = reference_program(rulebook, with_)
            return SelectSharing(characteristic, meant, reach), joined(
                reads, ReadSet((characteristic,))
            )
        case a.Placed(relation, anchor):
            return _placed(rulebook, relation, anchor, reach)
        case a.Bearing(borne):
            carried, reads = reference_program(rulebook, borne)
            return SelectCarriers(carried, reach), reads
        case a.BorneBy(bearer_of):
            carrying, reads = reference_program(rulebook, bearer_of)
            return SelectCarried(carrying, reach), reads
        case a.Compared(left, comparator, right):
            return _compared(rulebook, left, comparator, right, reach)


def _bearer(rulebook: Rulebook, reach: Reach) -> Selecting:
    if rulebook.carried is None:
        return SelectBearer(None, reach), NO_READS
    carried, reads = selector_program(rulebook, rulebook.carried, "anywhere", works=False)
    return SelectBearer(carried, reach), ReadSet(varying=(ReadsWhetherCarried(reach, reads),))


def _placed(
    rulebook: Rulebook, relation: a.Relation, anchor: a.Selector, reach: Reach
) -> Selecting:
    anchors, reads = reference_program(rulebook, anchor)
    if relation == "in front of":
        reads = joined(reads, ReadSet(("controller",)))
    if relation != "atop":
        reads = joined(reads, _region_reads(rulebook))
    return SelectRelated(relation, anchors, reach), reads


def _region_reads(rulebook: Rulebook) -> ReadSet:
    """What telling regions apart looks at."""
    space = rulebook.space
    return NO_READS if space is None else ReadSet(("types", space.deep_test))


def _compared(
    rulebook: Rulebook, left: a.Value, comparator: a.Comparator, right: a.Value, reach: Reach
) -> Selecting:
    """Objects for which the comparison holds, `it` being each of them."""
    second, second_reads = value_program(rulebook, right)
    if isinstance(left, a.Read) and isinstance(left.of, a.It) and not speaks_of_it(right):
        name = left.characteristic
        return SelectByNumber(name, floor_of(name, rulebook), comparator, second, reach), joined(
            second_reads, ReadSet((name,))
        )
    first, first_reads = value_program(rulebook, left)
    return SelectCompared(first, comparator, second, reach), joined(first_reads, second_reads)


def value_program(rulebook: Rulebook, tree: a.Value) -> Valuing:
    """A value, and what it reads."""
    match tree:
        case a.Number(constant):
            return ValueConstant(constant), NO_READS
        case a.ChosenNumber():
            return ValueChosen(), NO_READS
        case a.Recorded(numbers):
            return ValueRecorded(dict(numbers)), NO_READS
        case a.Read(characteristic, of):
            select, reads = reference_program(rulebook, of)
            floor = floor_of(characteristic, rulebook)
            return ValueRead(characteristic, floor, select), joined(
                reads, ReadSet((characteristic,))
            )
        case a.Count(among):
            select, reads = scope_program(rulebook, among)
            return ValueCount(select), reads
        case a.Summary(how, characteristic, among):
            select, reads = scope_program(rulebook, among)
            floor = floor_of(characteristic, rulebook)
            return ValueSummary(how, characteristic, floor, select), joined(
                reads, ReadSet((characteristic,))
            )
        case a.Arithmetic(left, sign, right):
            first, first_reads = value_program(rulebook, left)
            second, second_reads = value_program(rulebook, right)
            return ValueArithmetic(first, sign, second), joined(first_reads, second_reads)


def player_program(rulebook: Rulebook, tree: a.Player) -> Naming:
    """The players meant (no one: an empty set), and what telling them reads."""
    match tree:
        case a.NamedPlayer(name):
            return PlayersNamed(frozenset((name,)) if name else frozenset()), NO_READS
        case a.You():
            return PlayersUsing(), ReadSet(varying=(ReadsSourceController(),))
        case a.Opponent():
            you, reads = player_program(rulebook, a.You())
            return PlayersOpposing(you), reads
        case a.ControllerOf(of):
            select, reads = reference_program(rulebook, of)
            return PlayersControlling(select), joined(reads, ReadSet(("controller",)))
        case a.OwnerOf(of):
            select, reads = reference_program(rulebook, of)
            return PlayersOwning(select), reads


def condition_program(rulebook: Rulebook, tree: a.Condition) -> Testing:
    """A condition, and what testing it reads."""
    match tree:
        case a.TurnOf(whose):
            who, reads = player_program(rulebook, whose)
            return ConditionTurn(who), reads
        case a.Exists(what):
            select, reads = scope_program(rulebook, what)
            return ConditionExists(select), reads
        case a.Matches(subject, what):
            subjects, subject_reads = scope_program(rulebook, subject)
            select, reads = selector_program(rulebook, what, "anywhere", works=False)
            return ConditionMatches(subjects, select), joined(subject_reads, reads)
        case a.Holds(left, comparator, right):
            first, first_reads = value_program(rulebook, left)
            second, second_reads = value_program(rulebook, right)
            return ConditionCompares(first, comparator, second), joined(first_reads, second_reads)
        case a.Negation(inner):
            test, reads = condition_program(rulebook, inner)
            return ConditionNot(test), reads
        case a.AllOf(parts) | a.AnyOf(parts):
            made = [condition_program(rulebook, part) for part in parts]
            tests = tuple(test for test, _ in made)
            return ConditionJoined(tests, every=isinstance(tree, a.AllOf)), joined(
                *(reads for _, reads in made)
            )
