"""The page as a text: one file that asks for nothing, readable without script, always the same."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser

import pytest

from layerlaw.model import loads_scenario
from layerlaw.model.scenarios.events import TurnBegins
from layerlaw.model.scenarios.load import load_scenario
from layerlaw.model.shipped import shipped_scenarios
from layerlaw.solver import solve
from layerlaw.solver.answer.difference.outcome import Outcome
from layerlaw.solver.certainty.readings import readings
from layerlaw.solver.certificate.verdict import ClauseResult, Failure, Verdict
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.shell.report.answer_blocks import answer_blocks
from layerlaw.solver.shell.report.answer_json import derivation_json
from layerlaw.solver.shell.report.page import Panel, html_page, readings_page
from layerlaw.solver.shell.report.page.rows import LONG, REASONS, shortened
from layerlaw.solver.shell.report.page.values import Numbered, runs
from layerlaw.solver.shell.report.to_terminal import plain_lines

VOID = {"meta", "link", "br", "img", "input", "hr"}


class Read(HTMLParser):
    """What a reader without the script gets: elements in order, ids, and text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.described: set[str] = set()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.bodies: dict[str, list[str]] = {}
        self.words: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """One more element."""
        known = dict(attrs)
        self.elements.append((tag, known))
        if tag not in VOID:
            self.open.append(tag)
        if known.get("id"):
            self.ids.append(str(known["id"]))
        self.described.update(str(known.get("aria-describedby") or "").split())

    def handle_endtag(self, tag: str) -> None:
        """Elements are closed in the order in which they were opened."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Text, apart from scripts and styles."""
        inside = self.open[-1] if self.open else ""
        self.bodies.setdefault(inside, []).append(data)
        if inside not in ("script", "style"):
            self.words.append(data)

    @property
    def text(self) -> str:
        """All that is to be read, with single spaces."""
        return " ".join("".join(self.words).split())


@cache
def answer(name: str) -> Answer:
    """The derivation of a shipped scenario."""
    found = {path.name.split(".")[0]: path for path in shipped_scenarios()}
    return solve(load_scenario(found[name]))


@cache
def page_of(*names: str) -> str:
    """Shipped scenarios side by side."""
    return html_page("A title", [Panel(f"Panel {name}", answer(name)) for name in names])


PAGES = (
    ("two-kings", "mordred-caliburn"),
    ("two-answers", "paradox", "2021-newest-wins"),
)


