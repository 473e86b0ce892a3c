"""What an object may do, for the replay: the marks that speak of it, ranked by the rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from layerlaw.model.algebra import SEVERAL_NAMES
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.certificate.replay.board import NAME
from layerlaw.solver.certificate.replay.select import View
from layerlaw.solver.certificate.replay.words import RULES, policy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from layerlaw.model.rulebooks.rulebook import StateCheck
    from layerlaw.solver.certificate.replay.board import BoardMark, ReplayBoard
    from layerlaw.solver.certificate.replay.effects import ReplayEffects
    from layerlaw.solver.certificate.replay.parts import ReplayEffect

    KeyOf = Callable[[ReplayEffect], tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class PermissionQuestion:
    """Whether X can do something, or have it done to it, perhaps with Y as the other one."""

    who: str
    action: str
    to: str | None = None
    passive: bool = False


@dataclass(frozen=True, slots=True)
class MarkStatement:
    """A `can` or a `can't` that speaks of a question; on: who bears the mark."""

    on: str
    mark: BoardMark
    ignored: bool

    @property
    def allows(self) -> bool:
        """Whether it says that X can."""
        return self.mark.kind == "can"

    @property
    def effect(self) -> ReplayEffect:
        """The effect that made it."""
        return cast("ReplayEffect", self.mark.by)

    @property
    def is_rule(self) -> bool:
        """Whether the rules themselves say so, and no card."""
        return self.effect.source == RULES


def statements(
    question: PermissionQuestion, board: ReplayBoard, effects: ReplayEffects, key_of: KeyOf
) -> tuple[MarkStatement, ...]:
    """Every statement on the question that the board holds, newest last."""
    who, action, passive = question.who, question.action, question.passive
    ignoring = [
        mark
        for mark in board.marks(who)
        if mark.kind == "ignore"
        and (mark.action, mark.passive) == (action, passive)
        and _concerns(mark, question.to, effects)
    ]
    stated = []
    for on, mark in _speaking(question, board, effects):
        source = cast("ReplayEffect", mark.by).source
        ignored = any(one.about is None or source in one.about for one in ignoring)
        stated.append(MarkStatement(on, mark, ignored))
    return tuple(
        sorted(
            stated,
            key=lambda one: (
                key_of(one.effect),
                one.effect.id,
                effects.table.index[one.on],
                one.mark.kind,
                one.mark.text,
            ),
        )
    )


def _concerns(mark: BoardMark, to: str | None, effects: ReplayEffects) -> bool:
    """Whether what is ignored is so with that partner (None: nobody is named)."""
    if not mark.whom:
        return True
    return to is not None and (to in effects.table.players) is (mark.whom == "players")


def _speaking(
    question: PermissionQuestion, board: ReplayBoard, effects: ReplayEffects
) -> Iterator[tuple[str, BoardMark]]:
    """The marks that speak of the question, and who bears them."""
    who, to = question.who, question.to
    for mark in _stated(board, who, question.action, question.passive):
        if mark.about is None or (to is not None and to in mark.about):
            yield who, mark
    others = _other_voice(question, effects)
    if to is not None:
        bearer: str | None = to
    elif question.passive:
        bearer = View(effects.table, board).controller(who)
    else:
        return
    for action in others if bearer is not None else ():
        assert bearer is not None
        for mark in _stated(board, bearer, action, not question.passive):
            if mark.about is None or who in mark.about:
                yield bearer, mark


def _stated(board: ReplayBoard, bearer: str, action: str, passive: bool) -> list[BoardMark]:
    return [
        mark
        for mark in board.marks(bearer)
        if mark.kind in ("can", "can't") and (mark.action, mark.passive) == (action, passive)
    ]


def _other_voice(question: PermissionQuestion, effects: ReplayEffects) -> tuple[str, ...]:
    """The words of the action in the other voice."""
    pairs = effects.rulebook.actions
    if question.passive:
        return tuple(verb for verb, done in pairs.items() if done == question.action)
    return (pairs[question.action],) if question.action in pairs else ()


def allowed(
    question: PermissionQuestion, board: ReplayBoard, effects: ReplayEffects, key_of: KeyOf
) -> bool:
    """Whether the rulebook's ranking of what is stated lets X do it. No statement forbids it."""
    said = [one for one in statements(question, board, effects, key_of) if not one.ignored]
    cards = [one for one in said if not one.is_rule]
    rules = [one for one in said if one.is_rule]
    first = cards or rules
    match policy(effects.rulebook, "prohibition"):
        case "ranks":
            if cards:
                return all(one.allows for one in cards)
            return all(one.allows for one in rules)
        case "both static":
            return not any(not one.allows and not _yields(one, first, key_of) for one in first)
        case "newest":
            if not first:
                return True
            newest = max(key_of(one.effect) for one in first)
            return all(one.allows for one in first if key_of(one.effect) == newest)
        case _:
            return all(one.allows for one in said)


