"""The SVG in a real browser: nothing overlaps, and what stands there is what was derived."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page

from layerlaw.model import loads_scenario
from layerlaw.model.scenarios.load import load_scenario
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver import Answer, solve
from layerlaw.solver.facts.situation import RULES
from layerlaw.solver.shell.report.drawing import mermaid, svg
from layerlaw.solver.shell.report.drawing.plan import plan

SHIPPED = {path.name.split(".")[0]: path for path in shipped_scenarios()}
NAMES = ("silencers-ring-broken", "boneyard-three-kings", "two-answers", "paradox")

LONG = "".join(f"hounddogounce WWWW gnome Number {n} " for n in range(12)).strip()
ODD = f"""
title: {LONG} {LONG}
rulebook: sorcery-2026-01
players: [you, me]
cards:
  {LONG}: {{is: [minion, mortal], power: 1, has: ['minions named "Hush": silenced']}}
  Hush: {{is: [minion, mortal], power: 1, has: ['minions named "{LONG}": silenced']}}
play:
  - you: {LONG} as A at 3
  - me: Hush as {"B" * 60} at 8
"""

ABOVE, BELOW = 0.95, 0.25
"""How far letters reach above and below the line they stand on, in sizes of the letters."""

PLACES = """([above, below]) => {
  const box = one => { const r = one.getBoundingClientRect();
    return [r.left, r.top, r.right, r.bottom]; };
  // A line as high as the drawing itself reckons: the box that a font claims may be much higher.
  const line = one => { const r = one.getBoundingClientRect(), m = one.getScreenCTM();
    const base = m.d * one.y.baseVal.getItem(0).value + m.f;
    const size = m.d * Math.max(...[one, ...one.querySelectorAll('tspan')].map(
      each => parseFloat(getComputedStyle(each).fontSize)));
    return [r.left, base - above * size, r.right, base + below * size]; };
  const all = query => [...document.querySelectorAll(query)];
  return {
    whole: box(document.documentElement),
    texts: all('text').map(one => [one.textContent, line(one)]),
    boxes: all('.stratum .box').map(one => [
      one.dataset.effect, box(one.querySelector('rect')),
      [...one.querySelectorAll('text')].map(line), one.classList.contains('gone')]),
    arrows: all('.arrow').map(one => [
      one.dataset.from, one.dataset.to, box(one.querySelector('.way')),
      box(one.querySelector('.tip')), one.querySelector('title').textContent]),
  };
}"""


def seen(open_html: Callable[..., Page], answer: Answer, font: str = "system-ui") -> dict[str, Any]:
    """Where the browser puts everything, with the letters of a font."""
    drawn = svg(answer).replace("font-family:system-ui,", f"font-family:{font},")
    assert font in drawn
    found = open_html(drawn, "drawing.svg").evaluate(PLACES, [ABOVE, BELOW])
    assert isinstance(found, dict)
    return found


def solved(name: str) -> Answer:
    """The answer to a shipped scenario, or to the one with names that are too long."""
    scenario = loads_scenario(ODD) if name == "odd" else load_scenario(SHIPPED[name])
    return solve(scenario)


def apart(one: list[float], other: list[float]) -> bool:
    """Whether two rectangles have no area in common (half a pixel is forgiven)."""
    return (
        one[2] <= other[0] + 0.5
        or other[2] <= one[0] + 0.5
        or one[3] <= other[1] + 0.5
        or other[3] <= one[1] + 0.5
    )


def within(inner: list[float], outer: list[float]) -> bool:
    """Whether a rectangle lies inside another one."""
    return (
        inner[0] >= outer[0] - 0.5
        and inner[1] >= outer[1] - 0.5
        and inner[2] <= outer[2] + 0.5
        and inner[3] <= outer[3] + 0.5
    )


@pytest.mark.slow
@pytest.mark.parametrize("font", ["system-ui", "serif", "monospace"])
@pytest.mark.parametrize("name", [*NAMES, "odd"])
def test_nothing_overlaps(open_html: Callable[..., Page], name: str, font: str) -> None:
    """Texts keep clear of each other, stay in their boxes, and boxes clear of boxes."""
    found = seen(open_html, solved(name), font)
    texts = found["texts"]
    for number, (said, place) in enumerate(texts):
        assert within(place, found["whole"]), said
        for other, there in texts[number + 1 :]:
            assert apart(place, there), (said, other)
    boxes = found["boxes"]
    for number, (effect, place, inside, _) in enumerate(boxes):
        assert all(within(text, place) for text in inside), effect
        assert all(apart(place, there) for _, there, _, _ in boxes[number + 1 :]), effect
        for other, _, _, tip, _ in found["arrows"]:
            assert all(apart(tip, text) for text in inside), (effect, other)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES[:2])
def test_what_is_seen_is_what_was_derived(open_html: Callable[..., Page], name: str) -> None:
    """As many arrows as dependencies, each from box to box; heights follow the order applied."""
    answer = solved(name)
    found = seen(open_html, answer)
    recorded = [
        (one.effect, one.on)
        for record in answer.layers
        for one in answer.dependencies(record.layer)
    ]
    assert sorted((tail, head) for tail, head, *_ in found["arrows"]) == sorted(recorded)
    turns = [
        (turn.effect, turn.verdict == "lost")
        for record in answer.layers
        for turn in record.turns
        if answer.effects[turn.effect].source != RULES
    ]
    boxes = sorted(found["boxes"], key=lambda one: one[1][1])
    assert [(effect, gone) for effect, _, _, gone in boxes] == turns
    for tail, head, way, tip, title in found["arrows"]:
        assert title.startswith(f"{tail} depends on {head}: ")
        # The tip touches the box of what is depended on, the way that of what depends.
        tops = {"tip": (tip[1] + tip[3]) / 2}
        assert any(e == head and p[1] <= tops["tip"] <= p[3] for e, p, _, _ in boxes)
        ends = (way[1], way[3])
        assert any(e == tail and any(p[1] <= end <= p[3] for end in ends) for e, p, _, _ in boxes)


@pytest.mark.slow
def test_it_goes_with_the_colours_of_the_reader(
    tabs: Callable[..., Page], open_html: Callable[..., Page]
) -> None:
    """Light on dark where that is preferred, dark on light elsewhere and on paper."""
    ask = "() => getComputedStyle(document.querySelector('.paper')).fill"
    drawing = svg(solved("two-answers"))
    light = open_html(drawing, "a.svg", tabs(color_scheme="light")).evaluate(ask)
    page = open_html(drawing, "b.svg", tabs(color_scheme="dark"))
    dark = page.evaluate(ask)
    assert (light, dark) == ("rgb(255, 255, 255)", "rgb(18, 22, 28)")
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate(ask) == light


@pytest.mark.slow
def test_it_is_an_image_with_a_name_and_a_description(open_html: Callable[..., Page]) -> None:
    """A screen reader hears one image, its title, and the order in words."""
    page = open_html(svg(solved("two-answers")), "drawing.svg")
    image = page.get_by_role("img")
    assert image.count() == 1
    name = str(image.evaluate("one => one.getAttribute('aria-labelledby')"))
    said = [page.locator(f"#{id}").text_content() or "" for id in name.split()]
    assert said[0].startswith("Two fields that ignore each other")
    assert "not in force: E.1, E.2" in said[1]


def test_a_mermaid_box_tells_how_many_changes_it_leaves_out() -> None:
    """A box names the first change of its turn, and says how many kinds of changes there are."""
    found = solved("two-kings")
    longest = [box.told for stratum in plan(found).strata for box in stratum.boxes]
    text = mermaid(found)
    for told in longest:
        assert len(told) < 2 or f"<br/>and {len(told) - 1} more" in text
    assert text.count("<br/>and ") == sum(len(told) > 1 for told in longest) > 0
