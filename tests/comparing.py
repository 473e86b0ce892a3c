"""The solver's answer in the oracle's words, so that the two can be held against each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from unittest.mock import patch

import pytest

from exhaustive.recorded import Recorder, Told
from layerlaw.model import BadInput, Scenario
from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.unnamed_ground import is_unnamed
from layerlaw.solver import verify, written_certificate
from layerlaw.solver.board.columns import ABILITIES, PERMISSIONS, Ignoring, Permit, Redirection
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.permissions import may
from layerlaw.solver.facts.records import AnswerRecord, LayerRecord
from layerlaw.solver.facts.situation import RULES
from layerlaw.solver.play.solve import solve
from oracle.candidates import TooBig
from oracle.derive import NeverSettles
from oracle.permissions import Question
from oracle.simultaneous import Answers, answers
from oracle.solve import OracleAnswer, Plain, PlainMark, State, Variations, answer
from oracle.world import World
from oracle.zones import CannotHappen
from replaying import assert_replayed

VERDICTS = {0: "paradox", 1: "settled"}


def in_oracle_words(derivation: Answer, questions: Mapping[Question, bool]) -> OracleAnswer:
    """Edges, turns, states and fates of a derivation, as the oracle gives them."""
    edges = {}
    turns = {}
    if derivation.answers is None:
        for record in derivation.layers:
            edges[record.layer] = frozenset((one.effect, one.on) for one in record.graphs[0].found)
            turns[record.layer] = tuple((turn.effect, turn.verdict) for turn in record.turns)
    several = derivation.answers is not None
    return OracleAnswer(
        edges=edges,
        turns=turns,
        state=plain_state(derivation, questions),
        fates={fate.object: fate.verdict for fate in derivation.fates},
        answers=tuple(plain_state(one, questions) for one in derivation.states) if several else (),
    )


def plain_state(derivation: Answer, questions: Mapping[Question, bool]) -> State:
    """The final state of a derivation, of players, rules and all objects that are not hidden."""
    world = derivation.world
    characteristics: dict[tuple[str, str], Plain] = {}
    for thing in world.things:
        if not world.hidden >> world.index[thing.id] & 1:
            characteristics[thing.id, "zone"] = thing.zone
            characteristics.update(plain_object(derivation, thing.id))
    return State(
        characteristics,
        {thing.id: frozenset(plain_marks(derivation, thing.id)) for thing in world.things},
        {
            asked: may(derivation, asked.who, asked.action, asked.to, passive=asked.passive).allowed
            for asked in questions
        },
    )


def plain_object(derivation: Answer, id: str) -> Iterator[tuple[tuple[str, str], Plain]]:
    """The final characteristics of one object."""
    rulebook = derivation.rulebook
    bases = [f"base {each.name}" for each in rulebook.characteristics.values() if each.base]
    counters = [each.name for each in rulebook.characteristics.values() if each.counter]
    bare = counters if id in (*derivation.situation.players, RULES) else []
    for name in (*rulebook.characteristics, *bases, *rulebook.statuses):
        if name in bare:
            continue
        value = derivation.value(id, name)
        yield (id, name), frozenset(value) if isinstance(value, tuple) else value
    held = () if derivation.disabled_by(id) else derivation.abilities(id)
    abilities = [derivation.instances[number].ability for number in held]
    keywords = sorted(each.title for each in abilities if each.title)
    texts = sorted((each for each in abilities if each.keyword is None), key=repr)
    yield (id, ABILITIES), (*keywords, *texts)


def plain_marks(derivation: Answer, id: str) -> Iterator[PlainMark]:
    """The marks on an object, a player or the rules."""
    world = derivation.world

    def ids(mask: int | None) -> frozenset[str] | None:
        return None if mask is None else frozenset(world.ids(mask))

    for mark in derivation.end.values(PERMISSIONS, world.index[id]):
        match mark:
            case Permit(allowed, action, passive, to, effect):
                yield ("can" if allowed else "can't", action, passive, ids(to), effect.id)
            case Ignoring(action, passive, sources, partner, effect):
                yield ("ignores", action, passive, ids(sources), partner, effect.id)
            case Redirection(to_zone, instead_of, effect):
                yield ("goes", to_zone, instead_of, effect.id)


def confirmed(scenario: Scenario) -> Answer:
    """The solver's answer, which the oracle gives too, and its written certificate is verified."""
    found = assert_same(scenario)
    assert found is not None
    assert verify(written_certificate(found), scenario.rulebook).outcome == "verified"
    return found


def assert_same(scenario: Scenario, readings: Mapping[str, str] | None = None) -> Answer | None:
    """Fail unless solver and oracle give the same answer, or both refuse an event.

    The certificate's replay of the history has to come to the same, too. Returns the solver's
    answer; None if both refuse. Raises `TooBig` where the oracle cannot try everything.
    """
    found = _same(scenario, readings)
    assert_replayed(scenario, found, readings)
    return found


