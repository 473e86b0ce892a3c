"""What objects may finally do: of all statements on an action the one that decides, in words."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from layerlaw.model.algebra import ChangeNumber, Ignore, Permission
from layerlaw.model.dataclass import dataclass
from layerlaw.model.notation.printing import print_selector
from layerlaw.solver.answer.why_not import kept_from_writing
from layerlaw.solver.board.columns import PERMISSIONS, Ignoring, Permit, Redirection, bits
from layerlaw.solver.derivation.permissions import may_on
from layerlaw.solver.facts.records import Change, NoValue
from layerlaw.solver.facts.situation import RULES
from layerlaw.solver.layers.cells import mark_label
from layerlaw.solver.shell.report.words import first_names

if TYPE_CHECKING:
    from collections.abc import Hashable

    from layerlaw.model.algebra import Selector
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.derivation.permissions import Statement
    from layerlaw.solver.facts.records import Value
    from layerlaw.solver.layers.runs import Turn

CAN = {True: "can", False: "can't"}
CHANGES = "changes nothing:"
IDLE = "nothing to do"
MORE = "one more statement"
MOST = 6
"""So many objects of one note are named."""


@dataclass(frozen=True, slots=True)
class FinalRuling:
    """What goes for an object.

    says: "can't attack". decided_by: the effect whose word it is. rule: whether that is a rule of
    the game. clause: what the ranking of statements rests on, where there were several. over: the
    statements that it overrules; why: on what ground. general: about no particular objects. Of
    statements about particular ones, of what is ignored and of redirections each is a ruling.
    """

    says: str
    decided_by: str
    rule: bool
    clause: str = ""
    why: str = ""
    over: tuple[Statement, ...] = ()
    general: bool = False


def rulings(derivation: Answer, id: str) -> tuple[FinalRuling, ...]:
    """What goes for an object on the final state, each thing once, in the order of the words.

    In a paradox what goes for it in every state of what stands.
    """
    if derivation.verdict != "paradox" or derivation.stands:
        return _on_one(derivation, id)
    states = [_on_one(one, id) for one in derivation.rest]
    return (
        tuple(one for one in states[0] if all(one in state for state in states)) if states else ()
    )


def _on_one(derivation: Answer, id: str) -> tuple[FinalRuling, ...]:
    """As `rulings`, on one state; what has no value in it is passed by."""
    if (id, PERMISSIONS) in derivation.without:
        return ()
    world = derivation.world
    general: dict[tuple[str, bool], None] = {}
    rulings_by_words: dict[str, FinalRuling] = {}
    for mark in derivation.end.values(PERMISSIONS, derivation.index(id)):
        if isinstance(mark, Permit) and mark.to is None:
            general[mark.action, mark.passive] = None
        elif mark_effect := _effect(mark):
            says = mark_text(derivation, mark)
            rule = mark_effect.startswith(f"{RULES}.")
            if says not in rulings_by_words or (rulings_by_words[says].rule and not rule):
                rulings_by_words[says] = FinalRuling(says, mark_effect, rule)
    for action, passive in general:
        try:
            answer = may_on(world, derivation.end, derivation.makers, id, action, None, passive)
        except NoValue:
            # Its controller's statements are not known.
            continue
        if answer.decided_by is None:
            continue
        says = f"{CAN[answer.allowed]} {'be ' if passive else ''}{action}"
        over = tuple(
            statement for statement in answer.statements if statement.standing == "overruled"
        )
        decider = next(
            statement for statement in answer.statements if statement.standing == "decides"
        )
        clause = answer.clause if over else ""
        rulings_by_words[says] = FinalRuling(
            says, answer.decided_by, decider.rank == "rule", clause, decider.why, over, True
        )
    return tuple(rulings_by_words[says] for says in sorted(rulings_by_words))


def told_rulings(derivation: Answer, id: str) -> tuple[FinalRuling, ...]:
    """What the object finally can't do, and what a card lets it do, one entry for each thing.

    What the rules say of particular objects is left out: it goes for everything of a kind.
    """
    return tuple(
        ruling
        for ruling in rulings(derivation, id)
        if not ruling.rule or (ruling.general and ruling.says.startswith("can't "))
    )


def mark_text(derivation: Answer, mark: Hashable) -> str:
    """What a mark says, as in the record; one that finds nobody says whom it would be about."""
    label = mark_label(mark, derivation.world)
    about = mark.to if isinstance(mark, Permit) else None
    about = mark.sources if isinstance(mark, Ignoring) else about
    if about != 0:
        return label
    assert isinstance(mark, Permit | Ignoring)
    whom = [
        selector
        for action, passive, allowed, selector in spoken_of(derivation, mark.effect.id)
        if (action, passive) == (mark.action, mark.passive)
        and (allowed is None or (isinstance(mark, Permit) and allowed is mark.allowed))
    ]
    return _with(derivation, label, whom[0]) if whom else label


def label_text(derivation: Answer, label: str) -> str:
    """A label of the record in which the objects are missing, for there are none, with whom it
    would be about; any other one as it is."""
    if not label.endswith(" by"):
        return label
    for effect in derivation.effects:
        for action, passive, allowed, selector in spoken_of(derivation, effect):
            if passive and allowed is not None and label == f"{CAN[allowed]} be {action} by":
                return _with(derivation, label, selector)
    return label


def in_full(derivation: Answer, characteristic: str, value: Value) -> Value:
    """A recorded value, of permissions with `label_text` for each label."""
    if characteristic != PERMISSIONS or not isinstance(value, tuple):
        return value
    return tuple(dict.fromkeys(label_text(derivation, label) for label in value))


def change_in_full(derivation: Answer, change: Change) -> Change:
    """A recorded change, of permissions with `label_text` for each label."""
    if change.characteristic != PERMISSIONS:
        return change
    before, after = (in_full(derivation, PERMISSIONS, v) for v in (change.before, change.after))
    return Change(change.object, PERMISSIONS, before, after)


def _with(derivation: Answer, label: str, whom: Selector) -> str:
    return f"{label} {print_selector(whom, derivation.rulebook.plurals)}"


def spoken_of(derivation: Answer, effect: str) -> list[tuple[str, bool, bool | None, Selector]]:
    """The operations of an effect that speak of particular objects; allowed: None if ignored."""
    spoken: list[tuple[str, bool, bool | None, Selector]] = []
    if effect not in derivation.effects:
        return spoken
    for instruction in derivation.effects[effect].ability.instructions:
        for operation in instruction.operations:
            if isinstance(operation, Permission) and operation.to is not None:
                spoken.append(
                    (operation.action, operation.passive, operation.allowed, operation.to)
                )
            elif isinstance(operation, Ignore) and operation.source is not None:
                spoken.append((operation.action, operation.passive, None, operation.source))
    return spoken


def unchanged(derivation: Answer, turn: Turn) -> str:
    """Why a turn that was applied changed nothing to be seen, in a few words."""
    assert turn.seen is not None
    if not any(scope for scope, _ in turn.seen):
        return "applies to nothing"
    if PERMISSIONS not in turn.part.writes:
        return barred_or_lacking(derivation, turn)
    said: dict[str, int] = {}
    for mark, held in _marks(derivation.end).get(turn.part.effect.id, ()):
        text = mark_text(derivation, mark)
        said[text] = said.get(text, 0) | held
    things = derivation.world.things
    told = []
    for text, marked in said.items():
        names = [things[place].id for place in bits(marked)]
        told.append(f"{first_names(names, MOST)} {text}")
    return f"{MORE}: {'; '.join(told)}" if told else IDLE


def only_says(turn: Turn) -> bool:
    """Whether a keyword was applied that says what can be done, and does nothing else."""
    keyword = turn.part.effect.ability.keyword
    return keyword is not None and turn.verdict == "applied" and turn.part.writes == {PERMISSIONS}


def barred_or_lacking(derivation: Answer, turn: Turn) -> str:
    """Why a turn that speaks of some objects changed nothing.

    What barred it or kept it off; who has no such number (what is added to, taken from or
    multiplied has to be there; players have few numbers); else that there was nothing to do.
    """
    assert turn.seen is not None
    said: dict[str, None] = {}
    others = False
    for step, (scope, _) in zip(turn.part.steps, turn.seen, strict=True):
        for prepared in step.operations:
            lacking = 0
            if isinstance(prepared.operation, ChangeNumber):
                number = prepared.operation.characteristic
                lacking = scope & ~turn.before.having(number)
                said |= dict.fromkeys(_lacks(derivation, number, lacking) if lacking else ())
            others |= lacking != scope
    kept = [
        reason.text for one in kept_from_writing(derivation, turn) for reason in one.reasons[1:]
    ]
    if kept or (said and not others):
        return f"{CHANGES} {'; '.join([*kept, *said])}"
    return "; ".join([IDLE, *said])


def _lacks(derivation: Answer, number: str, lacking: int) -> list[str]:
    """That these objects have no such number, players first."""
    world = derivation.world
    told = [f"players have no {number}"] if lacking & world.all_players else []
    names = world.ids(lacking & ~world.all_players)
    if names:
        told.append(
            f"{first_names(names, MOST)} {'has' if len(names) == 1 else 'have'} no {number}"
        )
    return told


@lru_cache(maxsize=1)
def _marks(board: Board) -> dict[str, list[tuple[Hashable, int]]]:
    """The marks on what may be done, by the effect that made them, with who has them.

    Of thousands of turns each asks for its own, on the same board.
    """
    found: dict[str, list[tuple[Hashable, int]]] = {}
    for mark, held in board.column(PERMISSIONS).items():
        found.setdefault(_effect(mark), []).append((mark, held))
    return found


def _effect(mark: Hashable) -> str:
    """The effect that made a mark."""
    return mark.effect.id if isinstance(mark, Permit | Ignoring | Redirection) else ""
