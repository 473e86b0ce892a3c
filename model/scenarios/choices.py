"""Which words of a set may be chosen: all of them, or those that a card's own words leave."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from layerlaw.model.algebra.chosen import CHOSEN_BOTH, is_other, words_to_choose

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from layerlaw.model.algebra.chosen import Chosen
    from layerlaw.model.rulebooks.rulebook import Characteristic, Rulebook


class Barred(NamedTuple):
    """A word that may not be chosen, what it would stand for, and the words that may."""

    word: str
    said: str
    may: tuple[str, ...]


def barred_choice(choice: str, choices: Collection[Chosen], rulebook: Rulebook) -> Barred | None:
    """Why the words of a choice may not be chosen; None where they may, or are none of the sets.

    Where a word of any one of several sets is chosen, one of which lets it be chosen is enough.
    """
    found: list[Barred] = []
    for what in sorted({one.what for one in choices if one.said}):
        kind = rulebook.characteristics[what]
        of_kind = [one for one in choices if one.what == what]
        two = any(one.two for one in of_kind)
        words = choice.split(CHOSEN_BOTH, 1) if two else [choice]
        if {*words} <= {*kind.words}:
            barred = next(_barred(words, of_kind, kind), None)
            if barred is None:
                return None
            found.append(barred)
    return found[0] if found else None


def _barred(
    words: list[str], choices: Collection[Chosen], kind: Characteristic
) -> Iterator[Barred]:
    for said in dict.fromkeys(each for one in choices for each in one.said):
        word = words[-1 if is_other(said) else 0]
        may = words_to_choose(said, kind.words, kind.groups)
        if word not in may:
            yield Barred(word, said, may)