@dataclass(frozen=True, slots=True)
class MarkRuling:
    """The statement that decides (None: nothing is stated), and why it does, in a few words."""

    decider: MarkStatement | None
    why: str


def ruling(said: tuple[MarkStatement, ...], effects: ReplayEffects, key_of: KeyOf) -> MarkRuling:
    """Which of the statements decides: the newest of those that say what comes of all of them.

    said: all of them, oldest first.
    """
    heard = [one for one in said if not one.ignored]
    if not heard:
        return MarkRuling(None, "")
    cards = [one for one in heard if not one.is_rule]
    how = policy(effects.rulebook, "prohibition")
    first = cards if cards and how != "prohibition wins" else heard
    against = [one for one in first if not one.allows]
    reasons = ["a card's word goes before a rule's"] if len(first) < len(heard) else []
    match how:
        case "newest":
            newest = max(key_of(one.effect) for one in first)
            last = [one for one in first if key_of(one.effect) == newest]
            decider = next((one for one in last if not one.allows), last[0])
            return MarkRuling(decider, "".join(reasons) or "the newest effect's word")
        case "both static":
            against = [one for one in against if not _yields(one, first, key_of)]
            if not against and any(not one.allows for one in first):
                reasons.insert(0, "a newer effect than the can't, and one of the two has resolved")
    if against and len(against) < len(first):
        reasons.insert(0, "a can't goes before a can")
    decider = against[-1] if against else [one for one in first if one.allows][-1]
    return MarkRuling(decider, " and ".join(reasons))


def _yields(against: MarkStatement, among: list[MarkStatement], key_of: KeyOf) -> bool:
    """Whether a newer `can` stands against a `can't`, and one of the two is a resolved effect's."""
    return any(
        one.allows
        and key_of(one.effect) > key_of(against.effect)
        and (one.effect.instance is None or against.effect.instance is None)
        for one in among
    )


def fates(
    effects: ReplayEffects, board: ReplayBoard, key_of: KeyOf
) -> list[tuple[str, str, str, str]]:
    """What the checks find on the final board: object, verdict, zone, clause. SORC-SBA-1."""
    decided: list[tuple[str, str, str, str]] = []
    taken: set[str] = set()
    view = View(effects.table, board)
    for check in effects.rulebook.checks:
        found = [one for one in effects.table.named(view.select(check.who)) if one not in taken]
        spared = {
            one
            for one in found
            if check.obeys
            and not allowed(
                PermissionQuestion(one, check.obeys, passive=True), board, effects, key_of
            )
        }
        if check.cannot:
            spared.update(
                one
                for one in found
                if (to := effects.table.bearer.get(one)) is None
                or allowed(PermissionQuestion(one, check.cannot, to), board, effects, key_of)
            )
        if check.one_for_each:
            spared.update(list(_last_of_each(check, found, spared, view)))
        hit = [one for one in found if one not in spared]
        taken.update(hit)
        decided.extend((one, check.verdict, check.zone, check.clause) for one in hit)
    return decided


def _last_of_each(
    check: StateCheck, found: list[str], spared: set[str], view: View
) -> Iterator[str]:
    """The object that stays where none is spared that is like it.

    That is one of its controller, its owner, with a name in common with it (Magic 201.2a).
    """
    things = view.table.things

    def names(object: str) -> set[str]:
        bit = view.table.bits((object,))
        column = view.board.column(NAME, bit)
        held = [str(name) for name, held in column.items() if held & bit and name]
        return {one for name in held for one in name.split(SEVERAL_NAMES)}

    def kind(object: str) -> list[object]:
        ways = {
            "controller": view.controller(object),
            "owner": things[object].owner,
            "bearer": view.table.bearer.get(object),
            "game": "",
        }
        return [ways[way] for way in check.one_for_each if way != "name"]

    def like(object: str, other: str) -> bool:
        if "name" in check.one_for_each and names(object).isdisjoint(names(other)):
            return False
        return kind(object) == kind(other)

    wanted = set() if check.prefers is None else set(view.table.named(view.select(check.prefers)))
    for object in found:
        if "name" in check.one_for_each and not names(object):
            yield object
            continue
        alike = [one for one in found if like(one, object)]
        if spared.intersection(alike):
            continue
        best = [one for one in alike if one in wanted] or alike
        newest = max(things[one].entered for one in best)
        if check.ties and sum(things[one].entered[0] == newest[0] for one in best) > 1:
            continue
        if object == [one for one in best if things[one].entered == newest][-1]:
            yield object
