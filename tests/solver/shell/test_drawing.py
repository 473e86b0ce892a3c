"""The drawings of a derivation: what they say is what was derived, whatever the names."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import replace

import pytest

from layerlaw.model import loads_scenario
from layerlaw.model.scenarios.load import load_scenario
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver import Answer, solve
from layerlaw.solver.shell.report.drawing import dot, mermaid, svg
from layerlaw.solver.shell.report.drawing.alike import alike, between
from layerlaw.solver.shell.report.drawing.lettering import broken, width
from layerlaw.solver.shell.report.drawing.plan import plan, summary
from layerlaw.solver.shell.report.drawing.thinning import thinned

SHIPPED = {path.name.split(".")[0]: path for path in shipped_scenarios()}
LAYERED = ("two-kings", "silencers-ring-broken", "boneyard-sisters-you", "becomes-dependent")
TAG = "{http://www.w3.org/2000/svg}"

ODD = r"""
title: "A <b>\"bold\"</b> & 'odd' title: %%{init: {}}%% -->|x| ]] end \\n #35; 日本"
rulebook: sorcery-2026-01
players: [you, me]
cards:
  "<script>alert(1)</script>":
    is: [minion, mortal]
    power: 1
    has: ['minions named "]] --> end & {x} %% # 名前": silenced']
  "]] --> end & {x} %% # 名前":
    is: [minion, mortal]
    power: 1
    has: ['minions named "<script>alert(1)</script>": silenced']
play:
  - you: "<script>alert(1)</script> as A at 3"
  - me: "\"]] --> end & {x} %% # 名前\" as B at 8"
"""


def solved(name: str) -> Answer:
    """The answer to a shipped scenario."""
    return solve(load_scenario(SHIPPED[name]))


def silencers(count: int, *, cards: int) -> Answer:
    """So many minions, of so many cards in turn, of which each silences all others."""
    named = "\n".join(
        f"  Hush {card}: {{is: [minion], power: 1, has: ['other minions: silenced']}}"
        for card in range(cards)
    )
    play = "\n".join(f"  - you: Hush {n % cards} as M{n} at 1" for n in range(count))
    return solve(
        loads_scenario(
            "title: Everybody hushes everybody\nrulebook: sorcery-2026-01\nplayers: [you, me]\n"
            f"cards:\n{named}\nplay:\n{play}\n"
        )
    )


def arrows(drawing: str) -> list[tuple[str, str]]:
    """Who depends on whom in an SVG."""
    root = ElementTree.fromstring(drawing.encode())
    return [
        (one.attrib["data-from"], one.attrib["data-to"])
        for one in root.iter(f"{TAG}g")
        if "data-from" in one.attrib
    ]


def recorded(answer: Answer) -> list[tuple[str, str]]:
    """Who depends on whom in the derivation, layer by layer."""
    return [
        (one.effect, one.on)
        for record in answer.layers
        for one in answer.dependencies(record.layer)
    ]


def told(drawing: str) -> Iterator[str]:
    """All texts of an SVG."""
    for one in ElementTree.fromstring(drawing.encode()).iter():
        yield from (text for text in (one.text, one.tail) if text)


@pytest.mark.parametrize("name", LAYERED)
def test_an_svg_has_an_arrow_for_every_dependency(name: str) -> None:
    """Each recorded dependency is one arrow from the dependent effect, and there are no others."""
    answer = solved(name)
    found = recorded(answer)
    assert found
    assert sorted(arrows(svg(answer))) == sorted(found)


@pytest.mark.parametrize("name", LAYERED)
def test_boxes_stand_in_the_order_of_application(name: str) -> None:
    """Within a layer the boxes' numbers and places follow the turns; the lost are greyed."""
    answer = solved(name)
    root = ElementTree.fromstring(svg(answer).encode())
    for stratum, shown in zip(
        (one for one in root.iter(f"{TAG}g") if one.attrib.get("class") == "stratum"),
        plan(answer).strata,
        strict=True,
    ):
        boxes = [one for one in stratum.iter(f"{TAG}g") if "data-effect" in one.attrib]
        ids = [one.attrib["data-effect"] for one in boxes]
        record = next(r for r in answer.layers if shown.name.startswith(f"Layer {r.layer}:"))
        turns = [turn for turn in record.turns if turn.effect in ids]
        assert ids == [turn.effect for turn in turns]
        heights = [float(one.attrib["transform"].split()[1].rstrip(")")) for one in boxes]
        assert heights == sorted(heights)
        greyed = [one.attrib["data-effect"] for one in boxes if "gone" in one.attrib["class"]]
        assert greyed == [turn.effect for turn in turns if turn.verdict == "lost"]


