"""What may be done on a complete board, and where things would go, as sentences to compare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.columns import PERMISSIONS, Ignoring, Permit, Redirection, bits
from layerlaw.solver.board.kinds import NO_OBJECTS
from layerlaw.solver.derivation.permissions import (
    BorneMark,
    deciding,
    in_other_voice,
    is_ignored,
)
from layerlaw.solver.derivation.redirections import newest_redirection
from layerlaw.solver.effects.selections import union
from layerlaw.solver.facts.situation import NOWHERE, RULES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.derivation.makers import Makers
    from layerlaw.solver.effects.world import World

T = TypeVar("T")

CAN = {True: "can", False: "can't"}

UNNAMED = ", with nobody named"
"""After what goes where a question names nobody, unless that follows from what is named."""


@dataclass(frozen=True, slots=True)
class Unasked:
    """What a paradox leaves open, and is not asked of anything compared with it either.

    partners: objects whose own statements are not known; nothing is said of what is done to them
    or by them. openly: objects for which it is not known what may be done to them with nobody
    named, for that depends on their controller.
    """

    partners: frozenset[str] = frozenset()
    openly: frozenset[str] = frozenset()

    def __or__(self, other: Unasked) -> Unasked:
        return Unasked(self.partners | other.partners, self.openly | other.openly)


KnownPermitted = dict[tuple[frozenset[tuple[Hashable, int]], ...], Mapping[str, tuple[str, ...]]]
"""What is permitted, by the marks and the controllers on a board."""

VoicedVerb = tuple[str, bool]
"""A verb, and whether it is done to the one asked about (passive)."""


def permitted(
    world: World,
    board: Board,
    effects: Makers,
    verbs: Collection[str] | None = None,
    unasked: Unasked | None = None,
    known: KnownPermitted | None = None,
) -> Mapping[str, tuple[str, ...]]:
    """What objects and players can't do, and where they go instead, as half sentences.

    effects: those that made marks, by what these bear. verbs: only these, in the active voice where
    there is one (None: all). Two boards with the same objects have the same sentences
    exactly when each verb may be done by the same objects to the same, asked with and without a
    partner, and everything would go to the same zones. Those that can do all are left out.
    unasked: what is left out of that; the sentences of its partners themselves mean nothing.
    known: what was found with all else the same, taken from and added to.
    """
    marks = board.column(PERMISSIONS)
    if not marks:
        return {}
    if known is None:
        known = {}
    # Nothing else on the board is looked at.
    key = frozenset(marks.items()), frozenset(board.column(world.rulebook.control).items())
    if key not in known:
        decisions = _Decisions(world, board, effects, verbs, unasked or Unasked())
        said: dict[int, list[str]] = {}
        for index, text in (*decisions.said(), *decisions.ways()):
            said.setdefault(index, []).append(text)
        by_id = ((world.things[index].id, texts) for index, texts in sorted(said.items()))
        known[key] = {id: tuple(sorted(texts)) for id, texts in by_id}
    return known[key]


def verb_of(mark: Permit, rulebook: Rulebook) -> str:
    """The verb that a mark speaks of, in the active voice where there is one."""
    if not mark.passive:
        return mark.action
    active = (verb for verb, done in rulebook.actions.items() if done == mark.action)
    return next(active, mark.action)


def verbs_of_cards(answer: Answer) -> frozenset[str]:
    """The verbs that marks of cards, and not the rules' alone, speak of in some answer."""
    return frozenset(
        verb_of(mark, state.rulebook)
        for state in answer.states
        for mark in state.end.column(PERMISSIONS)
        if isinstance(mark, Permit) and state.makers[mark.effect].source != RULES
    )


