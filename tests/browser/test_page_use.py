"""The page in use: keys, taps, phones, paper, colours, screen readers, and names meant to harm."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from layerlaw.model import loads_scenario
from layerlaw.model.scenarios.load import load_scenario
from layerlaw.model.shipped import shipped_rulebook, shipped_scenarios
from layerlaw.solver import solve
from layerlaw.solver.certainty.readings import readings
from layerlaw.solver.documents.compare import compare
from layerlaw.solver.shell.report.notebook_pages import comparison
from layerlaw.solver.shell.report.page import Panel, html_page, readings_page
from layerlaw.solver.shell.report.words import witness_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from layerlaw.solver.derivation.answer import Answer


HASTY = """
title: Kiryu helps
rulebook: duel-masters-1.28-ja
players: [you, me]
active: you
play:
  - you: Burning Mane as M
  - you: "Kiryu Jilves, Gaia's Roar as K"
"""


@cache
def answer(name: str) -> Answer:
    """The derivation of a shipped scenario."""
    found = {path.name.split(".")[0]: path for path in shipped_scenarios()}
    return solve(load_scenario(found[name]))


@cache
def page_of(name: str) -> str:
    """Its page; of `readings` the page on how a scenario is read."""
    if name == "readings":
        return readings_page("Readings", readings(answer("becomes-dependent")))
    return html_page(f"Page of {name}", [Panel("", answer(name))])


def test_the_keyboard_alone_steps_and_asks(open_html: Callable[..., Any]) -> None:
    """Arrow keys move the step, Home and End go to its ends, Enter opens a chain, Escape closes."""
    tab = open_html(page_of("two-kings"))
    tab.keyboard.press("Tab")
    assert tab.evaluate("document.activeElement.className") == "skip"
    assert "The end" in tab.locator(".now").inner_text()
    for _ in range(6):
        tab.keyboard.press("ArrowLeft")
    assert tab.evaluate("location.hash") == "#step=2"
    assert tab.locator(".row.current").get_attribute("data-effect") == "K2.2"
    tab.locator(".stepper input").focus()
    tab.keyboard.press("End")
    assert "The end" in tab.locator(".now").inner_text()
    tab.keyboard.press("Home")
    assert "Before any effect" in tab.locator(".now").inner_text()
    tab.locator('#c0 .value[data-characteristic="power"]').first.focus()
    tab.keyboard.press("Enter")
    assert "power of F is 3" in tab.locator("dialog.why h2").inner_text()
    tab.keyboard.press("Escape")
    assert not tab.locator("dialog.why").is_visible()
    assert tab.evaluate("document.activeElement.dataset.characteristic") == "power"
    tab.keyboard.press("Enter")
    tab.locator(".jump").last.click()
    assert tab.locator(".row.current").get_attribute("data-effect") == "K2.1"


@pytest.mark.slow
def test_witnesses_stand_there_and_clauses_show_on_focus_hover_and_tap(
    open_html: Callable[..., Any], tabs: Callable[..., Any]
) -> None:
    """A dependency's witness is on its edge and in its row, a clause's text one tap away."""
    tab = open_html(page_of("two-kings"))
    for one in answer("two-kings").dependencies("3"):
        assert witness_text(one) in tab.locator(".waits").all_inner_texts()[one.effect == "K2.2"]
        assert (
            witness_text(one).split()
            == " ".join(
                tab.locator(
                    f".depends .says[text-anchor={'end' if one.effect == 'K1.2' else 'start'}]"
                ).all_text_contents()
            ).split()
        )
    assert "depends on" in tab.locator(".legend").inner_text()
    tip = tab.locator("#tip")
    clause = tab.locator('.ruling button.clause[data-clause="SORC-DEP-5"]')
    clause.focus()
    says = answer("two-kings").rulebook.clauses["SORC-DEP-5"].says
    assert says in tip.inner_text()
    tab.keyboard.press("Escape")
    assert not tip.is_visible()
    clause.hover()
    assert says in tip.inner_text()
    phone = open_html(
        page_of("two-kings"), page=tabs(has_touch=True, viewport={"width": 360, "height": 740})
    )
    phone.locator(".ruling button.clause").first.tap()
    assert says in phone.locator("#tip").inner_text()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["two-kings", "two-answers", "readings"])
def test_a_phone_needs_no_sideways_scrolling(
    name: str, tabs: Callable[..., Any], open_html: Callable[..., Any]
) -> None:
    """At 360 pixels nothing is wider than the screen; of columns one is shown, all can step."""
    tab = open_html(page_of(name), page=tabs(viewport={"width": 360, "height": 740}))
    assert tab.evaluate("document.documentElement.scrollWidth") <= 360
    if name == "readings":
        assert [tab.locator(f"#p{number}").is_visible() for number in (0, 1)] == [True, False]
        tab.locator(".switch button").nth(1).click()
        tab.locator(".joined input").check()
        before = tab.evaluate("location.hash")
        tab.locator("#c1 .next").click()
        assert tab.evaluate("location.hash") == "#step=3,3&show=1", before
        assert [tab.locator(f"#p{number}").is_visible() for number in (0, 1)] == [False, True]


@pytest.mark.slow
def test_paper_has_every_step_and_no_controls(open_html: Callable[..., Any]) -> None:
    """In print all rows, witnesses and clauses are there, in light colours, and nothing scrolls."""
    tab = open_html(page_of("two-kings"))
    tab.emulate_media(media="print", color_scheme="dark")
    tab.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert tab.locator("li.row").count() == sum(
        len(record.turns) for record in answer("two-kings").layers
    )
    assert all(row.is_visible() for row in tab.locator("li.row").all())
    assert all(one.bounding_box()["height"] > 5 for one in tab.locator(".witness").all())
    assert not tab.locator(".stage .bar").is_visible()
    assert tab.locator(".stage .board").is_visible()
    assert tab.locator(".glossary").is_visible()
    assert tab.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    scrolls = (
        "all => all.filter(one => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX))"
    )
    assert tab.locator(".wide, .layers, .final").evaluate_all(f"{scrolls} ") == []


CONTRAST = """() => {
  const light = (color) => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
    const part = (value) => (value /= 255) <= 0.03928
      ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const [r, g, b] = canvas.getImageData(0, 0, 1, 1).data;
    return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  };
  const ground = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (!/rgba\\(.*, 0\\)/.test(color)) return color;
    }
  };
  const found = {};
  for (const kind of ["h1", "h2", ".headline", ".says p", ".rulebook", ".does", ".english",
    ".by", ".change ins", ".change del", ".origin", ".reasons li",
    ".clause", "del", "ins", ".wait", ".badge.loop", ".now", ".step-says",
    ".go", ".chip.hit", ".chip.hit del",
    ".chip .k", ".value .what", ".was", ".called", ".number", "td.empty .what", "summary",
    ".views [aria-pressed=true]", "footer p"]) {
    for (const one of document.querySelectorAll(kind)) {
      const [a, b] = [light(getComputedStyle(one).color), light(ground(one))];
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      found[kind] = Math.min(found[kind] ?? 99, ratio);
    }
  }
  return found;
}"""


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_enough_contrast(
    scheme: str, tabs: Callable[..., Any], open_html: Callable[..., Any]
) -> None:
    """All kinds of text reach 4.5 to 1 on what they stand on, in light and in dark."""
    tab = open_html(page_of("two-kings"), page=tabs(color_scheme=scheme, reduced_motion="reduce"))
    tab.keyboard.press("ArrowLeft")
    found = tab.evaluate(CONTRAST)
    assert len(found) > 25
    assert {kind: ratio for kind, ratio in found.items() if ratio < 4.5} == {}
    before = tab.evaluate("getComputedStyle(document.body).backgroundColor")
    tab.locator("button.theme").click(click_count=2 if scheme == "light" else 1)
    assert tab.evaluate("getComputedStyle(document.body).backgroundColor") != before


HOSTILE = (
    "<img src=x onerror='window.bad=1'></script><script>window.bad=1</script>&amp;\u2028\u202e\""
)
NAME = "Shade <b>&amp;</b></script><!--\u2028\u05e9\u05dc 'x'"


def test_names_are_shown_as_they_are_and_never_run(open_html: Callable[..., Any]) -> None:
    """A card's name, the title and labels full of markup appear as text, and nothing of it runs."""
    scenario = {
        "title": "Shades",
        "rulebook": "duel-masters-1.28-en",
        "players": ["<i>you", "me"],
        "cards": {
            NAME: {"is": ["creature"], "power": 1000, "has": ["other creatures: power += 1000"]}
        },
        "play": [{"<i>you": f'"{NAME}" as A'}, {"me": f'"{NAME}" as B'}],
    }
    found = solve(loads_scenario(json.dumps(scenario)))
    tab = open_html(html_page(HOSTILE, [Panel(HOSTILE, found, None, HOSTILE)] * 2, lead=[HOSTILE]))
    assert tab.evaluate("window.bad ?? null") is None
    for place in ("h1", "#p0 .panel-head h2", ".lead", "#p0 .note", ".switch button:first-child"):
        assert tab.locator(place).text_content() == HOSTILE
    assert tab.locator('#p0 [data-card="A"] .called').text_content() == NAME
    assert tab.locator('#p0 [data-effect="A.1"] .card-name').first.text_content() == NAME
    name_of_a = tab.locator('#p0 .value[data-characteristic="name"]').first
    name_of_a.click()
    assert NAME in tab.locator("dialog.why h2").text_content()
    assert tab.locator("img, b > b, i").count() == 0


