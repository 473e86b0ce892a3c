"""Readings held against worked examples: what a statement refutes, and what then counts."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import MappingProxyType

import pytest

from layerlaw.model import Scenario, load_scenario, loads_scenario, shipped_rulebook
from layerlaw.model.errors import LayerlawError
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.expectations import StatementKind
from layerlaw.model.scenarios.order import with_variant
from layerlaw.model.shipped import shipped_rulebooks, shipped_scenarios
from layerlaw.solver import solve
from layerlaw.solver.answer.expectations import judge
from layerlaw.solver.certainty.readings import explore as exploring
from layerlaw.solver.certainty.readings import hold, kept_examples, readings, shipped_examples
from layerlaw.solver.certainty.readings.examples import _least_broken
from layerlaw.solver.certainty.readings.kept import kept_file, read_table, written_table
from layerlaw.solver.certainty.readings.refuting import (
    ExampleStatement,
    ExampleTable,
    default_refuted,
)
from layerlaw.solver.certainty.readings.statements import examples_digest, examples_of
from layerlaw.solver.shell.report.settled import settled_line, verdict_text

SORCERY = shipped_rulebook("sorcery-2026-01")
PATHS = {path.name.partition(".")[0]: path for path in shipped_scenarios()}
QUICK = [id for id in shipped_rulebooks() if not id.startswith("sorcery")]


def shipped(name: str) -> Scenario:
    """The shipped scenario of that name."""
    return load_scenario(PATHS[name])


def with_default(point: str, reading: str) -> Rulebook:
    """The Sorcery rulebook with another default."""
    book = SORCERY.settled({point: reading})
    points = {**book.points, point: replace(book.points[point], default=reading)}
    return replace(book, chosen=MappingProxyType({}), points=MappingProxyType(points))


# --- the table ----------------------------------------------------------------------------------


@pytest.mark.parametrize("id", shipped_rulebooks())
def test_what_is_kept_is_of_the_rulebook_and_its_examples_as_they_are(id: str) -> None:
    """Where this fails, `layerlaw examples --write` works the tables out again."""
    book = shipped_rulebook(id)
    table = kept_examples(book)
    assert table is not None, "the rulebook was changed: layerlaw examples --write"
    held = shipped_examples(book)
    assert table.examples_digest == examples_digest(held), "layerlaw examples --write"
    assert table.points == {p.id: tuple(r.id for r in p.readings) for p in book.points.values()}
    assert len(table.statements) == sum(len(example.stated) for example in held)


@pytest.mark.slow
@pytest.mark.parametrize("id", QUICK)
def test_what_is_kept_is_what_comes_out(id: str) -> None:
    """Worked out once more, for the rulebooks for which that is quick."""
    book = shipped_rulebook(id)
    assert hold(book, shipped_examples(book)) == kept_examples(book)


@pytest.mark.parametrize("id", shipped_rulebooks())
def test_no_default_is_refuted_while_another_reading_stands(id: str) -> None:
    """That would be an error of the rulebook."""
    book = shipped_rulebook(id)
    table = kept_examples(book)
    assert table is not None
    assert default_refuted(table, book) == ()


def test_a_table_is_read_as_it_was_written() -> None:
    """And a damaged one is a message that says how to get another."""
    text = kept_file("sorcery-2026-01").read_text(encoding="utf-8")
    assert written_table(read_table(text)) == text
    with pytest.raises(LayerlawError, match="layerlaw examples --write"):
        read_table(text[:-40])


@pytest.mark.parametrize(
    ("name", "readings_tried"),
    [("king-king-mesmerism-infiltrate", 24), ("flood-drought", 24), ("animated-silence", 12)],
)
def test_boxes_hold_what_single_readings_show(name: str, readings_tried: int) -> None:
    """For readings drawn at random each statement is kept just where the table says so."""
    table = kept_examples(SORCERY)
    assert table is not None
    random = Random(7)
    scenario = shipped(name)
    for variant in (None, *scenario.variants):
        if variant is not None and not any(one.stated for one in variant.expect):
            continue
        board = scenario if variant is None else with_variant(scenario, variant)
        order = () if variant is None else variant.order
        rows = [one for one in table.statements if (one.example, one.order) == (name, order)]
        stated = [one for one in board.expect if one.stated]
        assert [row.says for row in rows] == [one.text for one in stated]
        for _ in range(readings_tried):
            chosen = {point: random.choice(ids) for point, ids in table.points.items()}
            derivation = solve(board, readings=chosen)
            for row, one in zip(rows, stated, strict=True):
                broken = any(
                    all(chosen[point] in left for point, left in box) for box in row.broken
                )
                assert judge(derivation, one).fulfilled is not broken, (chosen, row.says)


def test_boards_come_before_orders_and_orders_before_remarks() -> None:
    """Of bits as readings: those in the fewest sets of the first kind, then of the next."""
    assert _least_broken(0b1111, []) == 0b1111
    assert _least_broken(0b1111, [0b0011]) == 0b1100
    assert _least_broken(0b1111, [0b0011, 0b1110]) == 0b1101
    assert _least_broken(0b0011, [0b0111, 0b0001]) == 0b0010


def statement(kind: StatementKind, says: str, *broken: str) -> ExampleStatement:
    """A statement that the readings with these options of P or Q break."""
    boxes = tuple(((one[0], (one[1:],)),) for one in broken)
    return ExampleStatement("x", "X", "page 1", (), kind, says, boxes)


def test_an_option_is_refuted_when_all_readings_with_it_are() -> None:
    """Pb by a board; of Q, where an order refutes Qb, no option is left but Qa."""
    board = statement("board", "first", "Pb")
    order = statement("order", "second", "Qb", "Pb")
    points = {"P": ("a", "b"), "Q": ("a", "b"), "R": ("a", "b")}
    table = ExampleTable("r", "", "", points, (board, order), ((("P", ("a",)), ("Q", ("a",))),))
    assert table.options() == {"P": {"b": (board,)}, "Q": {"b": (order,)}}
    assert table.against({"P": "a", "Q": "a", "R": "b"}) == ()
    assert table.against({"P": "a", "Q": "b", "R": "b"}) == (order,)
    assert table.left({"Q": "b"}) == ()
    assert table.left({"Q": "a"}) == ({"P": ("a",)},)
    assert table.given_up() == ()


def test_what_no_reading_keeps_is_given_up() -> None:
    """A remark that goes against an order is given up, and refutes nothing."""
    remark = statement("remark", "third", "Pa")
    order = statement("order", "second", "Pb")
    table = ExampleTable("r", "", "", {"P": ("a", "b")}, (remark, order), ((("P", ("a",)),),))
    assert table.given_up() == (remark,)
    assert table.options() == {"P": {"b": (order,)}}
    shipped_table = kept_examples(SORCERY)
    assert shipped_table is not None
    assert [one.says for one in shipped_table.given_up()] == ["layer ability: loop [F, D]"]


def test_examples_of_ones_own_refute_readings() -> None:
    """A made-up document of one example: an ability that comes back after a loss, or does not."""
    text = """
