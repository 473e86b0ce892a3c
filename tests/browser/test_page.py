"""What the page shows in a real browser is what the derivation says, step by step, cell by cell."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from layerlaw.model.notation.spelling import natural
from layerlaw.model.scenarios.load import load_scenario
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver import solve, why, why_not
from layerlaw.solver.answer.explain import rule_reasons, turn_reasons
from layerlaw.solver.answer.ruling import changed_values
from layerlaw.solver.board.columns import ABILITIES, PERMISSIONS
from layerlaw.solver.certainty.readings import readings
from layerlaw.solver.certificate import certificate_of
from layerlaw.solver.facts.situation import RULES
from layerlaw.solver.shell.report.names import effect_in_english
from layerlaw.solver.shell.report.page import Panel, html_page, readings_page
from layerlaw.solver.shell.report.ruling import ruling
from layerlaw.solver.shell.report.rulings import only_says, told_rulings
from layerlaw.solver.shell.report.words import part_text, value_text, witness_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.facts.records import TurnRecord

ORDERED = (
    "two-kings",
    "boneyard-sisters-me",
    "becomes-dependent",
    "mordred-caliburn",
    "bosk-troll-dies",
    "becomes-dependent@GA-OPEN-TEST=result",
)
"""A loop of control; one with losses; dependencies found anew; a loss; a death; two loops."""

AT_ONCE = ("two-answers", "2021-newest-wins")


@cache
def answer(name: str) -> Answer:
    """The derivation of a shipped scenario, perhaps under a reading: NAME@POINT=READING."""
    found = {path.name.split(".")[0]: path for path in shipped_scenarios()}
    name, _, reading = name.partition("@")
    return solve(load_scenario(found[name]), readings=dict([reading.split("=")] if reading else []))


@cache
def page_of(name: str) -> str:
    """Its page, with the certificate checked."""
    found = answer(name)
    return html_page(f"Page of {name}", [Panel("", found, certificate_of(found).check())])


def turns(found: Answer) -> Iterator[tuple[str, int, TurnRecord]]:
    """Every turn with its layer and its place there."""
    for record in found.layers:
        for number, turn in enumerate(record.turns):
            yield record.layer, number, turn


def stepped(found: Answer) -> list[TurnRecord]:
    """The turns that are steps of the page: all but those of rules and of keywords that say what
    may be done, where they change nothing."""
    return [
        turn
        for run, record in zip(found.runs, found.layers, strict=True)
        for taken, turn in zip(run.turns, record.turns, strict=True)
        if turn.changes or not (found.effects[turn.effect].source == RULES or only_says(taken))
    ]


ROWS = """() => [...document.querySelectorAll(".stratum")].map((layer) => ({
  layer: layer.dataset.layer,
  loops: [...layer.querySelectorAll(".loops .loop bdi")].map((one) => one.textContent),
  nodes: [...layer.querySelectorAll(".depends .node")].map((one) => one.dataset.effect),
  edges: [...layer.querySelectorAll(".depends svg")].flatMap((one) => one.ariaLabel.split("; ")),
  rows: [...layer.querySelectorAll("li.row")].map((row) => ({
    effect: row.dataset.effect,
    lost: row.classList.contains("lost"),
    says: row.querySelector(".gone")?.textContent ?? "",
    card: row.querySelector(".card-name").textContent,
    english: row.querySelector(".english").textContent,
    does: row.querySelector(".does").textContent,
    loop: (row.dataset.loop ?? "").split(" ").filter((one) => one),
    waits: [...row.querySelectorAll(".waits li")].map((one) => [
      [...one.querySelectorAll(".wait bdi")].map((on) => on.textContent),
      one.querySelector(".witness").textContent.trim()]),
    reasons: [...row.querySelectorAll(".reasons > li")].map((one) => [
      one.firstChild.textContent.trim(),
      [...one.querySelectorAll(".clause")].map((clause) => clause.dataset.clause)]),
    told: [...row.querySelectorAll("button.clause")].every((one) =>
      document.getElementById(one.getAttribute("aria-describedby"))?.textContent.trim()),
  })),
}))"""


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ORDERED)
def test_rows_stand_in_the_order_of_application_with_their_reasons(
    name: str, open_html: Callable[..., Any]
) -> None:
    """Every layer has its turns in order; losses, loops, witnesses and clauses are as derived.

    The turns of the game's own rules stand together below those of cards.
    """
    found = answer(name)
    shown = open_html(page_of(name)).evaluate(ROWS)
    records = {record.layer: record for record in found.layers}
    told: dict[str, list[str]] = {}
    for stratum in shown:
        told.setdefault(stratum["layer"], []).extend(row["effect"] for row in stratum["rows"])
    assert {layer: sorted(rows) for layer, rows in told.items() if rows} == {
        layer: sorted(turn.effect for turn in record.turns) for layer, record in records.items()
    }
    for stratum in shown:
        layer = stratum["layer"]
        record = records[layer]
        rules = {found.effects[row["effect"]].source == RULES for row in stratum["rows"]}
        assert len(rules) == 1
        loops = found.loops(layer)
        if rules == {False}:
            assert stratum["loops"] == [id for loop in loops for id in natural(loop)]
            edges = {(one.effect, one.on) for one in found.dependencies(layer)}
            assert set(stratum["nodes"]) == {id for edge in edges for id in edge}
            drawn = {f"{effect} depends on {on}" for effect, on in edges}
            assert set(stratum["edges"]) == drawn
        run = next(r for r in found.runs if found.rulebook.layers[r.layer].id == layer)
        mine = [
            number
            for number, turn in enumerate(record.turns)
            if (found.effects[turn.effect].source == RULES) in rules
        ]
        assert [row["effect"] for row in stratum["rows"]] == [
            record.turns[number].effect for number in mine
        ]
        waits: dict[str, set[tuple[str, str]]] = {}
        for one in found.dependencies(layer):
            waits.setdefault(one.effect, set()).add((one.on, witness_text(one)))
        for number, row in zip(mine, stratum["rows"], strict=True):
            turn = record.turns[number]
            holder = found.world.things[found.effects[turn.effect].holder]
            assert row["card"] == holder.card.name
            assert row["english"] == effect_in_english(found, turn.effect)
            assert row["does"] == part_text(found, run, turn.effect)
            assert row["lost"] == (turn.verdict == "lost")
            assert bool(row["says"]) == row["lost"]
            loop = {id for one in loops if turn.effect in one for id in one} - {turn.effect}
            assert set(row["loop"]) == loop
            shown_waits = {
                (on, text.replace("any of these", on)) for ons, text in row["waits"] for on in ons
            }
            assert shown_waits == waits.get(turn.effect, set())
            reasons = (
                *rule_reasons(found.rulebook, turn.effect),
                *turn_reasons(found, run, number),
            )
            expected = [[one.text, list(dict.fromkeys(one.clauses))] for one in reasons]
            assert row["reasons"] == expected
            assert row["told"]


STEPS = """() => {
  const range = document.querySelector(".stepper input");
  const found = [];
  for (let step = 0; step <= Number(range.max); step += 1) {
    range.value = String(step);
    range.dispatchEvent(new Event("input"));
    const read = (view) => {
      document.querySelector(`[data-view="${view}"]`).click();
      return [...document.querySelectorAll(".board .chip")].map((chip) => ({
        card: chip.closest("[data-card]").dataset.card,
        characteristic: chip.dataset.characteristic,
        hit: chip.classList.contains("hit"),
        value: chip.querySelector(".v")?.textContent ?? null,
        text: chip.textContent,
      }));
    };
    found.push({
      before: read("before"), after: read("after"), change: read("change"),
      current: document.querySelector(".row.current")?.dataset.effect ?? "",
      said: document.querySelector(".now").textContent,
      valuetext: range.getAttribute("aria-valuetext"),
      address: location.hash,
      cards: [...document.querySelectorAll(".board [data-card]")].map((one) => [
        one.dataset.card, one.closest("[data-square]")?.dataset.square ?? "",
        one.classList.contains("dying")]),
    });
  }
  return found;
}"""


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ORDERED)
def test_every_step_highlights_what_its_turn_changes(
    name: str, open_html: Callable[..., Any]
) -> None:
    """The highlighted cells are the turn's changes, and the board is the start with all of them."""
    found = answer(name)
    shown = open_html(page_of(name)).evaluate(STEPS)
    steps = stepped(found)
    assert len(shown) == len(steps) + 2
    kinds = found.shown.kinds
    now = {
        (thing.id, what): found.shown.cell(found.start, index, what)
        for index, thing in enumerate(found.world.things)
        for what in found.shown.characteristics
    }
    for number, step in enumerate(shown):
        changes = steps[number - 1].changes if 0 < number <= len(steps) else ()
        hits = {(c["card"], c["characteristic"]) for c in step["change"] if c["hit"]}
        before = dict(now)
        now.update({(one.object, one.characteristic): one.after for one in changes})
        if number == len(shown) - 1:
            cut = {cell for cell, value in found.final.items() if now[cell] != value}
            now.update({cell: found.final[cell] for cell in cut})
            assert hits == cut
            dying = {id for id, _, gone in step["cards"] if gone}
            assert dying == {fate.object for fate in found.fates}
        else:
            assert hits == {(one.object, one.characteristic) for one in changes}
        for view, board in (("before", before), ("after", now)):
            for chip in step[view]:
                value = board[chip["card"], chip["characteristic"]]
                if chip["value"] is not None:
                    assert chip["value"] == value_text(value, kinds.get(chip["characteristic"], ""))
        assert step["current"] == (steps[number - 1].effect if 0 < number <= len(steps) else "")
        assert step["current"] in step["said"]
        assert f"Step {number} of {len(shown) - 1}" in step["valuetext"]
        assert step["address"] == f"#step={number}"
    places = {id: square for id, square, _ in shown[0]["cards"]}
    for thing in found.situation.things:
        square = str(thing.place.squares[0]) if thing.place and thing.zone == "realm" else ""
        assert places[thing.id] == square