@pytest.mark.slow
def test_names_and_roles_are_there_for_a_screen_reader(open_html: Callable[..., Any]) -> None:
    """The accessibility tree has the regions, the slider with its text, and buttons by name."""
    tab = open_html(page_of("two-kings"))
    for _ in range(7):
        tab.keyboard.press("ArrowLeft")
    tree = tab.locator("body").aria_snapshot()
    for part in (
        'heading "Page of two-kings" [level=1]',
        'slider "Step"',
        'button "Next step"',
        'button "Step 1: show the board after K1.2"',
        'img "K1.2 depends on K2.2; K2.2 depends on K1.2"',
        'region "The ruling"',
        'button "power of F: 3 was 1"',
        'status: "Step 1 of 8: K1.2, layer 3 control, 2 values changed."',
        'group "Square 8"',
    ):
        assert part in tree, part
    assert tab.evaluate("document.documentElement.lang") == "en"
    unnamed = "all => all.filter(one => !one.textContent.trim() && !one.ariaLabel).length"
    assert tab.locator("button").evaluate_all(unnamed) == 0


@pytest.mark.slow
def test_a_permission_is_shown_as_what_decides(open_html: Callable[..., Any]) -> None:
    """A card's word against a rule's is shown alone, with whose it is; the dialog has both."""
    found = solve(loads_scenario(HASTY))
    tab = open_html(html_page("Hasty", [Panel("", found)]))
    button = tab.locator("button.value[data-thing='0'][data-characteristic='permissions']")
    labels = [text.split("\n")[0] for text in button.locator(".label").all_inner_texts()]
    assert "can attack" in labels
    assert "can't attack" not in labels
    button.click()
    dialog = tab.locator("dialog.why")
    assert "can attack, by M.Speed Attacker@K.entry against rules.sickness" in dialog.inner_text()
    assert "rules.sickness says can't attack" in dialog.inner_text()
    assert "changed nothing" not in dialog.inner_text()


