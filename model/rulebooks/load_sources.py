"""Reads which texts a rulebook rests on, and the pointers at their sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.errors import LayerlawError, did_you_mean
from layerlaw.model.rulebooks.game_format import ID
from layerlaw.model.rulebooks.rulebook import PassedOver, Source
from layerlaw.model.rulebooks.sources_format import (
    BECAUSE,
    PASSED_IN,
    PASSED_OVER,
    PASSED_SECTION,
    PASSED_SENTENCES,
    PASSED_TABLE,
    SECTIONS,
    SOURCE_EDITION,
    SOURCE_FILE,
    SOURCE_TABLE,
    SOURCES,
)
from layerlaw.model.sources.pointers import Pointer, pointer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.files.format import Fields
    from layerlaw.model.files.yaml_text import Problems, Scalar


class SourceReader:
    """Reads one rulebook; every source that is named has to be stated."""

    def __init__(self, fields: Fields, problems: Problems) -> None:
        self.fields = fields
        self.problems = problems
        self._named: list[tuple[Scalar, str]] = []

    def pointers(self, written: Iterable[Scalar]) -> Iterator[Pointer]:
        """The sentences that something points at."""
        for text in written:
            try:
                pointed = pointer(text.text)
            except LayerlawError as error:
                self.problems.add(text, str(error))
                continue
            self._named.append((text, pointed.source))
            yield pointed

    def passed_over(self) -> Iterator[PassedOver]:
        """What needs no clause."""
        for node in self.fields[PASSED_OVER]:
            fields = PASSED_TABLE.fields(node, self.problems)
            sentences = tuple(self.pointers(fields[PASSED_SENTENCES]))
            section, source = fields[PASSED_SECTION], fields[PASSED_IN]
            if source is not None:
                self._named.append((source, source.text))
            if (section is None) != (source is None):
                self.problems.add(node, "`section` and `in` go together: a heading of a source")
            elif section is None and not fields[PASSED_SENTENCES]:
                self.problems.add(
                    node, "nothing is passed over here", expected="`sentences`, or `section`"
                )
            yield PassedOver(
                fields.text(BECAUSE), sentences, fields.text(PASSED_SECTION), fields.text(PASSED_IN)
            )

    def sources(self) -> tuple[Source, ...]:
        """The texts that the rulebook states; call it last, for it notes what names others."""
        sources: dict[str, Source] = {}
        for node in self.fields[SOURCES]:
            fields = SOURCE_TABLE.fields(node, self.problems)
            source = Source(
                fields.text(ID),
                fields.text(SOURCE_FILE),
                fields.text(SOURCE_EDITION),
                tuple(heading.text for heading in fields[SECTIONS]),
            )
            if source.id in sources:
                self.problems.add(fields.node_of(ID) or node, f"two sources '{source.id}'")
            sources[source.id] = source
        for written, named in self._named:
            if named and named not in sources:
                self.problems.add(
                    written,
                    f"unknown source '{named}'",
                    expected=", ".join(sources) or "a source stated under `sources`",
                    suggestion=did_you_mean(named, sources),
                )
        return tuple(sources.values())
