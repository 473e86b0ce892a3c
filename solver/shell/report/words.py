"""Small pieces of wording that every report shares: values, effects, witnesses, clauses."""

from __future__ import annotations

from collections import Counter
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from layerlaw.model.notation.printing import print_ability, print_operation, print_selector
from layerlaw.solver.board.columns import PERMISSIONS
from layerlaw.solver.facts.situation import PLAYERS, RULES
from layerlaw.solver.shell.report.blocks import Heading, line
from layerlaw.solver.shell.report.names import label_named

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from layerlaw.model.algebra.groups import WordGroup
    from layerlaw.model.rulebooks.rulebook import Layer, Rulebook
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.effects.parts import Part
    from layerlaw.solver.facts.records import Change, Dependency, Happening, TurnRecord, Value
    from layerlaw.solver.facts.situation import Thing
    from layerlaw.solver.layers.runs import LayerRun, Turn
    from layerlaw.solver.shell.report.blocks import Block


MANY_WORDS = 40
"""A set of more words, such as every creature type, is not read out."""


def value_text(value: Value, kind: str = "") -> str:
    """A characteristic's value in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return "no one" if kind == "player" else "none"
    if isinstance(value, tuple):
        many = kind == "set" and len(value) > MANY_WORDS
        return first_names(value) if many else ", ".join(value) or "none"
    return str(value)


CERTIFIED = {
    "confirmed": ("confirmed", "green"),
    "refused": ("REFUSED", "bold red"),
    "unknown": ("UNKNOWN, neither confirmed nor refused", "yellow"),
}
"""What a certificate came to, in words, and how a terminal shows it."""


def counted(number: int, word: str) -> str:
    """So many of something: "1 reading", "1,200 dependencies"."""
    if number == 1:
        return f"1 {word}"
    return f"{number:,} {word.removesuffix('y') + 'ies' if word.endswith('y') else word + 's'}"


def first_names(names: Sequence[str], most: int = 12) -> str:
    """So many of the names, and how many more there are: "A, B and 3 more"."""
    left = len(names) - most
    return ", ".join(names[:most]) + (f" and {left} more" if left > 0 else "")


def each_once(labels: Iterable[str]) -> list[str]:
    """Each label once, with how often it is there if that is more than once: "Flying (2 times)"."""
    return [
        label if times == 1 else f"{label} ({times} times)"
        for label, times in Counter(labels).items()
    ]


def happened_in_order(chronicle: Sequence[Happening]) -> list[Happening]:
    """What happened by itself: what became of an object, then where it went instead of elsewhere.

    Where it goes is decided first, so the chronicle has that before "dies".
    """
    told = list(chronicle)
    for place, (one, then) in enumerate(pairwise(chronicle)):
        moved = [" instead of going to " in each.what for each in (one, then)]
        if moved == [True, False] and (then.event, then.object) == (one.event, one.object):
            told[place : place + 2] = [then, one]
    return told


def first_few(sentences: Sequence[str], most: int) -> str:
    """So many of the sentences in one, and how many more there are."""
    shown = "; ".join(sentences[:most])
    left = len(sentences) - most
    return f"{shown}; and {left} more" if left > 0 else shown


def came_and_went(
    answer: Answer, characteristic: str, before: Sequence[str], after: Sequence[str]
) -> tuple[list[str], list[str]]:
    """Which words or labels came and which went; all words of a group are "every" such word."""
    known = answer.rulebook.characteristics.get(characteristic)
    groups = known.groups if known else ()
    old, new = _by_group(groups, before), _by_group(groups, after)
    came = [label for label in new if label not in old and label not in before]
    return came, [label for label in old if label not in new and label not in after]


def _by_group(groups: Sequence[WordGroup], words: Sequence[str]) -> list[str]:
    """The words, with one phrase in place of those of a whole group."""
    told, having = list(words), set(words)
    for group in groups:
        if len(group.words) > 1 and having.issuperset(group.words) and told.count(group.words[0]):
            told[told.index(group.words[0])] = f"every {group.name}"
            told = [word for word in told if word not in group.words]
    return told


def change_text(derivation: Answer, change: Change) -> str:
    """One changed cell; of abilities and permissions what came and what went."""
    old, new = change.before, change.after
    head = f"{change.characteristic} of {change.object}: "
    kind = derivation.shown.kinds.get(change.characteristic, "")
    if kind or not isinstance(old, tuple) or not isinstance(new, tuple):
        return f"{head}{value_text(old, kind)} -> {value_text(new, kind)}"
    came, went = came_and_went(derivation, change.characteristic, old, new)
    told = [*(("+", one) for one in came), *(("-", one) for one in went)]
    return head + ", ".join(f"{sign} {label_named(derivation, one)}" for sign, one in told)


def part_text(derivation: Answer, run: LayerRun, effect: str) -> str:
    """What an effect does in the layer, in the notation."""
    part = next(turn.part for turn in run.turns if turn.part.id == effect)
    return part_words(derivation, part)


def part_words(derivation: Answer, part: Part) -> str:
    """What a part does, in the notation."""
    plurals = derivation.rulebook.plurals
    lines = []
    for index, steps in groupby(part.steps, key=lambda step: step.index):
        instruction = part.effect.ability.instructions[index]
        done = [prepared.operation for step in steps for prepared in step.operations]
        scope = print_selector(instruction.scope, plurals)
        does = ", ".join(
            print_operation(operation, plurals)
            for operation in sorted(done, key=instruction.operations.index)
        )
        lines.append(f"{scope}: {does}")
    return "; ".join(lines)


def is_routine(turn: Turn, facts: TurnRecord) -> bool:
    """Whether it is a turn of the game's own rules that bears on permissions at most.

    Reports for people leave these out, and do not count them.
    """
    permissions = all(change.characteristic == PERMISSIONS for change in facts.changes)
    return turn.part.effect.source == RULES and permissions


def effect_text(derivation: Answer, effect: str) -> str:
    """An effect's whole ability in the notation."""
    return print_ability(derivation.effects[effect].ability, derivation.rulebook.plurals)


