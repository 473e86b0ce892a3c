"""Saves the boards of a report as scenarios: new files only, each loaded and checked."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from layerlaw.model.errors import LayerlawError
from layerlaw.model.scenarios.load import is_file, loads_scenario, with_variant
from layerlaw.model.scenarios.write import written_scenario
from layerlaw.model.shipped import SCENARIO_ENDING
from layerlaw.solver.answer.expectations import judge_all
from layerlaw.solver.shell.cli.options import markdown_option
from layerlaw.solver.shell.cli.stopping import undisturbed
from layerlaw.solver.shell.report.whole_file import created

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.shell.cli.options import Command


# On Windows these are no files, whatever stands behind the first dot.
_DEVICE = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)


def size_option(command: Command) -> Command:
    """`--n N`."""
    return click.option(
        "--n",
        "size",
        type=click.IntRange(min=1),
        metavar="N",
        help="Look at cases of up to N effects; the time doubles many times with each.",
    )(command)


def saving_options(command: Command) -> Command:
    """`--save DIR` and `--markdown`."""
    command = markdown_option(command)
    return click.option(
        "--save",
        "folder",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="Write each board as a scenario into DIR, for `layerlaw check DIR`.",
    )(command)


def file_name(*pieces: str) -> str:
    """A file name made of these pieces, in letters, digits, dots and dashes."""
    words = "-".join(piece for piece in pieces if piece)
    name = re.sub(r"[^\w.]+", "-", words).strip("-")[:100]
    return f"_{name}" if _DEVICE.match(name) else name


def named_once(names: list[str]) -> list[str]:
    """The names, repeated ones with a number added."""
    once: dict[str, str] = {}
    for name in names:
        number, new = 1, name
        # Many file systems tell capitals from small letters apart by name only.
        while new.casefold() in once:
            number += 1
            new = f"{name}-{number}"
        once[new.casefold()] = new
    return list(once.values())


def texts_to_save(scenarios: Mapping[str, tuple[Scenario, str]], folder: Path) -> dict[Path, str]:
    """The files to be written and their texts.

    scenarios: by the name of the file without its ending, each with what the user called its
    rulebook. Every text is loaded and everything that it expects is held against the solver.
    Raises `LayerlawError` if a file is there already, or a scenario does not come out as expected.
    """
    folder_there = folder.exists()
    if folder_there and not folder.is_dir():
        raise LayerlawError(f"{folder} is no folder, so nothing can be saved in it")
    files = {name: folder / f"{name}{SCENARIO_ENDING}" for name in scenarios}
    existing = [str(file) for file in files.values() if file.exists()]
    if existing:
        listed = "\n  ".join(existing)
        raise LayerlawError(
            f"nothing was saved, because these files are there already:\n  {listed}"
        )
    return {
        files[name]: _text(scenario, book, files[name])
        for name, (scenario, book) in scenarios.items()
    }


def save(texts: Mapping[Path, str]) -> None:
    """Write the files, none over another; raises `LayerlawError` for what cannot be written.

    No file stays there by half, whatever interrupts it.
    """
    with undisturbed():
        for file, text in texts.items():
            try:
                os.makedirs(file.parent, exist_ok=True)
            except OSError as error:
                raise LayerlawError(f"{file} cannot be written: {error.strerror}") from None
            try:
                created(file, text.encode("utf-8"))
            except FileExistsError:
                raise LayerlawError(f"{file} is there already and was not written over") from None
            except (OSError, ValueError) as error:
                why = getattr(error, "strerror", None) or error
                raise LayerlawError(f"{file} cannot be written: {why}") from None


def book_from(book: str, folder: Path) -> str:
    """What a file in that folder calls a rulebook: a shipped one's id, or a path."""
    if not is_file(book):
        return book
    try:
        name = Path(os.path.relpath(book, folder)).as_posix()
    except ValueError:
        # On Windows there is no way from one drive to another.
        return Path(os.path.abspath(book)).as_posix()
    return name if "/" in name else f"./{name}"


def _text(scenario: Scenario, book: str, file: Path) -> str:
    name = book_from(book, file.parent)
    text = written_scenario(scenario, rulebook=name)
    folder = file.parent if file.parent.is_dir() else Path(book).parent
    shown = text
    if is_file(book) and folder != file.parent:
        # The folder is not there yet; what it is relative to is only known then.
        shown = written_scenario(scenario, rulebook=f"./{Path(book).name}")
    loaded = loads_scenario(shown, str(file), folder)
    for one in (loaded, *(with_variant(loaded, variant) for variant in loaded.variants)):
        for outcome in judge_all(one).outcomes:
            if not outcome.right:
                message = f"internal error: '{one.title}' does not play as it was found to"
                raise LayerlawError(f"{message}: {outcome.expected.text}, but {outcome.found}")
    return text