title: Airborne is given after it was lost
rulebook: sorcery-2026-01
from: page 1
players: [you, me]
cards:
  Clipper: {is: [minion], power: 1, has: ["other minions: lose Airborne"]}
  Lifter: {is: [minion], power: 1, has: ["other minions: gain Airborne"]}
play:
  - you: Foot Soldier as F at 3
  - you: Clipper as C at 4
  - you: Lifter as L at 5
stated: [F lacks Airborne]
"""
    point = "SORC-OPEN-LOSE"
    for says, kept in (("F lacks Airborne", "bar"), ("F has Airborne", "momentary")):
        scenario = loads_scenario(text.replace("stated: [F lacks Airborne]", f"stated: [{says}]"))
        table = hold(SORCERY, examples_of([scenario]))
        assert dict(table.standing[0]) == {point: (kept,)}
        assert len(table.standing) == 1
        refuted = default_refuted(table, SORCERY)
        assert bool(refuted) is (SORCERY.points[point].default != kept)


def test_a_changed_rulebook_has_no_table() -> None:
    """Another default, a chosen reading that is not undone, and `based on` are not assumed."""
    assert kept_examples(SORCERY) is not None
    assert kept_examples(SORCERY.settled({"SORC-OPEN-FLOOR": "each-step"})) is not None
    assert kept_examples(with_default("SORC-OPEN-FLOOR", "each-step")) is None
    assert kept_examples(replace(SORCERY, id="mine")) is None
    words = replace(SORCERY, title="The same in other words")
    assert kept_examples(words) is not None


# --- what it makes of answers -------------------------------------------------------------------


@pytest.mark.slow
def test_the_documents_own_example_is_settled_by_itself() -> None:
    """King, King, Mesmerism, Infiltrate: by the order in the text the first King's side wins."""
    found = readings(shipped("king-king-mesmerism-infiltrate"))
    assert found.one_state
    assert found.groups[0].outcome.cells["G", "controller"] == "me"
    [other] = [one for one in found.refuted if one.group is None]
    assert dict(other.outcome.cells)["G", "controller"] == "you"
    assert "King, King, Mesmerism" in other.by[0].title