VALUES = """() => {
  const dialog = document.querySelector("dialog.why");
  const text = (element) => element.textContent.trim();
  return [...document.querySelectorAll(".course")].map((course) =>
    [...course.querySelectorAll("button.value")].map((button) => {
      button.click();
      const chain = [...dialog.querySelectorAll(".link")].map((link) => [
        text(link.querySelector("p .what") || document.createElement("b")), link.dataset.effect,
        link.classList.contains("changed"),
        [...link.querySelectorAll("li")].map((one) => [
          one.firstChild.textContent.trim(),
          [...one.querySelectorAll(".clause")].map(text)])]);
      const absent = [...dialog.querySelectorAll("ul.absent > li")].map((one) => [
        one.dataset.effect,
        [...one.querySelectorAll("li")].map((reason) => text(reason.firstChild))]);
      dialog.close();
      const labels = [...button.querySelectorAll(".label")].map(text);
      return {
        aside: text(button.querySelector(".aside")), characteristic: button.dataset.characteristic,
        value: labels.length ? labels.join(", ") : text(button.querySelector(".what")),
        chain, absent,
      };
    }));
}"""


def ruled(found: Answer, object: str) -> list[str]:
    """What goes for an object by a card's word, with whose it is."""
    told = told_rulings(found, object)
    return [f"{one.says}by {one.decided_by}" for one in told if not one.rule]


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", [*ORDERED[:4], *AT_ONCE])
def test_every_final_value_and_where_it_comes_from(
    name: str, open_html: Callable[..., Any]
) -> None:
    """Each value of the table is the final one, and its chain is the one that `why` gives."""
    whole = answer(name)
    courses = open_html(page_of(name)).evaluate(VALUES)
    assert len(courses) == len(whole.states)
    for found, values in zip(whole.states, courses, strict=True):
        kinds = found.shown.kinds
        seen = set()
        for one in values:
            what = one["characteristic"]
            object = one["aside"].removeprefix(f"{what} of ").removesuffix(":")
            seen.add((object, what))
            kind = kinds.get(what, "")
            if what == PERMISSIONS:
                assert one["value"] == (", ".join(ruled(found, object)) or "as the rules have it")
                effects = [link.effect for link in why(found, object, what)]
                assert [link[1] or "" for link in one["chain"]] == effects
                continue
            assert one["value"] == value_text(found.final[object, what], kind)
            expected = [
                [
                    value_text(link.value, kind),
                    link.effect,
                    link.changed,
                    [[r.text, list(dict.fromkeys(r.clauses))] for r in link.reasons],
                ]
                for link in why(found, object, what)
            ]
            assert one["chain"] == expected, (object, what)
            assert one["absent"] == [
                [absence.effect, [reason.text for reason in absence.reasons]]
                for absence in why_not(found, object, what)
            ]
        changed = {
            (change.object, change.characteristic)
            for _, _, turn in turns(found)
            for change in turn.changes
        }
        # Permissions have a column where some object has one by a card's word.
        told = {object for object, _ in changed if ruled(found, object)}
        assert {cell for cell in changed if cell[1] != PERMISSIONS or cell[0] in told} <= seen


