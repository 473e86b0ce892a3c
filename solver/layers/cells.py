"""From columns to what is shown: cells of a board as plain values, and witnesses as plain facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra import (
    CopyOf,
    GainActivated,
    Gaining,
    Ignore,
    Operation,
    Permission,
)
from layerlaw.model.algebra.split import each_part, parts_of
from layerlaw.model.notation.printing import print_ability
from layerlaw.model.notation.spelling import NO_PLURALS
from layerlaw.solver.board.columns import (
    ABILITIES,
    BASE,
    FIXED,
    NAME,
    PERMISSIONS,
    Ignoring,
    Permit,
    Redirection,
    bits,
)
from layerlaw.solver.board.kinds import NO_PARTS, PartNumber
from layerlaw.solver.effects.context import floor_of
from layerlaw.solver.effects.copying import Form
from layerlaw.solver.facts.lists import combined
from layerlaw.solver.facts.records import Change, Dependency, Value, Witness
from layerlaw.solver.facts.rows import Cells, Changes, Found, SharedWitnesses
from layerlaw.solver.facts.situation import NOWHERE
from layerlaw.solver.layers.graph import transposed

if TYPE_CHECKING:
    from collections.abc import Container, Hashable, Mapping, Sequence

    from layerlaw.model.algebra import Ability
    from layerlaw.solver.board.columns import Board, Column
    from layerlaw.solver.board.kinds import Parts
    from layerlaw.solver.effects.context import Instances
    from layerlaw.solver.effects.parts import Part
    from layerlaw.solver.effects.world import World
    from layerlaw.solver.layers.runs import Edges, Graph
    from layerlaw.solver.layers.trial import Evidence


class Shown:
    """Turns what the solver works with into the plain values of `records`."""

    def __init__(self, world: World, instances: Instances) -> None:
        self.world = world
        self.instances = instances
        rulebook = world.rulebook
        self.kinds = {c.name: c.kind for c in rulebook.characteristics.values()}
        self.statuses = frozenset(rulebook.statuses)
        self.ids = tuple(thing.id for thing in world.things)
        self._labels: dict[Hashable, str] = {}
        self._marks: dict[Hashable, str] = {}
        self.characteristics = (
            NAME,
            *self.kinds,
            *(BASE + c.name for c in rulebook.characteristics.values() if c.base),
            *rulebook.statuses,
            ABILITIES,
            FIXED,
            PERMISSIONS,
        )
        self.visible = frozenset(self.characteristics)

    def cell(self, board: Board, index: int, characteristic: str, *, final: bool = False) -> Value:
        """One cell; `final` applies the floor. Raises `KeyError` for no such characteristic."""
        if characteristic == ABILITIES:
            held = board.values(ABILITIES, index)
            return tuple(sorted(self.ability(instance) for instance in held))
        if characteristic == PERMISSIONS:
            marks = board.values(PERMISSIONS, index)
            return tuple(sorted({mark_label(mark, self.world) for mark in marks}))
        if characteristic == FIXED:
            return bool(board.values(FIXED, index))
        if characteristic in self.statuses:
            return board.value(characteristic, index) is True
        if characteristic == NAME:
            return str(board.value(NAME, index))
        number = characteristic.removeprefix(BASE)
        kind = self.kinds.get(characteristic) or self.kinds[number]
        if kind == "set":
            return tuple(sorted(str(word) for word in board.values(characteristic, index)))
        value = board.value(characteristic, index)
        if kind == "player":
            return None if value is None else str(value)
        if value is None:
            return None
        assert isinstance(value, int)
        floor = floor_of(characteristic, self.world.rulebook)
        if not final or floor is None or min(parts_of(value)) >= floor:
            return value
        if self.world.rulebook.policy("floor") == "none":
            return value
        return each_part(value, lambda part: max(part, floor))

    def ability(self, number: Hashable) -> str:
        """An ability as a label, with the effect that granted it."""
        known = self._labels.get(number)
        if known is None:
            instance = self.instances[number]
            known = instance.ability.title or self._text(instance.ability)
            if instance.giver:
                known = f"{known} from {instance.giver[0]}"
            self._labels[number] = known
        return known

    def _text(self, ability: Ability) -> str:
        return text_of(ability, self.world.rulebook.plurals)

    def texts(self, labels: Container[str]) -> dict[str, Ability]:
        """What abilities with these labels that are no keywords are called, with each of them."""
        texts: dict[str, Ability] = {}
        for number, one in enumerate(self.instances):
            if one.ability.keyword is None and (label := self.ability(number)) in labels:
                # Its own label is its text, which is not to be printed once more.
                own = self._text(one.ability) if one.giver else label
                texts[own] = one.ability
        return texts

    def changes(self, before: Board, after: Board) -> Sequence[Change]:
        """Every cell in which the boards differ, by object and then characteristic."""
        if after is before:
            return ()
        groups: dict[tuple[str, Value, Value], int] = {}
        for characteristic, mask in after.changes_from(before).items():
            if characteristic in self.visible and mask:
                now = self.values(after, characteristic, mask)
                for old, held in self.values(before, characteristic, mask):
                    for new, others in now:
                        if held & others and old != new:
                            groups[characteristic, old, new] = held & others
        return Changes(self.ids, groups, self.characteristics) if groups else ()

    def values(self, board: Board, characteristic: str, mask: int) -> list[tuple[Value, int]]:
        """What the objects of the mask show of a characteristic, without floors; each value with
        its objects."""
        column = board.column(characteristic)
        if characteristic == FIXED or characteristic in self.statuses:
            held = 0
            for one in column.values():
                held |= one & mask
            return [(value, some) for value, some in ((True, held), (False, mask & ~held)) if some]
        several = self.kinds.get(characteristic) == "set"
        if several or characteristic in (ABILITIES, PERMISSIONS):
            return self._lists(column, characteristic, mask)
        groups: list[tuple[Value, int]] = []
        for value, held in column.items():
            if held & mask:
                assert isinstance(value, str | int)
                groups.append((value, held & mask))
                mask &= ~held
        return [*groups, (None, mask)] if mask else groups

    def _lists(self, column: Column, characteristic: str, mask: int) -> list[tuple[Value, int]]:
        """The objects of the mask by all that each has in a column, as sorted words."""
        rows: dict[str, int] = {}
        doubled: list[tuple[str, int]] = []
        marks = characteristic == PERMISSIONS
        for value, held in column.items():
            some = held & mask
            if some:
                word = self.word(characteristic, value)
                had = rows.get(word, 0)
                if had & some and not marks:
                    doubled.append((word, had & some))
                rows[word] = had | some
        groups: dict[Value, int] = {}
        words = sorted((*rows.items(), *doubled))
        for had_words, objects in combined(words):
            texts = tuple(had_words)
            groups[texts] = groups.get(texts, 0) | objects
            mask &= ~objects
        if mask:
            groups[()] = mask
        return list(groups.items())

    def word(self, characteristic: str, value: Hashable) -> str:
        """A value of a list as it is shown there."""
        if characteristic == ABILITIES:
            return self.ability(value)
        return self.mark(value) if characteristic == PERMISSIONS else str(value)

    def mark(self, mark: Hashable) -> str:
        """What a mark says; see `mark_label`."""
        known = self._marks.get(mark)
        if known is None:
            known = self._marks[mark] = mark_label(mark, self.world)
        return known

    def final(self, board: Board, start: Board) -> Cells:
        """Every cell of every object in a zone, with floors, and of the players and the rules
        what changed."""
        world = self.world
        everyone = (1 << len(world.things)) - 1
        for index, thing in enumerate(world.things):
            if thing.zone == NOWHERE:
                everyone &= ~(1 << index)
        count = len(world.situation.things)
        beyond = everyone >> count << count
        columns: dict[str, dict[Value, int]] = {}
        for characteristic in self.characteristics:
            same_column = board.column(characteristic) is start.column(characteristic)
            then = [] if same_column else self._floored(start, characteristic, beyond)
            shown = everyone & ~beyond if same_column else everyone
            column: dict[Value, int] = {}
            for value, held in self._floored(board, characteristic, shown):
                same = 0
                for other, objects in then:
                    if other == value:
                        same |= objects
                held &= ~same
                if held:
                    column[value] = held
            if column:
                columns[characteristic] = column
        return Cells(self.ids, columns)

    def _floored(self, board: Board, characteristic: str, mask: int) -> list[tuple[Value, int]]:
        shown = self.values(board, characteristic, mask)
        floor = floor_of(characteristic, self.world.rulebook)
        if floor is None or not any(
            isinstance(one, int) and min(parts_of(one)) < floor for one, _ in shown
        ):
            return shown
        if self.world.rulebook.policy("floor") == "none":
            return shown
        cut: dict[Value, int] = {}
        for value, held in shown:
            if isinstance(value, int):
                value = each_part(value, lambda part: max(part, floor))
            cut[value] = cut.get(value, 0) | held
        return list(cut.items())

    def dependencies(self, edges: Edges, parts: dict[str, Part]) -> tuple[Dependency, ...]:
        """The edges as plain facts, by the ids of who depends and on whom."""
        return tuple(
            Dependency(id, awaited, self.witness(parts[id], on[awaited]))
            for id, on in sorted(edges.items())
            for awaited in sorted(on)
        )

    def found(self, graph: Graph, names: tuple[str, ...]) -> Sequence[Dependency]:
        """The edges that a graph found, as rows. names: of the parts then pending."""
        gone = transposed(graph.gone)
        alike: dict[Hashable, tuple[Parts, Parts, Witness]] = {}
        # A witness may name everybody: what shows the same has one.
        witnesses: dict[Hashable, Witness] = {}
        for who, part, on, evidence in graph.blocks:
            if evidence.after is None and not evidence.differing:
                for place in bits(who):
                    gone[place] = gone.get(place, NO_PARTS) | 1 << on
                continue
            shows = part.program, evidence.before, evidence.after, evidence.differing
            witness = witnesses.get(shows)
            if witness is None:
                witness = witnesses[shows] = self.witness(part, evidence)
            # What it shows may be long too, and was hashed just now.
            key = who, id(witness)
            _, others, _ = alike.get(key, (who, NO_PARTS, witness))
            alike[key] = who, others | 1 << on, witness
        if not gone and not alike:
            return ()
        rows = [gone.get(PartNumber(place), NO_PARTS) for place in range(len(names))]
        return Found(names, rows, SharedWitnesses([*alike.values()]))

    def witness(self, part: Part, evidence: Evidence) -> Witness:
        """The canonical witness: existence, else the first scope, else the first operand."""
        if evidence.differing:
            cells = sorted(
                (self.world.things[index].id, characteristic)
                for characteristic, mask in evidence.differing
                if characteristic in self.characteristics
                for index in bits(mask)
            )
            return Witness("result", cells=tuple(cells))
        before, after = evidence.before, evidence.after
        if after is None:
            return Witness("existence")
        assert before is not None, "what is tried exists"
        for number, ((old, _), (new, _)) in enumerate(zip(before, after, strict=True)):
            if old != new:
                entered, left = self.world.ids(new & ~old), self.world.ids(old & ~new)
                return Witness("scope", number, entered=entered, left=left)
        for number, ((_, olds), (_, news)) in enumerate(zip(before, after, strict=True)):
            for place, (old_one, new_one) in enumerate(zip(olds, news, strict=True)):
                if old_one != new_one:
                    operation = part.steps[number].operations[place].operation
                    if isinstance(old_one, tuple) and isinstance(new_one, tuple):
                        same = {*old_one} & {*new_one}
                        old_one, new_one = (
                            tuple(one for one in operands if one not in same)
                            for operands in (old_one, new_one)
                        )
                    was, now = (self.operand(one, operation) for one in (old_one, new_one))
                    if was == now and isinstance(new_one, Form):
                        # Of that name, too, though it is otherwise by what has merged with it.
                        now = f"another {now}"
                    return Witness("action", number, place, before=was, after=now)
        raise AssertionError(f"an edge of {part.id} without a difference")

    def operand(self, value: Hashable, operation: Operation) -> str:
        """An operand as text: a number, players, objects, or one of these for each object."""
        things = self.world.things
        if value is None:
            return "nothing"
        if isinstance(operation, CopyOf):
            if isinstance(value, int):
                return things[value].id
            if isinstance(value, Form):
                return value.card.name
        elif isinstance(operation, Permission | Ignore) and isinstance(value, int):
            return ", ".join(self.world.ids(value)) or "nothing"
        elif isinstance(operation, Gaining | GainActivated) and value == frozenset():
            return "nothing"
        elif isinstance(operation, GainActivated) and isinstance(value, frozenset):
            return ", ".join(sorted(map(self._text, value)))
        if isinstance(value, int):
            return str(value)
        if isinstance(value, frozenset):
            return ", ".join(sorted(value)) or "no one"
        assert isinstance(value, tuple)
        return ", ".join(
            f"{things[index].id}: {self.operand(one, operation)}" for index, one in value
        )


_TEXTS: dict[tuple[int, int], tuple[Ability, Mapping[str, str], str]] = {}
_MOST_TEXTS = 10_000


def text_of(ability: Ability, plurals: Mapping[str, str] = NO_PLURALS) -> str:
    """An ability in the notation; the last ones printed are remembered."""
    key = id(ability), id(plurals)
    known = _TEXTS.get(key)
    if known is None or known[0] is not ability or known[1] is not plurals:
        if len(_TEXTS) >= _MOST_TEXTS:
            _TEXTS.clear()
        known = _TEXTS[key] = ability, plurals, print_ability(ability, plurals)
    return known[2]


def mark_label(mark: Hashable, world: World) -> str:
    """What a mark says of its bearer, without the effect that made it; objects by their names."""
    match mark:
        case Redirection(to, instead_of, _):
            return f"goes to {to} instead" + (f" of {instead_of}" if instead_of else "")
        case Ignoring(action, passive, sources, partner, _):
            verb = f"be {action}{partner and ' by'}" if passive else action
            verb += partner and f" {partner}"
            about = ", ".join(sorted(world.ids(sources or 0)))
            return f"ignores can't {verb}" + (f" from {about}" if about else "")
        case Permit(allowed, action, passive, to, _):
            verb = ("can " if allowed else "can't ") + (f"be {action}" if passive else action)
            if to is None:
                return verb
            return f"{verb}{' by' if passive else ''} {', '.join(sorted(world.ids(to)))}".rstrip()
    raise AssertionError(f"{mark} is no mark")
