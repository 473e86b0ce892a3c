"""A rulebook begun from the text of its rules: all of it is still to be stated, and says so."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING

from layerlaw.model.arguments import checked
from layerlaw.model.errors import LayerlawError, with_hint
from layerlaw.model.files.write_yaml import written_yaml
from layerlaw.model.rulebooks import rulebook_format as keys
from layerlaw.model.rulebooks.files import MOST_ENTRIES
from layerlaw.model.rulebooks.game_format import ID
from layerlaw.model.rulebooks.procedure_format import (
    CLAUSE_TABLE,
    CLAUSES,
    LAYERS,
    PLACE,
    POINTS,
    POLICIES,
    SAYS,
)
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.rulebooks.sources_format import (
    NO_SENTENCE,
    SECTIONS,
    SOURCE_EDITION,
    SOURCE_FILE,
    SOURCE_TABLE,
    SOURCES,
)
from layerlaw.model.sources.sentences import headings_of, sentences_of
from layerlaw.solver.documents.sources.filing import is_below
from layerlaw.solver.documents.sources.stub_clauses import TO_BE_STATED, slug, stubs
from layerlaw.solver.documents.sources.stub_game import layers, least_game
from layerlaw.solver.documents.sources.stub_questions import (
    TO_BE_CONFIRMED,
    answers,
    points,
    policies,
)

if TYPE_CHECKING:
    from layerlaw.model.files.write_yaml import Tree
    from layerlaw.model.sources.sentences import Sentence

ASSUMED = "ASSUMED"
"""The clause that all rests on which a stub takes for granted."""

_DATE = re.compile(r"\d{4}-\d\d(-\d\d)?")
_HEAD = f"""\
# Begun from the text of the rules. What is still to be done:
#   - state each clause in your own words (`says: {TO_BE_STATED}`), and what it `fixes`;
#     take out those of no consequence and put their sentences under `passed over`;
#   - answer each policy by a clause, and take out its open point (`OPEN-...`);
#   - confirm the game and its layers, which rest on the clause {ASSUMED}.
# `layerlaw lint` names what is to be stated, `layerlaw source` holds this file against its text.
"""


@checked()
def stub_rulebook(
    texts: Mapping[str, str],
    id: str,
    *,
    title: str = "",
    base: Rulebook | None = None,
    called: str = "",
    sections: Iterable[str] = (),
) -> str:
    """The YAML text of a rulebook that has a clause to be stated for each sentence of the texts.

    texts: file name -> text. id, title: those of the rulebook. base: another one, of whose game it
    is and whose layers and answers it begins with; without it, it has the least game that works.
    called: how the rulebook names the base; left out: by its id. sections: headings, or numbers of
    rules; only what stands below them gets clauses. Every question of procedure is an open point.

    Raises `LayerlawError` where there is no sentence, no such heading, or too many sentences for a
    rulebook; `WrongArgument` for anything else.

    >>> from layerlaw.model import loads_rulebook
    >>> from layerlaw.solver.documents.sources import stub_rulebook
    >>> text = stub_rulebook({"rules.md": "# Layers\\n1. Copies first.\\n2. Then control."}, "mine")
    >>> [id for id in loads_rulebook(text).clauses]
    ['ASSUMED', 'LAYERS-1', 'LAYERS-2']
    """
    headings = tuple(dict.fromkeys(sections))
    sources = _sources(texts, headings)
    clauses = stubs(_sentences(texts, sources, headings))
    if len(clauses) >= MOST_ENTRIES:
        raise LayerlawError(
            f"the text has {len(clauses)} sentences, and a rulebook at most {MOST_ENTRIES - 1} "
            "clauses: name the headings that count (--section HEADING)"
        )
    chosen = answers(base)
    assumed = CLAUSE_TABLE.written(
        (ID, ASSUMED),
        (PLACE, TO_BE_CONFIRMED),
        (NO_SENTENCE, f"assumed, {TO_BE_CONFIRMED}"),
        (SAYS, f"The game and its layers are as they stand here ({TO_BE_CONFIRMED})."),
    )
    names = ", ".join(PurePath(file).name for file in texts)
    head: dict[str, Tree] = {
        keys.RULEBOOK_ID.name: id,
        **({keys.LIKE.name: called or base.id} if base else {}),
        keys.TITLE.name: title or f"Rules begun from {names}",
        keys.GAME.name: base.game if base else TO_BE_STATED,
        keys.PUBLISHER.name: base.publisher if base else TO_BE_STATED,
        keys.VERSION.name: next(iter(_editions(texts)), TO_BE_STATED),
        keys.SOURCE.name: names,
        SOURCES.name: list(sources.values()),
    }
    body: dict[str, Tree] = {
        **({} if base else least_game()),
        LAYERS.name: list(layers(base, ASSUMED)),
        POLICIES.name: policies(chosen, ASSUMED),
        CLAUSES.name: [assumed, *(clause.tree for clause in clauses)],
        POINTS.name: list(points(chosen, ASSUMED, clauses)),
    }
    parts = [written_yaml(head), *(written_yaml({key: tree}) for key, tree in body.items())]
    return _HEAD + "\n".join(parts)


def _sources(texts: Mapping[str, str], headings: tuple[str, ...]) -> dict[str, dict[str, Tree]]:
    """File name -> what the rulebook states of it as a source."""
    names = Counter(PurePath(file).name for file in texts)
    ids: list[str] = []
    for file in texts:
        own = slug(PurePath(file).stem).lower() or "text"
        more = (f"{own}-{number}" for number in range(2, len(texts) + 2))
        ids.append(own if own not in ids else next(id for id in more if id not in ids))
    trees: dict[str, dict[str, Tree]] = {}
    for id, file, edition in zip(ids, texts, _editions(texts), strict=True):
        path = PurePath(file)
        # Files of one name are told apart by their folders.
        whole = PurePath(*(part for part in path.parts if part not in (path.anchor, "..")))
        stated = path.name if names[path.name] == 1 else whole.as_posix()
        trees[file] = SOURCE_TABLE.written(
            (ID, id), (SOURCE_FILE, stated), (SOURCE_EDITION, edition), (SECTIONS, list(headings))
        )
    return trees


def _editions(texts: Mapping[str, str]) -> list[str]:
    """The date in the name of each file, if there is one."""
    dates = (_DATE.search(PurePath(file).name) for file in texts)
    return [date[0] if date else TO_BE_STATED for date in dates]


def _sentences(
    texts: Mapping[str, str], sources: Mapping[str, dict[str, Tree]], headings: tuple[str, ...]
) -> list[tuple[str, Sentence]]:
    """The sentences that need a clause, each with the id of its source."""
    there = [
        (str(sources[file][ID.name]), sentence)
        for file, text in texts.items()
        for sentence in sentences_of(text)
    ]
    sentences = [pair for pair in there if not headings or is_below(pair[1], headings)]
    for heading in headings:
        if not any(is_below(sentence, (heading,)) for _, sentence in sentences):
            known = dict.fromkeys(name for text in texts.values() for name in headings_of(text))
            message = f"no sentence stands below a heading '{heading}', or in a rule of that number"
            raise LayerlawError(with_hint(message, heading, known))
    if not sentences:
        raise LayerlawError(f"there is no sentence in {', '.join(texts) or 'no text'}")
    return sentences
