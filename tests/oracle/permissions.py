"""The oracle's answer to whether an object or a player may do something."""

from __future__ import annotations

from dataclasses import dataclass

from oracle.board import Board, Disregard, Permit
from oracle.choosing import VERBS, may_be_chosen
from oracle.selectors import controller_of
from oracle.world import RULES, Effect


@dataclass(frozen=True)
class Question:
    """Whether `who` can do it (or have it done to it), perhaps to (or by) `to`."""

    who: str
    action: str
    passive: bool = False
    to: str | None = None


def may(question: Question, board: Board) -> bool:
    """The answer by the rulebook's policy; where nothing is said, it can."""
    voiced = other_voice(question, board) if question.passive else [question.action]
    if question.to is not None and any(verb in VERBS for verb in voiced):
        chosen, source = question.who, question.to
        if not question.passive:
            chosen, source = source, chosen
        if not may_be_chosen(chosen, source, board):
            return False
    said = [each for each in statements(question, board) if not ignored(each, question, board)]
    by_cards = [each for each in said if maker(each, board).source != RULES]
    by_rules = [each for each in said if maker(each, board).source == RULES]
    match board.world.policy("prohibition"):
        case "ranks":
            return all(each.allowed for each in by_cards or by_rules)
        case "both static":
            deciding = by_cards or by_rules
            return all(each.allowed or outdone(each, deciding, board) for each in deciding)
        case "newest":
            deciding = by_cards or by_rules
            newest = max((maker(each, board).order for each in deciding), default=None)
            return all(each.allowed for each in deciding if maker(each, board).order == newest)
    return all(each.allowed for each in said)


def statements(question: Question, board: Board) -> list[Permit]:
    """The marks that speak of the question."""
    found = marks_on(question.who, question.action, question.passive, question.to, board)
    if question.to is not None:
        for action in other_voice(question, board):
            found += marks_on(question.to, action, not question.passive, question.who, board)
    elif question.passive:
        player = controller_of(question.who, board)
        if player is not None:
            for action in other_voice(question, board):
                found += marks_on(player, action, False, question.who, board)
    return found


def marks_on(
    object: str, action: str, passive: bool, other: str | None, board: Board
) -> list[Permit]:
    """What is stated on the object with no word about others, or about this one."""
    return [
        mark
        for mark in sorted(board.marks[object], key=repr)
        if isinstance(mark, Permit)
        and (mark.action, mark.passive) == (action, passive)
        and (mark.reach is None or other in mark.reach)
    ]


def other_voice(question: Question, board: Board) -> list[str]:
    """The word for the action in the other voice."""
    pairs = board.world.rulebook.actions.items()
    if question.passive:
        return [active for active, passive in pairs if passive == question.action]
    return [passive for active, passive in pairs if active == question.action]


def ignored(statement: Permit, question: Question, board: Board) -> bool:
    """Whether who is asked about bears a mark by which the statement does not count."""
    return any(
        isinstance(mark, Disregard)
        and (mark.action, mark.passive) == (question.action, question.passive)
        and (mark.sources is None or maker(statement, board).source in mark.sources)
        and (mark.partner == "" or mark.partner == kind_of_partner(question, board))
        for mark in board.marks[question.who]
    )


def kind_of_partner(question: Question, board: Board) -> str | None:
    """Whether the other one is a player or an object; None if nobody is named."""
    if question.to is None:
        return None
    return "players" if question.to in board.world.players else "objects"


def maker(statement: Permit, board: Board) -> Effect:
    """The effect that made the statement."""
    return board.makers[statement.by]


def outdone(statement: Permit, among: list[Permit], board: Board) -> bool:
    """Whether a newer `can` stands against a `can't`, and one of the two effects is resolved."""
    against = maker(statement, board)
    return any(
        each.allowed
        and maker(each, board).order > against.order
        and (maker(each, board).instance is None or against.instance is None)
        for each in among
    )