def test_several_answers_stand_side_by_side(open_html: Callable[..., Any]) -> None:
    """Every answer names what is in force in it alone, and the cells that differ are marked."""
    found = answer("two-answers")
    tab = open_html(page_of("two-answers"))
    assert tab.locator(".ruling.open .says").inner_text().split() == " ".join(ruling(found)).split()
    rows = tab.locator("table.answers tbody tr")
    table = [rows.nth(n).locator("th, td").all_inner_texts() for n in range(rows.count())]
    states = found.states
    differing = [c for c in states[0].final if states[0].final[c] != states[1].final[c]]
    assert [row[0] for row in table[1:]] == [f"{what} of {object}" for object, what in differing]
    assert table[0][1:] == ["W.1, W.2", "E.1, E.2"]
    assert tab.locator(".value.differs").count() == 2 * len(differing)
    assert tab.locator("input[type=range]").count() == 0
    for number, state in enumerate(states):
        effects = tab.locator(f"#c{number} li.row").evaluate_all(
            "a => a.map(x => x.dataset.effect)"
        )
        shown = [turn.effect for _, _, turn in turns(state)]
        # Those of cards come first, then the game's own rules.
        assert effects == sorted(shown, key=lambda id: state.effects[id].source == RULES)


def test_a_paradox_names_its_effects(open_html: Callable[..., Any]) -> None:
    """No state is shown but the table before any effect, and the effects that cannot all hold."""
    found = answer("paradox")
    tab = open_html(page_of("paradox"))
    assert tab.locator(".ruling.bad .says").inner_text().split() == " ".join(ruling(found)).split()
    named = tab.locator(".conflict li").evaluate_all("all => all.map(one => one.dataset.effect)")
    assert named == list(found.conflict)
    assert tab.locator(".values").count() == 0
    cards = tab.locator("[data-card]").evaluate_all("all => all.map(one => one.dataset.card)")
    assert cards == [thing.id for thing in found.situation.things]


