"""Forms: words that are written as a pattern says, which is grammar, parser and printer.

`swap {first:number} and {second:number}` is a rule of the grammar, binds two names of numbers, and
prints them. A word that `notation.lark` does not know becomes a word of the notation by that.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, get_args

from layerlaw.model.algebra import Condition, Operation, Selector, Value
from layerlaw.model.algebra.phrasing import HOLE, Formed, Stands
from layerlaw.model.algebra.terms import without_anchor
from layerlaw.model.dataclass import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_PIECE = re.compile(rf"{HOLE.pattern}|(?P<word>[^\s{{}}]+)")
_RULES = {
    "number": "NAME",
    "set": "NAME",
    "word": "_member",
    "squares": "SQUARES",
    "comparator": "COMPARATOR",
}
"""What the grammar has for a hole, where that is not a rule of the same name."""


_ADJACENT = ("ADJACENT.2", "ADJACENT_TO.3")
_NEVER = r"(?!\w)\w"
"""A pattern that no text has: a game without such relations."""

_SLOTS = ((Operation, "operation"), (Value, "_factor"), (Condition, "_negatable"))


@dataclass(frozen=True, slots=True)
class Form:
    """A pattern taken apart: for each place a terminal of the grammar, or a field and its kind.

    slots: the rules of the grammar of which it is one more alternative.
    """

    kind: type[Formed]
    rule: str
    places: tuple[str | tuple[str, str], ...]
    slots: tuple[str, ...]

    @property
    def grammar(self) -> str:
        """The rule of the grammar, and where it may stand."""
        places = (
            place if isinstance(place, str) else _RULES.get(place[1], place[1])
            for place in self.places
        )
        slots = (f"%extend {slot}: {self.rule}" for slot in self.slots)
        return "\n".join((f"{self.rule}: {' '.join(places)}", *slots))


@cache
def forms() -> dict[str, Form]:
    """Every form by the name of its rule."""
    found = [
        _form(kind, (slot,))
        for union, slot in _SLOTS
        for kind in get_args(union)
        if issubclass(kind, Formed)
    ]
    found += [
        _form(kind, _slots_of(kind.stands))
        for kind in get_args(Selector)
        if issubclass(kind, Formed)
    ]
    return {form.rule: form for form in found}


def _slots_of(stands: Stands) -> tuple[str, ...]:
    """Where the form of a selector may stand."""
    if stands is Stands.ADJECTIVE:
        return ("_word", "_tail")
    return ("_property",) if stands.behind_with else ("_relation",)


@cache
def new_words() -> tuple[str, ...]:
    """The words of forms that `notation.lark` does not know."""
    new = {
        word: None
        for form in forms().values()
        for word in re.findall(r"(?<!\S)[^\s{]+", form.kind.form)
        if _terminal(word) in form.places and _terminal(word) not in _terminals()
    }
    return tuple(new)


def leading_words() -> tuple[str, ...]:
    """The words with which forms of operations begin, where they begin with a word."""
    operations = [form.kind for form in forms().values() if form.slots == ("operation",)]
    starts = (re.match(r"[^\s{]+", kind.form) for kind in operations)
    return tuple(dict.fromkeys(start[0] for start in starts if start))


def before_numbers() -> frozenset[str]:
    """The words of forms behind which the name of a number stands."""
    pattern = re.compile(r"([^\s{}]+) \{\w+:number\}")
    return frozenset(word for form in forms().values() for word in pattern.findall(form.kind.form))


def grammar(
    relations: tuple[str, ...],
    behind: tuple[str, ...],
    deeds: tuple[str, ...],
    groups: tuple[str, ...] = (),
) -> str:
    """The grammar of the notation, with a rule for each form, for a game with these relations.

    behind: the game's nouns that stand behind others (`at rest`). deeds: what its verbs are behind
    "has". groups: what a word of its groups of words is called.
    """
    rules = "\n".join(form.grammar for form in forms().values())
    words = "\n".join(rf"{_terminal(word)}.2: /{re.escape(word)}\b/i" for word in new_words())
    places = "\n".join((*relation_words(relations), *deed_words(deeds), *chosen_words(groups)))
    standing = rf"STANDING.6: /({_any_of(behind)})\b/i"
    return f"{_lark()}\n{rules}\n{words}\n{places}\n{standing}\n"


def chosen_words(groups: tuple[str, ...]) -> Iterator[str]:
    """The terminals for a word that is chosen, of a set or of a group of its words."""
    word = "[^\\W\\d_][\\w'\u2019-]*"
    what = rf"(({_any_of(groups)})\b|{word})"
    yield rf"CHOSEN_WORD.3: /the\s+(other\s+)?chosen\s+{what}(\s+but\s+not\s+{word})?/i"
    yield rf"OF_CHOSEN.4: /of\s+the\s+(other\s+)?chosen\s+(?!(player|object)\b){what}/i"


def deed_words(deeds: tuple[str, ...]) -> Iterator[str]:
    """The terminals for what was done, or was done to one, before whom it was done to, or by."""
    verbs = _any_of(deeds)
    done = rf"(has|have)(\s+not)?\s+(({verbs})|been\s+({verbs})(\s+by)?)\b"
    yield f"HAVE_DONE.6: /{done}/i"
    yield rf"THAT_HAVE_DONE.6: /(that|who|which)\s+{done}/i"


def relation_words(relations: tuple[str, ...]) -> Iterator[str]:
    """The terminals for relations of place, by how they are written with and without an anchor."""
    by_form: dict[str, list[str]] = {
        "NEARBY.2": [],
        "ADJACENT.2": [],
        "ADJACENT_TO.3": [],
        "IN_FRONT.3": [],
        "IN_FRONT_OF.4": [],
    }
    for relation in relations:
        alone = without_anchor(relation)
        if alone == relation:
            by_form["NEARBY.2"].append(relation)
        else:
            short, long = ("IN_FRONT.3", "IN_FRONT_OF.4") if " " in alone else _ADJACENT
            by_form[short].append(alone)
            by_form[long].append(relation)
    for terminal, written in by_form.items():
        yield rf"{terminal}: /({_any_of(written)})\b/i"


def _any_of(written: Iterable[str]) -> str:
    """A pattern for any of them, with whatever space between the words."""
    longest_first = sorted(written, key=len, reverse=True)
    return "|".join(r"\s+".join(map(re.escape, each.split())) for each in longest_first) or _NEVER


def _form(kind: type[Formed], slots: tuple[str, ...]) -> Form:
    places: list[str | tuple[str, str]] = []
    for piece in _PIECE.finditer(kind.form):
        if piece["word"] is None:
            places.append((piece["field"], piece["kind"]))
        else:
            places.append(_terminal(piece["word"]))
    rule = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind.__name__).lower()
    return Form(kind, rule, tuple(_joined(places)), slots)


def _joined(places: list[str | tuple[str, str]]) -> Iterator[str | tuple[str, str]]:
    """The places, with words that are one terminal of the grammar (`COPY_OF`) as that one."""
    while places:
        for count in range(len(places), 0, -1):
            run = [place for place in places[:count] if isinstance(place, str)]
            if len(run) == count and "_".join(run) in _terminals():
                yield "_".join(run)
                break
        else:
            count = 1
            yield places[0]
        places = places[count:]


def _terminal(word: str) -> str:
    return re.sub(r"\W", "", word).upper()


@cache
def _terminals() -> frozenset[str]:
    return frozenset(re.findall(r"^([A-Z_]+)(?:\.\d+)?:", _lark(), re.MULTILINE))


@cache
def _lark() -> str:
    return files("layerlaw.model.notation").joinpath("notation.lark").read_text(encoding="utf-8")