def _same(scenario: Scenario, readings: Mapping[str, str] | None) -> Answer | None:
    recorder = Recorder(shared=False)
    try:
        with recorder.watching():
            theirs = answer(scenario, readings)
    except CannotHappen:
        with pytest.raises(BadInput):
            solve(scenario, readings=readings)
        return None
    except NeverSettles:
        with pytest.raises(LayerlawError, match=r"without end|come back"):
            solve(scenario, readings=readings)
        return None
    try:
        derivation = solve(scenario, readings=readings)
    except BadInput as refused:
        # An event asks for what has no value; the oracle goes on, but has met the same moment.
        assert "no state agrees" in str(refused)
        assert is_without_answer_on_the_way(scenario, readings)
        return None
    if derivation.verdict == "paradox":
        assert not theirs.answers
        assert_standing(derivation, answer(scenario, readings, derivation.doubtful).variations)
        return derivation
    assert_answers(derivation, theirs, recorder)
    return derivation


def is_without_answer_on_the_way(
    scenario: Scenario, readings: Mapping[str, str] | None = None
) -> bool:
    """Whether the oracle meets a moment without an answer while the events happen."""
    torn: list[bool] = []

    def noted(world: World) -> Answers:
        found = answers(world)
        torn.append(not found.boards)
        return found

    with patch("oracle.derive.answers", noted):
        answer(scenario, readings)
    return any(torn)


def assert_answers(derivation: Answer, theirs: OracleAnswer, recorder: Recorder) -> None:
    """Fail unless a derivation that has answers has those of the oracle, who told the recorder."""
    mine = in_oracle_words(derivation, theirs.state.may)
    layers = {layer for layer, found in theirs.turns.items() if found}
    assert mine.turns == {layer: theirs.turns[layer] for layer in theirs.turns if layer in layers}
    assert mine.edges == {layer: theirs.edges[layer] for layer in theirs.edges if layer in layers}
    if derivation.answers is None:
        for record in derivation.layers:
            assert looks_of(record) == recorder.told(record.layer)
    assert len(mine.answers) == len(theirs.answers)
    assert_same_state(mine.state, theirs.state)
    for one, other in zip(mine.answers, theirs.answers, strict=True):
        assert_same_state(one, other)
    assert mine.fates == theirs.fates
    assert derivation.verdict == VERDICTS.get(len(theirs.answers), "several") or not mine.answers
    if derivation.complete:
        lifted = [cells_of(one, theirs.state) for one in derivation.lifted]
        loose = [cells_of(one, theirs.state) for one in theirs.loose]
        assert sorted(lifted, key=repr) == sorted(loose, key=repr)


def assert_standing(derivation: Answer, variations: Variations) -> None:
    """Fail unless what is said to stand is so whether the effects without a state exist or not."""
    if len(derivation.rest) != 1:
        return
    [rest] = derivation.rest
    names = {"name", "can't be modified", PERMISSIONS, ABILITIES}
    for state in filter(None, variations):
        for cell, value in derivation.final.items():
            if cell[1] not in names and cell in state.characteristics:
                theirs = state.characteristics[cell]
                mine = frozenset(value) if isinstance(value, tuple) else value
                assert mine == theirs, (cell, rest.effects)


def looks_of(record: LayerRecord) -> list[Told]:
    """When dependencies were looked for, which pairs were tried, and the evidence found."""
    return [
        (
            graph.turn,
            {
                (x, y)
                for x in graph.pending
                for y in graph.pending
                if x != y and (x in graph.tested or y in graph.tested)
            },
            {(each.effect, each.on): each.witness for each in graph.found},
        )
        for graph in record.graphs
        if len(graph.pending) > 1
    ]


def assert_same_state(mine: State, theirs: State) -> None:
    """Fail unless two states are the same.

    Ground that no scenario names is always there for the oracle, for the solver where it matters.
    """
    unseen = {id for id in theirs.marks if is_unnamed(id)} - set(mine.marks)
    cells = theirs.characteristics.items()
    assert mine.characteristics == {cell: v for cell, v in cells if cell[0] not in unseen}
    assert mine.marks == {id: marks for id, marks in theirs.marks.items() if id not in unseen}
    assert not any(theirs.marks[id] for id in unseen)
    assert mine.may == theirs.may


def cells_of(found: AnswerRecord | State, among: State) -> list[tuple[tuple[str, str], object]]:
    """Numbers, words, players and statuses in a state that only lifts itself, in some order.

    Of objects alone: a record tells nothing of what players and the rules are.
    """
    cells: Mapping[tuple[str, str], object]
    cells = found.final if isinstance(found, AnswerRecord) else found.characteristics
    return [
        (cell, sorted(map(str, value)) if isinstance(value, tuple | frozenset) else value)
        for cell, value in sorted(cells.items())
        if cell in among.characteristics and cell[1] not in (ABILITIES, "zone")
        if among.characteristics[cell[0], "zone"] not in ("players", "rules")
    ]


def assert_drawn_agree(
    drawn: Callable[[int], Scenario], shows: Callable[[Answer], bool], many: int = 25
) -> None:
    """Fail unless drawn histories agree with the oracle, with certificates, and show something.

    drawn: the history of a seed. shows: whether an answer shows it; so many have to, of at most
    forty times as many seeds.
    """
    found = 0
    for seed in range(40 * many):
        history = drawn(seed)
        try:
            assert_same(history)
            derived = solve(history)
        except (LayerlawError, TooBig):
            continue
        assert certificate_of(derived).check().ok
        found += shows(derived)
        if found == many:
            return
    raise AssertionError(f"{found} of {many} drawn histories show it")
