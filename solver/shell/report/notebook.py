"""What a notebook shows of each answer and finding: a page in a frame, a picture, or blocks."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from html import escape
from typing import TYPE_CHECKING
from zlib import crc32

from layerlaw.model.errors import LayerlawError
from layerlaw.solver.answer.expectations import Judged
from layerlaw.solver.answer.explain import Explained
from layerlaw.solver.certainty.orders import Orders, OrderVerdict
from layerlaw.solver.certainty.readings import Readings
from layerlaw.solver.certainty.what_if import WhatIf
from layerlaw.solver.certificate import Verdict
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.permissions import Decision
from layerlaw.solver.documents.audit.findings import Finding
from layerlaw.solver.documents.compare import Comparison
from layerlaw.solver.documents.properties.results import PropertyResult
from layerlaw.solver.games.census.editions import EditionChanges
from layerlaw.solver.games.census.result import Census
from layerlaw.solver.games.sweeps import Sweep
from layerlaw.solver.shell.report import notebook_pages as pages
from layerlaw.solver.shell.report.answer_blocks import certificate
from layerlaw.solver.shell.report.answer_json import derivation_json
from layerlaw.solver.shell.report.audit import Audit
from layerlaw.solver.shell.report.census import census_blocks, headline
from layerlaw.solver.shell.report.census_picture import plot_census
from layerlaw.solver.shell.report.compare import comparison_report
from layerlaw.solver.shell.report.dependency_picture import plot_dependencies
from layerlaw.solver.shell.report.editions import edition_blocks, editions_line
from layerlaw.solver.shell.report.json_form import document
from layerlaw.solver.shell.report.order_matters import number_of_orders, verdict_blocks
from layerlaw.solver.shell.report.orders import orders_blocks
from layerlaw.solver.shell.report.orders import summary as orders_summary
from layerlaw.solver.shell.report.permissions import decision_blocks
from layerlaw.solver.shell.report.properties import result_blocks, result_line
from layerlaw.solver.shell.report.ruling import ruling as ruling_sentences
from layerlaw.solver.shell.report.sweep import summary as sweep_summary
from layerlaw.solver.shell.report.sweep import sweep_blocks
from layerlaw.solver.shell.report.sweep_picture import plot_sweep
from layerlaw.solver.shell.report.tables import frame, rows, tables
from layerlaw.solver.shell.report.to_html import blocks_html
from layerlaw.solver.shell.report.why import explanation
from layerlaw.solver.shell.report.words import CERTIFIED, value_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib import axes

    from layerlaw.solver.shell.report.blocks import Blocks

__all__ = ["frame", "json_value", "mimebundle", "plain_line", "plot", "rows", "ruling", "tables"]

HTML, SVG, PLAIN = "text/html", "image/svg+xml", "text/plain"
MARKDOWN = "text/markdown"
HIGH = 620
"""How high a page's frame is; it can be drawn larger by its corner."""
MOST = 8_000_000
"""A page with more letters than this is not put into a notebook."""

Make = Callable[[], str]


def mimebundle(
    shown: object, include: Collection[str] | None = None, exclude: Collection[str] | None = None
) -> dict[str, str]:
    """What is shown of an answer or a finding, by media type; include, exclude: as IPython says."""
    return {
        kind: make()
        for kind, make in _forms(shown).items()
        if (not include or kind in include) and kind not in (exclude or ())
    }


def plain_line(shown: object) -> str:
    """What an answer or a finding is, in one line without markup."""
    return _forms(shown)[PLAIN]()


def json_value(shown: object) -> dict[str, object]:
    """What `--json` prints of it. Raises `LayerlawError` for what is no document of its own."""
    match shown:
        case Answer():
            return {**derivation_json(pages.title_of(shown), shown, None)}
        case Comparison():
            return {**document(comparison_report(shown, pages.labels(shown)))}
    try:
        return {**document(shown)}
    except TypeError:
        name = type(shown).__name__
        raise LayerlawError(f"the JSON form has no document of a {name}: use its rows()") from None


def ruling(shown: object) -> tuple[str, ...]:
    """What an answer comes to, in plain sentences. Raises `TypeError` for anything else."""
    if not isinstance(shown, Answer):
        raise TypeError(f"{type(shown).__name__} has no ruling")
    return ruling_sentences(shown)


def plot(shown: object, ax: axes.Axes | None, layer: str | int | None) -> axes.Axes:
    """A picture on axes of matplotlib. Raises `TypeError` for what has none."""
    match shown:
        case Answer():
            return plot_dependencies(shown, layer, ax)
        case Census():
            return plot_census(shown, ax)
        case Sweep():
            return plot_sweep(shown, ax)
    raise TypeError(f"{type(shown).__name__} has no plot")


def _forms(shown: object) -> Mapping[str, Make]:
    """How each form of it is made."""
    match shown:
        case Answer():
            return {
                PLAIN: lambda: repr(shown),
                MARKDOWN: lambda: "\n\n".join(map(_as_markdown, shown.ruling)),
                SVG: lambda: pages.drawing(shown),
                HTML: lambda: (
                    _ruling_html(shown)
                    + _framed(pages.title_of(shown), lambda: pages.answer(shown))
                ),
            }
        case Judged():
            return {
                PLAIN: lambda: pages.judged_line(shown),
                SVG: lambda: pages.drawing(shown.derivation),
                HTML: lambda: _framed(
                    pages.title_of(shown.derivation), lambda: pages.judged(shown)
                ),
            }
        case Readings():
            return _page(pages.readings_line(shown), lambda: pages.all_readings(shown))
        case WhatIf():
            return _page(pages.what_if_line(shown), lambda: pages.what_if(shown))
        case Comparison():
            return _page(shown.summary, lambda: pages.comparison(shown))
        case Finding():
            return _page(pages.finding_line(shown), lambda: pages.finding(shown))
        case Audit():
            return _page(pages.audit_line(shown), lambda: pages.audit(shown))
    if (as_blocks := display_of(shown)) is not None:
        line, blocks = as_blocks
        return {PLAIN: lambda: line, HTML: lambda: blocks_html(blocks(), top=3)}
    return {PLAIN: lambda: object.__repr__(shown)}


