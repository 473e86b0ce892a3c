"""What a question can ask of an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from layerlaw.model.scenarios.expectations import Expectation


@dataclass(frozen=True, slots=True)
class RulingAsked:
    """What comes out, as `layerlaw solve` says it."""


@dataclass(frozen=True, slots=True)
class ValueAsked:
    """What a characteristic of an object is in the end."""

    object: str
    characteristic: str


@dataclass(frozen=True, slots=True)
class ObjectAsked:
    """All that an object is in the end."""

    object: str


@dataclass(frozen=True, slots=True)
class PlaceAsked:
    """Where an object is: its zone, and its place."""

    object: str


@dataclass(frozen=True, slots=True)
class FactAsked:
    """Whether something is so. negated: whether a `not` was in it, so that no yes answers it."""

    fact: Expectation
    negated: bool = False


@dataclass(frozen=True, slots=True)
class OfOne:
    """What is asked of one of several objects, if it is what it has to be."""

    being: tuple[Expectation, ...]
    what: What


@dataclass(frozen=True, slots=True)
class SeveralAsked:
    """The same of several objects, or several values.

    called: what the objects are called. which: whether it is asked for which of them it is so.
    lean: values that are nothing are left out, as long as there are others.
    """

    called: str
    each: tuple[OfOne, ...]
    which: bool = False
    lean: bool = False


What = RulingAsked | ValueAsked | ObjectAsked | PlaceAsked | FactAsked | SeveralAsked


@dataclass(frozen=True, slots=True)
class Question:
    """One question: its text, what it asks, and whether it asks for the reasons."""

    text: str
    what: What
    why: bool = False


def singly(question: Question) -> tuple[Question, ...]:
    """The questions on single objects and values of which a question consists."""
    if not isinstance(question.what, SeveralAsked):
        return (question,)
    asked: dict[What, None] = {}
    for one in question.what.each:
        asked |= dict.fromkeys(FactAsked(fact) for fact in one.being)
        asked[one.what] = None
    return tuple(Question(question.text, what, question.why) for what in asked)


def object_asked(question: Question) -> str:
    """The id of the object that the question is about, or nothing."""
    asked = question.what.fact if isinstance(question.what, FactAsked) else question.what
    id: str = getattr(asked, "object", "")
    return id