@pytest.mark.parametrize("names", PAGES)
def test_the_page_is_one_file_that_asks_for_nothing(names: tuple[str, ...]) -> None:
    """Nothing in it names another file, and its policy allows its own script and style alone."""
    text = page_of(*names)
    read = Read(text)
    for tag, attributes in read.elements:
        assert tag not in ("link", "img", "iframe", "object")
        assert "src" not in attributes
        assert str(attributes.get("href", "#")).startswith("#")
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]
    (style,) = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    (script,) = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    assert "url(" not in style.replace("url(#", "")
    assert "@import" not in style
    policy = next(a["content"] for _, a in read.elements if "http-equiv" in a)
    for kind, inline in (("style", style), ("script", script)):
        digest = base64.b64encode(hashlib.sha256(inline.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in str(policy)
    assert str(policy).startswith("default-src 'none'")
    assert "unsafe" not in str(policy)


@pytest.mark.parametrize("names", PAGES)
def test_every_id_is_there_once_and_every_description_exists(names: tuple[str, ...]) -> None:
    """Elements are closed in order, ids are unique, and `aria-describedby` leads somewhere."""
    read = Read(page_of(*names))
    assert read.open == []
    assert len(read.ids) == len(set(read.ids))
    assert read.described
    assert read.described <= set(read.ids)


def test_the_page_can_be_read_without_its_script() -> None:
    """Order, reasons, witnesses, values, clauses and events are text in the file."""
    found = answer("two-kings")
    text = Read(page_of("two-kings")).text
    for words in (
        found.rulebook.title,
        "you: King of the Realm as K1 at 8",
        "in a loop with K2.2: by timestamp",
        "with K2.2 applied first, what it does would change from you to me",
        "controller of G, K2: me becomes → you",
        found.rulebook.clauses["SORC-DEP-5"].says,
        "State-based checks: nothing dies and nothing leaves.",
    ):
        assert words in text, words
    assert text.index("K1.2") < text.index("K2.2") < text.index("K1.1")


def test_the_same_answer_gives_the_same_page() -> None:
    """Built again from another derivation of the same scenario the text is equal."""
    scenario = answer("mordred-caliburn").scenario
    assert scenario is not None
    again = html_page("A title", [Panel("Panel mordred-caliburn", solve(scenario))])
    assert again == page_of("mordred-caliburn")


def test_data_never_ends_its_element() -> None:
    """Whatever a label says, the data has no `<`, and reads back as what was put in."""
    scenario = loads_scenario(
        json.dumps(
            {
                "title": "x",
                "rulebook": "duel-masters-1.28-en",
                "players": ["</script><!--", "me"],
                "cards": {"A</SCRIPT> &": {"is": ["creature"], "power": 1}},
                "play": [{"</script><!--": '"A</SCRIPT> &" as A'}],
            }
        )
    )
    text = html_page("</title>\ud800\0", [Panel("", solve(scenario))])
    text.encode("utf-8")
    assert "\0" not in text
    start = text.index('id="data">') + len('id="data">')
    data = text[start : text.index("</script>", start)]
    assert "<" not in data
    assert json.loads(data)[0]["things"][0]["card"] == "A</SCRIPT> &"


LATE = """
title: Too late
rulebook: sorcery-2026-01
players: [you, me]
cards:
  Herald: {is: [minion], power: 1, has: ["self: gain [minions: controller := you]"]}
play:
  - you: Herald as H at 3
  - me: Foot Soldier as F at 8
"""


def test_an_effect_that_came_too_late_stands_in_its_layer() -> None:
    """Granted when its layer was over, it is named there, and counted above."""
    found = solve(loads_scenario(LATE))
    assert found.late
    text = Read(html_page("Late", [Panel("", found)])).text
    ((effect, _),) = found.late
    assert f"{effect} came too late for this layer, which was over" in text
    assert "1 too late" in text
    assert text.index("control") < text.index(effect) < text.index("came too late")


def test_a_refused_certificate_is_told_with_what_failed() -> None:
    """The word, the clause and the message stand there."""
    verdict = Verdict(
        False,
        (Failure("SORC-TS-0", "3", "the newer one went first"),),
        (ClauseResult("SORC-TS-0", "Oldest first.", 3, "fails"),),
        ("something to know",),
    )
    text = Read(html_page("Bad", [Panel("", answer("two-kings"), verdict)])).text
    assert "Certificate: REFUSED" in text
    assert "SORC-TS-0 layer 3: the newer one went first" in text
    assert "Oldest first. fails (3 cases)" in text
    assert "something to know" in text


def test_an_unknown_certificate_is_told_as_unknown() -> None:
    """Neither confirmed nor refused, with the reason, and where it begins."""
    checked = (ClauseResult("SORC-TS-0", "Oldest first.", 3, "unknown: out of time"),)
    page = html_page("Open", [Panel("", answer("two-kings"), Verdict(False, (), checked))])
    text = Read(page).text
    assert "Certificate: UNKNOWN, neither confirmed nor refused" in text
    assert "unknown: out of time (3 cases)" in text
    assert "REFUSED" not in text and "Certificate: confirmed" not in text
    assert "the history, which is not certified" in text


def test_what_belongs_to_one_column_stands_in_its_ruling() -> None:
    """How settled each document's answer is stands with that answer, what holds of both above."""
    found = answer("two-kings")
    panels = [Panel(name, found, lead=(f"Settled under {name}.",)) for name in ("one", "other")]
    page = html_page("Two", panels)
    both, *columns = page[page.index("<main") :].split('<section class="panel"')
    assert len(columns) == 2
    assert "All columns come to the same final values." in both and "Settled under" not in both
    for name, column in zip(("one", "other"), columns, strict=True):
        ruled = column[column.index('aria-label="The ruling"') :].split("</section>")[0]
        assert f'<p class="lead">Settled under {name}.</p>' in ruled


def test_columns_say_where_they_differ_and_where_they_part() -> None:
    """Two readings beside each other: the differing cell with both values, the step in both."""
    scenario = answer("becomes-dependent").scenario
    assert scenario is not None
    other = solve(scenario, readings={"GA-OPEN-TEST": "result"})
    panels = [Panel("As it is", answer("becomes-dependent")), Panel("By result", other, None, "N.")]
    read = Read(html_page("Two", panels, lead=["First.", "Second."]))
    assert "First.Second." in read.text
    assert "classes of X" in read.text
    assert "under the reading GA-OPEN-TEST = result" in read.text
    parts = [a for t, a in read.elements if t == "li" and "parts" in str(a.get("class")).split()]
    assert [one["data-effect"] for one in parts] == ["P.1", "W.1"]
    assert "Here it parts from: By result" in read.text
    assert "Here it parts from: As it is" in read.text


def test_what_parts_before_the_last_event_is_told_with_its_turns() -> None:
    """The columns show the end alone, so the turns up to the step stand beside the point."""
    scenario = answer("becomes-dependent").scenario
    assert scenario is not None
    later = TurnBegins("you", scenario.play[-1].where)
    found = readings(replace(scenario, play=(*scenario.play, later)))
    read = Read(readings_page("R", found))
    assert "They part after event 4" in read.text
    assert sum(a.get("class") == "before" for _, a in read.elements) == 2 * len(found.matters)
    assert "mage allies: classes := cleric" in read.text.partition("They part")[2][:300]
    assert not [a for t, a in read.elements if "parts" in str(a.get("class")).split()]


def test_an_outcome_without_an_answer_has_a_column_that_says_so() -> None:
    """Where a reading leads to no state at all, the reason stands in place of the layers."""
    found = readings(answer("becomes-dependent"))
    refused = replace(
        found.groups[1], outcome=Outcome(refused="nothing settles"), example={"NO-SUCH": "x"}
    )
    text = Read(readings_page("R", replace(found, groups=(found.groups[0], refused)))).text
    assert "no answer: nothing settles" in text


def test_states_that_only_hold_themselves_up_are_told_as_no_answers() -> None:
    """What nothing but itself holds up stands there with its cells, beside the one answer."""
    found = answer("blockers-are-light")
    (lifted,) = found.lifted
    text = Read(page_of("blockers-are-light")).text
    assert "All effects apply at the same time: one answer." in text
    said = text.partition("Not an answer, for nothing but itself holds it up:")[2]
    cells = [cell for cell in lifted.final if lifted.final[cell] != found.final[cell]]
    assert cells
    for object, name in cells:
        assert f"{name} of {object}: " in said


def test_very_many_reasons_are_told_by_their_number() -> None:
    """The first and the last stand there, the rest as a number with all their clauses."""
    from layerlaw.solver.answer.explain import Reason

    many = tuple(Reason(f"reason {number}", (f"C-{number % 3}",)) for number in range(50))
    found = shortened((*many, Reason("x" * (LONG + 9), ())))
    assert len(found) == REASONS
    assert found[0] == many[0]
    assert found[-2].text == "and 36 reasons more like it"
    assert set(found[-2].clauses) == {"C-0", "C-1", "C-2"}
    assert found[-1].text == "x" * LONG + " ..."
    assert shortened(many[:3]) == many[:3]


def test_objects_and_values_are_kept_as_numbers() -> None:
    """Neighbours are one run, and 1 and yes are two values."""
    assert runs([0, 1, 2, 5, 7, 8]) == [0, 3, 5, 1, 7, 2]
    assert runs([]) == []
    tables = Numbered()
    assert [tables.value(one) for one in (1, True, None, (), 1, ("a",))] == [0, 1, 2, 3, 0, 4]


def anthems(count: int) -> Answer:
    """So many effects that each change everything else."""
    scenario = loads_scenario(
        json.dumps(
            {
                "title": "Anthems",
                "rulebook": "sorcery-2026-01",
                "players": ["you", "me"],
                "cards": {
                    "Anthem": {"is": ["minion"], "power": 1, "has": ["other minions: power += 1"]}
                },
                "play": [{"you": "Anthem"} for _ in range(count)],
            }
        )
    )
    return solve(scenario)


@pytest.mark.slow
def test_a_board_of_three_hundred_effects_stays_small() -> None:
    """Below one megabyte, with the ruling, the changed values and a line on its layer as text."""
    page = html_page("Anthems", [Panel("", anthems(300))])
    assert len(page.encode()) < 1_000_000
    text = Read(page).text
    assert "power is now" in text.lower()
    assert "300 effects: 300 of Anthem" in text
    assert page == html_page("Anthems", [Panel("", anthems(300))])


def folded(page: str) -> tuple[list[str], list[str]]:
    """The ids of the rows of effects that stand folded, and of those that stand open."""
    inside: list[str] = []
    outside: list[str] = []
    for part in re.split(r"(?=<details)|(?<=</details>)", page):
        found = re.findall(r'<li class="row[^>]* data-effect="([^"]+)"', part)
        (inside if part.startswith("<details") else outside).extend(found)
    return inside, outside


def test_a_long_answer_opens_as_an_overview_in_which_nothing_is_left_out() -> None:
    """Of 45 effects every row and the table stand in a fold, with a line on what is in it."""
    page = html_page("Anthems", [Panel("", anthems(45))])
    inside, outside = folded(page)
    assert [id for id in inside if id.startswith("A")] == [f"A{n}.1" for n in range(1, 46)]
    assert outside == []
    text = Read(page).text
    assert "45 effects: 45 of Anthem; changed: power of 45 objects" in text
    assert "45 objects: of 45 something changed" in text
    assert page.index("What changed") < page.index("How it came about")


def test_a_short_answer_is_not_folded() -> None:
    """Of 30 effects every row stands open, and so does the table."""
    page = html_page("Anthems", [Panel("", anthems(30))])
    _, outside = folded(page)
    assert [id for id in outside if id.startswith("A")] == [f"A{n}.1" for n in range(1, 31)]
    assert 'class="folded"' not in page and "of 30 something changed" not in page


def wolves(each: int) -> str:
    """The page of so many wolves of each of eight kinds, all of which a horn makes stronger."""
    cards: dict[str, object] = {
        f"Wolf of {power}": {"is": ["minion"], "power": power} for power in range(1, 9)
    }
    cards["Horn"] = {"is": ["artifact"], "has": ["minions: power += 1"]}
    text = {
        "title": "Wolves",
        "rulebook": "sorcery-2026-01",
        "players": ["you", "me"],
        "cards": cards,
        "play": [{"you": name} for name in cards for _ in range(each)],
    }
    return html_page("Wolves", [Panel("", solve(loads_scenario(json.dumps(text))))])


@pytest.mark.parametrize(("each", "opened"), [(1, 6), (5, 3)])
def test_of_a_long_answer_few_changed_values_stand_above_the_board(each: int, opened: int) -> None:
    """Eight lines, the first six open where 9 objects stand and three where 45 do; none is lost."""
    changed = wolves(each).split('class="changed-values"')[1].split("</section>")[0]
    above, folded_away = changed.split("<details>")
    lines = [above.count("<li>"), folded_away.count("<li>")]
    assert lines == [opened, 8 - opened]
    assert f"and {8 - opened} more lines on {(8 - opened) * each} objects" in folded_away


def silencers(count: int) -> Answer:
    """So many effects that each end all others."""
    cards = {"Hush": {"is": ["minion"], "power": 1, "has": ["other minions: silenced"]}}
    text = {
        "title": "Silencers",
        "rulebook": "sorcery-2026-01",
        "players": ["you", "me"],
        "cards": cards,
        "play": [{"you": "Hush"} for _ in range(count)],
    }
    return solve(loads_scenario(json.dumps(text)))


@pytest.mark.slow
def test_the_graph_of_very_many_effects_shows_those_alike_as_one() -> None:
    """Three silencers are three boxes; of fifty the one that wins stands apart from 49 lost."""
    few, many = (html_page("S", [Panel("", silencers(count))]) for count in (3, 50))
    assert re.findall(r'class="name"[^>]*>([^<]*)<', few) == ["Hush"] * 3
    assert re.findall(r'class="name"[^>]*>([^<]*)<', many) == ["Hush", "Hush x 49"]
    assert "Hush x 49 depend on each other: " in Read(many).text
    (_, alike) = re.findall(r'<g class="node[^>]*data-effect="([^"]*)"', many)
    assert alike.split("\n") == [f"H{number}.1" for number in range(2, 51)]


def test_a_granted_ability_names_the_card_that_gives_it() -> None:
    """In the steps, in the table, and in what the script shows on the board."""
    text = "title: T\nrulebook: magic-2026-04\nplayers: [you, me]\nplay:\n"
    text += "  - you: Grizzly Bears as B\n  - you: Levitation as L\n"
    page = html_page("T", [Panel("", solve(loads_scenario(text)))])
    body, script = page.split('id="data">')
    assert body.count("Flying from Levitation (L.1)") == 2
    assert "Flying from Levitation (L.1)" in script.split("</script>")[0]
    assert "from L.1" not in page


@pytest.mark.slow
def test_what_is_packed_is_all_there() -> None:
    """Unpacked there is a row for each effect, and a line of the table for each object."""
    page = html_page("Anthems", [Panel("", anthems(100))])
    start = page.index('id="data">') + len('id="data">')
    text = gzip.decompress(base64.b64decode(page[start : page.index("</script>", start)]))
    (course,), pieces = json.loads(text)
    assert len([row for row in course["rows"] if not row["rule"]]) == 100
    assert "".join(pieces).count('class="row"') == len(course["rows"])
    assert "".join(pieces).count('<th scope="row">') >= 100


TAUNT = """
title: Titan taunts
rulebook: grand-archive-2025-09
players: [you, me]
active: you
play:
  - you: Spirit of Fire as C
  - you: Claude, Fated Visionary as V
  - you: Titan Mk II as B
"""
WHOM = "can't be attacked by enemy units without Unblockable"


def test_who_may_not_attack_is_said_once_even_if_nobody_is_there() -> None:
    """Where no such unit stands, terminal and page tell which ones are meant, and merge them."""
    found = solve(loads_scenario(TAUNT))
    told = plain_lines(answer_blocks("Taunt", found, None, whole=True), 200)
    (line,) = [one for one in told if one.startswith("C  ")]
    assert line.count(WHOM) == line.count("attacked") == 1
    assert f"one more statement: C, V {WHOM}" in "\n".join(told)
    text = Read(html_page("Taunt", [Panel("", found)])).text
    assert f"permissions of C, V: + {WHOM}" in text


def test_rulings_say_what_decides() -> None:
    """JSON names for each object what goes, by whose word, and whom it overrules."""
    found = solve(loads_scenario(TAUNT))
    data = derivation_json("Taunt", found, None)
    assert isinstance(data, dict)
    assert isinstance(data["rulings"], dict)
    rulings = data["rulings"]["C"]
    assert isinstance(rulings, list)
    (one,) = [r for r in rulings if isinstance(r, dict) and r["says"] == WHOM]
    assert one == {
        "says": WHOM,
        "decided by": "B.1",
        "rule": False,
        "overruled": [],
        "clause": None,
    }