def test_every_arrow_says_its_witness() -> None:
    """The tip of an arrow is the sentence of the report, with the clause of the test."""
    texts = list(told(svg(solved("two-kings"))))
    sentence = "with K2.2 applied first, what it does would change from you to me (SORC-OPEN-TEST)"
    assert any(text.endswith(sentence) for text in texts)


def test_what_is_lost_says_why() -> None:
    """A greyed box holds the reason, with the clause that it rests on."""
    texts = list(told(svg(solved("silencers-ring-broken"))))
    assert any(text.startswith("lost: C.1 ended it before its turn") for text in texts)


def test_a_drawing_is_the_same_every_time() -> None:
    """Solving again and drawing again gives the same text, in all three forms."""
    for draw in (svg, mermaid, dot):
        assert draw(solved("boneyard-sisters-you")) == draw(solved("boneyard-sisters-you"))


def test_names_cannot_break_out_of_an_svg() -> None:
    """Markup in names is text; nothing that XML forbids or that turns the direction is left."""
    scenario = loads_scenario(ODD)
    drawing = svg(solve(replace(scenario, title=scenario.title + "\u202e\x07")))
    assert "<script" not in drawing and "<b>" not in drawing
    assert "\u202e" not in drawing and "\x07" not in drawing
    assert any("<script>alert(1)</script>" in text for text in told(drawing))


def test_names_cannot_break_out_of_mermaid() -> None:
    """In labels every sign that means something to Mermaid is a number."""
    lines = mermaid(solve(loads_scenario(ODD))).splitlines()
    assert (lines[0], lines[2]) == ("---", "---")
    for line in lines[3:]:
        if '"' in line:
            label = line[line.index('"') + 1 : line.rindex('"')]
            assert not re.search(r'["\[\]{}|`&]|-->|%%', label.replace("<br/>", "")), line
            assert not re.search(r"<(?!br/>)", label), line
        elif "%%" in line:
            assert "{" not in line and line.count("%%") == 1


def test_names_cannot_break_out_of_dot() -> None:
    """Every quotation mark inside a string is escaped: outside strings there is nothing odd."""
    text = dot(solve(loads_scenario(ODD)))
    outside = re.sub(r'"(?:[^"\\]|\\.)*"', "", text)
    assert re.fullmatch(r"[\w\s/{}\[\]=,;>.-]*", outside)
    assert text.count("s1b1 -> s1b0 [label") == 1


def test_mermaid_and_dot_have_the_same_arrows() -> None:
    """Both hold each dependency once, between the boxes that stand for its effects."""
    answer = solved("silencers-ring-broken")
    [stratum] = plan(answer).strata
    ids = {f"s1b{place}": box.id for place, box in enumerate(stratum.boxes)}
    in_mermaid = re.findall(r'^  (\w+) -->\|"[^"]*"\| (\w+)$', mermaid(answer), re.M)
    in_dot = re.findall(r"^  (\w+) -> (\w+) \[label", dot(answer), re.M)
    for found in (in_mermaid, in_dot):
        assert sorted((ids[tail], ids[head]) for tail, head in found) == sorted(recorded(answer))


def test_loops_are_enclosed_everywhere() -> None:
    """A loop is a named enclosure in each form."""
    answer = solved("boneyard-sisters-you")
    assert "loop 1: A.1, D.1, C.1" in svg(answer) or "loop 1: A.1, C.1, D.1" in svg(answer)
    assert 'subgraph s1l1["loop 1"]' in mermaid(answer)
    assert "subgraph cluster_1_1 {" in dot(answer)


@pytest.mark.slow
def test_a_large_loop_is_drawn_by_what_holds_it_together() -> None:
    """Of the arrows among 100 mutual silencers those of two trees are left, and it says so."""
    answer = silencers(100, cards=100)
    drawing = svg(answer)
    assert len(arrows(drawing)) == 2 * 99
    assert "Of the 9,900 dependencies inside the loop of 100 only the 198" in drawing
    assert set(arrows(drawing)) <= set(recorded(answer))
    assert drawing.count(">lost: M0.1 ended it before its turn (SORC-LAYER-2)</text>") == 99
    assert len(mermaid(answer)) < 50_000
    assert len(re.findall(r" (?:-->|~~~)", mermaid(answer))) <= 500