def _ruling_html(shown: Answer) -> str:
    """What it comes to, above its page: a notebook that runs no scripts shows this all the same."""
    sentences = "".join(f"<p>{escape(sentence)}</p>" for sentence in shown.ruling)
    return f'<div class="layerlaw-ruling">{sentences}</div>'


def _as_markdown(sentence: str) -> str:
    """A sentence in which no letter is a mark of Markdown."""
    return re.sub(r"([\\`*_{}\[\]<>#|])", r"\\\1", sentence)


def _page(line: str, make: Make) -> Mapping[str, Make]:
    return {PLAIN: lambda: line, HTML: lambda: _framed(line, make)}


def _framed(title: str, make: Make) -> str:
    """A page in a frame of its own, so that neither its style nor its script meets the notebook's.

    It can do nothing but run its own script; a box makes it as high as the window, a link opens it
    in a tab, the corner draws it larger.
    """
    document = make()
    if len(document) > MOST:
        return f"<p>{escape(title)}</p><p>Too large for a notebook: `layerlaw solve --html`.</p>"
    name = f"layerlaw-{crc32(document.encode('utf-8', 'replace')):08x}"
    opens = (
        "const f=this.closest('.layerlaw').querySelector('iframe');"
        "this.href=window.URL.createObjectURL(new Blob([f.srcdoc],{type:'text/html'}))"
    )
    return (
        f'<div class="layerlaw" id="{name}">'
        f"<style>#{name} iframe{{width:100%;height:{HIGH}px;border:1px solid #8888;"
        "border-radius:6px;resize:vertical;box-sizing:border-box}"
        f"#{name} input:checked~iframe{{height:96vh}}"
        f"#{name} a,#{name} label{{font:13px system-ui,sans-serif;margin-right:1em}}</style>"
        f'<input type="checkbox" id="{name}-large"><label for="{name}-large">large</label>'
        f'<a href="#{name}" target="_blank" onclick="{escape(opens)}">open in a tab</a>'
        f'<iframe title="{escape(title)}" sandbox="allow-scripts" '
        f'srcdoc="{escape(document)}"></iframe></div>'
    )


Display = tuple[str, "Callable[[], Blocks]"]
"""A finding in one line, and what makes its blocks."""


def display_of(shown: object) -> Display | None:
    """How a finding is told; None for what has another form."""
    match shown:
        case Explained():
            return _explained(shown)
        case Verdict():
            return verdict_line(shown), lambda: certificate(shown)
        case Orders():
            line = f"{shown.scenario.title}: {orders_summary(shown)}"
            return line, lambda: orders_blocks(shown)
        case OrderVerdict():
            return _order_line(shown), lambda: verdict_blocks(shown)
        case Decision():
            can = f"It can be done: {shown.means}"
            line = can if shown.allowed else f"It cannot be done, by {shown.decided_by}"
            return line, lambda: decision_blocks(shown)
        case Sweep():
            return _sweep_line(shown), lambda: sweep_blocks(shown)
        case Census():
            return ": ".join(headline(shown)), lambda: census_blocks(shown)
        case EditionChanges():
            return editions_line(shown), lambda: edition_blocks(shown)
        case PropertyResult():
            return result_line(shown), lambda: result_blocks(shown)
    return None


def _explained(shown: Explained) -> Display:
    kind = shown.derivation.shown.kinds.get(shown.characteristic, "")
    value = value_text(shown.links[-1].value, kind)
    line = f"{shown.characteristic} of {shown.object} is {value}, in {len(shown.links)} steps"
    rulebook = shown.derivation.rulebook
    return line, lambda: explanation(
        rulebook, shown.object, shown.characteristic, shown.links, kind
    )


def verdict_line(shown: Verdict) -> str:
    """Whether the certificate is confirmed."""
    words, _ = CERTIFIED[shown.outcome]
    counts = {
        "confirmed": f"{len(shown.checked)} clauses",
        "refused": f"{len(shown.failures)} breaches",
        "unknown": "; ".join(shown.unknowns),
    }
    return f"Certificate: {words}, {counts[shown.outcome]}"


def _order_line(shown: OrderVerdict) -> str:
    """Whether the order matters."""
    orders = number_of_orders(shown.orders, shown.exact)
    match shown.judgement:
        case "same: reads and writes":
            return f"The order does not matter, by what they read and write; {orders}"
        case "same: all courses":
            return f"The order does not matter: all of them were followed; {orders}"
        case "differs":
            least = "" if shown.complete else "at least "
            return f"The order matters: {orders}, {least}{shown.outcomes} outcomes"
    return f"Not known whether the order matters; {orders}"


def _sweep_line(shown: Sweep) -> str:
    """The whole sweep in a sentence; of another task than the usual one, how many results."""
    if all(result.trouble or isinstance(result.value, dict) for result in shown.results):
        return sweep_summary(shown)
    return f"{len(shown.results)} results{'' if shown.complete else ' (interrupted)'}"