@pytest.mark.slow
@pytest.mark.parametrize(
    "order", [("K1", "M", "K2", "I"), ("K1", "I", "M", "K2"), ("K2", "K1", "I", "M")]
)
def test_neighbours_of_it_are_settled_too(order: tuple[str, ...]) -> None:
    """The same four cards in orders of which the text says nothing."""
    scenario = shipped("king-king-mesmerism-infiltrate")
    [variant] = [one for one in scenario.variants if one.order == order]
    found = readings(with_variant(scenario, variant))
    assert found.settled
    [wanted] = [one for one in variant.expect if one.text.startswith("controller of G")]
    assert judge(solve(with_variant(scenario, variant)), wanted).fulfilled


def test_the_animated_silence_is_settled_by_its_example() -> None:
    """Animating as a status is what reproduces it; layer 4 leaves it its ability."""
    found = readings(shipped("animated-silence"))
    assert found.one_state
    [other] = [one for one in found.refuted if one.group is None]
    assert [one.example for one in other.by] == ["animated-silence"]


@pytest.mark.parametrize(
    "aura",
    [
        "Aura of Hush: {is: [aura], has: ['minions occupying sites here: silenced']}",
        "Aura of Rest: {is: [aura], has: ['minions occupying sites here: disabled']}",
    ],
)
def test_other_animated_auras_are_settled_too(aura: str) -> None:
    """An aura that silences or disables what stands in it does it to itself once animated."""
    name = aura.partition(":")[0]
    text = f"""
title: An animated aura
rulebook: sorcery-2026-01
players: [me, you]
active: me
cards:
  {aura}
play:
  - me: Enchantress as E at 18
  - you: Arid Desert as A at 7
  - me: {name} as S at 7, 8, 12, 13
  - me: use E as N on S
"""
    found = readings(loads_scenario(text))
    assert found.settled
    assert any(one.group is None for one in found.refuted)


# --- readings that give no answer ---------------------------------------------------------------

ALONE = """
title: Alone
rulebook: sorcery-2026-01
players: [A, B]
cards:
  Flicker: {is: [minion], power: 1, has: ["self: disabled as long as self is not disabled"]}
  Grower: {is: [minion], power: 1, has: ["self: power += 1 as long as self has power <= 1"]}
  Shifter: {is: [minion], power: 1, has: ["self: power += 1 as long as self has power >= 1"]}
play: [A: CARD as S at 13]
"""


@pytest.mark.parametrize("card", ["Bound Spirit", "Flicker", "Grower"])
def test_a_reading_that_never_settles_has_nothing_to_hold_against_the_others(card: str) -> None:
    """Where a condition ends itself at the checks, that reading gives no answer, and is named."""
    found = readings(loads_scenario(ALONE.replace("CARD", card)))
    assert found.one_state
    [none] = found.silent
    assert dict(none.example) == {"SORC-OPEN-CONDITION": "at-checks"}
    assert "SORC-OPEN-CONDITION" not in found.idle
    text = verdict_text(found)
    assert "that gives an answer" in text
    assert "no answer with SORC-OPEN-CONDITION = at-checks" in text


def test_a_reading_that_settles_is_compared() -> None:
    """A condition that its own effect leaves true gives an answer at the checks as well."""
    found = readings(loads_scenario(ALONE.replace("CARD", "Shifter")))
    assert found.silent == ()
    assert "gives an answer" not in verdict_text(found)


def test_a_default_that_never_settles_is_an_outcome() -> None:
    """What a plain answer would show is no answer: that is said, and the answer is open."""
    book = with_default("SORC-OPEN-CONDITION", "at-checks")
    found = readings(loads_scenario(ALONE.replace("CARD", "Grower"), rulebook=book))
    assert found.silent == ()
    assert not found.settled
    assert found.groups[0].outcome.refused


# --- the sentence -------------------------------------------------------------------------------

SOLDIER = """
title: A soldier
rulebook: RULEBOOK
players: [you, me]
play: [you: Foot Soldier as F at 3]
"""


def told(scenario: Scenario) -> str:
    """The plain answer's line on readings."""
    return settled_line(readings(scenario)).plain


def asked(book: Rulebook, fewer: int = 0) -> str:
    """How many points are asked, in words."""
    other = "other " if fewer else ""
    return f"under every reading of the {len(book.points) - fewer} {other}points asked of this"


def test_settled_says_how_much_was_asked() -> None:
    """How many points, and where the list stands of what nobody asks."""
    text = told(shipped("two-kings"))
    assert text.startswith(f"Settled as far as asked: {asked(SORCERY)} document that its own ")
    assert text.endswith("(what no rulebook asks: docs/limits.md).")