@pytest.mark.slow
def test_on_paper_the_board_is_that_of_the_end_and_nothing_is_cut_off(
    open_html: Callable[..., Any],
) -> None:
    """Before printing the last step is shown, as narrow as the paper; then all is as before."""
    tab = open_html(page_of("mordred-caliburn"))
    tab.set_viewport_size({"width": 700, "height": 900})
    tab.emulate_media(media="print")
    before = tab.locator(".now").text_content()
    tab.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert "The end" in tab.locator(".now").text_content()
    assert tab.locator(".stage .card").first.is_visible()
    assert tab.evaluate("document.documentElement.scrollWidth") <= 700
    tab.evaluate("window.dispatchEvent(new Event('afterprint'))")
    assert tab.locator(".now").text_content() == before


@pytest.mark.slow
def test_on_a_phone_cards_keep_their_names_and_buttons_are_large_enough(
    open_html: Callable[..., Any], tabs: Callable[..., Any]
) -> None:
    """At 360 pixels each card in the grid is named, buttons are 24 high, headings have no gap."""
    phone = tabs(viewport={"width": 360, "height": 740})
    tab = open_html(page_of("two-kings"), page=phone)
    names = tab.locator(".realm .called")
    assert names.count() > 0
    assert all(names.nth(place).is_visible() for place in range(names.count()))
    buttons = tab.locator("button.clause, .value")
    heights = buttons.evaluate_all("all => all.map(one => one.offsetHeight)")
    assert min(height for height in heights if height) >= 24
    heads = tab.locator("h1, h2, h3, h4")
    found = heads.evaluate_all("all => all.map(one => Number(one.tagName[1]))")
    assert all(after <= before + 1 for before, after in pairwise(found))


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1400, 900), (390, 844)])
@pytest.mark.parametrize("name", ["two-kings", "becomes-dependent", "two-answers", "paradox"])
def test_the_answer_is_above_the_fold(
    name: str, size: tuple[int, int], open_html: Callable[..., Any], tabs: Callable[..., Any]
) -> None:
    """Ruling and changed values end, and the board of the end begins, before the screen does."""
    wide, high = size
    tab = open_html(page_of(name), page=tabs(viewport={"width": wide, "height": high}))
    assert tab.locator(".ruling").evaluate("one => one.getBoundingClientRect().bottom") < high
    if tab.locator(".changed-values").count():
        bottom = tab.locator(".changed-values").evaluate("x => x.getBoundingClientRect().bottom")
        assert bottom < high
    assert tab.locator(".board").first.evaluate("one => one.getBoundingClientRect().top") < high
    assert tab.evaluate("document.documentElement.scrollWidth") <= wide
    where = {"paradox": "before any effect"}.get(name, "at the end")
    assert tab.locator(".caption").first.inner_text() == f"The board {where}"


