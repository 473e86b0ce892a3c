"""What the explorer offers besides the text: completion, mending, cards to click, ties, a phone."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from exploring import KINGS, pasted, says, shown, typed

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page, Route

OFFERED = ".cm-tooltip-autocomplete li"
MOMENT = KINGS.replace(
    "  # the first King\n  - you: King of the Realm as K1 at 8  # his square\n"
    "  - me: King of the Realm as K2 at 12\n",
    "  - together:\n"
    "      # the first King\n"
    "      - you: King of the Realm as K1 at 8\n"
    "      - me: King of the Realm as K2 at 12\n",
)


def at_the_end_of(page: Page, line: str) -> None:
    """Put the cursor behind a line of the text."""
    page.locator("#text .cm-line", has_text=line).first.click()
    page.keyboard.press("End")


def inside(page: Page, selector: str) -> Locator:
    """A part of the picture that is shown."""
    return page.frame_locator("#panel-picture iframe:not(.coming)").locator(selector)


def offers(page: Page, word: str) -> None:
    """Wait until a word is offered to be completed."""
    page.locator(f"{OFFERED} .cm-completionLabel", has_text=re.compile(f"^{word}$")).wait_for()


def completed(page: Page, letters: str, word: str) -> None:
    """Type letters, and take what is then offered first."""
    page.keyboard.type(letters, delay=20)
    first = page.locator(f"{OFFERED}[aria-selected] .cm-completionLabel")
    page.locator(f"{OFFERED}[aria-selected]", has_text=word).wait_for()
    assert first.inner_text() == word
    # A moment after it opens, a list does not yet take keys, so that typing on is safe.
    page.wait_for_timeout(120)
    page.keyboard.press("Enter")


@pytest.mark.slow
def test_whole_events_and_expectations_are_completed(explorer: Page) -> None:
    """Players, cards, ids, squares, words of events, their forms, and what is expected: each is
    offered where it can stand, and what comes out is read by the solver.
    """
    explorer.locator(".word-card").first.wait_for()
    at_the_end_of(explorer, "K2 at 12")
    explorer.keyboard.press("Enter")
    explorer.keyboard.type("- ")
    offers(explorer, "me")
    offers(explorer, "damage")
    completed(explorer, "m", "me")
    completed(explorer, "foot", "Foot Soldier")
    completed(explorer, "FS", "FS")
    explorer.keyboard.type(" at ")
    offers(explorer, "20")
    completed(explorer, "7", "7")
    assert "\n  - me: Foot Soldier as FS at 7\n" in typed(explorer)
    explorer.keyboard.press("Enter")
    explorer.keyboard.type("- ")
    completed(explorer, "dam", "damage")
    offers(explorer, "K1")
    completed(explorer, "K1", "K1")
    explorer.keyboard.type(" 2")
    at_the_end_of(explorer, "controller of F is you")
    explorer.keyboard.press("Enter")
    explorer.keyboard.type("- ")
    completed(explorer, "pow", "power")
    completed(explorer, "FS", "FS")
    explorer.keyboard.type(" ")
    completed(explorer, "i", "is")
    explorer.keyboard.type("3")
    assert typed(explorer).endswith("  - power of FS is 3\n")
    says(explorer, "#expected h2", "As expected: 2 of 2")
    says(explorer, "#events", "damage: K1 2")


@pytest.mark.slow
def test_other_keys_have_words_of_their_own(explorer: Page, forgiven: list[str]) -> None:
    """Top-level keys, rulebooks, open points with their readings, and the notation of cards."""
    explorer.locator(".word-card").first.wait_for()
    at_the_end_of(explorer, "title: Two Kings")
    explorer.keyboard.press("Enter")
    completed(explorer, "read", "readings")
    explorer.keyboard.type("{")
    completed(explorer, "SORC-OPEN-TE", "SORC-OPEN-TEST")
    completed(explorer, "res", "result")
    explorer.keyboard.press("ArrowRight")
    explorer.keyboard.press("Enter")
    completed(explorer, "cards", "cards")
    explorer.keyboard.press("Escape")
    explorer.keyboard.press("Enter")
    explorer.keyboard.type("Ogre: {")
    completed(explorer, "is", "is")
    explorer.keyboard.type("[")
    completed(explorer, "minio", "minion")
    text = typed(explorer)
    assert "readings: {SORC-OPEN-TEST: result}\ncards:\n  Ogre: {is: [minion]}\n" in text
    # The browser would keep the style of letters that are typed over.
    forgiven.append("Applying inline style")
    at_the_end_of(explorer, "rulebook: sorcery-2026-01")
    explorer.keyboard.press("Shift+Home")
    explorer.keyboard.type("rulebook: grand", delay=20)
    offers(explorer, "grand-archive-2021")


@pytest.mark.slow
def test_words_that_come_last_are_coloured(tabs: Callable[..., Page], address: str) -> None:
    """The text takes its colours when the server offers the words, whatever comes before them."""
    held: list[Route] = []
    tab = tabs()

    def hold(route: Route) -> None:
        if json.loads(route.request.post_data or "{}")["what"] == "words":
            held.append(route)
        else:
            route.continue_()

    tab.route("**/ask", hold)
    tab.goto(address)
    shown(tab, "Two Kings")
    # Nothing else moves any more.
    tab.wait_for_timeout(1500)
    assert tab.locator(".word-card").count() == 0
    for route in held:
        route.continue_()
    tab.locator(".word-card").first.wait_for()


@pytest.mark.slow
def test_what_was_meant_is_one_click_away(explorer: Page) -> None:
    """Each suggestion can be written by its button and from the place itself, and undone."""
    wrong = KINGS.replace("Foot Soldier", "Foot Soldeir").replace("controller of", "contoller of")
    pasted(explorer, wrong)
    says(explorer, "#problems", "Foot Soldeir")
    explorer.click("#problems .fix:has-text('Write Foot Soldier')")
    assert typed(explorer) == KINGS.replace("controller of", "contoller of")
    explorer.click("#undo")
    assert typed(explorer) == wrong
    explorer.click("#redo")
    says(explorer, "#problems", "contoller")
    explorer.locator("#problems .fix", has_text="Soldier").wait_for(state="detached")
    explorer.locator("#text .cm-lintRange-error").first.hover()
    explorer.click(".cm-tooltip .cm-diagnosticAction")
    assert typed(explorer) == KINGS
    explorer.locator("#panel-picture:not(.stale)").wait_for()
    assert explorer.is_hidden("#problems")


@pytest.mark.slow
def test_of_several_names_that_may_be_meant_one_is_written(explorer: Page) -> None:
    """Each has a button of its own, and the one that is clicked stands in the text."""
    pasted(explorer, KINGS.replace("Foot Soldier", "king"))
    says(explorer, "#problems", "unknown card 'king'")
    offered = explorer.locator("#problems .fix")
    assert offered.all_inner_texts() == [
        "Write King Arthur",
        "Write King of the Realm",
        "Write Returned King",
    ]
    offered.nth(2).click()
    assert "- me: Returned King as F at 3\n" in typed(explorer)
    says(explorer, "#state", "certificate confirmed")


@pytest.mark.slow
def test_a_long_line_runs_on_below_the_line_numbers(explorer: Page) -> None:
    """Moved to the left, no letter of the text shines through the numbers beside it."""
    pasted(explorer, KINGS.replace("title: Two Kings", f"title: {'Kings and more ' * 20}"))
    scroller = "document.querySelector('#text-box .cm-scroller')"
    explorer.wait_for_function(f"{scroller}.scrollWidth > {scroller}.clientWidth + 200")
    explorer.evaluate(f"{scroller}.scrollLeft = 200")
    assert explorer.evaluate(f"{scroller}.scrollLeft") == 200
    above = """() => { const box = document.querySelector("#text-box .cm-lineNumbers")
      .getBoundingClientRect();
      return document.elementFromPoint(box.left + 5, box.top + 60).closest(".cm-gutters") !== null;
    }"""
    assert explorer.evaluate(above)
    ground = "getComputedStyle(document.querySelector('#text-box .cm-gutters')).backgroundColor"
    assert re.fullmatch(r"rgb\(.*\)", explorer.evaluate(ground))


@pytest.mark.slow
def test_cards_are_found_and_arrive_where_the_board_is_clicked(explorer: Page) -> None:
    """The list finds by name and by what cards do; a click on the board says where one arrives,
    one on the card writes it, and Undo takes it back.
    """
    explorer.click("#deck summary")
    says(explorer, "#card-count", "cards")
    explorer.fill("#card-search", "writes:controller reads:mortal")
    says(explorer, "#card-count", "1 of ")
    assert explorer.locator("#card-list button").get_attribute("data-name") == "King of the Realm"
    explorer.fill("#card-search", "colour:red")
    says(explorer, "#card-count", "a search has no 'colour:'")
    assert explorer.locator("#card-list button").count() == 0
    explorer.fill("#card-search", "foot sold")
    explorer.locator("#card-list li:first-child [data-name='Foot Soldier']").wait_for()
    explorer.select_option("#card-player", "me")
    inside(explorer, "[data-square='17']").click()
    assert explorer.input_value("#card-square") == "17"
    says(explorer, "#told", "Square 17")
    explorer.click("#card-list [data-name='Foot Soldier']")
    says(explorer, "#told", "Foot Soldier arrives at 17")
    added = re.search(r"\n  - me: Foot Soldier as (\w+) at 17\n", typed(explorer))
    assert added
    inside(explorer, f"[data-square='17'] [data-card='{added[1]}']").wait_for()
    explorer.click("#undo")
    assert typed(explorer) == KINGS
    inside(explorer, f"[data-card='{added[1]}']").wait_for(state="detached")


@pytest.mark.slow
def test_neighbours_are_swapped_inside_a_moment_too(explorer: Page) -> None:
    """One click swaps two events with their comments, one more swaps them back; so it is with
    what happens at one moment.
    """
    king = "  # the first King\n  - you: King of the Realm as K1 at 8  # his square\n"
    other = "  - me: King of the Realm as K2 at 12\n"
    swap = "#events > li:nth-child(3) > .swap"
    explorer.click(swap)
    says(explorer, "#told", "Moved to place 2 of 3")
    assert typed(explorer) == KINGS.replace(king + other, other + king)
    says(explorer, "#expected", "✗")
    explorer.click("#undo")
    assert typed(explorer) == KINGS
    says(explorer, "#expected", "✓")
    pasted(explorer, MOMENT)
    swap = "#events .moment .swap"
    says(explorer, "#events .moment", "K1 at 8")
    explorer.click(swap)
    says(explorer, "#events .moment li:first-child", "K2 at 12")
    first = "      # the first King\n      - you: King of the Realm as K1 at 8\n"
    second = "      - me: King of the Realm as K2 at 12\n"
    assert typed(explorer) == MOMENT.replace(first + second, second + first)
    explorer.click("#undo")
    assert typed(explorer) == MOMENT


@pytest.mark.slow
def test_line_effect_and_cell_light_up_together(explorer: Page) -> None:
    """Whichever of the three is pointed at, the other two are shown with it."""
    says(explorer, "#state", "certificate confirmed")
    lit = explorer.locator("#text .cm-line.lit")
    explorer.locator("#text .cm-line", has_text="K1 at 8").hover()
    inside(explorer, "[data-card=K2].tied").wait_for()
    assert inside(explorer, "[data-card=F].tied").count() == 1
    assert inside(explorer, ".row.tied[data-effect^='K1.']").count() > 0
    assert inside(explorer, ".row.tied[data-effect^='K2.']").count() == 0
    assert lit.all_inner_texts() == ["  - you: King of the Realm as K1 at 8  # his square"]
    explorer.hover("h1")
    inside(explorer, ".tied").first.wait_for(state="detached")
    inside(explorer, "[data-card=F]").hover()
    lit.nth(2).wait_for()
    assert "F at 3" in lit.nth(0).inner_text() and "K2 at 12" in lit.nth(2).inner_text()
    inside(explorer, ".row[data-effect^='K2.']").first.hover()
    explorer.locator("#text .cm-line.lit", has_text="K2 at 12").wait_for()
    inside(explorer, "[data-card=K1].tied").wait_for()
    inside(explorer, ".changed-values button[data-characteristic=controller]").last.hover()
    inside(explorer, "[data-card=K2].tied").wait_for()
    explorer.hover("#events li:first-child .label")
    explorer.locator("#text .cm-line.lit", has_text="F at 3").wait_for()


@pytest.mark.slow
def test_the_notation_stands_beside_the_text(explorer: Page) -> None:
    """The quick reference opens, is read, and closes by Escape, which gives the button back."""
    explorer.click("#reference")
    says(explorer, "#notation-text", "The notation on one page")
    assert "README.md" not in explorer.inner_text("#notation-text")
    assert explorer.evaluate("document.activeElement.id") == "notation"
    explorer.keyboard.press("Escape")
    assert explorer.is_hidden("#notation")
    assert explorer.evaluate("document.activeElement.id") == "reference"


@pytest.mark.slow
def test_a_text_that_is_too_large_is_told_before_it_is_sent(explorer: Page) -> None:
    """A hundred thousand lines are pasted, and what is said of them needs no question."""
    asked: list[str] = []
    explorer.on("request", lambda request: asked.append(request.url))
    lines = "".join(f"  - you: Foot Soldier as F{number} at 3\n" for number in range(100_000))
    pasted(explorer, KINGS.replace("expect:", f"{lines}expect:"))
    says(explorer, "#state", "the text is too large for the explorer: 256 KB at most")
    assert asked == []
    assert explorer.locator("#panel-picture.stale").count() == 1
    explorer.click("#undo")
    explorer.locator("#panel-picture:not(.stale)").wait_for()
    assert typed(explorer) == KINGS


@pytest.mark.slow
def test_hexes_of_a_rulebook_of_ones_own_stand_as_they_do_in_its_page(explorer: Page) -> None:
    """The style of a board that is not shipped is let through, and the console stays empty."""
    here = Path(__file__).parent.parent / "places"
    explorer.click("#tab-book")
    paste = (here / "hexes.rulebook.yaml").read_text(encoding="utf-8")
    pasted(explorer, paste, "#book")
    explorer.click("#tab-scenario")
    pasted(explorer, (here / "hexes.scenario.yaml").read_text(encoding="utf-8"))
    says(explorer, "#state", "hexes")
    fourth = inside(explorer, "[data-square='4']").first
    fourth.wait_for()
    assert fourth.evaluate("one => getComputedStyle(one).gridColumnStart") == "2"


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_nothing_is_wider_than_the_screen(
    tabs: Callable[..., Page], address: str, scheme: str
) -> None:
    """Answer and text are two views; in both all is legible, in sight and within reach."""
    phone = {"width": 390, "height": 844}
    page = tabs(viewport=phone, has_touch=True, is_mobile=True, color_scheme=scheme)
    page.set_default_timeout(60_000)
    page.goto(address)
    ruling = inside(page, ".ruling")
    ruling.wait_for()
    box = ruling.bounding_box()
    assert box and box["y"] + box["height"] < 600 and box["x"] + box["width"] <= 390
    small = "one => [...one.querySelectorAll('*')].filter(e => e.checkVisibility() && "
    small += "[...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) && "
    small += "parseFloat(getComputedStyle(e).fontSize) < 12).map(e => e.outerHTML.slice(0, 80))"
    wide = "document.documentElement.scrollWidth"
    for view in ("answer", "text"):
        page.click(f"#view-{view}")
        if view == "text":
            page.click("#deck summary")
            page.locator("#card-list button").first.wait_for()
        assert page.evaluate(wide) == 390
        assert page.locator("body").evaluate(small) == []
    assert inside(page, ":root").evaluate("one => one.scrollWidth - one.clientWidth") == 0
    assert inside(page, "body").evaluate(small) == []
    page.click("#menu")
    assert page.is_visible("#save") and page.is_visible("#link")
    page.keyboard.press("Escape")
    assert page.is_hidden("#save")
    page.click("#view-answer")
    inside(page, "[data-square='17']").click()
    assert page.is_visible("#card-list") and page.input_value("#card-square") == "17"
    pasted(page, "#" * 300_000)
    says(page, "#told", "too large for the explorer")