def test_a_document_whose_examples_refute_nothing_says_nothing_of_them() -> None:
    """And one that was not held against any says that."""
    text = told(shipped("two-measures"))
    assert "document, this comes out (what" in text
    book = with_default("SORC-OPEN-FLOOR", "each-step")
    text = told(loads_scenario(SOLDIER.replace("RULEBOOK", book.id), rulebook=book))
    assert "(not held against worked examples; what no rulebook asks" in text


def test_open_names_the_points_and_that_the_default_is_shown() -> None:
    """Never how many readings lead where."""
    text = told(loads_scenario(FLOOR))
    assert text == (
        f"Open: of the {len(SORCERY.points)} points asked of this document SORC-OPEN-FLOOR decides "
        "between 2 outcomes; the default's is shown, otherwise power of Foot Soldier (P) is 2 "
        "(--readings shows them)."
    )


FLOOR = """
title: A power below zero on the way
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Weakener: {is: [minion], power: 1, has: ["other minions: power -= 4"]}
  Helper: {is: [minion], power: 9, has: ["other minions: power += 2"]}
play:
  - you: Foot Soldier as P at 3
  - you: Weakener as W at 4
  - you: Helper as H at 5
"""


def test_a_refuted_default_is_said_before_all_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example is named, and that the readings left give something else."""
    table = kept_examples(SORCERY)
    book = with_default("SORC-OPEN-ANIMATE", "layer-4")
    monkeypatch.setattr(exploring, "kept_examples", lambda _: table)
    scenario = load_scenario(PATHS["animated-silence"])
    text = told(replace(scenario, rulebook=book))
    assert text.startswith(
        "Refuted: the default reading is against the document's own example 'An animated Silence "
    )
    assert "The readings left give another answer. Settled as far as asked" in text
    plain = told(loads_scenario(SOLDIER.replace("RULEBOOK", book.id), rulebook=book))
    assert plain.startswith("Refuted: the default reading")
    assert "another answer" not in plain


def test_a_reading_chosen_by_the_scenario_is_not_among_the_points_asked() -> None:
    """The others are; a chosen reading that is refuted is said to be, and then all else counts."""
    scenario = loads_scenario(FLOOR)
    text = told(replace(scenario, readings={"SORC-OPEN-FLOOR": "each-step"}))
    assert text.startswith(f"Settled as far as asked: {asked(SORCERY, 1)} document that its own")
    text = told(replace(shipped("two-kings"), readings={"SORC-OPEN-ANIMATE": "layer-4"}))
    assert text.startswith("Refuted: the reading chosen is against the document's own example")
    assert "document, this comes out" in text
    every = {point.id: point.default for point in SORCERY.points.values()}
    assert told(replace(scenario, readings=every)).startswith(
        "One reading: every point asked was chosen, and this comes out"
    )


def test_a_rulebook_without_points_claims_nothing() -> None:
    """It asks nothing of its document, which is not the same as that nothing is open."""
    book = replace(SORCERY, points=MappingProxyType({}))
    text = told(loads_scenario(SOLDIER.replace("RULEBOOK", book.id), rulebook=book))
    assert text.startswith("One reading: this comes out. This rulebook asks no open point")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("two-answers", "there are 2 answers"),
        ("paradox", "no state agrees with all effects (a paradox)"),
        ("atari-and-hardcore", "there are 2 answers"),
    ],
)
def test_several_answers_and_a_paradox_are_never_called_settled(name: str, says: str) -> None:
    """Though every reading has them."""
    found = readings(shipped(name))
    text = settled_line(found).plain
    if found.settled:
        assert text.startswith("Not settled: under every reading")
        assert says in text
    else:
        assert text.startswith("Open: ")


def test_what_was_stopped_is_not_called_settled() -> None:
    """What was not looked at is named, those nearest to the default first."""
    found = readings(loads_scenario(FLOOR), limit=1)
    assert (found.stopped, found.complete) == ("limit", False)
    assert dict(found.left[0]).keys() >= {"SORC-OPEN-FLOOR"}
    assert verdict_text(found).startswith("Not known: stopped after 1 history; the readings seen")
    assert settled_line(found).plain.startswith("Readings: those that were looked at give this;")


def test_time_stops_it_too_but_not_before_the_first_history() -> None:
    """So there is always the default's outcome."""
    found = readings(loads_scenario(FLOOR), seconds=0.0)
    assert (found.stopped, found.runs) == ("time", 1)
    assert "out of time" in verdict_text(found)
    assert not found.settled