class _Decisions:
    """Every decision on one board, each combination of statements decided once."""

    def __init__(
        self,
        world: World,
        board: Board,
        effects: Makers,
        verbs: Collection[str] | None,
        unasked: Unasked,
    ) -> None:
        self.world = world
        self.board = board
        self.effects = effects
        self.permits: dict[VoicedVerb, list[tuple[Permit, int]]] = {}
        self.ignoring: dict[VoicedVerb, list[tuple[Ignoring, int]]] = {}
        self.redirections: list[tuple[Redirection, int]] = []
        for mark, held in board.column(PERMISSIONS).items():
            if isinstance(mark, Permit) and (
                verbs is None or verb_of(mark, world.rulebook) in verbs
            ):
                self.permits.setdefault((mark.action, mark.passive), []).append((mark, held))
            elif isinstance(mark, Ignoring):
                self.ignoring.setdefault((mark.action, mark.passive), []).append((mark, held))
            elif isinstance(mark, Redirection):
                self.redirections.append((mark, held))
        self.everyone = 0
        for index, thing in enumerate(world.things):
            if thing.zone != NOWHERE and thing.id != RULES:
                self.everyone |= 1 << index
        self.partly = 0
        for id in unasked.partners & world.index.keys():
            self.partly |= 1 << world.index[id]
        self.openly = frozenset(world.index[i] for i in unasked.openly & world.index.keys())
        self._decided: dict[tuple[frozenset[Permit], frozenset[Ignoring]], bool] = {}
        self._partners: dict[tuple[object, ...], int] = {}

    # --- decisions -----------------------------------------------------------------------------

    def _in_other_voice(self, question: VoicedVerb) -> list[VoicedVerb]:
        """The same verbs in the other voice."""
        action, passive = question
        return [(verb, not passive) for verb in in_other_voice(self.world, action, passive=passive)]

    def _may(self, said: frozenset[Permit], ignoring: frozenset[Ignoring]) -> bool:
        """What is decided from these statements."""
        if all(mark.allowed for mark in said):
            return True
        key = (said, ignoring)
        if key not in self._decided:
            self._decided[key] = self._weighed(said, ignoring)
        return self._decided[key]

    def _weighed(self, said: frozenset[Permit], ignoring: frozenset[Ignoring]) -> bool:
        marks = (BorneMark(-1, mark, self.effects[mark.effect]) for mark in said)
        heeded = [borne for borne in marks if not is_ignored(borne, ignoring, self.world)]
        if all(borne.mark.allowed for borne in heeded):
            return True
        heeded.sort(key=lambda borne: (borne.effect.key, borne.effect.id, not borne.mark.allowed))
        return self.world.rulebook.decided(
            ("prohibition",), lambda values: deciding(values[0], heeded)[0].mark.allowed
        )

    def _of(self, question: VoicedVerb, index: int) -> tuple[list[Permit], frozenset[Ignoring]]:
        """The marks on an object that speak of the question, and what it ignores of them."""
        own = [mark for mark, held in self.permits.get(question, ()) if held >> index & 1]
        ignoring = (mark for mark, held in self.ignoring.get(question, ()) if held >> index & 1)
        return own, frozenset(ignoring)

    def in_general(self, question: VoicedVerb, index: int) -> bool:
        """Whether it may be done, with nobody named."""
        own, all_ignoring = self._of(question, index)
        ignoring = frozenset(mark for mark in all_ignoring if not mark.partner)
        said = {mark for mark in own if mark.to is None}
        if question[1]:
            controller = self.board.value(self.world.rulebook.control, index)
            holder = -1 if controller is None else self.world.index[str(controller)]
            said.update(
                mark
                for other in self._in_other_voice(question)
                for mark, held in self.permits.get(other, ())
                if holder >= 0 and held >> holder & 1 and (mark.to is None or mark.to >> index & 1)
            )
        return self._may(frozenset(said), ignoring)

    def partners(self, question: VoicedVerb, index: int) -> int:
        """The mask of all to whom (passive: by whom) it may be done."""
        own, ignoring = self._of(question, index)
        theirs = [
            (mark, held)
            for other in self._in_other_voice(question)
            for mark, held in self.permits.get(other, ())
            if mark.to is None or mark.to >> index & 1
        ]
        key = (question, tuple(own), tuple(mark for mark, _ in theirs), ignoring)
        if key not in self._partners:
            whole = frozenset(mark for mark in own if mark.to is None)
            named = [(mark, mark.to) for mark in own if mark.to is not None]
            classes = {whole: self.everyone & ~self.partly}
            for mark, mask in (*named, *theirs):
                split: dict[frozenset[Permit], int] = {}
                for said, objects in classes.items():
                    if objects & mask:
                        split[said | {mark}] = objects & mask
                    if objects & ~mask:
                        split[said] = split.get(said, 0) | objects & ~mask
                classes = split
            able = 0
            for said, objects in classes.items():
                for some, heard in self._by_partner(objects, ignoring):
                    if some and self._may(said, heard):
                        able |= some
            self._partners[key] = able
        return self._partners[key]

    def _by_partner(
        self, objects: int, ignoring: frozenset[Ignoring]
    ) -> Iterator[tuple[int, frozenset[Ignoring]]]:
        """The partners, with what counts as ignored where they are the ones."""
        if not any(mark.partner for mark in ignoring):
            yield objects, ignoring
            return
        players = self.world.all_players
        for partner, some in (("players", objects & players), ("objects", objects & ~players)):
            yield some, frozenset(mark for mark in ignoring if mark.partner in ("", partner))

    # --- in words ------------------------------------------------------------------------------

    def said(self) -> Iterator[tuple[int, str]]:
        """For each verb that some mark speaks of who can't do it, and to whom."""
        pairs = self.world.rulebook.actions
        passives = dict.fromkeys(action for action, passive in self.permits if passive)
        actives = dict.fromkeys(action for action, passive in self.permits if not passive)
        actives.update(dict.fromkeys(verb for verb, done in pairs.items() if done in passives))
        passives.update(dict.fromkeys(pairs[verb] for verb in actives if verb in pairs))
        active = {done: verb for verb, done in pairs.items()}
        asked: list[tuple[str | None, str | None]] = [(active.get(done), done) for done in passives]
        asked += ((verb, None) for verb in actives if verb not in pairs)
        found: dict[tuple[object, ...], tuple[_Sentence, ...]] = {}
        for verb, done in asked:
            marks = self._marks_on(verb, done)
            if marks not in found:
                found[marks] = tuple(self._verb(verb, done))
            for sentence in found[marks]:
                yield sentence.index, sentence.text(self.world, verb, done)

    def _voices(self, verb: str | None, done: str | None) -> Iterable[VoicedVerb]:
        """Both voices of the verb, with whatever says the same in the other one."""
        own = [(name, p) for name, p in ((verb, False), (done, True)) if name is not None]
        return dict.fromkeys([*own, *(other for one in own for other in self._in_other_voice(one))])

    def _marks_on(self, verb: str | None, done: str | None) -> tuple[object, ...]:
        """What is said of the verb in both voices but for its name: the decisions go by that."""
        said = tuple(
            (
                voice[1],
                tuple((m.allowed, m.to, m.effect, held) for m, held in self.permits.get(voice, ())),
                tuple(
                    (m.sources, m.partner, m.effect, held)
                    for m, held in self.ignoring.get(voice, ())
                ),
            )
            for voice in self._voices(verb, done)
        )
        return verb is None, done is None, said

    def _alike(self, verb: str | None, done: str | None) -> list[int]:
        """The objects, as masks, those together of which the same is said in both voices."""
        masks: dict[int, None] = {}
        for voice in self._voices(verb, done):
            for mark, held in self.permits.get(voice, ()):
                masks[held] = None
                masks[-1 if mark.to is None else mark.to] = None
            masks.update(dict.fromkeys(held for _, held in self.ignoring.get(voice, ())))
        alike = [self.everyone]
        for mask in masks:
            parts = ((some & mask, some & ~mask) for some in alike)
            alike = [part for pair in parts for part in pair if part]
        return alike

    def _verb(self, verb: str | None, done: str | None) -> Iterator[_Sentence]:
        """Who can't do it, and have it done; then only what does not follow from that."""
        objects = tuple(bits(self.everyone))
        whole = self.everyone & ~self.partly
        usual, doers = whole, dict.fromkeys(objects, whole)
        alike = self._alike(verb, done)
        if verb is not None:
            able = _of_each(alike, partial(self.in_general, (verb, False)))
            rows = _of_each(alike, partial(self.partners, (verb, False)))
            usual = usual if done is None else _usual({i: able[i] for i in bits(whole)}, rows)
            with_row: dict[int, int] = {}
            for some in alike:
                row = rows[next(bits(some))]
                with_row[row] = with_row.get(row, NO_OBJECTS) | some & whole
            for i in objects:
                if not able[i]:
                    yield _Sentence(i, allowed=False, passive=False)
                yield from _named(i, rows[i], usual if able[i] else 0, passive=False)
                doers[i] = union(some for row, some in with_row.items() if row >> i & 1)
        if done is None:
            return
        by_whom = _of_each(alike, partial(self.partners, (done, True)))
        alike_to = _of_each(alike, lambda first: first)
        control = self.board.column(self.world.rulebook.control)
        holders = {int(i): str(name) for name, held in control.items() if name for i in bits(held)}
        with_nobody: dict[tuple[int, str | None], bool] = {}
        for i in objects:
            if not (usual | self.partly) >> i & 1:
                yield _Sentence(i, allowed=False, passive=True)
            if i not in self.openly:
                # With nobody named it mostly goes by whether its controller can do it.
                holder = holders.get(i)
                own = holder is None or bool(doers[i] >> self.world.index[holder] & 1)
                if (alike_to[i], holder) not in with_nobody:
                    with_nobody[alike_to[i], holder] = self.in_general((done, True), i)
                openly = with_nobody[alike_to[i], holder]
                if openly is not (own and bool(usual >> i & 1)):
                    yield _Sentence(i, openly, passive=True, openly=verb is not None)
            yield from _named(i, by_whom[i], doers[i], passive=True)

    def ways(self) -> Iterator[tuple[int, str]]:
        """Where what is redirected would go, for each zone that it would go to."""
        zones = self.world.rulebook.zones
        known: dict[tuple[Redirection, ...], tuple[str, ...]] = {}
        for index in bits(self.everyone):
            marks = tuple(mark for mark, held in self.redirections if held >> index & 1)
            if marks and marks not in known:
                to = {zone: newest_redirection(marks, zone, self.effects).to for zone in zones}
                known[marks] = _ways(to)
            for text in known.get(marks, ()):
                yield index, text


