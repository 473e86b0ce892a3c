"""A board and questions in a line, answered: the sentences, how settled they are, the scenario."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.asking.asked import (
    FactAsked,
    ObjectAsked,
    PlaceAsked,
    Question,
    RulingAsked,
    SeveralAsked,
    singly,
)
from layerlaw.model.asking.faults import FILE
from layerlaw.model.asking.read import read_asked
from layerlaw.model.cards.card import Card
from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError, Where
from layerlaw.model.finding.touched import PLACE as SPEAKS_OF_PLACE
from layerlaw.model.finding.touched import touched_by
from layerlaw.model.notation.spelling import listed
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.as_dict import scenario_to_dict
from layerlaw.model.scenarios.expectations import (
    ExpectAnswers,
    Expected,
    ExpectFate,
    ExpectNoun,
    ExpectPermission,
    ExpectZone,
)
from layerlaw.model.scenarios.load import named_rulebook
from layerlaw.model.scenarios.scenario import Scenario
from layerlaw.model.scenarios.write import event_text
from layerlaw.solver.answer.difference.outcome import (
    PLACE,
    ZONE,
    Cells,
    Outcome,
    cells_of,
    outcome,
)
from layerlaw.solver.answer.expectations import judge
from layerlaw.solver.certainty.readings.explore import readings as explore
from layerlaw.solver.certainty.readings.verdict import Readings
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.asking import answers_to_ask
from layerlaw.solver.derivation.permissions import may
from layerlaw.solver.facts.records import NoValue
from layerlaw.solver.play.solve import solve
from layerlaw.solver.shell.report.answer_blocks import (
    answer_blocks,
    certificate,
    certificate_line,
)
from layerlaw.solver.shell.report.asked import reply_to
from layerlaw.solver.shell.report.asked_of_one import Reply, cell_asked
from layerlaw.solver.shell.report.blocks import BLANK, line
from layerlaw.solver.shell.report.json_form import document
from layerlaw.solver.shell.report.names import objects_named
from layerlaw.solver.shell.report.permissions import decision_blocks
from layerlaw.solver.shell.report.readings import readings_blocks
from layerlaw.solver.shell.report.ruling import BY_DEFAULT, changed_blocks
from layerlaw.solver.shell.report.settled import (
    QUICK,
    SMALL,
    by_default,
    settled_json,
    settled_line,
)
from layerlaw.solver.shell.report.why import why_all, why_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.solver.certificate import Verdict
    from layerlaw.solver.facts.records import Cell, Value
    from layerlaw.solver.shell.report.blocks import Block
    from layerlaw.solver.shell.report.json_form import Json


@dataclass(frozen=True, slots=True)
class Replies:
    """What came of a board and questions in a line.

    scenario: the board, which expects what was replied. answer: what it comes to. replies: one for
    each question. readings: whether all readings of the document agree on what was asked; None
    where the board is too large to look. newest: whether the rulebook was left out, so that the
    latest of the cards' game was taken. notes: what was left out of the question and matters.
    """

    scenario: Scenario
    answer: Answer
    replies: tuple[Reply, ...]
    readings: Readings | None
    newest: bool
    notes: tuple[str, ...]

    def __str__(self) -> str:
        """The replies in plain sentences."""
        return "\n".join(" ".join(reply.says) for reply in self.replies)


@checked()
def ask(
    text: str,
    *,
    rulebook: str | Rulebook | None = None,
    readings: Mapping[str, str] | None = None,
    cards: Mapping[str, Card] | None = None,
) -> Replies:
    """Answer questions on a board that is described in a line.

    text: the cards in order of arrival, with commas between them, then a colon, then the
    questions, each with a question mark behind it; without a question the ruling is told. A card
    goes by its name, in any case, or by a part of it that no other card has. Behind it may stand
    whose it is in brackets (`(theirs)`, `(mine)`, a name; `my`, `their`, `Anna's` before it;
    else it is yours) and a status, `at 8`, `on X`, `in hand`, `copying X`, `choosing WORD`,
    `with 2 damage`, `as ID`; `their turn` in the place of a card begins a turn. Questions are
    expectations (`power of X is 3`, `X has Airborne`) and plain English (`who controls X`, `what
    power has X`, `how strong is X`, `what is X`, `can X attack Y`, `does X die`, `where is X`),
    with `why` before them for the reasons. X may be several: `who controls the kings`, `what power
    has each creature`, `which creatures do I control`. Of cards with one name: `the second King`,
    `their King`, or the id.
    rulebook: a shipped one's id, a file, or one that is read already; left out, the latest of the
    only game that has all cards. readings: open point -> reading. cards: of your own, such as
    `load_cards` gives; they need a rulebook.

    Raises `BadInput`, with the place and candidates, for what cannot be read, and `LayerlawError`
    for an unknown rulebook or reading.

    >>> from layerlaw import ask
    >>> replies = ask("King of the Realm, their King of the Realm: who controls their King?")
    >>> replies.replies[0].says[0]
    'You control King of the Realm (K2): them before, changed by King of the Realm (K1).'
    """
    book = named_rulebook(rulebook) if isinstance(rulebook, str) else rulebook
    if cards and book is None:
        raise LayerlawError("cards of one's own are read under a rulebook: name it")
    asked = read_asked(text, book, cards)
    scenario = replace(asked.board.scenario, readings=dict(readings or {}))
    scenario.rulebook.settled(scenario.readings)
    answer = solve(scenario)
    replies = tuple(reply_to(answer, question) for question in asked.questions)
    expect = dict.fromkeys(fact for reply in replies for fact in reply.expected)
    here = Where("question", 1, 1)
    explored = None
    if sum(len(run.turns) for run in answer.runs) <= SMALL:
        observe = partial(what_is_asked, questions=asked.questions)
        explored = explore(scenario, limit=QUICK, refuted=False, observe=observe)
    return Replies(
        replace(scenario, expect=tuple(Expected(fact.written(), fact, here) for fact in expect)),
        answer,
        replies,
        explored,
        asked.board.newest,
        tuple(_notes(answer)),
    )


def what_is_asked(answer: Answer, questions: Iterable[Question]) -> Outcome:
    """What the questions ask for, and nothing else, as an outcome of the answer."""
    asked = [single for question in questions for single in singly(question)]
    if any(_asks_for_all(question) for question in asked):
        return outcome(answer)
    states = [_cells(state, asked) for state in answer.states]
    try:
        standing = [_cells(state, asked) for state in answer.rest]
    except NoValue:
        standing = []
    return Outcome(tuple(sorted(states, key=repr)), standing=tuple(sorted(standing, key=repr)))


def _asks_for_all(question: Question) -> bool:
    """Whether it asks for the whole outcome, or for how many there are."""
    what = question.what
    return isinstance(what, RulingAsked) or (
        isinstance(what, FactAsked) and isinstance(what.fact, ExpectAnswers)
    )


def _cells(state: Answer, questions: Iterable[Question]) -> Cells:
    """What the questions ask for in one state."""
    found: dict[Cell, Value] = {}
    whole = dict(cells_of(state))
    for question in questions:
        cell = cell_asked(question)
        match question.what:
            case _ if cell is not None and cell in whole:
                found[cell] = whole[cell]
            case ObjectAsked(object):
                found |= {cell: value for cell, value in whole.items() if cell[0] == object}
            case PlaceAsked(object):
                found |= {
                    (object, n): whole[object, n] for n in (ZONE, PLACE) if (object, n) in whole
                }
            case FactAsked(fact):
                id: str = getattr(fact, "object", "")
                result = judge(state, Expected("", fact, Where(FILE, 1, 1)))
                found[id, fact.written().removeprefix(f"{id} ")] = result.fulfilled
            case _:
                pass
    return tuple(sorted(found.items()))


def _notes(answer: Answer) -> Iterator[str]:
    """What the question does not say of the board though it matters there."""
    things = [thing for thing in answer.situation.things if thing.zone == answer.rulebook.in_play]
    missing = [thing for thing in things if thing.place is None and thing.bearer is None]
    speaking = [
        thing.card.name for thing in things if SPEAKS_OF_PLACE in touched_by(thing.card).reads
    ]
    if answer.rulebook.space is not None and missing and speaking:
        cards = list(dict.fromkeys(speaking))
        does = "speaks" if len(cards) == 1 else "speak"
        have = "has" if len(missing) == 1 else "have"
        names = objects_named(answer, (thing.id for thing in missing))
        yield (
            f"{listed(cards)} {does} of where things are, and {names} {have} no place here "
            "(`at 8` behind a card is one)."
        )


# --- the report ----------------------------------------------------------------------------------


def asked_blocks(
    found: Replies, verdict: Verdict | None, *, whole: bool = False, looked_at: bool = False
) -> list[Block]:
    """The replies, how settled they are, then the board, the rulebook and the certificate.

    whole: with everything that `layerlaw solve -v` says of the board. looked_at: with the whole
    report on the readings of the document, which were all looked at.
    """
    answer, scenario = found.answer, found.scenario
    parts: list[Block] = []
    open_point = by_default(found.readings)
    for reply in found.replies:
        style = "bold" if answer.verdict == "settled" and not open_point else "bold yellow"
        first = [(f"{BY_DEFAULT}: ", "bold yellow")] if open_point else []
        parts.append(line(*first, (" ".join(reply.says), style)))
    parts.append(settled_line(found.readings, whole=False, command="layerlaw ask --readings"))
    parts += [line((note, "yellow")) for note in found.notes]
    for reply in found.replies:
        parts += _shown(found, reply)
    book = scenario.rulebook
    latest = ", the latest of its game" if found.newest else ""
    parts += [BLANK, line((f"{book.title}, {book.version} ({book.id}){latest}", "dim"))]
    parts += [
        line((f"under the reading {point} = {reading}", "yellow"))
        for point, reading in scenario.readings.items()
    ]
    board = "; ".join(event_text(event, book) for event in scenario.events)
    parts.append(line((f"Board: {board}", "dim")))
    if looked_at and found.readings is not None:
        parts += [BLANK, *readings_blocks(scenario.title, found.readings)]
    if whole:
        return [*parts, BLANK, *answer_blocks(scenario.title, answer, verdict, whole=True)]
    if verdict is not None:
        confirmed = verdict.outcome == "confirmed"
        parts += [certificate_line(verdict)] if confirmed else certificate(verdict)
    return parts


def _shown(found: Replies, reply: Reply) -> list[Block]:
    """What stands below the sentences: what changed, or the reasons where they are asked for."""
    answer, question = found.answer, reply.question
    if not question.why:
        match question.what:
            case RulingAsked():
                changed = changed_blocks(answer)
            case ObjectAsked(object):
                changed = changed_blocks(answer, of=object)
            case _:
                changed = []
        return [BLANK, *changed] if changed else []
    parts: list[Block] = []
    if isinstance(question.what, SeveralAsked):
        for single in singly(question):
            for state in answers_to_ask("why", answer):
                parts += [BLANK, *_reasons(state, single)]
        return parts
    told = [_reasons(state, question) for state in answers_to_ask("why", answer)]
    if all(one == told[0] for one in told):
        return [BLANK, *told[0]]
    for number, blocks in enumerate(told, 1):
        parts += [BLANK, line((f"answer {number} of {len(told)}:", "bold")), *blocks]
    return parts


def _reasons(state: Answer, question: Question) -> list[Block]:
    """Why it is so, step by step."""
    cell = cell_asked(question)
    if cell is not None:
        return why_value(state, *cell)[1]
    match question.what:
        case FactAsked(ExpectPermission(object, action, _, passive, to)):
            return list(decision_blocks(may(state, object, action, to, passive)))
        case ObjectAsked(object) | PlaceAsked(object):
            return why_all(state, object, object)[1]
        case FactAsked(ExpectNoun(object) | ExpectFate(object) | ExpectZone(object)):
            return why_all(state, object, object)[1]
        case _:
            return why_all(state, "Why")[1]


def asked_json(found: Replies, verdict: Verdict | None) -> Json:
    """The same as JSON."""
    return document(
        "ask",
        rulebook=found.scenario.rulebook.id,
        scenario=scenario_to_dict(found.scenario),
        replies=[
            {
                "question": reply.question.text,
                "says": list(reply.says),
                "yes": reply.yes,
                "expected": [fact.written() for fact in reply.expected],
            }
            for reply in found.replies
        ],
        notes=found.notes,
        **settled_json(found.readings),
        certificate=verdict and verdict.ok,
    )
