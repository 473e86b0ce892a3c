"""What the effects of one layer can read and write, on every board that an order can lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model import algebra as a
from layerlaw.model.algebra.writes import (
    LoseAbilities,
    Write,
    WriteAbility,
    WriteCopy,
    WriteText,
)
from layerlaw.solver.board.columns import ABILITIES, FIXED, VALUE, bits
from layerlaw.solver.certainty.orders.footprints import EffectFootprint, OperationFootprint, Unknown
from layerlaw.solver.certainty.orders.read_words import Bound, ReadWords, bound_of, read_words_of
from layerlaw.solver.effects.context import Context, context_of, no_effect
from layerlaw.solver.effects.evaluate import scope_reads
from layerlaw.solver.layers.carried import has_lost

if TYPE_CHECKING:
    from collections.abc import Iterable

    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.board.kinds import LayerNumber, Objects
    from layerlaw.solver.certainty.orders.layer_states import Handle, LayerEntry
    from layerlaw.solver.certainty.orders.transition_system import TransitionSystem
    from layerlaw.solver.effects.parts import Part, Prepared, Step
    from layerlaw.solver.effects.reads import Reads
    from layerlaw.solver.effects.world import World

MOST = 400
"""With more effects than that, nothing is said about what they can touch."""


_Written = dict[str, list[tuple[int, int, a.Operation]]]


class LayerFootprints:
    """The footprints of all effects that have, or may come to have, a part in the layer.

    entangled: nothing can be said, because of what copies might bring into existence, or because
    effects act here for what they would do to others.
    """

    def __init__(self, system: TransitionSystem, entry: LayerEntry, layer: LayerNumber) -> None:
        self.system = system
        self.entry = entry
        self.layer = layer
        self.world: World = system.world
        self.instances = system.instances
        self.board: Board = system.board(entry)
        rulebook = self.world.rulebook
        self.disabling = rulebook.disabling
        self._sets = {c.name for c in rulebook.characteristics.values() if c.kind == "set"}
        self._holders: dict[str | None, int] = {}
        self._carrying = _carried_reads(self.world, system)
        self.all: list[EffectFootprint] = []
        handles = dict.fromkeys(system.standing(entry, layer))
        while True:
            self.all = self._footprints(list(handles))
            joining = [handle for handle in self._granted() if handle not in handles]
            self.entangled = len(handles) + len(joining) > MOST or self._unclear()
            if self.entangled or not joining:
                break
            handles.update(dict.fromkeys(joining))

    # --- what there may be -------------------------------------------------------------------

    def _granted(self) -> list[Handle]:
        """The effects in this layer that the abilities granted in it would make."""
        effects = self.system.interpreter(self.entry).effects
        found: dict[Handle, None] = {}
        for one in self.all:
            for deed in one.deeds:
                if deed.grants < 0:
                    continue
                for holder in bits(deed.mask & effects.works(deed.grants)):
                    if self.layer in effects.parts_of(deed.grants, holder):
                        found[deed.grants, holder] = None
        return list(found)

    def _unclear(self) -> bool:
        between = self.world.rulebook.layers[self.layer].between
        if self._carrying is None or self._takes_back() or between:
            return True
        copying = any(deed.copies for effect in self.all for deed in effect.deeds)
        return copying and self._printed_here()

    def _takes_back(self) -> bool:
        """Whether what was done ahead of time may go with an ability that is taken here, or was
        taken ahead of time itself."""
        taking = {ABILITIES, *self.disabling}
        static = [one for one in self.entry.early if one.maker.instance >= 0]
        return any(has_lost(one, self.board, self.world) for one in static) or (
            bool(static)
            and any(not taking.isdisjoint(deed.writes) for one in self.all for deed in one.deeds)
        )

    def _printed_here(self) -> bool:
        """Whether any card has an effect in this layer that a copy would have too."""
        situation = self.world.situation
        rulebook = self.world.rulebook
        here = rulebook.layers[self.layer].id
        cards = [card for t in situation.things for card in (t.card, t.form, *t.linked)]
        cards += [card for e in situation.effects for card in e.copies if card is not None]
        return any(
            here
            == (printed.ability.layer or rulebook.layer_of(operation, printed.ability.defines).id)
            for card in cards
            for printed in card.abilities
            if printed.use == "has"
            for instruction in printed.ability.instructions
            for operation in instruction.operations
        )

    # --- footprints --------------------------------------------------------------------------

    def _footprints(self, handles: list[Handle]) -> list[EffectFootprint]:
        interpreter = self.system.interpreter(self.entry)
        parts = [interpreter.parts(handle)[self.layer] for handle in handles]
        read_words = [read_words_of(part.effect.ability, self.world.rulebook) for part in parts]
        self._holders = self._who_may_hold(parts)
        scopes = [[self._scope(part, step) for step in part.steps] for part in parts]
        masks = [[step.allowed for step in part.steps] for part in parts]
        while True:
            written = self._written(parts, masks)
            narrowed = [
                [
                    self._at_most(bound, look, n, written, mask)
                    for mask, bound in zip(mine, scoping, strict=True)
                ]
                for n, (mine, scoping, look) in enumerate(
                    zip(masks, scopes, read_words, strict=True)
                )
            ]
            if narrowed == masks:
                break
            masks = narrowed
        found = []
        for number, (handle, part) in enumerate(zip(handles, parts, strict=True)):
            deeds = []
            for step, mask in zip(part.steps, masks[number], strict=True):
                for prepared in step.operations:
                    open_to = self._read_by(prepared.reads, read_words[number], number, written)
                    operand = Unknown.UNKNOWN if open_to else prepared.operand(self.board, mask)
                    writes = {name: self._reached(name, mask) for name in self._names(prepared)}
                    deeds.append(
                        OperationFootprint(
                            prepared.operation, mask, operand, prepared.grants, writes
                        )
                    )
            effect = part.effect
            always = not effect.static or (
                self.system.continues and part.identity in self.entry.started
            )
            reads = dict(part.reads)
            if effect.static:
                # What only its existence depends on is judged more precisely than by cells.
                own = 1 << effect.holder
                for name in (ABILITIES, *self.disabling):
                    if reads.get(name) == own:
                        del reads[name]
            reads.pop(FIXED, None)
            reads = self._narrowed(reads, read_words[number])
            pending = interpreter.observer.exists(part, self.board)
            found.append(
                EffectFootprint(
                    handle, part, pending, always, reads, read_words[number], tuple(deeds)
                )
            )
        return found

    def _who_may_hold(self, parts: list[Part]) -> dict[str | None, int]:
        """The objects that have the keyword (None: any ability), or may gain it here."""
        found: dict[str | None, int] = {None: 0}

        def hold(keyword: str | None, mask: int) -> None:
            found[None] |= mask
            if keyword is not None:
                found[keyword] = found.get(keyword, 0) | mask

        for instance, held in self.board.column(ABILITIES).items():
            hold(self.instances.keyword(instance), held)
        for part in parts:
            for step in part.steps:
                for write in (w for made in step.operations for w in made.operation.writes):
                    if isinstance(write, WriteAbility) and write.how == "gain":
                        hold(write.keyword, step.allowed)
                    elif isinstance(write, WriteCopy | WriteText):
                        for keyword in (None, *self.world.rulebook.keywords):
                            hold(keyword, step.allowed)
        return found

    def _narrowed(self, reads: Reads, read_words: ReadWords) -> Reads:
        """The reads without objects that could never have the keywords that are asked for."""
        found = dict(reads)
        holders = 0
        for keyword in read_words.keywords:
            holders |= self._holders.get(keyword, 0)
        for name in (ABILITIES, *self.disabling):
            if name in found and name not in read_words.statuses:
                found[name] &= holders
        return found

    def _scope(self, part: Part, step: Step) -> Bound:
        """What the instruction can select at most, and what that depends on."""
        kept = dict(self.entry.scopes).get((part.identity, step.index))
        if kept is not None:
            return Bound(kept, {})
        effect = part.effect
        if effect.static:
            effects = self.system.interpreter(self.entry).effects
            context: Context = effects.context(effect.instance, effect.holder)
        else:
            made = [e for e in self.world.situation.effects if e.id == effect.id]
            if len(made) != 1:
                return Bound(step.allowed, {})
            if made[0].locked[step.index] is not None:
                return Bound(step.select(self.board, -1), {})
            context = context_of(self.world, self.instances, made[0])
        scope = effect.ability.instructions[step.index].scope
        return bound_of(scope, context, self.board, self._holders)

    def _at_most(
        self, bound: Bound, read_words: ReadWords, number: int, written: _Written, mask: Objects
    ) -> Objects:
        """The objects that can be selected at most, going by what others can write."""
        if bound.pieces:
            found = [self._at_most(one, read_words, number, written, mask) for one in bound.pieces]
            joined = found[0]
            for one in found[1:]:
                joined = joined & one if bound.all_of else joined | one
            return joined
        if not self._read_by(bound.reads, read_words, number, written):
            return bound.now & mask
        return bound.ever & mask

    def _read_by(self, reads: Reads, read_words: ReadWords, number: int, written: _Written) -> bool:
        """Whether any other part can write what is read."""
        return any(
            other != number and mask & held and self._minds(read_words, name, operation)
            for name, mask in self._narrowed(reads, read_words).items()
            for other, held, operation in written.get(name, ())
        )

    def _minds(self, read_words: ReadWords, name: str, operation: a.Operation) -> bool:
        """Whether the operation can change what is read of that characteristic."""
        if name == ABILITIES:
            return any(self._gives_or_takes(operation, keyword) for keyword in read_words.keywords)
        if name in self._sets:
            return read_words.minds(name, operation)
        return True

    def _gives_or_takes(self, operation: a.Operation, keyword: str | None) -> bool:
        """Whether the operation may give or take an ability of the keyword (None: any at all)."""
        if keyword is None:
            return True
        return any(_may_touch(write, keyword) for write in operation.writes)

    def _names(self, prepared: Prepared) -> Iterable[str]:
        names = set(prepared.writes)
        if self._carrying and names & self._carrying:
            names.add(self.world.rulebook.control)
        return sorted(names)

    def _written(self, parts: list[Part], masks: list[list[Objects]]) -> _Written:
        """For each characteristic its possible writers, with the objects and the operation."""
        found: _Written = {}
        for number, (part, mine) in enumerate(zip(parts, masks, strict=True)):
            for step, mask in zip(part.steps, mine, strict=True):
                for prepared in step.operations:
                    for name in self._names(prepared):
                        one = (number, self._reached(name, mask), prepared.operation)
                        found.setdefault(name, []).append(one)
        return found

    def _reached(self, name: str, mask: int) -> int:
        """The objects whose characteristic may change when an operation is done to these."""
        if name != self.world.rulebook.control:
            return mask
        while True:
            carried = 0
            for index, bearer in self.world.bearer.items():
                if mask >> bearer & 1:
                    carried |= 1 << index
            if not carried & ~mask:
                return mask
            mask |= carried

    # --- who touches whom --------------------------------------------------------------------

    def touches(self, one: EffectFootprint, other: EffectFootprint) -> bool:
        """Whether what one does may change what the other does, or whether it exists."""
        effect = other.part.effect
        own = 1 << effect.holder if effect.static else 0
        for deed in one.deeds:
            if not deed.mask:
                continue
            if deed.shields:
                if deed.mask & other.reach & ~(1 << effect.holder):
                    return True
                continue
            for name, mask in deed.writes.items():
                if mask & other.reads.get(name, 0) and self._minds(
                    other.read_words, name, deed.operation
                ):
                    return True
            if self._ends(deed, other, own):
                return True
        return False

    def decides_on(self, one: EffectFootprint, other: EffectFootprint) -> bool:
        """Whether what one does may decide on whether the other exists."""
        effect = other.part.effect
        own = 1 << effect.holder if effect.static else 0
        conditional = other.part.condition is not None
        return any(
            self._ends(deed, other, own)
            or (
                conditional
                and any(mask & other.reads.get(name, 0) for name, mask in deed.writes.items())
            )
            for deed in one.deeds
            if deed.mask
        )

    def _ends(self, deed: OperationFootprint, other: EffectFootprint, own: int) -> bool:
        """Whether the operation may take the other's ability, give it, or disable its holder."""
        if other.always or not deed.mask & own:
            return False
        if any(status in deed.writes for status in self.disabling):
            return True
        return ABILITIES in deed.writes and self.gives_or_takes(deed, other.part.effect.instance)

    def gives_or_takes(self, deed: OperationFootprint, instance: int) -> bool:
        """Whether the operation may give or take the ability instance."""
        keyword = self.instances.keyword(instance)
        for write in deed.operation.writes:
            if isinstance(write, WriteAbility):
                gains = write.how == "gain"
                return deed.grants == instance if gains else write.keyword == keyword
        return keyword is None or self._gives_or_takes(deed.operation, keyword)


def _may_touch(write: Write, keyword: str) -> bool:
    """Whether it may give or take an ability of the keyword."""
    match write:
        case WriteAbility(_, written):
            return written == keyword
        case LoseAbilities(but):
            return keyword not in but
        case _:
            return True


def _carried_reads(world: World, system: TransitionSystem) -> frozenset[str] | None:
    """What decides who controls what is carried; None if that is more than words of sets.

    Where what is carried keeps its controller, nothing does.
    """
    carried = world.rulebook.carried
    if carried is None or not world.rulebook.carried_control:
        return frozenset()
    reads = scope_reads(carried, no_effect(world, system.instances))
    found = frozenset(name for name in reads if VALUE not in name)
    known = world.rulebook.characteristics
    of_sets = all(name in known and known[name].kind == "set" for name in found)
    return found if of_sets else None