SMALLEST = """() => Math.min(...[...document.querySelectorAll("body *")]
  .filter((one) => [...one.childNodes].some((child) => child.nodeType === 3
    && child.textContent.trim()) && !one.closest("script, style") && one.getClientRects().length)
  .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
SIGHT = """() => {
  const seen = (one) => { const box = one.getBoundingClientRect();
    return box.top >= -1 && box.bottom <= innerHeight + 1; };
  const hit = document.querySelector(".board .hit");
  return [seen(document.querySelector(".board")), seen(document.querySelector(".now")),
    seen(document.querySelector(".step-says")), hit ? seen(hit) : true];
}"""


@pytest.mark.slow
def test_on_a_phone_board_and_step_stay_in_sight_together(
    open_html: Callable[..., Any], tabs: Callable[..., Any]
) -> None:
    """After each tap the board, its step's text and what changes are on the screen; all legible."""
    options = {"has_touch": True, "viewport": {"width": 390, "height": 844}}
    tab = open_html(page_of("two-kings"), page=tabs(reduced_motion="reduce", **options))
    assert tab.evaluate(SMALLEST) >= 12
    last = int(tab.locator(".stepper input").get_attribute("max"))
    for way in ("previous", "next"):
        for _ in range(last):
            tab.locator(f".stepper .{way}").tap()
            assert tab.evaluate(SIGHT) == [True] * 4, tab.locator(".now").inner_text()
            assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    assert "arrow key" not in tab.locator("body").inner_text()