@dataclass(frozen=True, slots=True)
class _Sentence:
    """That an object can, or can't, do something or have it done to it, with no verb in it.

    others: the mask of those to whom, or by whom; 0: none are named. openly: whether it is said
    that nobody is named.
    """

    index: int
    allowed: bool
    passive: bool
    others: int = 0
    openly: bool = False

    def text(self, world: World, verb: str | None, done: str | None) -> str:
        """The half sentence, of this verb."""
        does = f"be {done}" if self.passive else verb
        if self.others:
            by = " by" if self.passive else ""
            return f"{CAN[self.allowed]} {does}{by} {', '.join(sorted(world.ids(self.others)))}"
        return f"{CAN[self.allowed]} {does}{UNNAMED if self.openly else ''}"


def _of_each(alike: Iterable[int], decide: Callable[[int], T]) -> dict[int, T]:
    """What is decided of each object, asked once for those together that are alike."""
    found: dict[int, T] = {}
    for some in alike:
        found.update(dict.fromkeys(bits(some), decide(next(bits(some)))))
    return found


def _named(index: int, mask: int, expected: int, *, passive: bool) -> Iterator[_Sentence]:
    """Who is able, or unable, to take part against what is expected."""
    more, less = mask & ~expected, expected & ~mask
    for allowed, others in ((True, more), (False, less)):
        if others:
            yield _Sentence(index, allowed, passive, others)


def _usual(able: Mapping[int, bool], rows: Mapping[int, int]) -> int:
    """The mask of those to whom at least half of those who can do it at all can do it."""
    counted = Counter(rows[i] for i, can in able.items() if can)
    usual = 0
    for i in able:
        number = sum(number for row, number in counted.items() if row >> i & 1)
        if 2 * number >= counted.total():
            usual |= 1 << i
    return usual


def _ways(to: Mapping[str, str]) -> tuple[str, ...]:
    """Where each zone leads, in words; one sentence where all lead to one."""
    for zone in dict.fromkeys(to.values()):
        if len(to) > 2 and all(end == zone for end in to.values()):
            return (f"goes to {zone} instead",)
    return tuple(f"goes to {end} instead of {zone}" for zone, end in to.items() if zone != end)