def test_of_sixty_effects_those_alike_stand_in_one_box() -> None:
    """Of 59 each has its box; of 60 the one that wins has, and the 59 that are lost have one."""
    boxes = plan(silencers(59, cards=1)).strata[0].boxes
    assert [box.head for box in boxes[:2]] == ["1. Hush 0", "2. Hush 0"] and len(boxes) == 59
    assert [box.about for box in boxes[:2]] == ["M0.1, timestamp 1", "M1.1, timestamp 2"]
    answer = silencers(60, cards=1)
    [stratum] = plan(answer).strata
    assert [box.head for box in stratum.boxes] == ["1. Hush 0", "2-60. Hush 0 x 59"]
    assert (stratum.total, stratum.loops) == (60 * 59, ((0, 1),))
    assert [(arrow.tail, arrow.head) for arrow in stratum.arrows] == [(0, 1), (1, 0), (1, 1)]
    assert stratum.arrows[2].says.endswith("; and 3,421 more like it")
    drawing = svg(answer)
    (gathered,) = (
        one
        for one in ElementTree.fromstring(drawing.encode()).iter(f"{TAG}g")
        if "data-effects" in one.attrib
    )
    ids = [f"M{number}.1" for number in range(1, 60)]
    assert gathered.attrib["data-effects"].split("\n") == ids
    title = gathered.find(f"{TAG}title")
    assert title is not None and title.text is not None
    assert [line.split(",")[0] for line in title.text.splitlines()[3:]] == [
        f"{number + 1}. M{number}.1" for number in range(1, 60)
    ]
    assert "applied in this order M0.1; lost: M1.1, M2.1" in drawing
    assert "M59.1, timestamp 60" in dot(answer)
    assert "2-60. Hush 0 x 59" in mermaid(answer)


def test_a_box_says_in_english_what_its_effect_does_in_that_layer() -> None:
    """Of a King each layer has the sentence for that layer, below the card's name; keywords
    begin with their names; the notation stands in the tip.
    """
    answer = solved("two-kings")
    said = [(box.head, box.says) for stratum in plan(answer).strata for box in stratum.boxes]
    assert said == [
        ("1. King of the Realm", "Mortals are controlled by you."),
        ("2. King of the Realm", "Mortals are controlled by you."),
        ("1. King of the Realm", "Other mortals get +1 power."),
        ("2. King of the Realm", "Other mortals get +1 power."),
    ]
    drawing = svg(answer)
    assert ">1. King of the Realm</tspan>" in drawing and ">K1.2, timestamp 3</tspan>" in drawing
    assert "Mortals are controlled by you.\nmortals: controller := you\n" in drawing
    boxes = [box for stratum in plan(solved("airborne")).strata for box in stratum.boxes]
    assert any(box.says.startswith("Airborne (") for box in boxes if "Airborne" in box.does)


def test_of_many_cards_that_do_the_same_all_effects_stand_in_one_box() -> None:
    """Up to twenty cards have a box each; of more those that do the same have one together."""
    text = "title: T\nrulebook: sorcery-2026-01\nplayers: [you, me]\ncards:\n"
    for number in range(21):
        text += f"  Drum {number}: {{is: [minion], power: 1, has: ['other minions: power += 1']}}\n"
    play = [f"  - you: Drum {number % 20}\n" for number in range(120)]
    few = plan(solve(loads_scenario(f"{text}play:\n{''.join(play)}"))).strata[0].boxes
    assert [box.head for box in few] == [f"Drum {number} x 6" for number in range(20)]
    answer = solve(loads_scenario(f"{text}play:\n{''.join(play)}  - you: Drum 20\n"))
    (box,) = plan(answer).strata[0].boxes
    assert (box.head, box.about) == ("1-121. 121 effects of 21 cards", "Drum 0, Drum 1 and 19 more")
    root = ElementTree.fromstring(svg(answer).encode())
    (drawn,) = root.findall(f".//{TAG}g[@data-effects]")
    title = drawn.find(f"{TAG}title")
    assert title is not None and title.text is not None
    lines = title.text.splitlines()
    assert lines[1:3] == ["Other minions get +1 power.", "other minions: power += 1"]
    assert lines[3].startswith("1. D1.1, Drum 0, timestamp 1: power of ")
    assert len(lines) == 104 and lines[-1] == "and 21 more"


def test_effects_that_take_turns_keep_their_places_in_one_box() -> None:
    """Of two cards played in turn each box says which turns its effects had, and what they did."""
    text = "title: T\nrulebook: sorcery-2026-01\nplayers: [you, me]\ncards:\n"
    for name in ("Drum", "Horn"):
        text += f"  {name}: {{is: [minion], power: 1, has: ['other minions: power += 1']}}\n"
    text += "play:\n" + "  - you: Drum\n  - you: Horn\n" * 30
    drum, horn = plan(solve(loads_scenario(text))).strata[0].boxes
    assert (drum.head, horn.head) == ("Drum x 30", "Horn x 30")
    assert drum.about.startswith("1, 3, 5, 7 and 26 more: D1.1, D2.1 and 28 more")
    assert drum.told == horn.told == ("power of 60 objects",)
    assert [one.number for one in horn.alike] == list(range(2, 61, 2))