@cache
def long_page(count: int = 60) -> str:
    """The page of so many effects that each change everything else."""
    cards = {"Anthem": {"is": ["minion"], "power": 1, "has": ["other minions: power += 1"]}}
    text = {
        "title": "Anthems",
        "rulebook": "sorcery-2026-01",
        "players": ["you", "me"],
        "cards": cards,
        "play": [{"you": "Anthem"} for _ in range(count)],
    }
    return html_page("Anthems", [Panel("", solve(loads_scenario(json.dumps(text))))])


HIGH = "() => document.documentElement.scrollHeight"
END = """() => document.querySelector("footer").getBoundingClientRect().bottom + scrollY"""


@pytest.mark.slow
@pytest.mark.parametrize(("size", "screens"), [((1440, 900), 1.6), ((390, 844), 2.2)])
def test_a_board_of_sixty_effects_is_an_overview(
    size: tuple[int, int],
    screens: float,
    open_html: Callable[..., Any],
    tabs: Callable[..., Any],
) -> None:
    """No row is open, the page is a few screens high, and it ends where its last line does."""
    wide, high = size
    tab = open_html(long_page(), page=tabs(viewport={"width": wide, "height": high}))
    assert tab.locator(".ruling").evaluate("one => one.getBoundingClientRect().bottom") < high
    assert tab.locator(".board").evaluate("one => one.getBoundingClientRect().top") < high
    assert not any(row.is_visible() for row in tab.locator("li.row").all())
    assert tab.evaluate(HIGH) <= screens * high
    assert tab.evaluate(HIGH) - tab.evaluate(END) < 2
    assert tab.evaluate("document.documentElement.scrollWidth") <= wide


@pytest.mark.slow
@pytest.mark.parametrize("address", ["#step=30", "#c0-r30"])
@pytest.mark.parametrize("count", [60, 100])
def test_a_link_to_a_step_opens_what_hides_it(
    count: int, address: str, tabs: Callable[..., Any], tmp_path: Path
) -> None:
    """By the number of the step and by the name of its row, also where rows are packed away."""
    file = tmp_path / "long.html"
    file.write_text(long_page(count), encoding="utf-8", newline="\n")
    tab = tabs(viewport={"width": 1440, "height": 900})
    tab.goto(file.as_uri() + address)
    row = tab.locator("li.row.current")
    assert row.is_visible()
    asked = {"#step=30": ("data-step", "30"), "#c0-r30": ("id", "c0-r30")}[address]
    assert row.get_attribute(asked[0]) == asked[1]
    assert tab.locator(".step-says").inner_text().startswith("Anthem")


@pytest.mark.slow
def test_a_link_to_a_row_without_a_step_opens_it_too(
    tabs: Callable[..., Any], tmp_path: Path
) -> None:
    """A rule that changes nothing takes no step; its row is packed among the game's own rules."""
    file = tmp_path / "long.html"
    file.write_text(long_page(100), encoding="utf-8", newline="\n")
    tab = tabs(viewport={"width": 1440, "height": 900})
    tab.goto(file.as_uri())
    tab.locator(".routine > summary").click()
    id = tab.locator('.routine li.row[data-step="0"]').first.get_attribute("id")
    tab.goto("about:blank")
    tab.goto(f"{file.as_uri()}#{id}")
    assert tab.locator(f"#{id}").is_visible()
    place = tab.locator(f"#{id}").bounding_box()
    assert 0 <= place["y"] < 900