def witness_text(dependency: Dependency) -> str:
    """The evidence for a dependency, as a sentence."""
    witness, on = dependency.witness, dependency.on
    match witness.kind:
        case "existence":
            return f"with {on} applied first, {dependency.effect} would no longer exist"
        case "scope":
            moves = []
            if witness.entered:
                moves.append(f"it would also apply to {', '.join(witness.entered)}")
            if witness.left:
                moves.append(f"it would no longer apply to {', '.join(witness.left)}")
            return f"with {on} applied first, {' and '.join(moves)}"
        case "action":
            return (
                f"with {on} applied first, what it does would change from "
                f"{witness.before} to {witness.after}"
            )
        case _:
            cells = ", ".join(f"{what} of {object}" for object, what in witness.cells)
            return f"the two orders end differently in {cells}"


def clause_text(clauses: tuple[str, ...]) -> str:
    """Clause ids in parentheses, or nothing."""
    return f"({', '.join(dict.fromkeys(clauses))})" if clauses else ""


def timestamp_text(timestamp: tuple[int, int]) -> str:
    """A timestamp: its moment, and its place inside it where there were several."""
    moment, place = timestamp
    return f"{moment}.{place}" if place else str(moment)


def whereabouts(thing: Thing, in_play: str) -> str:
    """Where an object is: its zone if it is not in play, its squares, its level, its bearer."""
    pieces = [] if thing.zone in (in_play, PLAYERS, RULES) else [f"in {thing.zone}"]
    if thing.place is not None:
        level = {"surface": "", "deep": " below ground", "void": " in the void"}
        void = thing.place.void
        squares = ", ".join(str(one) for one in thing.place.squares if one not in void)
        partly = f" and {', '.join(map(str, void))} in the void" if void else ""
        pieces.append(f"at {squares}{level[thing.place.level]}{partly}")
    if thing.bearer is not None:
        pieces.append(f"{'carried by' if thing.zone == in_play else 'with'} {thing.bearer}")
    return f"  [{'; '.join(pieces)}]" if pieces else ""


def clause_line(rulebook: Rulebook, id: str) -> str:
    """A clause or open point with what it says."""
    if id in rulebook.clauses:
        clause = rulebook.clauses[id]
        return f"{id}: {clause.says} [{clause.place}]"
    if id in rulebook.points:
        point = rulebook.points[id]
        chosen = rulebook.chosen.get(id, point.default)
        return f"{id} (open point): {point.question} Reading taken: {point.reading(chosen).says}"
    return id


def paradox_lines(derivation: Answer) -> tuple[str, ...]:
    """What has no value in a paradox, because of what, and that the rest stands."""
    if not derivation.rest:
        return ("Nothing is said of the rest.",)
    found: dict[str, list[str]] = {}
    for object, name in sorted(derivation.without):
        found.setdefault(object, []).append(name)
    cells = "; ".join(f"{', '.join(names)} of {object}" for object, names in found.items())
    lines = [f"without value, because of {', '.join(derivation.stuck)}: {cells or 'nothing'}"]
    if derivation.doubtful:
        lines.append(f"not known to be in force or not: {', '.join(derivation.doubtful)}")
    if len(derivation.rest) > 1:
        lines.append(
            f"what stands has {len(derivation.rest)} states, of which only what is the same "
            "in all is shown"
        )
    lines += [
        f"not known, for it asks for what has no value: whether {fate.object} {fate.verdict}"
        for fate in derivation.undecided
    ]
    lines.append("The rest reads none of that, and is as follows.")
    return tuple(lines)


def together_text(derivation: Answer) -> str:
    """How many answers agree with effects that apply at the same time."""
    if derivation.verdict == "paradox":
        return "A paradox: no state agrees with all effects at the same time."
    head = "All effects apply at the same time"
    if derivation.verdict == "settled":
        return f"{head}: one answer."
    return f"{head}, and {len(derivation.answers or ())} answers agree with them."


def layer_text(layer: Layer) -> str:
    """A layer's id and its name, where it has one."""
    return layer.id if layer.id == layer.name else f"{layer.id} {layer.name}"


def title_blocks(title: str, rulebook: Rulebook, readings: Mapping[str, str]) -> list[Block]:
    """What stands above a report on a scenario: its title, the rulebook, the readings chosen."""
    return [
        Heading(title, 1),
        line((f"{rulebook.title}, {rulebook.version} ({rulebook.id})", "dim")),
        *(
            line((f"under the reading {point} = {reading}", "yellow"))
            for point, reading in readings.items()
        ),
    ]
