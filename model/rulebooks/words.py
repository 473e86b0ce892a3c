"""The words of a rulebook: of the notation, for operations in layers, and those it can't use."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from layerlaw.model.algebra import Everything, Selector
from layerlaw.model.arguments import checked
from layerlaw.model.notation.vocabulary import Numbering, Vocabulary
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.rulebooks.space import ON_SQUARES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from layerlaw.model.rulebooks.rulebook import Characteristic
    from layerlaw.model.rulebooks.space import Space

EVENT_WORDS = (
    "together",
    "move",
    "attach",
    "drop",
    "leave",
    "gets",
    "loses",
    "does",
    "transform",
    "link",
    "unlink",
    "put",
    "resolve",
    "begins",
    "ends",
    "turn",
    "expect",
    "stated",
)
"""What events begin with: a counter or a player of one of these names could never be meant."""


@checked()
def vocabulary(rulebook: Rulebook) -> Vocabulary:
    """The words that the notation understands under a rulebook.

    rulebook: whose words are asked for.

    Raises `WrongArgument` for anything but a rulebook.

    >>> from layerlaw import shipped_rulebook
    >>> from layerlaw.model import vocabulary
    >>> vocabulary(shipped_rulebook("sorcery-2026-01")).statuses
    ('silenced', 'disabled', 'tapped', 'stirring')
    """
    return words_of(
        rulebook.characteristics.values(),
        nouns=rulebook.nouns,
        plurals=rulebook.plurals,
        statuses=tuple(rulebook.statuses),
        zones=rulebook.zones,
        keywords=tuple(rulebook.keywords),
        actions=rulebook.actions,
        numbered=rulebook.numbered,
        space=rulebook.space,
        types=rulebook.types,
        control=rulebook.control,
        animated=rulebook.animated,
    )


def words_of(
    characteristics: Iterable[Characteristic],
    *,
    nouns: Mapping[str, Selector],
    plurals: Mapping[str, str],
    statuses: tuple[str, ...],
    space: Space | None,
    zones: tuple[str, ...],
    keywords: tuple[str, ...],
    actions: Mapping[str, str],
    numbered: Mapping[str, Numbering],
    types: str,
    control: str,
    animated: str,
) -> Vocabulary:
    """The words of a rulebook that has these characteristics, nouns and so on."""
    named = {each.name: each for each in characteristics}
    return Vocabulary(
        kinds=MappingProxyType({name: each.kind for name, each in named.items()}),
        members=MappingProxyType(
            {word: name for name, each in named.items() for word in each.words}
        ),
        nouns=MappingProxyType({"object": Everything(), **nouns}),
        plurals=plurals,
        statuses=statuses,
        regions=space.regions if space else (),
        zones=zones,
        keywords=keywords,
        parts=MappingProxyType({part: name for name, each in named.items() for part in each.parts}),
        based=tuple(name for name, each in named.items() if each.base),
        actions=actions,
        numbered=numbered,
        relations=tuple(name for name, _ in (space.relations if space else ON_SQUARES)),
        types=types,
        control=control,
        animated=animated,
        groups=tuple(group for each in named.values() for group in each.groups),
        counters=tuple(name for name, each in named.items() if each.counter or each.counted),
    )


def operation_words(
    characteristics: Iterable[Characteristic], statuses: Iterable[str]
) -> tuple[str, ...]:
    """Every word for operations that a layer can list under these characteristics."""
    words = ["copy", "change text", "animate", "can't be modified", *statuses]
    words += [f"can't be {status}" for status in statuses]
    words += ["permissions", "ignore", "replacements"]
    words += ["set name", "add name", "change name"]
    words += [f"{verb} abilities" for verb in ("gain", "lose", "forbid", "change")]
    verbs = {
        "number": ("define", "set", "fix", "add", "multiply", "limit", "swap", "change"),
        "set": ("define", "set", "add", "remove", "change"),
        "player": ("set", "forbid", "change"),
    }
    for each in characteristics:
        if not each.counter:
            words += [f"{verb} {each.name}" for verb in verbs.get(each.kind, ())]
    return tuple(dict.fromkeys(words))
