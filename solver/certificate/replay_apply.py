"""Writing what was worked out, for the replay: operations, bars, statuses, copies."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from layerlaw.model.algebra import (
    AddMembers,
    AddMembersOf,
    Animate,
    CantBeControlledBy,
    CantBeModified,
    CantHave,
    ChangeNumber,
    CopyOf,
    FixNumber,
    Gain,
    Ignore,
    Limit,
    Lose,
    LoseAll,
    Permission,
    Redirect,
    RemoveMembers,
    ReplaceMember,
    SetMembers,
    SetNumber,
    SetPlayer,
    SetStatus,
    Swap,
)
from layerlaw.solver.certificate.replay_board import (
    ABILITIES,
    BARS,
    BASE,
    CONTROLLER,
    FIXED,
    NAME,
    PERMISSIONS,
    Mark,
)
from layerlaw.solver.certificate.replay_cells import form_of
from layerlaw.solver.certificate.replay_values import reckon
from layerlaw.solver.certificate.replay_words import policy

if TYPE_CHECKING:
    from layerlaw.model.algebra import Operation
    from layerlaw.model.cards import Card
    from layerlaw.solver.certificate.replay_board import Bar, Board, Instance
    from layerlaw.solver.certificate.replay_effects import Effects
    from layerlaw.solver.certificate.replay_parts import (
        Act,
        Effect,
        Observation,
        Operand,
        Part,
        Plain,
    )
    from layerlaw.solver.records import Cell


def apply(part: Part, seen: Observation, board: Board, effects: Effects) -> tuple[Board, set[Cell]]:
    """The board after the part, as observed on it, was written; and the cells it meant to write."""
    after = board.fork()
    writing = Writing(after, part.effect, effects)
    meant: set[Cell] = set()
    for step, doing in zip(part.steps, seen, strict=True):
        for act, operand, reach in zip(step.acts, doing.operands, doing.reach, strict=True):
            for object in reach:
                writing.write(object, act, for_one(object, operand, act.operation))
                meant.update((object, one) for one in writing.characteristics(act.operation))
    return after, meant


def for_one(object: str, operand: Operand, operation: Operation) -> Plain:
    """An operand as it is for one of the objects in scope."""
    if not isinstance(operand, tuple):
        return operand
    for one in operand:
        if isinstance(one, tuple) and one[0] == object:
            return one[1]
    if isinstance(operation, Permission | Ignore | CopyOf):
        return tuple(one for one in operand if isinstance(one, str))
    return None


class Writing:
    """Writes the operations of one effect on a board."""

    def __init__(self, board: Board, effect: Effect, effects: Effects) -> None:
        self.board = board
        self.effect = effect
        self.effects = effects
        self.rulebook = effects.rulebook
        self.bars_loss = policy(self.rulebook, "loss") == "bar"
        self.cuts = policy(self.rulebook, "floor") == "each step"

    def write(self, object: str, act: Act, operand: Plain) -> None:
        """Write one operation on one object; a barred write changes nothing."""
        board, operation = self.board, act.operation
        match operation:
            case SetNumber(name) | FixNumber(name):
                assert isinstance(operand, int)
                self._number(object, name, operand, base=True)
                if isinstance(operation, FixNumber):
                    self._bar(object, ("number", name))
            case ChangeNumber(name) | Limit(name):
                assert isinstance(operand, int)
                old = board.number(object, name)
                self._number(object, name, _result(operation, old, operand))
            case Swap(first, second):
                if not self._bars(object) & {("number", first), ("number", second)}:
                    one, other = board.number(object, first), board.number(object, second)
                    self._number(object, first, other)
                    self._number(object, second, one)
            case SetMembers(name, words):
                board.put(object, name, frozenset(words))
            case AddMembers(name, words):
                board.put(object, name, board.words(object, name) | frozenset(words))
            case AddMembersOf(name):
                assert isinstance(operand, frozenset)
                board.put(object, name, board.words(object, name) | operand)
            case RemoveMembers(name, words):
                board.put(object, name, board.words(object, name) - frozenset(words))
            case ReplaceMember(name, before, after):
                now = board.words(object, name)
                if before in now:
                    board.put(object, name, (now - {before}) | {after})
            case SetPlayer(name):
                assert isinstance(operand, frozenset)
                if len(operand) == 1:
                    self._player(object, name, next(iter(operand)))
            case Gain(ability):
                self._gain(object, self.effects.grants(self.effect, ability))
            case Lose(keyword):
                self._lose(object, keyword, bar=self.bars_loss)
            case CantHave(keyword):
                self._lose(object, keyword, bar=True)
            case LoseAll(but):
                self._lose_all(object, frozenset(but))
            case SetStatus(status):
                self._status(object, status)
            case Animate(type):
                board.put(object, "types", board.words(object, "types") | {type})
            case CopyOf():
                if isinstance(operand, tuple):
                    self._copy(
                        object, form_of(self.effects.table.things[operand[0]], self.rulebook)
                    )
                elif act.copy < len(self.effect.copies):
                    self._copy(object, self.effect.copies[act.copy])
            case CantBeControlledBy():
                assert isinstance(operand, frozenset)
                for player in sorted(operand):
                    self._forbid(object, player)
            case CantBeModified():
                board.put(object, FIXED, board.markers(object) | {self.effect})
            case Permission(allowed, action, to, passive):
                kind = "can" if allowed else "can't"
                self._mark(object, kind, action, operand if to is not None else None, passive)
            case Ignore(action, sources, passive):
                about = operand if sources is not None else None
                self._mark(object, "ignore", action, about, passive)
            case Redirect(to_zone, instead_of):
                self._mark(object, "goes", to_zone, (instead_of,) if instead_of else None)
            case _:
                assert_never(operation)

    def characteristics(self, operation: Operation) -> tuple[str, ...]:
        """The characteristics that the operation is about, whether or not it changes them."""
        match operation:
            case SetNumber(name) | FixNumber(name):
                known = self.rulebook.characteristics.get(name)
                return (name, BASE + name) if known is not None and known.base else (name,)
            case ChangeNumber(name) | Limit(name) | SetPlayer(name) | SetMembers(name):
                return (name,)
            case AddMembers(name) | AddMembersOf(name) | RemoveMembers(name) | ReplaceMember(name):
                return (name,)
            case Swap(first, second):
                return (first, second)
            case Gain() | Lose() | LoseAll() | CantHave():
                return (ABILITIES,)
            case SetStatus(name):
                status = self.rulebook.statuses[name]
                return (name, *status.empties, *((ABILITIES,) if status.silences else ()))
            case Animate():
                return ("types",)
            case CopyOf():
                return (NAME, ABILITIES, *self._with_bases())
            case CantBeControlledBy():
                return (CONTROLLER,)
            case CantBeModified():
                return (FIXED,)
            case Permission() | Ignore() | Redirect():
                return (PERMISSIONS,)

    # --- pieces ----------------------------------------------------------------------------

    def _bars(self, object: str) -> frozenset[Bar]:
        return self.board.bars(object)

    def _bar(self, object: str, bar: Bar) -> None:
        self.board.put(object, BARS, self._bars(object) | {bar})

    def _mark(
        self, object: str, kind: str, action: str, about: Plain, passive: bool = False
    ) -> None:
        """Something that the object can or can't do, or ignores, or where it goes instead."""
        assert about is None or isinstance(about, tuple)
        mark = Mark(kind, action, passive, about, self.effect)
        self.board.put(object, PERMISSIONS, self.board.marks(object) | {mark})

    def _number(self, object: str, name: str, value: int | None, *, base: bool = False) -> None:
        """A number is written; with `base`, its base value too, where it has one."""
        if ("number", name) in self._bars(object):
            return
        known = self.rulebook.characteristics.get(name)
        if self.cuts and value is not None and known is not None and known.floor is not None:
            value = max(value, known.floor)
        self.board.put(object, name, value)
        if base and known is not None and known.base:
            self.board.put(object, BASE + name, value)

    def _player(self, object: str, name: str, player: str) -> None:
        if name != CONTROLLER or ("player", player) not in self._bars(object):
            self.board.put(object, name, player)

    def _forbid(self, object: str, player: str) -> None:
        """Control returns to the owner if this player has it, and cannot pass to the player."""
        if self.board.player(object, CONTROLLER) == player:
            self.board.put(object, CONTROLLER, self.effects.table.things[object].owner)
        self._bar(object, ("player", player))

    def _may_have(self, object: str, keyword: str | None) -> bool:
        """Whether no bar stands against an ability (None: a line of text). SORC-LOSE-1."""
        for kind, what in self._bars(object):
            if kind == "keyword" and what == keyword:
                return False
            if kind == "all but" and isinstance(what, frozenset) and keyword not in what:
                return False
        return True

    def _gain(self, object: str, instance: Instance) -> None:
        held = self.board.abilities(object)
        keyword = instance.ability.keyword
        if keyword is not None and (object, keyword) in self.effect.withheld:
            return
        if instance not in held and self._may_have(object, keyword):
            self.board.put(object, ABILITIES, (*held, instance))
            self.board.gained.append((instance, object))

    def _lose(self, object: str, keyword: str, *, bar: bool) -> None:
        held = self.board.abilities(object)
        kept = tuple(one for one in held if one.ability.keyword != keyword)
        self.board.put(object, ABILITIES, kept)
        if bar:
            self._bar(object, ("keyword", keyword))

    def _lose_all(self, object: str, but: frozenset[str]) -> None:
        held = self.board.abilities(object)
        kept = tuple(one for one in held if one.ability.keyword in but)
        self.board.put(object, ABILITIES, kept)
        if self.bars_loss:
            self._bar(object, ("all but", but))

    def _status(self, object: str, name: str) -> None:
        """A status, with what it does. Clauses: SORC-SILENCED-1, SORC-DISABLED-1."""
        status = self.rulebook.statuses[name]
        self.board.put(object, name, True)
        if status.silences:
            self._lose_all(object, frozenset())
        for number in status.empties:
            if self.board.number(object, number) is not None:
                self._number(object, number, 0)
            self._bar(object, ("number", number))

    def _copiable(self) -> tuple[str, ...]:
        return tuple(
            one.name
            for one in self.rulebook.characteristics.values()
            if one.kind in ("number", "set") and not one.counter
        )

    def _with_bases(self) -> tuple[str, ...]:
        """What a copy writes, base values among it."""
        based = (one.name for one in self.rulebook.characteristics.values() if one.base)
        return (*self._copiable(), *(BASE + name for name in based))

    def _copy(self, object: str, card: Card | None) -> None:
        """Numbers, sets, abilities and the name become those of the card. Clause: SORC-COPY-1."""
        if card is None:
            return
        self.board.put(object, NAME, card.name)
        for name in self._copiable():
            if self.rulebook.characteristics[name].kind == "number":
                self._number(object, name, card.numbers.get(name), base=True)
            else:
                self.board.put(object, name, frozenset(card.sets.get(name, ())))
        printed = self.effects.instances.printed(card)
        lost = self.effects.table.things[object].without
        kept = tuple(
            one
            for one in printed
            if one.ability.keyword not in lost and self._may_have(object, one.ability.keyword)
        )
        self.board.put(object, ABILITIES, kept)


def _result(operation: ChangeNumber | Limit, old: int | None, operand: int) -> int | None:
    """The number that the operation makes of an old one (None: missing)."""
    match operation:
        case ChangeNumber(_, sign, _, least):
            if old is None:
                return None
            changed = reckon(old, sign, operand)
            return changed if least is None else max(changed, min(old, least))
        case Limit(_, "at least"):
            if old is None:
                return operand if operand > 0 else None
            return max(old, operand)
        case _:
            return None if old is None else min(old, operand)
