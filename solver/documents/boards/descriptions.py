"""What made-up effects do, and the descriptions that are true of an object once they did it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.solver.documents.boards.small_boards import SharedWords


@dataclass(frozen=True, slots=True)
class MadeEffect:
    """Something that an effect does to the made-up `Victim` (or the object that `to` names).

    seen: selectors that hold the object once it is done, and not before. unseen: selectors that
    hold it before, and not once it is done.
    """

    text: str
    seen: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    to: str = "Victim"


@cache
def deeds(words: SharedWords) -> tuple[MadeEffect, ...]:
    """Everything that effects do in the rulebook's own words, numbers first."""
    return tuple(deed for deed in _all(words) if works(words, f"self: {deed.text}"))


@cache
def brief(words: SharedWords) -> tuple[MadeEffect, ...]:
    """A few deeds, one or two of every kind, for boards that put several of them together."""
    kinds = (words.numbers[:1], tuple(words.sets)[-1:], ("gain", words.rulebook.control))
    names = tuple(name for kind in kinds for name in kind)
    silencing = {s for s in words.statuses if words.rulebook.statuses[s].silences}
    return tuple(
        deed
        for deed in deeds(words)
        if (deed.text in silencing or deed.text.split()[0] in names)
        and (deed.seen or deed.unseen)
        and deed.text.split()[1:2] not in (["at"], ["fixed"], ["-="])
    )


def _all(words: SharedWords) -> Iterator[MadeEffect]:
    thing = words.things
    for name in words.numbers:
        more = (f"{thing} with {name} >= 8",)
        less = (f"{thing} with {name} <= 5",)
        yield MadeEffect(f"{name} := 8", more, less)
        yield MadeEffect(f"{name} += 3", more, less)
        yield MadeEffect(f"{name} *= 2", more, less)
        yield MadeEffect(f"{name} -= 3", (f"{thing} with {name} <= 2",))
        yield MadeEffect(f"{name} at least 8", more, less)
        yield MadeEffect(f"{name} at most 6")
        yield MadeEffect(f"{name} fixed at 8", more, less)
    for name, known in words.sets.items():
        if len(known) < 2:
            continue
        now, then = known[:2]
        has, had = f"{thing} that are {then}", f"{thing} that are {now}"
        yield MadeEffect(f"{name} := {then}", (has,), (had,))
        yield MadeEffect(f"{name} += {then}", (has,))
        for third in known[2:3]:
            yield MadeEffect(f"{name} += {third}", (f"{thing} that are {third}",))
            yield MadeEffect(f"{name} -= {third}")
        yield MadeEffect(f"{name} -= {now}", (f"{thing} that are not {now}",), (had,))
    for keyword in words.keywords[1:2]:
        yield MadeEffect(f"gain {keyword}", (f"{thing} with {keyword}",))
    for keyword in words.keywords[:1]:
        lost, had = f"{thing} without {keyword}", f"{thing} with {keyword}"
        yield MadeEffect(f"gain {keyword}", (had,))
        yield MadeEffect(f"lose {keyword}", (lost,), (had,))
        yield MadeEffect("lose all abilities", (lost,), (had,))
    for status in words.statuses:
        yield MadeEffect(status, (f"{status} {thing}",))
    if control := words.rulebook.control:
        yield MadeEffect(f"{control} := opponent", (f"{thing} an opponent controls",))
    if words.noun:
        yield MadeEffect(f"animated as {words.noun}", (thing,), (), "Relic")
    # By its id, because what becomes a copy has its name as well.
    yield MadeEffect('copy of "M"')
    for action in words.actions[:1]:
        yield MadeEffect(f"can't {action}")


def works(words: SharedWords, line: str) -> bool:
    """Whether the rulebook knows the line and has a layer for all that it does."""
    try:
        ability = words.ability(line)
        for instruction in ability.instructions:
            for operation in instruction.operations:
                words.rulebook.layer_of(operation)
    except LayerlawError:
        return False
    return True


def rivals(words: SharedWords) -> tuple[tuple[str, str], ...]:
    """Pairs of deeds that come to something else in the other order."""
    pairs: list[tuple[str, str]] = []
    for name in words.numbers[:1]:
        pairs += [(f"{name} := 1", f"{name} := 2"), (f"{name} += 3", f"{name} *= 2")]
    for name, known in words.sets.items():
        if len(known) > 1:
            pairs.append((f"{name} := {known[0]}", f"{name} := {known[1]}"))
    pairs += [(f"gain {keyword}", f"lose {keyword}") for keyword in words.keywords[1:2]]
    if control := words.rulebook.control:
        pairs.append((f"{control} := you", f"{control} := opponent"))
    return tuple(pair for pair in pairs if all(works(words, f"self: {text}") for text in pair))
