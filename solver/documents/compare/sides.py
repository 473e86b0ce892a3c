"""What each document has of one difference, in words; and why no board shows it."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra.trees import nodes
from layerlaw.model.notation.printing import print_ability, print_selector
from layerlaw.solver.documents.compare import described

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.documents.compare.comparison import LayerDifference
    from layerlaw.solver.documents.compare.toggles import Toggle


def lone_words(one: Rulebook, other: Rulebook) -> Iterator[tuple[str, str, int]]:
    """The words that one document alone has: of what kind, which, and on which side."""
    kinds = {
        "zone": (one.zones, other.zones),
        "status": (one.statuses, other.statuses),
        "characteristic": (one.characteristics, other.characteristics),
        "verb": (one.actions, other.actions),
        "noun": (one.nouns, other.nouns),
        "stacking": (one.stacking, other.stacking),
        "holding": (one.holding, other.holding),
        "melding": (one.melding, other.melding),
    }
    for kind, (first, second) in kinds.items():
        for word in dict.fromkeys((*first, *second)):
            if (word in first) != (word in second):
                yield kind, word, 0 if word in first else 1


def spoken_of_alone(
    toggle: Toggle, sides: tuple[Rulebook, Rulebook], lone: Sequence[tuple[str, str, int]]
) -> tuple[str, ...]:
    """The words that one document alone has and a rule, keyword or check uses."""
    words = {word for _, word, _ in lone}
    trees: list[object] = []
    for book in sides:
        trees += [rule.ability for rule in book.rules if toggle.what == f"rule {rule.id}"]
        trees += [check.who for check in book.checks if toggle.what == f"check {check.id}"]
        trees += [each for id, each in book.keywords.items() if toggle.what == f"keyword {id}"]
    named = (
        value
        for tree in trees
        for node in nodes(tree)
        if is_dataclass(node)
        for value in (getattr(node, part.name) for part in fields(node))
    )
    used = (value for value in named if isinstance(value, str) and value in words)
    return tuple(dict.fromkeys(used))


def said_of(toggle: Toggle, sides: tuple[Rulebook, Rulebook]) -> tuple[str, str]:
    """What each side has of a policy, rule, keyword or check."""
    first, second = (_has(toggle, book) for book in sides)
    return first, second


def _has(toggle: Toggle, book: Rulebook) -> str:
    """What the rulebook has of it, in the notation; empty: nothing."""
    if toggle.kind == "policy":
        return book.policy(toggle.what)
    if toggle.kind == "word":
        return described.said(book, *toggle.field_and_name)
    if toggle.kind == "keyword" and toggle.id in book.keywords:
        ability = replace(book.keywords[toggle.id], keyword=None)
        return print_ability(ability, book.plurals) if ability.instructions else "a mere word"
    if toggle.kind == "rule":
        rules = [rule.ability for rule in book.rules if rule.id == toggle.id]
        return "; ".join(print_ability(replace(each, layer=None), book.plurals) for each in rules)
    if toggle.kind == "check":
        checks = [check for check in book.checks if check.id == toggle.id]
        return "; ".join(
            f"{print_selector(check.who, book.plurals)}: {check.verdict}" for check in checks
        )
    return ""


def standing(difference: LayerDifference, side: int) -> str:
    """How the first operations stand to the second ones on one side, and by which clauses."""
    how = (difference.one, difference.other)[side]
    cited = ", ".join(dict.fromkeys(difference.clauses[side]))
    return f"{'together' if how == 'together' else f'the former {how} the latter'} ({cited})"


def operations_in_words(words: Iterable[str]) -> str:
    """ "set, add air, fire" for the operations of each kind on each of these."""
    by_verb: dict[str, list[str]] = {}
    for word in words:
        verb, _, rest = word.partition(" ")
        by_verb.setdefault(verb, []).append(rest)
    by_rest: dict[tuple[str, ...], list[str]] = {}
    for verb, names in by_verb.items():
        by_rest.setdefault(tuple(names), []).append(verb)
    return "; ".join(
        f"{', '.join(verbs)} {', '.join(names)}".strip() for names, verbs in by_rest.items()
    )
