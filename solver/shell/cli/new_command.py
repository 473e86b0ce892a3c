"""`layerlaw new`: a commented file to begin with, never over one that is there."""

from __future__ import annotations

import os.path
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from layerlaw.model.candidates import candidates
from layerlaw.model.errors import LayerlawError
from layerlaw.model.files.nodes import behind, list_of, text_behind
from layerlaw.model.files.yaml_text import parse
from layerlaw.model.places import shipped_folder
from layerlaw.model.rulebooks.procedure_format import CLAUSES, POINTS, SAYS
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.load import is_file, named_rulebook
from layerlaw.model.shipped import (
    SCENARIO_ENDING,
    by_date,
    shipped_cards,
    shipped_rulebook,
    shipped_rulebooks,
)
from layerlaw.model.sources.rules_texts import rules_text
from layerlaw.solver.shell.authoring.editors import folder_for, schema_in, with_comment
from layerlaw.solver.shell.authoring.schemas import KINDS, Kind
from layerlaw.solver.shell.cli.saving import save
from layerlaw.solver.shell.cli.scenario_files import STANDARD_INPUT
from layerlaw.solver.shell.cli.schema_command import save_schema
from layerlaw.solver.shell.report.words import counted

if TYPE_CHECKING:
    from collections.abc import Collection


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--kind", type=click.Choice(KINDS), default="scenario", help="What the file is to hold."
)
@click.option(
    "--rulebook",
    "called",
    metavar="ID",
    help="The rulebook that it is under, or based on (a shipped one, or a file of yours); "
    "left out: the newest document that is shipped (and knows the cards).",
)
@click.option(
    "--from",
    "texts",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="TEXT",
    help="With --kind rulebook: begin it from the text of its rules, with a clause to be stated "
    "for each sentence; --rulebook then names the one whose game it is of.",
)
@click.option(
    "--section",
    "sections",
    multiple=True,
    metavar="HEADING",
    help="With --from: only what stands below this heading, or in the rule of this number.",
)
@click.option(
    "--empty",
    is_flag=True,
    help="With --kind rulebook: a small game from nothing, based on no other.",
)
@click.option("--title", default="", help="What it shows, as a statement.")
@click.option("--cards", default="", metavar='"A, B"', help="The cards that a scenario plays.")
def new(
    file: Path,
    kind: str,
    called: str | None,
    texts: tuple[Path, ...],
    sections: tuple[str, ...],
    empty: bool,
    title: str,
    cards: str,
) -> int:
    """Write a commented FILE to begin with: a scenario, a file of cards, or a rulebook.

    Beside it, or in the nearest folder above that has one, a folder .layerlaw gets the schema by
    which editors complete and check what you write.
    """
    file = _named(file, cast("Kind", kind))
    if file.exists() or file.is_symlink():
        raise LayerlawError(f"{file} is there already and was not written over")
    if cards and kind != "scenario":
        raise LayerlawError("--cards goes with scenarios only")
    if any(not letter.isprintable() for letter in title):
        raise LayerlawError("a title is one line")
    if texts and kind != "rulebook":
        raise LayerlawError("--from goes with --kind rulebook")
    if sections and not texts:
        raise LayerlawError("--section goes with --from")
    if empty and (kind != "rulebook" or texts or called):
        raise LayerlawError("--empty goes with --kind rulebook, without --from and --rulebook")
    if empty:
        return _from_nothing(file, title)
    if texts:
        return _begun(file, called, texts, sections, title)
    named = called or _newest(cards)
    book = named_rulebook(named)
    text = _text(file, kind, named, book, title, cards)
    # The schema of scenarios knows every shipped rulebook, and a file of cards names none.
    own = named if is_file(named) or kind == "cards" else None
    _saved(file, text, cast("Kind", kind), own)
    click.echo(f"{file} is written, for {named}.")
    if called is None:
        others = ", ".join(id for id in shipped_rulebooks() if id != named)
        click.echo(f"Another rulebook: --rulebook with {others}, or a file of yours.")
    for line in _next(file, kind, named):
        click.echo(line)
    return 0


def _from_nothing(file: Path, title: str) -> int:
    """Write a rulebook that is based on no other."""
    from layerlaw.solver.shell.authoring.empty_rulebook import empty_rulebook

    text = empty_rulebook(file.name.partition(".")[0], title)
    _saved(file, text, "rulebook", None)
    click.echo(f"{file} is written: a small game, to be changed line by line.")
    for line in (
        f"Next: layerlaw rulebook {file}",
        f"      layerlaw new first{SCENARIO_ENDING} --rulebook {_way(str(file), Path())}",
        f"      layerlaw audit {file}",
    ):
        click.echo(line)
    return 0


def _saved(file: Path, text: str, kind: Kind, own: str | None) -> None:
    """Write the file, with a line that names its schema, and the schema if there is none yet."""
    schema = schema_in(folder_for(file), kind, own)
    save({file: with_comment(text, file, schema)})
    if schema.fresh:
        save_schema(schema.path, schema.text)


