"""What an answer says to a question: of one object, of several, and of all that comes out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.model.asking.asked import (
    FactAsked,
    Question,
    RulingAsked,
    SeveralAsked,
    ValueAsked,
    object_asked,
)
from layerlaw.model.errors import Where
from layerlaw.model.notation.spelling import listed
from layerlaw.model.scenarios.expectations import (
    ExpectAnswers,
    Expectation,
    Expected,
    ExpectFate,
    ExpectPermission,
)
from layerlaw.solver.answer.expectations import judge
from layerlaw.solver.answer.ruling import changed_values
from layerlaw.solver.board.columns import ABILITIES
from layerlaw.solver.facts.records import NoValue
from layerlaw.solver.shell.report.asked_of_one import Reply, Told
from layerlaw.solver.shell.report.names import objects_named
from layerlaw.solver.shell.report.ruling import outcome_sentences, ruling

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import Value

_YES_OR_NO = re.compile(r"^(?:Yes|No): ")
MOST_REASONS = 3
"""So many sentences tell what decided a question on several objects."""


def reply_to(answer: Answer, question: Question) -> Reply:
    """The reply that an answer gives. Raises `LayerlawError` for what is asked of nothing."""
    what = question.what
    if isinstance(what, RulingAsked):
        return Reply(question, ruling(answer), None, tuple(_all_changed(answer)))
    if isinstance(what, FactAsked) and isinstance(what.fact, ExpectAnswers):
        number = len(answer.states)
        said = "There is one answer." if number == 1 else f"There are {number} answers."
        says = (*outcome_sentences(answer, changes=False), *([said] if number == 1 else ()))
        if what.negated:
            return Reply(question, says or (said,), None, (ExpectAnswers(number),))
        yes = judge(answer, Expected("", what.fact, Where("question", 1, 1))).fulfilled
        says = (f"{'Yes' if yes else 'No'}: {says[0][:1].lower()}{says[0][1:]}", *says[1:])
        return Reply(question, says, yes, (ExpectAnswers(number),))
    head = tuple(outcome_sentences(answer, changes=False)) if answer.verdict != "settled" else ()
    states = answer.states or answer.rest
    if not states:
        return Reply(question, head, None, (ExpectAnswers(0),))
    try:
        told = [_told(state, question) for state in states]
    except NoValue as error:
        return Reply(question, (*head, f"{error}."), None, (ExpectAnswers(0),))
    if len({(one.says, one.yes) for one in told}) == 1:
        return Reply(question, (*told[0].says, *head), told[0].yes, told[0].expected)
    each = [f"In answer {n}: {_YES_OR_NO.sub('', one.says[0])}" for n, one in enumerate(told, 1)]
    return Reply(question, (*each, *head), None, (ExpectAnswers(len(answer.states)),))


def _told(state: Answer, question: Question) -> Reply:
    """The reply of one state."""
    what = question.what
    if not isinstance(what, SeveralAsked):
        return Told(state, question).reply()
    here = [one for one in what.each if all(_is_so(state, fact) for fact in one.being)]
    if not here:
        return Reply(question, (f"There are no such {what.called} here.",), None, ())
    alone = len({object_asked(Question("", one.what)) for one in here}) == 1
    told = [Told(state, Question("", one.what), absent=alone).reply() for one in here]
    facts = [one.what.fact for one in here if isinstance(one.what, FactAsked)]
    values = [one.what for one in here if isinstance(one.what, ValueAsked)]
    yes: bool | None = None
    if len(facts) == len(here):
        said, yes = _sorted_out(state, what, facts)
    elif len(values) == len(here):
        told_of = _having(state, values) if what.lean else values
        said = _sentence("; ".join(_of_each_value(state, told_of)))
    else:
        said = " ".join(one.says[0] for one in told)
    because = dict.fromkeys(
        _sentence(_YES_OR_NO.sub("", one.says[0]).rstrip("."))
        for one, fact in zip(told, facts, strict=False)
        if isinstance(fact, ExpectPermission) and fact.allowed is not one.yes
    )
    because |= dict.fromkeys(text for one in told for text in one.says[1:])
    expected = tuple(dict.fromkeys(fact for one in told for fact in one.expected))
    return Reply(question, (said, *list(because)[:MOST_REASONS]), yes, expected)


def _is_so(state: Answer, fact: Expectation) -> bool:
    return judge(state, Expected("", fact, Where("question", 1, 1))).fulfilled


def _sorted_out(
    state: Answer, what: SeveralAsked, facts: Sequence[Expectation]
) -> tuple[str, bool | None]:
    """Of which objects it is so and of which it is not, and whether of all or of none."""
    so: dict[bool, list[str]] = {True: [], False: []}
    for fact in facts:
        so[_is_so(state, fact)].append(getattr(fact, "object", ""))
    held, rest = (objects_named(state, so[which]) for which in (True, False))
    number = len(facts)
    if what.which:
        if not rest:
            head = f"{'Both' if number == 2 else f'All {number}'} {what.called}: "
            return f"{head if number > 1 else ''}{held}.", None
        if not held:
            none = "Neither of the two" if number == 2 else f"None of the {number}"
            return f"{none if number > 1 else 'No'} {what.called}: {rest}.", None
        return f"{held} ({len(so[True])} of {number} {what.called}); not {rest}.", None
    if not so[False]:
        return f"Yes, {'both' if number == 2 else 'all'}: {held}.", True
    if not so[True]:
        return f"No, {'neither' if number == 2 else 'none'}: {rest}.", False
    return f"Not all: yes for {held}, no for {rest}.", None


def _having(state: Answer, values: Sequence[ValueAsked]) -> Sequence[ValueAsked]:
    """The values of which there is something; if there is nothing at all, all of them."""
    having = [one for one in values if state.value(one.object, one.characteristic)]
    return having or values


def _of_each_value(state: Answer, values: Sequence[ValueAsked]) -> Iterator[str]:
    """Each value with all objects that have it, in the order in which they are asked for."""
    held: dict[str, tuple[tuple[str, Value], ...]] = {}
    for one in values:
        value = state.value(one.object, one.characteristic)
        held[one.object] = (*held.get(one.object, ()), (one.characteristic, value))
    alike: dict[tuple[tuple[str, Value], ...], list[str]] = {}
    for object, has in held.items():
        alike.setdefault(has, []).append(object)
    for has, objects in alike.items():
        told = Told(state, Question("", values[0]))
        said = [told.said(objects, name, value) for name, value in has]
        # "X has power 4 and toughness 4", where the sentences begin alike.
        head = f"{objects_named(state, objects)} {'has' if len(objects) == 1 else 'have'} "
        if all(each.startswith(head) for each in said):
            yield head + listed([each.removeprefix(head) for each in said])
        else:
            yield "; ".join(said)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _all_changed(answer: Answer) -> Iterator[Expectation]:
    """Every changed value as expectations; of several answers and a paradox how many there are."""
    if answer.verdict != "settled" or not answer.states:
        yield ExpectAnswers(len(answer.states))
        return
    state = answer.states[0]
    told = Told(state, Question("", RulingAsked()))
    nothing = True
    for change in changed_values(state):
        if change.characteristic in {*told.known()} & {
            *state.rulebook.characteristics,
            *state.rulebook.statuses,
            ABILITIES,
        }:
            nothing = False
            yield from told.as_value(change.object, change.characteristic)
    for fate in state.due:
        nothing = False
        yield ExpectFate(fate.object, fate.verdict)
    if nothing:
        yield ExpectAnswers(1)
