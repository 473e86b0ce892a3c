"""`layerlaw source`: a rulebook against its text, and editions of a text against each other."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.model.files.yaml_text import text_of_file
from layerlaw.model.rulebooks.load import loads_rulebook
from layerlaw.model.scenarios.load import is_file, named_rulebook
from layerlaw.model.sources.rules_texts import rules_text
from layerlaw.solver.documents.sources.editions import compare_editions
from layerlaw.solver.documents.sources.filing import filed_sentences, texts_of
from layerlaw.solver.documents.sources.holding import hold_sources
from layerlaw.solver.documents.sources.writing import with_fingerprints
from layerlaw.solver.shell.cli.output import Output, output_options
from layerlaw.solver.shell.report.json_form import document
from layerlaw.solver.shell.report.sources import edition_blocks, held_blocks
from layerlaw.solver.shell.report.whole_file import replaced

if TYPE_CHECKING:
    from layerlaw.model.rulebooks.rulebook import Rulebook

DIFFERENT = 1


@click.command()
@click.argument("rulebook")
@click.argument("files", nargs=-1, required=True, metavar="FILE|FOLDER...")
@click.option("--rulebook", "touched", metavar="R", help="With diff: name the clauses of R.")
@click.option(
    "--write",
    is_flag=True,
    help="First write fingerprints into the file RULEBOOK: for pointers of source and words, and "
    "for clauses without any whose place names a heading and one number.",
)
@output_options
def source(
    rulebook: str, files: tuple[str, ...], touched: str | None, write: bool, out: Output
) -> int:
    """Hold RULEBOOK (an id or a file) against the FILEs of its text; or: source diff OLD NEW.

    In a FOLDER the files are looked up that the rulebook names under `sources`.

    Exit code 0 if they are in step, 1 if they differ; what a text shows by itself is told besides.
    """
    if write and (rulebook == "diff" or not is_file(rulebook)):
        raise LayerlawError("--write needs a rulebook that is a file")
    if rulebook == "diff":
        if len(files) != 2:
            raise LayerlawError("name two editions: layerlaw source diff OLD NEW")
        old, new = map(rules_text, files)
        book = named_rulebook(touched) if touched else None
        parted = compare_editions(old, new, book=book)
        out.report(edition_blocks, document, parted)
        return 0 if parted.is_same else DIFFERENT
    if touched:
        raise LayerlawError("--rulebook goes with diff")
    book = named_rulebook(rulebook)
    texts = texts_of(book, files)
    if write:
        _write(Path(rulebook), book, texts)
        book = named_rulebook(rulebook)
    held = hold_sources(book, texts)
    out.report(held_blocks, document, held)
    return 0 if held.in_step else DIFFERENT


def _write(path: Path, book: Rulebook, texts: dict[str, str]) -> None:
    """Write the rulebook's file anew, with fingerprints; what does not load is not written."""
    new = with_fingerprints(text_of_file(path), filed_sentences(book, texts))
    loads_rulebook(new, str(path))
    replaced(path, lambda file: file.write_bytes(new.encode("utf-8")))
