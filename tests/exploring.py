"""What tests of the explorer do in a browser: paste, read the text, wait for what is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

KINGS = """\
# Two Kings
title: Two Kings
rulebook: sorcery-2026-01
players: [you, me]
play:
  - me: Foot Soldier as F at 3
  # the first King
  - you: King of the Realm as K1 at 8  # his square
  - me: King of the Realm as K2 at 12
expect:
  - controller of F is you
"""


def shown(page: Page, text: str) -> Locator:
    """What the picture shows, once it holds the text."""
    frame = page.frame_locator("#panel-picture iframe:not(.coming)")
    frame.locator("body", has_text=text).wait_for()
    return frame.locator("body")


def typed(page: Page) -> str:
    """The text in the editor."""
    read = "import('/page/vendor/codemirror.js').then(cm => cm.EditorView.findFromDOM("
    read += "document.querySelector('#text-box .cm-editor')).state.doc.toString())"
    return str(page.evaluate(read))


def pasted(page: Page, text: str, where: str = "#text") -> None:
    """Put a text in the place of all that is in an editor, as a user would paste it."""
    page.focus(where)
    page.keyboard.press("Control+a")
    paste = "data.setData('text/plain', text); const paste = new ClipboardEvent('paste', "
    paste += "{clipboardData: data, bubbles: true, cancelable: true});"
    dispatch = "document.activeElement.dispatchEvent(paste);"
    page.evaluate(f"text => {{ const data = new DataTransfer(); {paste} {dispatch} }}", text)


def says(page: Page, selector: str, text: str) -> None:
    """Wait until something on the page holds a text."""
    page.locator(selector, has_text=text).wait_for()
