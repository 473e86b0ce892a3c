"""Effects for the replay: which there are, when they exist, and what they would do."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.algebra import CopyOf
from layerlaw.solver.certificate.replay.ages import AgeOrder
from layerlaw.solver.certificate.replay.alike import (
    ability_same_but_for_itself,
    ability_same_for_a_player,
    ability_same_for_all,
)
from layerlaw.solver.certificate.replay.board import ABILITIES, ANY, FIXED, HOLDING
from layerlaw.solver.certificate.replay.cells import form_of
from layerlaw.solver.certificate.replay.copied import CopiedForm
from layerlaw.solver.certificate.replay.early import EarlyLayers
from layerlaw.solver.certificate.replay.instances import ReplayInstance, ReplayInstances
from layerlaw.solver.certificate.replay.operations import grants
from layerlaw.solver.certificate.replay.otherwise import with_otherwise
from layerlaw.solver.certificate.replay.parts import (
    ReplayEffect,
    doing,
    has_copies,
    one_operand,
    parts_of,
    spared_alike,
)
from layerlaw.solver.certificate.replay.select import View
from layerlaw.solver.certificate.replay.shown import Controllers
from layerlaw.solver.certificate.replay.words import RULES, holds_infinite, policy
from layerlaw.solver.facts.situation import AS_IT_ENTERED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from layerlaw.model.algebra import Ability
    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.certificate.replay.alike import Kind
    from layerlaw.solver.certificate.replay.board import Key, ReplayBoard
    from layerlaw.solver.certificate.replay.parts import Observation, ReplayPart, ReplayStep
    from layerlaw.solver.certificate.replay.space import ReplayTable

NO_TEXTS: Mapping[str, Ability] = MappingProxyType({})


class ReplayEffects:
    """All effects of one replay, and what they carry from layer to layer.

    started: effects of which a part was applied in an earlier layer. kept: what an instruction
    selected when it was first applied. reached: what each effect was applied to. granted: the order
    in which abilities were granted.
    by_id: what a copy has from the copied card is called like what it had of its own, so one id
    may stand for several effects. turned: by id and layer those that had a turn. texts: what the
    record calls abilities that are no keywords.
    """

    def __init__(self, table: ReplayTable, texts: Mapping[str, Ability] = NO_TEXTS) -> None:
        self.table = table
        self.rulebook: Rulebook = table.rulebook
        self.instances = ReplayInstances(texts)
        self.started: dict[ReplayEffect, None] = {}
        self.kept: dict[tuple[ReplayEffect, int], int] = {}
        self.reached: dict[ReplayEffect, int] = {}
        self.granted: dict[tuple[ReplayInstance, str], int] = {}
        self.by_id: dict[str, list[ReplayEffect]] = {}
        self.turned: dict[str, dict[int, ReplayEffect]] = {}
        self._grants = 0
        self._static: dict[tuple[ReplayInstance, str], ReplayEffect] = {}
        self._granting: dict[tuple[ReplayEffect, int], ReplayInstance] = {}
        self._lending: dict[tuple[ReplayEffect, Ability], ReplayInstance] = {}
        self.controllers = Controllers()
        self.early = EarlyLayers(table)
        self._met: set[ReplayEffect] = set()
        self._standing: dict[int, dict[ReplayPart, None]] = {}
        self.givers: dict[ReplayInstance, ReplayEffect] = {}
        self._parts: dict[ReplayEffect, dict[int, ReplayPart]] = {}
        self._disabling = tuple(s.name for s in self.rulebook.statuses.values() if s.disables)
        self._continues = policy(self.rulebook, "ability lost") == "continues"
        self.at_checks = policy(self.rulebook, "condition read") == "at checks"
        self.bars_loss = policy(self.rulebook, "loss") == "bar"
        self._keys: dict[ReplayEffect, tuple[int, ...]] = {}
        self._ages = AgeOrder(table.situation.things)
        self.cuts = policy(self.rulebook, "floor") == "each step"
        self.keeps = policy(self.rulebook, "set") == "kept"
        # What each static effect copied as it first applied; and what is read in this state.
        self._copied = table.situation.kept
        self.read: dict[ReplayEffect, dict[int, Card]] = {}
        self.resolved = tuple(
            ReplayEffect(
                made.id,
                made.source,
                made.ability,
                made.timestamp,
                made.rank,
                player=made.player,
                targets=frozenset(made.targets),
                locked=made.locked,
                over_for=made.over_for,
                copies=made.copies,
                withheld=made.withheld,
                orphaned=made.orphaned,
                choice=made.choice,
            )
            for made in table.situation.effects
            if made.id not in table.situation.left_out
        )
        for effect in self.resolved:
            self.by_id.setdefault(effect.id, []).append(effect)

    @cached_property
    def endless(self) -> bool:
        """Whether a number of the situation is infinite, or could become so."""
        return holds_infinite((*self.table.things.values(), *self.table.situation.effects))

    # --- which there are -------------------------------------------------------------------

    def static(self, instance: ReplayInstance, holder: str) -> ReplayEffect:
        """The static effect of an ability instance that an object has."""
        key = (instance, holder)
        known = self._static.get(key)
        if known is None:
            entered = self.table.things[holder].entered
            timestamp = entered
            if instance.giver is not None:
                grant = self.givers[instance].timestamp
                match policy(self.rulebook, "granted timestamp"):
                    case "grant":
                        timestamp = grant
                    case "later" | "later, before what resolved":
                        timestamp = max(grant, entered)
            id = instance.effect_id(holder)
            effect = ReplayEffect(
                id,
                holder,
                instance.ability,
                timestamp,
                instance.rank,
                instance,
                copies=self._copied_before(id, instance.ability) if self._copied else (),
                choice=self.table.things[holder].choice,
            )
            known = self._static[key] = effect
            self.by_id.setdefault(effect.id, []).append(effect)
        return known

    def _copied_before(self, id: str, ability: Ability) -> tuple[Card, ...]:
        """What the static effect of that id and ability copied as it first applied."""
        found = (one.cards for one in self._copied if one.effect == id and one.is_of(ability))
        return next(found, ())

    def grants(self, effect: ReplayEffect, ability: Ability) -> ReplayInstance:
        """The instance of an ability that this effect grants."""
        key = (effect, id(ability))
        if key not in self._granting:
            texts = grants(effect.ability)
            # The same ability stated twice is one instance.
            ability = next((one for one in texts if one == ability), ability)
            lines = [one for one in texts if one.keyword is None]
            number = lines.index(ability) + 1 if ability in lines else 1
            first = (effect, id(ability))
            if first not in self._granting:
                static, text = bool(ability.instructions), self.instances.text(ability)
                instance = ReplayInstance(ability, number, 0, effect.id, static, "", text)
                self._granting[first] = instance
                self.givers[instance] = effect
            self._granting[key] = self._granting[first]
        return self._granting[key]

    def lends(self, effect: ReplayEffect, ability: Ability, text: str) -> ReplayInstance:
        """The instance of an activated ability of others that this effect gives."""
        key = (effect, ability)
        if key not in self._lending:
            called = text or self.instances.text(ability)
            instance = ReplayInstance(ability, 0, 0, effect.id, static=False, text=called)
            self._lending[key] = replace(instance, activated=True, resolves=True)
            self.givers[self._lending[key]] = effect
        return self._lending[key]

    def note_grants(self, after: ReplayBoard) -> None:
        """Remember in which order the last part applied granted abilities.

        What was lost and gained again counts from then.
        """
        holding = after.columns.get(HOLDING, {})
        for instance, place in after.gained:
            if holding.get(instance, 0) >> place & 1:
                self._grants += 1
                self.granted[instance, self.table.ids[place]] = self._grants

    @contextmanager
    def as_if_granted(self) -> Iterator[None]:
        """What is noted meanwhile counts as granted, but no longer than that."""
        granted, grants = dict(self.granted), self._grants
        try:
            yield
        finally:
            self.granted, self._grants = granted, grants

    def giver_of(self, effect: ReplayEffect) -> str | None:
        """The effect that granted the ability this effect is of."""
        return None if effect.instance is None else effect.instance.giver

    def key(self, effect: ReplayEffect) -> tuple[int, ...]:
        """What its timestamp is compared by: the older of two has the lesser key.

        Clauses: SORC-TS-1, SORC-TS-2, SORC-OPEN-GRANTED, SORC-OPEN-SEVERAL.
        """
        known = self._keys.get(effect)
        if known is not None:
            return known
        instance = effect.instance
        age, place = self.age(effect), self._place(effect)
        if instance is not None and instance.giver is not None:
            order = self.granted.get((instance, effect.source), self._grants + 1)
            return (*age, order, 0, 0, place)
        key = (*age, 0, self.rank(effect), int(instance is None), place)
        # Only the key of what was granted may become another one.
        self._keys[effect] = key
        return key

    def age(self, effect: ReplayEffect) -> tuple[int, int, int]:
        """From when it counts, and what stands before all else among those of one moment.

        That is whether it was granted (1) or not (0); see `AgeOrder.key`.
        """
        instance = effect.instance
        if instance is None:
            return (*effect.timestamp, 0)
        granted = 0
        if instance.giver is not None:
            giver = self.givers[instance]
            # Clause: CR-613.7n.
            just_before = (
                policy(self.rulebook, "granted timestamp") == "later, before what resolved"
                and giver.instance is None
                and giver.timestamp == effect.timestamp
            )
            granted = -1 if just_before else 1
        return self._ages.key(effect.source, (*effect.timestamp, granted))

    def rank(self, effect: ReplayEffect) -> int:
        """Its place among the abilities of its card, for ties. Clause: SORC-OPEN-SEVERAL.

        The rules go as they are listed, and what an object entered as is behind all its abilities.
        """
        backwards = effect.source != RULES and policy(self.rulebook, "several") == "reverse"
        return -effect.rank if backwards and effect.rank < AS_IT_ENTERED else effect.rank

    def _place(self, effect: ReplayEffect) -> int:
        """Where the source stands among the objects; players and the rules come last."""
        return self.table.index[effect.source]

    def parts(self, effect: ReplayEffect) -> dict[int, ReplayPart]:
        """What the effect does in each layer."""
        known = self._parts.get(effect)
        if known is None:
            out = effect.id in self.table.situation.left_out
            known = self._parts[effect] = {} if out else parts_of(effect, self.rulebook)
        return known

    def meet(self, instance: ReplayInstance, place: int) -> dict[int, ReplayPart]:
        """What the effect of an ability instance does, where it works; by layer."""
        table = self.table
        if not instance.static or not table.where(instance.ability.zones) >> place & 1:
            return {}
        effect = self.static(instance, table.ids[place])
        parts = self.parts(effect)
        if effect not in self._met:
            self._met.add(effect)
            for layer, part in parts.items():
                self._standing.setdefault(layer, {})[part] = None
        return parts

    def meet_all(self, board: ReplayBoard) -> None:
        """Get to know the static effects of all that the objects on a board have."""
        for place, held in board.held.items():
            for instance in held:
                self.meet(instance, place)

    def standing(self, layer: int) -> Iterable[ReplayPart]:
        """The layer's static parts of all ability instances met so far, where they work."""
        return self._standing.get(layer, ())

    def parts_in(self, layer: int) -> list[ReplayPart]:
        """The layer's parts of all effects met so far, whether they exist by now or not."""
        known: dict[ReplayPart, None] = {}
        for effect in (*self.resolved, *(self.started if self._continues else ())):
            parts = self.parts(effect)
            if layer in parts:
                known[parts[layer]] = None
        known.update(dict.fromkeys(self.standing(layer)))
        return list(known)

    def existing(self, layer: int, board: ReplayBoard) -> list[ReplayPart]:
        """The layer's parts that exist on the board, oldest first."""
        existing = [part for part in self.parts_in(layer) if self.exists(part, board)]
        return sorted(existing, key=lambda part: self.key(part.effect))

    # --- observing -------------------------------------------------------------------------

    def view(self, effect: ReplayEffect, board: ReplayBoard) -> View:
        """The board as the effect sees it."""
        zones = () if effect.instance is None else effect.ability.zones
        return View(
            self.table,
            board,
            effect.source,
            effect.player,
            effect.targets,
            zones,
            effect.orphaned,
            effect.choice,
            since=effect.timestamp if effect.instance is None else None,
            has_copied=effect.instance is None or bool(effect.copies),
        )

    def exists(self, part: ReplayPart, board: ReplayBoard) -> bool:
        """Whether the part's effect exists on the board, and has its turn in this layer."""
        return self.stands(part, board)

    def stands(self, part: ReplayPart, board: ReplayBoard) -> bool:
        """Whether the part's effect exists on the board. Clauses: SORC-DUR-1, SORC-SELF-1."""
        effect = part.effect
        if effect.instance is None:
            return True
        if self._continues and effect in self.started:
            return True
        if not self._has_ability(effect, effect.instance, board):
            return False
        if self._continues and self._goes_on(effect):
            return False
        condition = effect.ability.condition
        if condition is not None and self.at_checks:
            return effect.at_check in self.table.situation.on
        return condition is None or self.view(effect, board).holds(condition)

    def _goes_on(self, effect: ReplayEffect) -> bool:
        """Whether the effect has begun, with the text that its ability had before."""
        before = effect.instance and effect.instance.text_of
        while before:
            known = self._static.get((before, effect.source))
            if known in self.started or known in self.early.begun:
                return True
            before = before.text_of
        return False

    def may_have_lost(self, delta: Mapping[Key, int]) -> int:
        """The objects whose abilities, or whether these work, may be others after such writes."""
        changed = delta.get((ABILITIES, ANY), 0)
        for status in self._disabling:
            changed |= delta.get((status, ANY), 0)
        return changed

    def may_be_gone(self, part: ReplayPart, doubtful: int) -> bool:
        """Whether a part that existed may not exist any more.

        doubtful: what `may_have_lost` gives of all that was written since.
        """
        effect = part.effect
        if effect.ability.condition is not None or effect.instance is None:
            return True
        return bool(doubtful >> self.table.index[effect.source] & 1)

    def ends_with_ability(self, part: ReplayPart) -> bool:
        """Whether a part that exists ends when its ability is taken."""
        effect = part.effect
        return effect.instance is not None and not (self._continues and effect in self.started)

    def disabled(self, board: ReplayBoard) -> int:
        """The objects whose abilities do not work, for a status that they have."""
        disabled = 0
        for status in self._disabling:
            disabled |= board.having(status, True, self.table.everyone)
        return disabled

    def kind(self, part: ReplayPart) -> Kind | None:
        """What parts have in common that do the same on a board without marks that cells are fixed.

        None where that is not known.
        """
        ability = part.effect.ability
        if not ability_same_for_all(ability) or not spared_alike(part.steps):
            return None
        return None if self._has_its_own(part) else id(ability)

    def kind_of_player(self, part: ReplayPart, board: ReplayBoard) -> Kind | None:
        """What parts have in common that do the same, if one player controls all their sources.

        None where that is not known.
        """
        ability = part.effect.ability
        if not ability_same_for_a_player(ability) or not spared_alike(part.steps):
            return None
        return None if self._has_its_own(part) else (id(ability), self.controller(part, board))

    def controller(self, part: ReplayPart, board: ReplayBoard) -> str | None:
        """Who controls the part's source."""
        return self.view(part.effect, board).controller(part.effect.source)

    def kind_of_others(self, part: ReplayPart) -> Kind | None:
        """What parts have in common that do the same, but that each passes by its own source.

        None where that is not known, and where what is done is another thing for each object.
        """
        ability = part.effect.ability
        alike = ability_same_but_for_itself(ability) and spared_alike(part.steps)
        if not alike or not one_operand(part.steps):
            return None
        return None if self._has_its_own(part) else id(ability)

    def _has_its_own(self, part: ReplayPart) -> bool:
        """Whether what the part does hangs on more than its ability and who has that."""
        effect = part.effect
        if effect.instance is None or effect.orphaned or effect.over_for or effect.copies:
            return True
        steps = part.steps if self.keeps or effect.locked else ()
        return any(self.fixed_scope(effect, step) is not None for step in steps)

    def look_of_nobody(self, part: ReplayPart, board: ReplayBoard) -> Observation:
        """What a part would do on the board if its source were none of the objects."""
        view = self.view(part.effect, board)
        view.source = None
        return tuple([doing(one, self.scope(part.effect, one, view), view) for one in part.steps])

    def by_actions(self, part: ReplayPart) -> bool:
        """Whether the layers to which the part's work belongs go by the action test."""
        layers = self.rulebook.layers
        general = policy(self.rulebook, "test")
        return all((layers[own].test or general) == "action" for own in part.own)

    def removed(self, part: ReplayPart, board: ReplayBoard) -> bool:
        """Whether a static effect that has not begun has lost its ability, or cannot work."""
        effect = part.effect
        if effect.instance is None or (self._continues and effect in self.started):
            return False
        return not self._has_ability(effect, effect.instance, board)

    def _has_ability(
        self, effect: ReplayEffect, instance: ReplayInstance, board: ReplayBoard
    ) -> bool:
        place = self.table.index[effect.source]
        bit = 1 << place
        if not self.table.where(effect.ability.zones) & bit or not board.holds(instance, place):
            return False
        disabled = 0
        for status in self._disabling:
            disabled |= board.having(status, True, bit)
        return not disabled

    def observe(self, part: ReplayPart, board: ReplayBoard) -> Observation | None:
        """What the part would do on the board, instruction by instruction; None if it is gone."""
        return self.look(part, board) if self.exists(part, board) else None

    def look(self, part: ReplayPart, board: ReplayBoard) -> Observation:
        """What a part that exists on the board would do on it."""
        view = self.view(part.effect, board)
        seen = []
        for step in part.steps:
            seen.append(doing(step, self.scope(part.effect, step, view), view))
        return tuple(seen)

    def note_copies(self, part: ReplayPart, seen: Observation) -> None:
        """What the copies of a static effect have read that was applied to anything."""
        if part.effect.instance is None or not has_copies(part.steps):
            return
        for step, one in zip(part.steps, seen, strict=True):
            for number, act in enumerate(step.acts):
                if not isinstance(act.operation, CopyOf) or not one.scope:
                    continue
                operand, card = one.operands[number], None
                if isinstance(operand, CopiedForm):
                    card = operand.card
                elif isinstance(operand, tuple):
                    card = form_of(self.table.things[operand[0]], self.rulebook)
                if card is not None:
                    read = self.read.setdefault(part.effect, {})
                    read[act.copy] = with_otherwise(card, act.operation)

    def note_applied(self, part: ReplayPart) -> None:
        """The part was applied for good."""

    def scope(self, effect: ReplayEffect, step: ReplayStep, view: View) -> int:
        """The objects in the instruction's scope."""
        return self.selected(effect, step, view, marked=not step.modifies)

    def selected(self, effect: ReplayEffect, step: ReplayStep, view: View, *, marked: bool) -> int:
        """What the instruction selects; marked: with what can't be modified. SORC-NOMOD-1."""
        kept = self.fixed_scope(effect, step)
        pool = view.pool(step.scope) if kept is None else kept
        if effect.over_for:
            pool &= ~self.table.bits(effect.over_for)
        own = 0 if effect.orphaned else 1 << self.table.index[effect.source]
        fixed = {} if marked else view.firm.board.column(FIXED, pool)
        for marker, held in fixed.items():
            if marker is not effect:
                pool &= ~held | own
        return pool if kept is not None else view.choose(pool, step.scope, 0)

    def fixed_scope(self, effect: ReplayEffect, step: ReplayStep) -> int | None:
        """What the instruction selected in an earlier layer, or is locked to; None if open."""
        if self.keeps and (effect, step.place) in self.kept:
            return self.kept[effect, step.place]
        locked = effect.locked[step.place] if step.place < len(effect.locked) else None
        if locked is None:
            return None
        # What was chosen is kept wherever it was; in another zone it is a new object.
        return self.table.bits(locked) & (self.table.visible_ones | self.table.all_players)
