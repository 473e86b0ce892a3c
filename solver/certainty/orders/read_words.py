"""Which words, keywords and statuses an ability looks at: more exact than which characteristics."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from layerlaw.model import algebra as a
from layerlaw.model.algebra.reads import (
    ReadAbility,
    ReadCarried,
    ReadController,
    ReadKeywordNumber,
    ReadName,
    ReadNumber,
    ReadRegion,
    ReadRelation,
    ReadStatus,
    ReadWord,
)
from layerlaw.model.algebra.trees import cells_read
from layerlaw.model.algebra.writes import WriteWords
from layerlaw.model.dataclass import dataclass
from layerlaw.solver.board.columns import ALL
from layerlaw.solver.effects.context import reach_inside, reach_of
from layerlaw.solver.effects.evaluate import selecting, selector_reads

if TYPE_CHECKING:
    from collections.abc import Mapping

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.board.columns import Board
    from layerlaw.solver.effects.context import Context, Reach
    from layerlaw.solver.effects.reads import Reads

Values = frozenset["str | None"]
"""Words of a set, or keywords (None: any ability at all)."""


@dataclass(frozen=True, slots=True)
class ReadWords:
    """What an ability looks at, over and above the characteristics that its parts read.

    words: for each set the words (None: any). keywords: which abilities (None among them: any at
    all). statuses: those that it names.
    """

    words: dict[str, frozenset[str] | None]
    keywords: Values
    statuses: frozenset[str]

    def minds(self, characteristic: str, operation: a.Operation) -> bool:
        """Whether the operation changes a word of the set that is read."""
        words = self.words.get(characteristic)
        changed = changed_words(operation)
        return words is None or changed is None or not words.isdisjoint(changed)


def changed_words(operation: a.Operation) -> frozenset[str] | None:
    """The words of a set that an operation may give or take; None: any."""
    words: set[str] = set()
    for write in operation.writes:
        if not isinstance(write, WriteWords) or write.words is None or write.how == "set":
            return None
        words.update(write.words, (write.old,) if write.old else ())
    return frozenset(words)


def read_words_of(ability: a.Ability, rulebook: Rulebook) -> ReadWords:
    """What the ability looks at; not what the abilities that it grants do."""
    words: dict[str, frozenset[str] | None] = {}
    keywords: set[str | None] = set()
    statuses: set[str] = set()

    def look(characteristic: str, word: str | None) -> None:
        known = words.get(characteristic, frozenset())
        words[characteristic] = None if known is None or word is None else known | {word}

    # Who is immune to an operation, and what has a bearer, is looked at too.
    trees = (
        ability.condition,
        *ability.instructions,
        *(who for who, _, _ in rulebook.immune),
        rulebook.carried,
    )
    for cell in cells_read(trees, closed=a.Ability):
        match cell:
            case ReadWord(characteristic, word):
                look(characteristic, word)
            case ReadRegion() | ReadRelation():
                if rulebook.space is not None and rulebook.space.ground:
                    look(rulebook.types, rulebook.space.ground)
            case ReadKeywordNumber():
                keywords.add(None)
            case ReadAbility(keyword):
                keywords.add(keyword)
            case ReadStatus(status):
                statuses.add(status)
            case ReadNumber() | ReadName() | ReadController() | ReadCarried():
                pass
            case _:
                assert_never(cell)
    return ReadWords(words, frozenset(keywords), frozenset(statuses))


@dataclass(frozen=True, slots=True)
class Bound:
    """What a selector can select at most.

    now: what it selects on one board; ever: on any. reads: what decides between the two. pieces:
    the selectors it is made of, of which all (`all_of`) or any must select; else none.
    """

    now: int
    reads: Reads
    ever: int = ALL
    pieces: tuple[Bound, ...] = ()
    all_of: bool = False


def bound_of(
    scope: a.Selector,
    context: Context,
    board: Board,
    holders: Mapping[str | None, int] | None = None,
) -> Bound:
    """What an instruction with that scope can select at most.

    holders: the objects that may ever have a keyword (None: any ability), if that is known.
    """

    return _bound(scope, reach_of(scope), context, board, holders)


def _bound(
    selector: a.Selector,
    reach: Reach,
    context: Context,
    board: Board,
    holders: Mapping[str | None, int] | None,
) -> Bound:
    def of(part: a.Selector, reach: Reach) -> Bound:
        return _bound(part, reach, context, board, holders)

    match selector:
        case a.Noun(_, meaning):
            return of(meaning, reach)
        case a.Both(parts) if parts:
            inside = reach_inside(selector, reach)
            return Bound(0, {}, pieces=tuple(of(part, inside) for part in parts), all_of=True)
        case a.Either(parts) if parts:
            return Bound(0, {}, pieces=tuple(of(part, reach) for part in parts))
    select = selecting(selector, context, reach, works=True)
    reads = selector_reads(selector, context, reach)
    ever: int = ALL
    if holders is not None and isinstance(selector, a.HasAbility):
        ever = holders.get(selector.keyword, 0)
    return Bound(select(board, -1), reads, ever)