def test_readings_part_where_they_part(open_html: Callable[..., Any]) -> None:
    """Outcomes stand side by side, each deciding point with its clauses, the step marked."""
    found = readings(answer("becomes-dependent"))
    tab = open_html(readings_page("Readings", found))
    points = tab.locator(".matter").evaluate_all("all => all.map(one => one.dataset.point)")
    assert points == [matter.point for matter in found.matters]
    for point in points:
        text = tab.locator(f'.matter[data-point="{point}"]').inner_text()
        for clause in found.scenario.rulebook.points[point].clauses:
            assert found.scenario.rulebook.clauses[clause].says in text
        assert "They part after event 4" in text
    assert tab.locator(".panel").count() == len(found.groups)
    assert tab.locator(".certificate.ok").count() == len(found.groups)
    parted = [tab.locator(f"#p{number} .row.parts") for number in range(2)]
    assert [one.get_attribute("data-effect") for one in parted] == ["P.1", "W.1"]
    differing = tab.locator("#p0 .differs, #p1 .differs")
    labels = differing.evaluate_all("all => all.map(one => one.dataset.characteristic)")
    assert labels == ["classes", "classes"]


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", [*ORDERED[:4], *AT_ONCE, "paradox"])
def test_the_page_opens_on_the_ruling_the_terminal_gives(
    name: str, open_html: Callable[..., Any]
) -> None:
    """Its sentences word for word, then every changed value with what it was and is."""
    found = answer(name)
    tab = open_html(page_of(name))
    assert tab.locator(".ruling .says").inner_text().split() == " ".join(ruling(found)).split()
    told = tab.locator(".changed-values li").all_text_contents()
    changes = changed_values(found)
    assert len(told) <= len({one.object for one in changes})
    silent = {one.object for one in changes if one.characteristic == "silenced"}
    for change in changes:
        if change.object in silent and change.characteristic == ABILITIES and not change.after:
            # That it is silenced says so.
            continue
        lines = [one for one in told if change.object in one]
        assert any(change.characteristic in one for one in lines), change
        if found.shown.kinds.get(change.characteristic) in ("number", "player"):
            kind = found.shown.kinds[change.characteristic]
            words = f"{value_text(change.before, kind)} becomes  → {value_text(change.after, kind)}"
            assert any(words in one for one in lines), (words, lines)
