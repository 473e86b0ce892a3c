"""What trees look at, by key and object, and whether that is held (read on the state itself).

Presence (a word, an ability, a status, a name) is not held; whatever stands inside a `not`, and
every number, count, player and place, is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.reads import (
    Denies,
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
from layerlaw.model.algebra.trees import cells_read, terms_in
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.columns import ALL
from layerlaw.solver.effects.ways import faces
from layerlaw.solver.together.keys import control_key, key_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.model.algebra.reads import ReadCell
    from layerlaw.model.algebra.trees import Term
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.effects.context import Context
    from layerlaw.solver.effects.world import World
    from layerlaw.solver.together.keys import Key, Keys


@dataclass(frozen=True, slots=True)
class Look:
    """A key looked at on objects; where None, on each candidate for itself."""

    key: Key
    where: int | None
    held: bool


Looks = frozenset[Look]
NOTHING: Looks = frozenset()


def everywhere(looks: Iterable[Look], mask: int = ALL) -> Looks:
    """The looks of something that asks for all of the mask's objects at once."""
    return frozenset(Look(one.key, mask, one.held) if one.where is None else one for one in looks)


def firmly(looks: Iterable[Look]) -> Looks:
    """The same looks, all of them held."""
    return frozenset(one if one.held else Look(one.key, one.where, True) for one in looks)


def looks(tree: Term, context: Context, *, held: bool = False) -> Looks:
    """What working a term out looks at; of a selector, deciding whether an object is selected."""
    if isinstance(tree, a.Selector):
        known = context.world.rulebook.kept(_of_anybody_held if held else _of_anybody, tree)
        if known is not None:
            return known
    if isinstance(tree, a.Matches):
        # More subjects make it harder to hold, so who they are is held.
        subjects = firmly(everywhere(looks(tree.subject, context)))
        what = looks(tree.what, context, held=held)
        return subjects | everywhere(what, directly(tree.subject, context))
    return _looks(tree, context.world.rulebook, context, held)


def _looks(tree: Term, rulebook: Rulebook, context: Context | None, held: bool) -> Looks:
    """The same of all but subjects; context: None where it looks at the same in every one."""
    counts = not isinstance(tree, a.Selector | a.Condition)
    held = held or counts or isinstance(tree, Denies)
    found = frozenset().union(
        *(
            _of_plain_cell(cell, rulebook, held)
            if context is None
            else _of_cell(cell, tree, context, held)
            for cell in tree.reads
        )
    )
    of_itself = isinstance(tree, _OF_ITSELF)
    for part in terms_in(tree):
        if context is None:
            inside = _looks(part, rulebook, None, held)
        else:
            inside = looks(part, context, held=held)
        others = isinstance(tree, a.Holds) or (isinstance(part, a.Selector) and not of_itself)
        found |= everywhere(inside) if others else inside
    return found


def _of_anybody(rulebook: Rulebook, tree: a.Selector) -> Looks | None:
    """What a selector looks at that selects the same whoever's effect it is in; None of others."""
    return _looks(tree, rulebook, None, False) if impersonal(tree) else None


def _of_anybody_held(rulebook: Rulebook, tree: a.Selector) -> Looks | None:
    """As `_of_anybody`, where what it looks at is held."""
    return _looks(tree, rulebook, None, True) if impersonal(tree) else None


_OF_ITSELF = (a.Noun, a.Not, a.Both, a.Either)
"""Selectors that ask of an object what stands inside them; others speak of other objects there."""


def _of_plain_cell(cell: ReadCell, rulebook: Rulebook, held: bool) -> Looks:
    """What reading a cell of the object that is asked about looks at, whoever's effect it is in."""
    match cell:
        case ReadWord(characteristic, None):
            return frozenset((Look(("any word", characteristic), ALL, held),))
        case ReadWord() | ReadStatus() | ReadName():
            return frozenset((Look(key_of(cell), None, held),))
        case ReadAbility():
            disabling = (Look(("status", s), None, True) for s in rulebook.disabling)
            return frozenset((Look(key_of(cell), None, held), *disabling))
        case ReadNumber(characteristic):
            return frozenset((Look(("number", characteristic), None, True),))
    raise AssertionError(cell)


