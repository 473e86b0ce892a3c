"""Several objects that one phrase means: "the soldiers", "each creature", "which minions"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from layerlaw.model.asking.marks import lowered, parts_of
from layerlaw.model.dataclass import dataclass
from layerlaw.model.notation.spelling import listed, plural

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from layerlaw.model.asking.marks import Text
    from layerlaw.model.asking.references import Known
    from layerlaw.model.rulebooks.rulebook import Rulebook

_ANYTHING = ("card", "object", "thing")
_EVERYTHING = re.compile(r"everything|every one|all of them|them all|both of them|each of them")
# "what do I control", "who controls what": all that is there.
_WHAT = re.compile(
    r"^\s*(?:why\s+)?(?P<what>(?:what|which)(?=\s+(?:do|does|did|will)\s+.*\bcontrol\b)"
    r"|what(?=\s+(?:is|are)\s+controlled\b)"
    r"|(?:who|what|which)(?=\s+(?:has|have|can|can't|cannot|lacks?|dies|survives)\b(?!\s+the\b)))"
    r"|(?<=controls\s)(?P<all>what)$"
)
_HEAD = (
    r"(?:(?P<which>which|what|how many)\s+(?:of\s+)?)?"
    r"(?:(?P<each>all|each|every|both)\s+(?:of\s+)?)?"
    r"(?:(?:the|of the|these|those)\s+)?(?:(?P<whose>my|your|their)\s+)?"
)
_AND = re.compile("(?P<first>\ue001+)(?:(?:,| and|, and) \ue001+)+")


@dataclass(frozen=True, slots=True)
class Group:
    """Several objects that one phrase means.

    start, end: where the phrase stands in the question. called: what they are called. ids: which
    objects can be among them. noun: what each has to be, or nothing. whose: "my", "your", "their",
    or nothing. which: whether it is asked for which of them something is so.
    """

    start: int
    end: int
    called: str
    ids: tuple[str, ...]
    noun: str = ""
    whose: str = ""
    which: bool = False


def nouns_of(book: Rulebook) -> Mapping[str, str]:
    """Plural -> singular, in small letters, of the words and nouns of a rulebook."""
    words = {word for each in book.characteristics.values() for word in each.words}
    singular = {lowered(word): lowered(word) for word in (*words, *book.nouns)}
    found = {lowered(plural(word)): word for word in singular}
    return found | {lowered(many): lowered(one) for many, one in book.plurals.items()}


def group_in(
    text: Text, encoded: str, known: Known, reserved: Sequence[str], book: Rulebook
) -> Group | None:
    """The first phrase of a question that means several objects, if there is one.

    encoded: the text with what is known by name marked. reserved: words, in small letters, that
    mean something else.
    """
    small, objects = lowered(text.text), known.objects
    ids = tuple(one.id for one in objects)
    if found := _WHAT.search(small):
        return Group(*found.span(found.lastgroup or 0), "cards", ids, which=True)
    if found := _EVERYTHING.search(small):
        return Group(*found.span(), "cards", ids)
    nouns = {many: one for many, one in nouns_of(book).items() if many not in reserved}
    named: dict[str, tuple[str, ...]] = {}
    for part in parts_of([one.name for one in objects], reserved):
        named[part] = tuple(one.id for one in objects if part in parts_of([one.name]))
        if not part.endswith("s"):
            named[plural(part)] = named[part]
    anything = {*_ANYTHING, *map(plural, _ANYTHING)}
    heads = {*nouns, *nouns.values(), *named, *anything}
    longest = "|".join(map(re.escape, sorted(heads, key=lambda head: (-len(head), head))))
    pattern = re.compile(rf"(?<![\w'-]){_HEAD}(?P<head>{longest})(?![\w'-])")
    for found in pattern.finditer(small):
        head = found["head"]
        several = head in nouns or head in map(plural, (*_ANYTHING, *named))
        inside = set(encoded[found.start("head") : found.end()])
        if inside & set("\ue002\ue003") or encoded[: found.start()].endswith("\ue001"):
            continue
        if inside == {"\ue001"}:
            # "The bears" can be one card's name, or mean two cards of a name.
            meant = known.meant(text.part(*found.span()))
            several = several or (head.endswith("s") and len(named.get(head, ())) > 1)
            if len(meant) == 1 and not (found["which"] or found["each"]):
                continue
        if not several and not (found["which"] or found["each"]):
            continue
        return Group(
            *found.span(),
            called=head if several or head.endswith("s") else plural(head),
            ids=named.get(head, ids),
            noun="" if head in named or head in anything else nouns.get(head, head),
            whose=found["whose"] or "",
            which=found["which"] is not None,
        )
    return None


def named_together(encoded: str, meant: Mapping[tuple[int, int], str]) -> Group | None:
    """ "The King and the Soldier" as a group; meant: the place of each name -> the id."""
    found = _AND.search(encoded)
    if found is None:
        return None
    places = [run.span() for run in re.finditer("\ue001+", encoded)]
    inside = [span for span in places if found.start() <= span[0] and span[1] <= found.end()]
    ids = tuple(dict.fromkeys(meant[span] for span in inside))
    return Group(*found.span(), called=listed(ids), ids=ids)
