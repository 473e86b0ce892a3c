"""Which files hold a rulebook's texts, and which sentences of them need a clause."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError
from layerlaw.model.sources.rules_texts import rules_text
from layerlaw.model.sources.sentences import Sentence, normalised, sentences_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.rulebooks.rulebook import Rulebook, Source

TEXT_ENDINGS = (".md", ".txt")


@dataclass(frozen=True, slots=True)
class FiledSentence:
    """A sentence, the file it stands in, and the source that this file is of, if it is known."""

    file: str
    sentence: Sentence
    source: str = ""


def filed_sentences(book: Rulebook, texts: Mapping[str, str]) -> tuple[FiledSentence, ...]:
    """All sentences of the texts, each with its source.

    texts: file name -> text. A file belongs to the source whose file or folder its path ends with,
    or is in; the only text belongs to the only source.
    """
    alone = book.sources[0].id if len(book.sources) == len(texts) == 1 else ""
    return tuple(
        FiledSentence(file, sentence, alone or _source_of(book, file))
        for file, text in texts.items()
        for sentence in sentences_of(text)
    )


def _source_of(book: Rulebook, file: str) -> str:
    """The source that names the file most closely."""
    closest = max(book.sources, key=lambda source: _closeness(source, file), default=None)
    return closest.id if closest and _closeness(closest, file) else ""


def _closeness(source: Source, file: str) -> int:
    """How many parts of the path the source names, which ends so or lies in it.

    1 where only the names of the files agree, 0 where not even they do.
    """
    named, parts = PurePosixPath(source.file).parts, Path(file).parts
    ends = range(len(named), len(parts) + 1)
    if any(parts[end - len(named) : end] == named for end in ends):
        return len(named) + 1
    return int(bool(named) and named[-1:] == parts[-1:])


def needs_clause(book: Rulebook, filed: FiledSentence) -> bool:
    """Whether the sentence stands below one of the headings that count in its source."""
    for source in book.sources:
        if source.id == filed.source and source.sections:
            return is_below(filed.sentence, source.sections)
    return True


def is_below(sentence: Sentence, sections: Iterable[str]) -> bool:
    """Whether the sentence stands below one of the headings, at any depth, or in one of the rules.

    sections: headings, and numbers of rules (`613`: also 613.1, 613.1a).
    """
    above = {_words(heading) for heading in sentence.headings}
    return any(
        _words(section) in above
        or (
            sentence.label.startswith(section) and _NUMBERED.fullmatch(sentence.label, len(section))
        )
        for section in sections
    )


_NUMBERED = re.compile(r"(\.\d+)*[a-z]?")
"""What may stand behind the number of a rule in that of a part of it."""
# A text has few headings and many sentences below each.
_words = lru_cache(maxsize=4096)(normalised)


def texts_of(book: Rulebook, paths: Iterable[str]) -> dict[str, str]:
    """The texts of a rulebook: file name -> text.

    paths: files, and folders in which the files that the rulebook's sources name are looked up, at
    any depth; without sources, every text in them is read. Raises `LayerlawError` where a folder
    lacks one, and for what can't be read.
    """
    return {
        file.as_posix(): rules_text(file)
        for path in map(Path, paths)
        for place in ([path] if not path.is_dir() else _places(book, path))
        for file in ([place] if not place.is_dir() else _texts_in(place))
    }


def folders_of(book: Rulebook, paths: Iterable[str]) -> tuple[str, ...]:
    """The folders among those texts of which every text is read.

    paths: as for `texts_of`.
    """
    folders = (path for path in map(Path, paths) if path.is_dir())
    places = (place for path in folders for place in _places(book, path))
    return tuple(place.as_posix() for place in places if place.is_dir())


def _places(book: Rulebook, folder: Path) -> Iterator[Path]:
    """Where the sources lie below the folder, of several places the first; else the folder."""
    if not book.sources:
        yield folder
    for source in book.sources:
        named = PurePosixPath(source.file).parts
        places = (place for place in folder.rglob(named[-1]) if place.parts[-len(named) :] == named)
        nearest = min(places, key=lambda place: (len(place.parts), place), default=None)
        if nearest is None:
            raise LayerlawError(
                f"{folder} has no {source.file}, the source '{source.id}' of {book.id}"
            )
        yield nearest


def _texts_in(folder: Path) -> list[Path]:
    files = sorted(file for file in folder.rglob("*") if file.suffix in TEXT_ENDINGS)
    if not files:
        raise LayerlawError(f"{folder}: no text is in that folder (no .md and no .txt)")
    return files