def test_alike_are_those_that_nothing_but_their_names_tells_apart() -> None:
    """Of one kind, with the same neighbours: none among themselves, or all of themselves."""
    kinds = "aaaabb"
    # 0 and 1 depend on 4; 2 and 3 do too, and on each other; 5 is like 4 and nobody needs it.
    arrows = {(0, 4), (1, 4), (2, 4), (3, 4), (2, 3), (3, 2)}
    groups = alike(kinds, arrows)
    assert groups == [(0, 1), (2, 3), (4,), (5,)]
    assert between(groups, sorted(arrows)) == {
        (0, 2): [(0, 4), (1, 4)],
        (1, 2): [(2, 4), (3, 4)],
        (1, 1): [(2, 3), (3, 2)],
    }
    assert alike("ab", {}) == [(0,), (1,)]
    # One arrow between two is no likeness, for it leads one way.
    assert alike("aa", {(0, 1)}) == [(0,), (1,)]


def test_thinned_loops_still_lead_from_each_to_each() -> None:
    """Along the arrows that are kept every member of a loop is reached from every other."""
    size = 12
    whole = [(a, b) for a in range(size) for b in range(size) if a != b and (a + b) % 5]
    kept, notes = thinned(whole, [range(size)], [str(one) for one in range(size)], "arrows")
    assert len(kept) < len(whole) and notes
    for start in range(size):
        seen, new = {start}, [start]
        while new:
            here = new.pop()
            more = [head for tail, head in kept if tail == here and head not in seen]
            seen.update(more)
            new.extend(more)
        assert seen == set(range(size))


def test_many_arrows_without_a_loop_keep_one_out_and_one_in() -> None:
    """Every effect that has an arrow keeps one that leads from it, and one to it."""
    whole = [(tail, head) for tail in range(20, 40) for head in range(20)]
    kept, notes = thinned(whole, [], [str(one) for one in range(40)], "arrows")
    assert len(kept) < len(whole) and notes
    assert {tail for tail, _ in kept} == set(range(20, 40))
    assert {head for _, head in kept} == set(range(20))


def test_answers_at_the_same_time_stand_below_each_other() -> None:
    """Each answer is a stratum; what is in force in the other one only is greyed."""
    made = plan(solved("two-answers"))
    assert [stratum.name for stratum in made.strata] == ["Answer 1 of 2", "Answer 2 of 2"]
    first, second = made.strata
    for stratum, gone in ((first, ["E.1", "E.2"]), (second, ["W.1", "W.2"])):
        assert [box.id for box in stratum.boxes if box.lost] == gone
        assert {stratum.boxes[arrow.tail].id for arrow in stratum.arrows} == set(gone)
        assert not any(box.number for box in stratum.boxes)


def test_effects_that_read_each_other_are_a_loop() -> None:
    """Without an order the arrows say who reads what another one writes."""
    [stratum] = plan(solved("blockers-are-light")).strata
    ends = {(stratum.boxes[one.tail].id, stratum.boxes[one.head].id) for one in stratum.arrows}
    assert ends == {("D.1", "W.1"), ("W.1", "D.1")}
    assert [{stratum.boxes[place].id for place in loop} for loop in stratum.loops] == [
        {"D.1", "W.1"}
    ]


def test_a_paradox_shows_who_reads_what_it_writes() -> None:
    """The effect at the bottom of a paradox has an arrow to itself and stands in an enclosure."""
    answer = solved("paradox")
    assert arrows(svg(answer)) == [("C.1", "C.1")]
    assert "A paradox: no state agrees with all effects at the same time." in svg(answer)
    assert "C.1 reads the abilities of" in svg(answer)


def test_nothing_to_draw_is_said() -> None:
    """A board without effects is a drawing that says so, in each form."""
    answer = solve(
        loads_scenario(
            "title: Quiet\nrulebook: sorcery-2026-01\nplayers: [you, me]\n"
            "play:\n  - you: Foot Soldier as F at 3\n"
        )
    )
    for draw in (svg, mermaid, dot):
        assert "No effect applies." in draw(answer)


def test_the_description_tells_the_order_and_the_loops() -> None:
    """Whoever cannot see the picture is told its layers, order, losses and loops."""
    words = summary(plan(solved("silencers-ring-broken")))
    assert words.startswith("Layer 2: silence: applied in this order C.1, A.1, D.1; lost: B.1;")
    assert "loop of A.1, B.1, D.1" in words


def test_lines_are_no_wider_than_their_room() -> None:
    """Breaking and cutting keep to the room, also for words that are wider than it."""
    for text in ("one two three four five six", "W" * 500, "名前" * 90, "a " * 300, ""):
        for room in (40.0, 100.0, 333.0):
            lines = broken(text, room, 13, 3)
            assert len(lines) <= 3
            assert all(width(line, 13) <= room for line in lines)
