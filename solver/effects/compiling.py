"""Selectors, players, values and conditions made into programs, once for a rulebook.

What a program is run for, its `Context`, says who is in play and whose effect it is. What it looks
at follows from the terms themselves (`reads.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.solver.effects.context import floor_of, reach_inside, reach_of, speaks_of_it
from layerlaw.solver.effects.deeds import DeedsProgram, SelectDid, ValueTimes
from layerlaw.solver.effects.fixed_selections import (
    SelectComers,
    SelectEverything,
    SelectFresh,
    SelectIds,
    SelectIt,
    SelectLinked,
    SelectPrintedTokens,
    SelectSource,
    SelectSquares,
    SelectTargets,
    SelectZone,
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
    SelectConnected,
    SelectControlled,
    SelectExceeding,
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
    PlayersRecorded,
    PlayersUsing,
    ValueArithmetic,
    ValueChosen,
    ValueConstant,
    ValueCount,
    ValueOfKeyword,
    ValuePart,
    ValueRead,
    ValueRecorded,
    ValueSummary,
    ValueWords,
)

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.effects.context import (
        ConditionProgram,
        PlayersProgram,
        Reach,
        SelectProgram,
        ValueProgram,
    )


def scope_program(rulebook: Rulebook, selector: a.Selector) -> SelectProgram:
    """A selector as a scope: in the zone of play, unless it names a zone.

    `self` is the source where its ability works; players are selected by words for players only.
    """
    return selector_program(rulebook, selector, reach_of(selector), works=True)


def reference_program(rulebook: Rulebook, selector: a.Selector) -> SelectProgram:
    """As a scope, but what names one object directly means it in whatever zone it is."""
    while isinstance(selector, a.Noun):
        selector = selector.meaning
    if isinstance(selector, a.Self):
        return SelectSource("anything", works=False, direct=True)
    if isinstance(selector, a.Target | a.It | a.Bearer | a.Identified):
        return selector_program(rulebook, selector, "anything", works=False)
    return scope_program(rulebook, selector)


def selector_program(
    rulebook: Rulebook, selector: a.Selector, reach: Reach, *, works: bool
) -> SelectProgram:
    """A selector that chooses among what is within reach.

    works: whether `self` means the source where its ability works, too.
    """

    def inside(inner: a.Selector) -> SelectProgram:
        return selector_program(rulebook, inner, reach, works=works)

    match selector:
        # The most frequent first.
        case a.Member(characteristic, word):
            return SelectValue(characteristic, word, reach)
        case a.Noun(_, meaning):
            return inside(meaning)
        case a.Self():
            return SelectSource(reach, works)
        case a.Identified(id):
            return SelectIds((id,), reach)
        case a.Both(parts):
            reach = reach_inside(selector, reach)
            return SelectAllOf(tuple(map(inside, parts)))
        case a.Not(inner):
            return SelectOutside(inside(inner), reach)
        case a.Either(parts):
            named = tuple(part.id for part in parts if isinstance(part, a.Identified))
            if len(named) == len(parts):
                return SelectIds(named, reach)
            return SelectAnyOf(tuple(map(inside, parts))) if len(parts) > 1 else inside(parts[0])
        case a.Everything():
            return SelectEverything(reach)
        case a.It():
            return SelectIt(reach)
        case a.Target():
            return SelectTargets(reach)
        case a.Bearer():
            carried = rulebook.carried
            if carried is None:
                return SelectBearer(None, reach)
            return SelectBearer(selector_program(rulebook, carried, "anywhere", works=False), reach)
        case a.Named():
            return SelectName(selector, reach)
        case a.ChosenName():
            return SelectChosenName(reach)
        case a.HasStatus(status):
            return SelectValue(status, True, reach)
        case a.InZone(zone):
            return SelectZone(zone, reach)
        case a.EnteredThisTurn():
            return SelectFresh(reach)
        case a.CameFrom(zone):
            return SelectComers(zone, reach)
        case a.PrintedToken():
            return SelectPrintedTokens(reach)
        case a.Linked():
            return SelectLinked(reach)
        case a.Did():
            return SelectDid(_deeds_program(rulebook, selector), reach)
        case a.AtSquares(squares):
            return SelectSquares(squares, reach)
        case a.InRegion(region):
            return SelectRegion(region, reach)
        case a.HasAbility(keyword):
            return SelectHaving(keyword, rulebook.disabling, reach)
        case a.Players(whom):
            return SelectPlayers(None if whom is None else player_program(rulebook, whom))
        case a.Owned(by):
            return SelectOwned(player_program(rulebook, by), reach)
        case a.Controlled(by):
            return SelectControlled(player_program(rulebook, by), reach)
        case a.Sharing(characteristic, with_):
            return SelectSharing(characteristic, reference_program(rulebook, with_), reach)
        case a.Exceeding(characteristic, of):
            return SelectExceeding(characteristic, reference_program(rulebook, of), reach)
        case a.Placed(relation, anchor):
            return SelectRelated(relation, reference_program(rulebook, anchor), reach)
        case a.Connected(anchor, through):
            start, over = (reference_program(rulebook, each) for each in (anchor, through))
            return SelectConnected(start, over, reach)
        case a.Bearing(borne):
            return SelectCarriers(reference_program(rulebook, borne), reach)
        case a.BorneBy(bearer):
            return SelectCarried(reference_program(rulebook, bearer), reach)
        case a.Compared(left, comparator, right):
            second = value_program(rulebook, right)
            if isinstance(left, a.Read) and isinstance(left.of, a.It) and not speaks_of_it(right):
                name = left.characteristic
                return SelectByNumber(name, floor_of(name, rulebook), comparator, second, reach)
            return SelectCompared(value_program(rulebook, left), comparator, second, reach)


def _deeds_program(rulebook: Rulebook, did: a.Did) -> DeedsProgram:
    """What was done; whom it was done to, or who did it, is meant in whatever zone it is now."""
    whom = did.whom
    while isinstance(whom, a.Noun):
        whom = whom.meaning
    if whom is None or isinstance(whom, a.Self | a.Target | a.It | a.Bearer | a.Identified):
        others = None if whom is None else reference_program(rulebook, whom)
    else:
        others = selector_program(rulebook, whom, "anywhere", works=False)
    return DeedsProgram(did.deed, did.passive, others, did.period)


def value_program(rulebook: Rulebook, tree: a.Value) -> ValueProgram:
    """A value."""
    match tree:
        case a.Number(constant):
            return ValueConstant(constant)
        case a.ChosenNumber():
            return ValueChosen()
        case a.Recorded(numbers):
            return ValueRecorded(dict(numbers))
        case a.Read(characteristic, of):
            floor = floor_of(characteristic, rulebook)
            return ValueRead(characteristic, floor, reference_program(rulebook, of))
        case a.KeywordNumber(keyword, several, alone, of):
            meant = reference_program(rulebook, of)
            return ValueOfKeyword(keyword, several, alone, rulebook.disabling, meant)
        case a.ReadPart(characteristic, part, of):
            floor = floor_of(characteristic, rulebook)
            return ValuePart(characteristic, part, floor, reference_program(rulebook, of))
        case a.Count(among):
            return ValueCount(scope_program(rulebook, among))
        case a.Times(who, did):
            return ValueTimes(scope_program(rulebook, who), _deeds_program(rulebook, did))
        case a.Summary(how, characteristic, among):
            floor = floor_of(characteristic, rulebook)
            return ValueSummary(how, characteristic, floor, scope_program(rulebook, among))
        case a.CountWords(characteristic, among, words):
            return ValueWords(characteristic, frozenset(words), scope_program(rulebook, among))
        case a.Arithmetic(left, sign, right):
            first, second = value_program(rulebook, left), value_program(rulebook, right)
            return ValueArithmetic(first, sign, second)


def player_program(rulebook: Rulebook, tree: a.Player) -> PlayersProgram:
    """The players meant; no one: an empty set."""
    match tree:
        case a.NamedPlayer(name):
            return PlayersNamed(frozenset((name,)) if name else frozenset())
        case a.You():
            return PlayersUsing()
        case a.RecordedPlayer(players):
            return PlayersRecorded(dict(players))
        case a.Opponent():
            return PlayersOpposing(PlayersUsing())
        case a.ControllerOf(of):
            return PlayersControlling(reference_program(rulebook, of))
        case a.OwnerOf(of):
            return PlayersOwning(reference_program(rulebook, of))


def condition_program(rulebook: Rulebook, tree: a.Condition) -> ConditionProgram:
    """A condition."""
    match tree:
        case a.TurnOf(whose):
            return ConditionTurn(player_program(rulebook, whose))
        case a.Exists(what):
            return ConditionExists(scope_program(rulebook, what))
        case a.Matches(subject, what):
            # Players are asked what they are as objects are.
            meant = selector_program(rulebook, what, "anything", works=False)
            return ConditionMatches(scope_program(rulebook, subject), meant)
        case a.Holds(left, comparator, right):
            first, second = value_program(rulebook, left), value_program(rulebook, right)
            return ConditionCompares(first, comparator, second)
        case a.Negation(inner):
            return ConditionNot(condition_program(rulebook, inner))
        case a.AllOf(parts) | a.AnyOf(parts):
            tests = tuple(condition_program(rulebook, part) for part in parts)
            return ConditionJoined(tests, every=isinstance(tree, a.AllOf))