def _begun(
    file: Path,
    called: str | None,
    texts: tuple[Path, ...],
    sections: tuple[str, ...],
    title: str,
) -> int:
    """Write a rulebook with a clause to be stated for each sentence of the texts."""
    from layerlaw.solver.documents.sources.stub import stub_rulebook
    from layerlaw.solver.documents.sources.stub_clauses import TO_BE_STATED

    read = {str(path): rules_text(path) for path in texts}
    base = named_rulebook(called) if called else None
    like = _as_named(file, called)[0] if called else ""
    id = file.name.partition(".")[0]
    text = stub_rulebook(read, id, title=title, base=base, called=like, sections=sections)
    root = parse(text, str(file)).root
    _saved(file, text, "rulebook", None)
    stated = [text_behind(clause, SAYS.name) for clause in list_of(behind(root, CLAUSES.name))]
    clauses = counted(stated.count(TO_BE_STATED), "clause")
    points = counted(len(list_of(behind(root, POINTS.name))), "question")
    click.echo(f"{file} is written: {clauses} to be stated, {points} to be confirmed.")
    named_texts = " ".join(map(str, texts))
    for line in (
        f"Next: layerlaw lint {file}",
        f"      layerlaw source {file} {named_texts}",
        f"      layerlaw audit {file}",
    ):
        click.echo(line)
    return 0


def _named(file: Path, kind: Kind) -> Path:
    """The file, with an ending if it has none."""
    if file == STANDARD_INPUT:
        raise LayerlawError("name a file: nothing is begun on standard output")
    if file.name in ("", ".", "..") or file.is_dir():
        raise LayerlawError(f"{file} is a folder: name the file that is to be written in it")
    if file.suffix:
        return file
    return file.with_name(file.name + (SCENARIO_ENDING if kind == "scenario" else ".yaml"))


def _newest(cards: str) -> str:
    """The shipped rulebook of the latest date; if cards are named, of those that know most."""
    books = sorted(map(shipped_rulebook, shipped_rulebooks()), key=by_date, reverse=True)

    def known(book: Rulebook) -> tuple[int, int]:
        """How many of the names are cards of its game, and how many are like one."""
        cards_known = shipped_cards(book)
        spelt = {name.lower() for name in cards_known}
        names = [name.strip() for name in _split(cards, cards_known) if name.strip()]
        like = sum(bool(candidates(name, cards_known)) for name in names)
        return sum(name.lower() in spelt for name in names), like

    return max(books, key=known).id if cards else books[0].id


def _text(file: Path, kind: str, named: str, book: Rulebook, title: str, cards: str) -> str:
    # What takes long to import is wanted here only.
    from layerlaw.solver.shell.authoring.starter import starter_scenario
    from layerlaw.solver.shell.authoring.starter_files import starter_cards, starter_rulebook

    called, absolute = _as_named(file, named)
    if kind == "cards":
        return starter_cards(book)
    if kind == "rulebook":
        id = file.name.partition(".")[0]
        return starter_rulebook(book, called, id, title, absolute)
    names = [name.strip() for name in _split(cards, shipped_cards(book)) if name.strip()]
    return starter_scenario(
        book, called, title=title, cards=names, folder=shipped_folder(), loaded_as=absolute
    )


def _as_named(file: Path, rulebook: str) -> tuple[str, str]:
    """How the file names the rulebook, and how it is named from anywhere."""
    if not is_file(rulebook):
        return rulebook, rulebook
    absolute = Path(rulebook).absolute().as_posix()
    return _way(absolute, file.absolute().parent), absolute


def _way(file: str, folder: Path) -> str:
    """The path by which a file in the folder names the other file."""
    try:
        way = Path(os.path.relpath(file, folder)).as_posix()
    except ValueError:
        # On another drive.
        return file
    return way if way.startswith("../") else f"./{way}"


def _split(cards: str, known: Collection[str]) -> list[str]:
    """Splits names at commas; a name with a comma is in double quotes, or a card's name."""
    pieces = cards.split('"')
    names: list[str] = []
    for number, piece in enumerate(pieces):
        names += [piece] if number % 2 else _by_commas(piece, known)
    return names


def _by_commas(text: str, known: Collection[str]) -> list[str]:
    """Splits at commas, but keeps the longest card name that contains one whole."""
    words, names = text.split(","), {name.lower() for name in known}
    whole_names: list[str] = []
    while words:
        ends = range(len(words), 0, -1)
        whole = [end for end in ends if ",".join(words[:end]).strip().lower() in names]
        end = whole[0] if whole else 1
        whole_names.append(",".join(words[:end]))
        words = words[end:]
    return whole_names


def _next(file: Path, kind: str, named: str) -> list[str]:
    """The line that says what to do next."""
    match kind:
        case "cards":
            return [f"Next: `card files: [{file.name}]` in a scenario beside it (layerlaw new)."]
        case "rulebook":
            return [
                f"Next: layerlaw rulebook {file}",
                f"      layerlaw compare {named} {file}",
                f"      layerlaw new first{SCENARIO_ENDING} --rulebook {file}",
            ]
    lines = [f"Next: layerlaw solve {file}", f"      layerlaw check {file}"]
    if not file.name.endswith(SCENARIO_ENDING):
        lines.append(f"(In folders `layerlaw check` looks for names ending in {SCENARIO_ENDING}.)")
    return lines
