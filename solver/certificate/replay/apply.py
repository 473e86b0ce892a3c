"""Writing what was worked out, for the replay: operations, bars, statuses, copies."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never, cast

from layerlaw.model import algebra as a
from layerlaw.model.algebra.split import Split, split
from layerlaw.model.cards.card import turned
from layerlaw.solver.certificate.replay.board import (
    ANY,
    BARS,
    BASE,
    FIXED,
    FORM,
    KEYWORDS,
    NAME,
    PERMISSIONS,
    BoardMark,
    ones,
)
from layerlaw.solver.certificate.replay.cells import form_of
from layerlaw.solver.certificate.replay.copied import CopiedForm, before_copies, left_by_copies
from layerlaw.solver.certificate.replay.groups import (
    WordsOfTypes,
    set_words,
    strip_text,
    takes_text,
)
from layerlaw.solver.certificate.replay.operations import copiable
from layerlaw.solver.certificate.replay.otherwise import with_abilities, with_otherwise
from layerlaw.solver.certificate.replay.parts import ActivatedAbilities, Each
from layerlaw.solver.certificate.replay.words import reckon

if TYPE_CHECKING:
    from layerlaw.model.cards.card import Card
    from layerlaw.solver.certificate.replay.board import Bar, ReplayBoard
    from layerlaw.solver.certificate.replay.effects import ReplayEffects
    from layerlaw.solver.certificate.replay.instances import ReplayInstance
    from layerlaw.solver.certificate.replay.parts import (
        Act,
        Observation,
        Operand,
        Plain,
        ReplayEffect,
        ReplayPart,
    )


def apply(
    part: ReplayPart, seen: Observation, board: ReplayBoard, effects: ReplayEffects
) -> dict[str, int]:
    """Write the part, as observed on the board, onto it; what it meant to write, and on what."""
    writing = Writing(board, part.effect, effects)
    meant: dict[str, int] = {}
    for step, doing in zip(part.steps, seen, strict=True):
        for act, operand, reach in zip(step.acts, doing.operands, doing.reach, strict=True):
            if reach:
                if isinstance(operand, Each):
                    writing.write_all(reach, act, operand)
                else:
                    writing.write(reach, act, operand)
                for name in act.meaning.about:
                    meant[name] = meant.get(name, 0) | reach
    if effects.early.given:
        effects.early.take_back(part, board)
    return meant


class Writing:
    """Writes the operations of one effect on a board."""

    __slots__ = ("board", "effect", "effects", "rulebook")

    def __init__(self, board: ReplayBoard, effect: ReplayEffect, effects: ReplayEffects) -> None:
        self.board = board
        self.effect = effect
        self.effects = effects
        self.rulebook = effects.rulebook

    def write_all(self, scope: int, act: Act, operand: Operand) -> None:
        """Write one operation on these objects."""
        if not isinstance(operand, Each):
            self.write(scope, act, operand)
            return
        alike: dict[Plain, int] = {}
        for place, one in operand.operands.items():
            alike[one] = alike.get(one, 0) | 1 << place & scope
        for one, objects in alike.items():
            self.write(objects, act, one)

    def write(self, scope: int, act: Act, operand: Plain) -> None:
        """Write one operation with one operand; a barred write changes nothing."""
        board, operation = self.board, act.operation
        match operation:
            case a.ChangeNumber(name) | a.Limit(name):
                assert isinstance(operand, int)
                self._change(scope, operation, name, operand)
            case a.SetNumber(name) | a.FixNumber(name):
                assert isinstance(operand, int)
                self._number(scope, name, operand, base=True)
                if isinstance(operation, a.FixNumber):
                    board.add(BARS, ("number", name), scope)
            case a.RemoveNumber(name):
                self._number(scope, name, None, base=True)
            case a.Swap(first, second):
                self._swap(scope, first, second)
            case a.SetStatus(status):
                self._status(scope, status)
            case a.CantBeStatus(status):
                board.add(BARS, ("status", (status, self.effect)), scope)
            case a.Gain(ability):
                self._gain(scope, self.effects.grants(self.effect, ability))
            case a.GainActivated():
                assert isinstance(operand, ActivatedAbilities)
                for ability, text in sorted(operand.abilities, key=repr):
                    self._gain(scope, self.effects.lends(self.effect, ability, text))
            case a.Lose(keyword):
                self._lose(scope, keyword, bar=self.effects.bars_loss)
            case a.CantHave(keyword):
                self._lose(scope, keyword, bar=True)
            case a.LoseAll(but):
                self._lose_all(scope, frozenset(but))
            case a.AddMembers(name, words):
                for word in _gained(words, operand):
                    board.add(name, word, scope)
            case a.SetMembers(_, words):
                gained = _gained(words, operand)
                if gained or not words:
                    self._set_words(scope, replace(operation, words=gained))
            case a.AddMembersOf(name):
                assert isinstance(operand, frozenset)
                for word in sorted(operand):
                    board.add(name, word, scope)
            case a.RemoveMembers(name, words):
                following = WordsOfTypes(board, operation, scope)
                for word in words:
                    board.remove(name, word, scope)
                following.take()
            case a.ReplaceMember(name, before, after):
                following = WordsOfTypes(board, operation, scope)
                having = board.having(name, before, scope)
                board.remove(name, before, having)
                board.add(name, after, having)
                following.take()
            case a.ReplaceInText():
                self._text(scope, operation)
            case a.SetPlayer(name):
                assert isinstance(operand, frozenset)
                for player in operand:
                    self._player(scope, name, player)
            case a.Animate(type, name):
                board.add(name, type, scope)
            case a.CopyOf(itself=True):
                # Each is what it was, but for what is said.
                for place in ones(scope):
                    there = before_copies(place, board, self.effects.table)
                    self._put_on(1 << place, with_otherwise(there, operation), "")
            case a.CopyOf(merging="over" | "under"):
                if act.copy < len(self.effect.copies):
                    self._merge(scope, self.effect.copies[act.copy], operation.merging)
            case a.CopyOf():
                if isinstance(operand, CopiedForm):
                    self._copy(scope, with_otherwise(operand.card, operation), operation.text)
                elif isinstance(operand, tuple):
                    thing = self.effects.table.things[operand[0]]
                    form = form_of(thing, self.rulebook)
                    self._copy(scope, with_otherwise(form, operation), operation.text)
                elif act.copy < len(self.effect.copies):
                    self._copy(scope, self.effect.copies[act.copy], operation.text)
            case a.Rename(names, besides):
                self._rename(scope, names, besides=besides)
            case a.CantBeControlledBy():
                assert isinstance(operand, frozenset)
                for player in sorted(operand):
                    self._forbid(scope, player)
            case a.CantBeModified():
                board.add(FIXED, self.effect, scope)
            case a.Permission(allowed, action, to, passive):
                kind = "can" if allowed else "can't"
                self._mark(scope, kind, action, operand if to is not None else None, passive)
            case a.Ignore(action, sources, passive, whom):
                about = operand if sources is not None else None
                self._mark(scope, "ignore", action, about, passive, whom)
            case a.Redirect(to_zone, instead_of):
                self._mark(scope, "goes", to_zone, (instead_of,) if instead_of else None)
            case _:
                assert_never(operation)

    # --- pieces ----------------------------------------------------------------------------

    def _free(self, scope: int, bar: Bar) -> int:
        """Those on which this bar does not stand."""
        barred = self.board.columns.get(BARS)
        return scope if barred is None else scope & ~barred.get(bar, 0)

    def _mark(
        self,
        scope: int,
        kind: str,
        action: str,
        about: Plain,
        passive: bool = False,
        whom: str = "",
    ) -> None:
        """Something that the objects can or can't do, or ignore, or where they go instead."""
        assert about is None or isinstance(about, tuple)
        mark = BoardMark(kind, action, passive, about, self.effect, whom)
        self.board.add(PERMISSIONS, mark, scope)

    def _change(
        self, scope: int, operation: a.ChangeNumber | a.Limit, name: str, operand: int
    ) -> None:
        """A number is worked out from what it is."""
        scope = self._free(scope, ("number", name))
        made: dict[int, int] = {}
        for old, held in self._by_number(name, scope):
            value = _result_of_parts(operation, old, operand)
            if value is not None:
                value = self._cut(name, value)
                if value != old:
                    made[value] = made.get(value, 0) | held
                    self.board.remove(name, old, held)
        for value, held in made.items():
            self.board.add(name, value, held)

    def _by_number(self, name: str, scope: int) -> list[tuple[int | None, int]]:
        """The objects by the number that they have."""
        groups: list[tuple[int | None, int]] = []
        missing = scope
        for number, held in self.board.column(name, scope).items():
            held &= scope
            if held:
                groups.append((cast("int", number), held))
                missing ^= held
        if missing:
            groups.append((None, missing))
        return groups

    def _cut(self, name: str, value: int) -> int:
        known = self.rulebook.characteristics.get(name) if self.effects.cuts else None
        if known is None or known.floor is None:
            return value
        if isinstance(value, Split):
            return split(*(max(part, known.floor) for part in value.parts))
        return max(value, known.floor)

    def _number(self, scope: int, name: str, value: int | None, *, base: bool = False) -> None:
        """A number is written; with `base`, its base value too, where it has one."""
        scope = self._free(scope, ("number", name))
        if value is not None:
            value = self._cut(name, value)
        self.board.assign(name, value, scope)
        known = self.rulebook.characteristics.get(name)
        if base and known is not None and known.base:
            self.board.assign(BASE + name, value, scope)

    def _swap(self, scope: int, first: str, second: str) -> None:
        scope = self._free(self._free(scope, ("number", first)), ("number", second))
        firsts, seconds = self._by_number(first, scope), self._by_number(second, scope)
        for one, held in firsts:
            for other, others in seconds:
                if held & others:
                    self._number(held & others, first, other)
                    self._number(held & others, second, one)

    def _player(self, scope: int, name: str, player: str) -> None:
        if name == self.rulebook.control:
            scope = self._free(scope, ("player", player))
        self.board.assign(name, player, scope)

    def _rename(self, scope: int, names: tuple[str, ...], *, besides: bool) -> None:
        """The names written, with those that each object has where they are given besides."""
        for place in ones(scope):
            had = str(self.board.value(NAME, place) or "") if besides else ""
            called = {*names, *filter(None, had.split(a.SEVERAL_NAMES))}
            self.board.assign(NAME, a.SEVERAL_NAMES.join(sorted(called)), 1 << place)

    def _forbid(self, scope: int, player: str) -> None:
        """Control returns to the owner if this player has it, and cannot pass to the player."""
        table, control = self.effects.table, self.rulebook.control
        for place in ones(self.board.having(control, player, scope)):
            self.board.assign(control, table.things[table.ids[place]].owner or None, 1 << place)
        self.board.add(BARS, ("player", player), scope)

    def _may_have(self, scope: int, keyword: str | None) -> int:
        """Those against whose having an ability no bar stands (None: a line). SORC-LOSE-1."""
        for bar, held in self.board.columns.get(BARS, {}).items():
            kind, what = cast("Bar", bar)
            if (kind == "keyword" and what == keyword) or (
                kind == "all but" and isinstance(what, frozenset) and keyword not in what
            ):
                scope &= ~held
        return scope

    def _gain(self, scope: int, instance: ReplayInstance) -> None:
        board, keyword = self.board, instance.ability.keyword
        withheld = self.effect.withheld if keyword is not None else frozenset()
        scope &= ~self.effects.table.bits(one for one, word in withheld if word == keyword)
        gaining = board.gain(self._may_have(scope, keyword), instance)
        # When it was granted is asked of what has an effect alone.
        if instance.static:
            board.gained += [(instance, place) for place in ones(gaining)]

    def _lose(self, scope: int, keyword: str, *, bar: bool) -> None:
        board = self.board
        for place in ones(board.columns.get(KEYWORDS, {}).get(keyword, 0) & scope):
            held = board.held.get(place, ())
            board.hold(place, tuple(one for one in held if one.ability.keyword != keyword))
        if bar:
            board.add(BARS, ("keyword", keyword), scope)

    def _lose_all(self, scope: int, but: frozenset[str]) -> None:
        board = self.board
        if not but:
            board.strip(scope)
        for place in ones(board.columns.get(KEYWORDS, {}).get(ANY, 0) & scope):
            held = board.held.get(place, ())
            board.hold(place, tuple(one for one in held if one.ability.keyword in but))
        if self.effects.bars_loss:
            board.add(BARS, ("all but", but), scope)

    def _set_words(self, scope: int, operation: a.SetMembers) -> None:
        following = WordsOfTypes(self.board, operation, scope)
        set_words(self.board, operation, scope)
        following.take()
        if takes_text(operation):
            strip_text(self.board, scope)

    def _text(self, scope: int, operation: a.ReplaceInText) -> None:
        """A word of the text, and perhaps of the type line, is another one. Clause: CR-612.1."""
        board, holders = self.board, self.board.held
        instances = self.effects.instances
        for place in ones(scope):
            held = holders.get(place, ())
            said = instances.changed(self.rulebook, operation, held)
            if said == held:
                continue
            kept = tuple(
                now
                for before, now in zip(held, said, strict=True)
                if now is before or self._may_have(1 << place, now.ability.keyword)
            )
            if kept != held:
                board.hold(place, kept)
        if operation.line:
            having = board.having(operation.characteristic, operation.old, scope)
            board.remove(operation.characteristic, operation.old, having)
            board.add(operation.characteristic, operation.new, having)

    def _status(self, scope: int, name: str) -> None:
        """A status, with what it does. Clauses: SORC-SILENCED-1, SORC-DISABLED-1."""
        status = self.rulebook.statuses[name]
        for bar, held in self.board.columns.get(BARS, {}).items():
            kind, what = cast("Bar", bar)
            if kind == "status" and isinstance(what, tuple) and what[0] == name:
                scope &= ~held
        self.board.add(name, True, scope)
        if status.nameless:
            self.board.assign(NAME, "", scope)
        if status.silences:
            self._lose_all(scope, frozenset())
        for number in status.empties:
            there = 0
            for held in self.board.column(number, scope).values():
                there |= held & scope
            self._number(there, number, 0)
            self.board.add(BARS, ("number", number), scope)

    def _copy(self, scope: int, card: Card | None, text: str) -> None:
        """Numbers, sets, abilities and the name become those of the card. Clause: SORC-COPY-1.

        text: only a text changes, of which nothing is copiable: all of it, or the abilities alone.
        """
        if card is None:
            return
        board = self.board
        if text == "text":
            self._print(scope, card, keep_given=True)
            return
        if card.half is not None and not text:
            for status in self.rulebook.statuses.values():
                having = board.having(status.name, True, scope)
                if status.other_half is not None and having:
                    scope &= ~having
                    self._put_on(having, card if card.turned else turned(card), text)
            card = turned(card) if card.turned else card
        if scope:
            self._put_on(scope, card, text)

    def _merge(self, scope: int, card: Card | None, merging: str) -> None:
        """A card is a part of each: over it or under it. Clauses: CR-730.2a, CR-702.140e."""
        if card is None:
            return
        for place in ones(scope):
            bit = 1 << place
            flipped = any(
                one.other_half is not None and self.board.having(one.name, True, bit)
                for one in self.rulebook.statuses.values()
            )
            mine = turned(card) if card.turned != flipped else card
            there = before_copies(place, self.board, self.effects.table)
            if merging == "over":
                self._put_on(bit, with_abilities(mine, there), "")
            else:
                made = with_abilities(there, mine)
                self.board.assign(FORM, CopiedForm(made), bit)
                self._print(bit, made, keep_given=False)

    def _put_on(self, scope: int, card: Card, text: str) -> None:
        board = self.board
        if left_by_copies(self.rulebook) and not text:
            board.assign(FORM, CopiedForm(card), scope)
        board.assign(NAME, card.name, scope)
        for name in copiable(self.rulebook):
            if self.rulebook.characteristics[name].kind == "number":
                self._number(scope, name, card.numbers.get(name), base=True)
                if self.rulebook.characteristics[name].counted and name in card.numbers:
                    self._counted(scope, name)
            else:
                board.clear(name, scope)
                for word in card.sets.get(name, ()):
                    board.add(name, word, scope)
        self._print(scope, card, keep_given=bool(text))

    def _print(self, scope: int, card: Card, *, keep_given: bool) -> None:
        """The abilities become those of the card, perhaps beside those that effects gave."""
        board, table = self.board, self.effects.table
        for place in ones(scope):
            lost = table.things[table.ids[place]].without
            kept = tuple(
                one
                for one in self.effects.instances.printed(card)
                if one.ability.keyword not in lost
                and self._may_have(1 << place, one.ability.keyword)
            )
            if keep_given:
                held = board.held.get(place, ())
                kept += tuple(one for one in held if one.giver is not None)
            board.hold(place, kept)

    def _counted(self, scope: int, name: str) -> None:
        """How many counters there are is not copied."""
        table = self.effects.table
        for place in ones(scope):
            there = table.things[table.ids[place]].counters
            if name in there:
                self._number(1 << place, name, there[name])


def _result_of_parts(
    operation: a.ChangeNumber | a.Limit, old: int | None, operand: int
) -> int | None:
    """The same, done to both parts of a split number. Clause: SORC-SPLIT-1."""
    if not isinstance(old, Split):
        return _result(operation, old, operand)
    one, other = (_result(operation, part, operand) for part in old.parts)
    return None if one is None or other is None else split(one, other)


def _result(operation: a.ChangeNumber | a.Limit, old: int | None, operand: int) -> int | None:
    """The number that the operation makes of an old one (None: missing)."""
    match operation:
        case a.ChangeNumber(_, sign, _, least):
            if old is None:
                return None
            changed = reckon(old, sign, operand)
            return changed if least is None else max(changed, min(old, least))
        case a.Limit(_, "at least"):
            if old is None:
                return operand if operand > 0 else None
            return max(old, operand)
        case _:
            return None if old is None else min(old, operand)


def _gained(words: tuple[str, ...], operand: Plain) -> tuple[str, ...]:
    """Those of the words for which the objects have a type; all, where none is needed."""
    if operand is None:
        return words
    assert isinstance(operand, frozenset)
    return tuple(word for word in words if word in operand)