def _of_cell(cell: ReadCell, tree: Term, context: Context, held: bool) -> Looks:
    """What reading a cell looks at."""
    world = context.world
    match cell:
        case ReadKeywordNumber(keyword):
            disabling = (Look(("status", s), None, True) for s in world.rulebook.disabling)
            numbers = Look(("keyword", keyword), _meant(tree, context), True)
            return frozenset((numbers, *disabling))
        case ReadNumber(characteristic):
            return frozenset((Look(("number", characteristic), _meant(tree, context), True),))
        case ReadController("source"):
            if context.player is not None:
                return NOTHING
            return controller_looks(1 << context.source, world)
        case ReadController(of):
            return controller_looks(None if of == "candidate" else _meant(tree, context), world)
        case ReadRegion():
            return region_looks(world)
        case ReadRelation(relation):
            space = world.rulebook.space
            turns = space is not None and faces(space, relation)
            facing = controller_looks(ALL, world) if turns else NOTHING
            return facing if relation == "atop" else facing | region_looks(world)
        case ReadCarried():
            carried = world.rulebook.carried
            if carried is None or context.source not in world.bearer:
                return NOTHING
            return everywhere(looks(carried, context, held=held), 1 << context.source)
        case _:
            return _of_plain_cell(cell, world.rulebook, held)


def _meant(tree: Term, context: Context) -> int | None:
    """The objects whose cell is read, going by what no effect changes; None: each candidate."""
    [of] = (part for part in terms_in(tree) if isinstance(part, a.Selector))
    return None if isinstance(of, a.It) else directly(of, context)


def region_looks(world: World) -> Looks:
    """What telling regions apart looks at."""
    space = world.rulebook.space
    if space is None or not space.ground:
        return NOTHING
    return frozenset(
        (
            Look(("word", space.types, space.ground), ALL, True),
            Look(("depth", space.deep_test), ALL, True),
        )
    )


def controller_looks(where: int | None, world: World) -> Looks:
    """What the shown controller rests on: control, being carried, and who carries it."""
    control = control_key(world.rulebook)
    found = {Look(control, where, True)}
    if world.rulebook.carried is not None:
        carried = carried_looks(world.rulebook)
        found |= {replace(one, where=where) for one in carried}
        above = bearers(ALL if where is None else where, world)
        if above:
            found.add(Look(control, above, True))
            found |= everywhere(carried, above)
    return frozenset(found)


def bearers(mask: int, world: World) -> int:
    """Whoever carries one of the objects, or carries who carries it, and so on."""
    found = 0
    for index in world.bearer:
        top = world.bearer.get(index) if mask >> index & 1 else None
        while top is not None and not found >> top & 1:
            found |= 1 << top
            top = world.bearer.get(top)
    return found


def carried_looks(rulebook: Rulebook) -> Looks:
    """What a rulebook's `carried` looks at: words, statuses and abilities."""
    return rulebook.kept(_carried_looks, rulebook.carried)


def _carried_looks(_: Rulebook, carried: a.Selector | None) -> Looks:
    cells = () if carried is None else cells_read(carried)
    return frozenset(
        Look(key_of(cell), None, True) for cell in cells if isinstance(cell, _PRESENCE)
    )


_PRESENCE = (ReadWord, ReadStatus, ReadAbility)


def directly(tree: a.Selector, context: Context) -> int:
    """The objects that the selector may mean, going by what no effect changes."""
    while isinstance(tree, a.Noun):
        tree = tree.meaning
    world = context.world
    match tree:
        case a.Self():
            return 1 << context.source
        case a.Target():
            return context.targets
        case a.Identified(id):
            return 1 << world.index[id] if id in world.index else 0
        case a.Bearer():
            bearer = world.bearer.get(context.source)
            return 0 if bearer is None else 1 << bearer
        case _:
            return ALL


def left_open(tree: a.Selector, context: Context, keys: Keys) -> frozenset[a.Selector]:
    """The parts of a selector that have to be asked: all others no effect of the situation changes.

    What it selects among what these others select, all of these parts select.
    """
    match tree:
        case a.Noun(_, meaning):
            return left_open(meaning, context, keys)
        case a.Both(parts):
            return frozenset().union(*(left_open(part, context, keys) for part in parts))
        case _:
            open = any(keys.may_change(look.key) for look in looks(tree, context))
            return frozenset((tree,) if open else ())


def impersonal(tree: object) -> bool:
    """Whether a selector selects the same whoever's effect it is in."""
    match tree:
        case a.Noun(_, inner) | a.Not(inner):
            return impersonal(inner)
        case a.Both(parts) | a.Either(parts):
            return all(impersonal(part) for part in parts)
        case a.Compared(a.Read(_, a.It()), _, a.Number()):
            return True
        case _:
            return isinstance(
                tree, a.Everything | a.Member | a.Named | a.HasStatus | a.HasAbility | a.InZone
            )