@pytest.mark.slow
def test_paper_has_all_that_an_overview_folds(tabs: Callable[..., Any], tmp_path: Path) -> None:
    """Every row and the table are open in print, and folded again on the screen after it."""
    file = tmp_path / "long.html"
    file.write_text(long_page(100), encoding="utf-8", newline="\n")
    tab = tabs(viewport={"width": 1440, "height": 900})
    tab.goto(file.as_uri())
    tab.emulate_media(media="print")
    tab.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    rows = tab.locator(".folded li.row")
    assert rows.count() == 100
    assert all(row.is_visible() for row in rows.all())
    assert tab.locator(".final tbody tr").last.is_visible()
    tab.evaluate("window.dispatchEvent(new Event('afterprint'))")
    tab.emulate_media(media="screen")
    assert not any(row.is_visible() for row in rows.all())


@pytest.mark.slow
def test_a_board_that_parts_two_documents_is_stepped_side_by_side(
    open_html: Callable[..., Any],
) -> None:
    """The page of a comparison has its report, and each board with a column for each document."""
    rulebooks = [shipped_rulebook(id) for id in ("grand-archive-2025-09", "grand-archive-2026-08")]
    tab = open_html(comparison(compare(*rulebooks)))
    groups = tab.locator(".group")
    assert groups.count() > 0
    assert tab.locator(".report").inner_text()
    group = groups.first
    assert group.locator(".panel").count() == 2
    group.locator(".joined input").check()
    step = group.locator(".stepper input").first.input_value()
    group.locator(".stepper .previous").first.click()
    assert {one.input_value() for one in group.locator(".stepper input").all()} == {
        str(int(step) - 1)
    }
    # What only one document knows, and holds of nobody there, is no difference.
    told = group.locator(".differences tbody th").all_inner_texts()
    assert told == ["elements of you", "elements of me"]
    folds = tab.locator("details.boards").all()
    assert [fold.get_attribute("open") for fold in folds] == ["", *[None] * (len(folds) - 1)]
    assert len(folds) > 1
    folds[1].locator("summary").first.click()
    board = folds[1].locator(".board").first
    assert board.is_visible() and board.bounding_box()["height"] > 30
    folds[1].locator(".stepper .previous").first.click()
    assert folds[1].locator(".caption").first.inner_text() != "The board at the end"


def giants(count: int) -> str:
    """The page of so many that each give Airborne to all others, in every column of the grid."""
    cards = {"Giant": {"is": ["minion"], "power": 1, "has": ['other minions: gain "Airborne"']}}
    text = {
        "title": "Giants",
        "rulebook": "sorcery-2026-01",
        "players": ["you", "me"],
        "cards": cards,
        "play": [{"you": f"Giant as G{number} at {number}"} for number in range(1, count + 1)],
    }
    return html_page("Giants", [Panel("", solve(loads_scenario(json.dumps(text))))])


@pytest.mark.slow
def test_long_lists_of_changes_stand_below_the_board_of_a_phone(
    open_html: Callable[..., Any], tabs: Callable[..., Any]
) -> None:
    """Beside it they stand under the ruling; where all is one column the board comes first."""
    places = """() => [".ruling", ".board", ".changed-values", ".layers"].map((one) =>
      document.querySelector(one).getBoundingClientRect().top)"""
    text = page_of("exchange-of-words")
    phone = open_html(text, page=tabs(viewport={"width": 390, "height": 844}))
    ruling, board, changed, layers = phone.evaluate(places)
    assert ruling < board < changed < layers
    assert board < 844
    ruling, board, changed, layers = open_html(
        text, page=tabs(viewport={"width": 1400, "height": 900})
    ).evaluate(places)
    assert board < ruling + 60 and ruling < changed < layers


@pytest.mark.slow
def test_five_full_columns_can_be_read_on_a_phone(
    open_html: Callable[..., Any], tabs: Callable[..., Any]
) -> None:
    """The board is moved to and fro, not the page; no word or number is broken into letters."""
    tab = open_html(giants(5), page=tabs(viewport={"width": 390, "height": 844}))
    assert tab.evaluate("document.documentElement.scrollWidth") <= 390
    board = "document.querySelector('.board')"
    assert tab.evaluate(f"{board}.scrollWidth > {board}.clientWidth")
    widths = "[...document.querySelectorAll('.square:not(.bare)')].map((one) => one.offsetWidth)"
    assert min(tab.evaluate(widths)) >= 85
    highs = "[...document.querySelectorAll('.square > .number')].map((one) => one.offsetHeight)"
    assert max(tab.evaluate(highs)) < 20


def test_an_ability_that_many_give_is_told_once(open_html: Callable[..., Any]) -> None:
    """On a card of the board with how often, and saying it once more takes no step."""
    tab = open_html(giants(4))
    chip = tab.locator("article[data-card=G1] .chip[data-characteristic=abilities]")
    assert chip.inner_text() == "abilities + Airborne (3 times)"
    # Four gifts, one permission for each of the four, and the end; 8 statements say no more.
    rows = tab.locator("li.row")
    steps = [row.get_attribute("data-step") for row in rows.all()]
    told = [
        step for row, step in zip(rows.all(), steps, strict=True) if row.locator(".did").count()
    ]
    assert len(told) >= 8 and set(told) == {"0"}
    last = int(tab.locator(".stepper input").get_attribute("max"))
    assert sorted(int(step) for step in steps if step != "0") == list(range(1, last))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "below", "above", "zone"),
    [("mutate-over", "S0", "S", "merged"), ("mordred-caliburn", "M1", "M", "lineage")],
)
def test_what_lies_below_a_card_stands_in_it(
    name: str, below: str, above: str, zone: str, open_html: Callable[..., Any]
) -> None:
    """The cards that another one merged with or leveled up from, with the zone that they are in."""
    tab = open_html(page_of(name))
    card = tab.locator(f"article[data-card={above}] article[data-card={below}]")
    assert card.is_visible() and zone in card.inner_text()
    assert f": {zone}" not in tab.locator(".board").inner_text()


@pytest.mark.slow
def test_what_may_be_done_is_counted_on_the_board(open_html: Callable[..., Any]) -> None:
    """Statements in full would fill a small card; the list below the board has them."""
    tab = open_html(page_of("voids-in-a-row"))
    last = int(tab.locator(".stepper input").get_attribute("max"))
    told = 0
    for _ in range(last):
        tab.locator(".stepper .previous").click()
        for chip in tab.locator(".chip[data-characteristic=permissions]").all():
            said = chip.inner_text().replace("(changed)", "").strip()
            assert re.fullmatch(r"permissions( \+\d+)?( -\d+)?", " ".join(said.split()))
            assert "+ can't " in tab.locator(".delta").inner_text()
            told += 1
    assert told


@pytest.mark.slow
def test_of_very_many_keywords_those_that_say_nothing_new_are_counted(
    tabs: Callable[..., Any], tmp_path: Path
) -> None:
    """Twelve Giants give Airborne to each other 132 times; 12 of these say something new.

    A link to one that is left out opens the page all the same.
    """
    file = tmp_path / "giants.html"
    file.write_text(giants(12), encoding="utf-8", newline="\n")
    tab = tabs(viewport={"width": 1400, "height": 900})
    tab.goto(file.as_uri())
    layer = tab.locator(".stratum[data-layer='9']").first
    said = layer.locator(".idle").inner_text()
    assert said == "120 keywords say once more what may be done: of Giant"
    layer.locator("summary").first.click()
    # The rows are made after the fold has opened.
    layer.locator("li.row").nth(11).wait_for()
    assert layer.locator("li.row").count() == 12
    # The gifts, what they say first, two of the game's own rules, and the end.
    assert tab.locator(".stepper input").get_attribute("max") == str(12 + 12 + 2 + 1)
    tab.goto("about:blank")
    tab.goto(f"{file.as_uri()}#c0-r100")
    assert tab.locator(".caption").inner_text() == "The board at the end"
