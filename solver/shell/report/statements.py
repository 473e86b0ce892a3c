"""What comes out of an answer, in statements: each object once, with all that is new of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from layerlaw.model.notation.english import english_ability, english_selector
from layerlaw.model.notation.spelling import listed
from layerlaw.solver.answer.ruling import changed_values
from layerlaw.solver.board.columns import ABILITIES, NAME
from layerlaw.solver.facts.situation import RULES
from layerlaw.solver.shell.report.names import object_name, objects_named
from layerlaw.solver.shell.report.outcomes import plural_verdict
from layerlaw.solver.shell.report.rulings import spoken_of, told_rulings
from layerlaw.solver.shell.report.words import came_and_went, each_once, value_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from layerlaw.solver.answer.ruling import ChangedValue
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.effects.context import AbilityInstance
    from layerlaw.solver.shell.report.rulings import FinalRuling

WIDEST = 80
"""A longer sentence of an ability is not quoted; it says from which card the ability is."""
VALUES = 3
"""So many different values of one number are told."""

_DONE = re.compile(r"(can't be|can't|can be|can) (\S+)(.*)")
_IGNORED = re.compile(r"ignores (can't .*) from (.*)")

Ids = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Predicate:
    """What is so of some objects: of one "is silenced", of several "are silenced"."""

    objects: Ids
    one: str
    several: str


def statements(answer: Answer) -> list[str]:
    """What is so in the end and was not, and what the checks do, the most telling first.

    Of each group of objects all in one statement. What an object may do by a keyword, or by an
    ability that is told as gained, is told where nothing else is.
    """
    changes = _by_characteristic(answer)
    players = list(_players(answer, changes))
    predicates = [*_fates(answer), *_names(answer, changes), *_truths(answer, changes)]
    predicates += [*_words(answer, changes), *_abilities(answer, changes)]
    permits = list(_permissions(answer))
    news = [one for one, known in permits if not known]
    subjects = {one.objects for one in [*predicates, *news]}
    numbers, with_subject = _numbers(answer, changes, subjects)
    told = [*players, *_joined(answer, [*predicates, *with_subject, *news]), *numbers]
    return told or _joined(answer, [one for one, _ in permits])


def ability_text(answer: Answer, label: str, widest: int = WIDEST) -> str:
    """An ability as it is told: a keyword, a short one in English, of a long one whose it is."""
    for number, instance in enumerate(answer.shown.instances):
        if answer.shown.ability(number) == label:
            return _instance_text(answer, instance, label, widest)
    return f"'{label}'"


def ability_words(answer: Answer, widest: int = WIDEST) -> dict[str, str]:
    """All abilities that there are, by their labels, as they are told."""
    found: dict[str, str] = {}
    for number, instance in enumerate(answer.shown.instances):
        label = answer.shown.ability(number)
        if label not in found:
            found[label] = _instance_text(answer, instance, label, widest)
    return found


def _instance_text(answer: Answer, instance: AbilityInstance, label: str, widest: int) -> str:
    if instance.ability.keyword is not None:
        return label.removesuffix(f" from {instance.giver[0]}") if instance.giver else label
    english = english_ability(instance.ability, "this", answer.rulebook.plurals).rstrip(".")
    if len(english) <= widest:
        return f'"{english}"'
    giver = answer.effects.get(instance.giver[0]) if instance.giver else None
    if giver is None:
        return "a printed ability"
    return f"an ability from {object_name(answer, answer.world.things[giver.holder].id)}"


def _joined(answer: Answer, predicates: Iterable[Predicate]) -> list[str]:
    """A statement for each group of objects: "Wolf (W) is silenced and gains Airborne"."""
    together: dict[Ids, list[str]] = {}
    for one in predicates:
        said = one.one if len(one.objects) == 1 else one.several
        together.setdefault(one.objects, []).append(said)
    return [f"{objects_named(answer, ids)} {listed(said)}" for ids, said in together.items()]


def _by_characteristic(answer: Answer) -> dict[str, list[ChangedValue]]:
    """The changed values by characteristic; what silence takes is not told beside the silence."""
    changes = changed_values(answer)
    statuses = answer.rulebook.statuses
    silent = {
        change.object
        for change in changes
        if change.after is True
        and change.characteristic in statuses
        and (statuses[change.characteristic].silences or statuses[change.characteristic].disables)
    }
    by_name: dict[str, list[ChangedValue]] = {}
    for change in changes:
        if change.characteristic != ABILITIES or change.object not in silent:
            by_name.setdefault(change.characteristic, []).append(change)
    return by_name


def _fates(answer: Answer) -> Iterator[Predicate]:
    """What the checks do, those with the same end together: "Foot Soldier (F) dies"."""
    ends: dict[str, list[str]] = {}
    for fate in answer.due:
        ends.setdefault(fate.verdict, []).append(fate.object)
    for verdict, ids in ends.items():
        yield Predicate(tuple(ids), verdict, plural_verdict(verdict))


def _players(answer: Answer, changes: Mapping[str, Sequence[ChangedValue]]) -> Iterator[str]:
    """Whose they are now; where everything in play is now one player's, that."""
    in_play = [
        thing.id for thing in answer.situation.things if thing.zone == answer.rulebook.in_play
    ]
    for name, changed in changes.items():
        if answer.shown.kinds.get(name) != "player":
            continue
        ends = {answer.agreed.get((id, name)) for id in in_play}
        grouped: dict[str, list[str]] = {}
        for change in changed:
            grouped.setdefault(value_text(change.after, "player"), []).append(change.object)
        for player, ids in grouped.items():
            whole = len(ids) > 1 and ends == {player}
            objects = f"all {len(in_play)} objects in play" if whole else objects_named(answer, ids)
            be = "is" if len(ids) == 1 and not whole else "are"
            if name != answer.rulebook.control:
                yield f"{name} of {objects} {be} {player}"
            elif player == "you":
                yield f"you now control {objects}"
            else:
                yield f"{objects} {be} now controlled by {player}"


def _names(answer: Answer, changes: Mapping[str, Sequence[ChangedValue]]) -> Iterator[Predicate]:
    """What they are now called; the objects are named by that already."""
    by_name: dict[str, list[str]] = {}
    for change in changes.get(NAME, ()):
        by_name.setdefault(f"{change.before}", []).append(change.object)
    for before, ids in by_name.items():
        yield Predicate(tuple(ids), f"was {before} before", f"were {before} before")


def _truths(answer: Answer, changes: Mapping[str, Sequence[ChangedValue]]) -> Iterator[Predicate]:
    """What they are now and are no longer: "is silenced", "can't be modified"."""
    statuses = answer.rulebook.statuses
    for name in sorted(changes, key=lambda name: name not in statuses):
        for after in (True, False):
            ids = tuple(change.object for change in changes[name] if change.after is after)
            if not ids:
                continue
            if name.startswith("can't "):
                said = name if after else name.replace("can't", "can", 1)
                yield Predicate(ids, said, said)
            else:
                said = name if after else f"no longer {name}"
                yield Predicate(ids, f"is {said}", f"are {said}")


def _words(answer: Answer, changes: Mapping[str, Sequence[ChangedValue]]) -> Iterator[Predicate]:
    """What words they have now and have no longer, of all kinds: "is now also beast"."""
    came: dict[str, list[str]] = {}
    went: dict[str, list[str]] = {}
    for name, changed in changes.items():
        if answer.shown.kinds.get(name) == "set":
            for change in changed:
                new, gone = _difference(answer, change)
                came.setdefault(change.object, []).extend(new)
                went.setdefault(change.object, []).extend(gone)
    grouped: dict[tuple[Ids, Ids], list[str]] = {}
    for id in came:
        grouped.setdefault((tuple(came[id]), tuple(went[id])), []).append(id)
    for (new, gone), ids in grouped.items():
        said = []
        if new:
            said.append(f"now {'' if gone else 'also '}{listed(new)}")
        if gone:
            said.append(f"{'instead of' if new else 'no longer'} {listed(gone, 'or')}")
        text = " ".join(said)
        yield Predicate(tuple(ids), f"is {text}", f"are {text}")


def _abilities(
    answer: Answer, changes: Mapping[str, Sequence[ChangedValue]]
) -> Iterator[Predicate]:
    """What abilities they gain and lose."""
    grouped: dict[tuple[Ids, Ids, bool], list[str]] = {}
    for change in changes.get(ABILITIES, ()):
        new, gone = _difference(answer, change)
        grouped.setdefault((new, gone, not change.after), []).append(change.object)
    for (new, gone, empty), ids in grouped.items():
        lost = "all abilities" if empty else _few(answer, gone)
        if new:
            text = _few(answer, new)
            yield Predicate(tuple(ids), f"gains {text}", f"gain {text}")
        if gone:
            yield Predicate(tuple(ids), f"loses {lost}", f"lose {lost}")


def _difference(answer: Answer, change: ChangedValue) -> tuple[Ids, Ids]:
    """What came, and what went."""
    before = change.before if isinstance(change.before, tuple) else ()
    after = change.after if isinstance(change.after, tuple) else ()
    came, went = came_and_went(answer, change.characteristic, before, after)
    return tuple(came), tuple(went)


def _few(answer: Answer, labels: Sequence[str]) -> str:
    """The first abilities, those that read alike with how often; of more than three how many."""
    told = each_once(ability_text(answer, label) for label in labels)
    left = len(told) - 2
    return listed(told) if left <= 1 else f"{', '.join(told[:2])} and {left} more"


def _numbers(
    answer: Answer, changes: Mapping[str, Sequence[ChangedValue]], subjects: set[Ids]
) -> tuple[list[str], list[Predicate]]:
    """What numbers are now: statements of their own, and what is so of who is told of anyway."""
    own: dict[tuple[tuple[str, Ids], ...], list[str]] = {}
    predicates: dict[Ids, list[str]] = {}
    for name, changed in changes.items():
        first = changed[0].after
        kind = answer.shown.kinds.get(name, "")
        if name in (ABILITIES, NAME) or kind in ("player", "set") or isinstance(first, bool):
            continue
        grouped: dict[str, list[str]] = {}
        for change in changed:
            grouped.setdefault(value_text(change.after, kind), []).append(change.object)
        groups = [(value, tuple(ids)) for value, ids in grouped.items()]
        if len(groups) == 1 and groups[0][1] in subjects:
            predicates.setdefault(groups[0][1], []).append(f"{name} {groups[0][0]}")
        elif len(groups) == 1:
            # Numbers of the same objects come together.
            own.setdefault((("", groups[0][1]),), []).append(f"{name} is now {groups[0][0]}")
        else:
            own.setdefault(tuple(groups), []).append(name)
    said = []
    for groups_of, names in own.items():
        if not groups_of[0][0]:
            said.append(f"{listed(names)} for {objects_named(answer, groups_of[0][1])}")
            continue
        parts = [f"{value} for {objects_named(answer, ids)}" for value, ids in groups_of]
        be = "is" if len(names) == 1 else "are"
        head = f"{listed(names)} {be} now"
        left = len(parts) - VALUES
        if left > 1:
            told = ", ".join(parts[:VALUES])
            said.append(f"{head} {told} and other values for {left} more groups")
        else:
            said.append(f"{head} {listed(parts)}")
    have = [
        Predicate(ids, f"now has {listed(told)}", f"now have {listed(told)}")
        for ids, told in predicates.items()
    ]
    return said, have


# --- what they may do ----------------------------------------------------------------------------


def _permissions(answer: Answer) -> Iterator[tuple[Predicate, bool]]:
    """What cards let objects do or keep them from, and whether an ability's name says it already.

    That is so of what a keyword does, and of what a gained ability does.
    """
    by_object: dict[str, dict[bool, list[FinalRuling]]] = {}
    for thing in answer.situation.things:
        if thing.zone != answer.rulebook.in_play:
            continue
        for one in told_rulings(answer, thing.id):
            if one.rule:
                continue
            effect = answer.effects.get(one.decided_by)
            known = effect is not None and (
                effect.ability.keyword is not None or "@" in one.decided_by
            )
            by_object.setdefault(thing.id, {}).setdefault(known, []).append(one)
    grouped: dict[tuple[bool, str, str], list[str]] = {}
    for id, kinds in by_object.items():
        for known, told in kinds.items():
            for pair in _permitted(answer, id, told):
                grouped.setdefault((known, *pair), []).append(id)
    for (known, one_text, several), ids in grouped.items():
        yield Predicate(tuple(ids), one_text, several), known


def _permitted(answer: Answer, id: str, told: Sequence[FinalRuling]) -> Iterator[tuple[str, str]]:
    """What goes for an object, of one and of several; verbs about the same come together."""
    verbs: dict[tuple[str, str], list[str]] = {}
    for one in told:
        if found := _IGNORED.fullmatch(one.says):
            what, whom = found[1], _whom(answer, found[2], id)
            yield (
                f"ignores that it {what} because of {whom}",
                f"ignore that they {what} because of {whom}",
            )
        elif found := _DONE.fullmatch(one.says):
            about = _about(answer, one, found[2])
            rest = found[3] if about is None else about
            verbs.setdefault((found[1], rest), []).append(found[2])
        else:
            yield one.says, plural_verdict(one.says)
    for (modal, rest), actions in verbs.items():
        text = f"{modal} {listed(actions, 'or')}{_named_at_the_end(answer, rest, id)}"
        yield text, text


def _about(answer: Answer, one: FinalRuling, action: str) -> str | None:
    """Whom the card speaks of, in its own words, where it does not speak of targets."""
    if one.general:
        return None
    phrases = {
        (" by " if passive else " ") + english_selector(whom, "itself", answer.rulebook.plurals)
        for verb, passive, allowed, whom in spoken_of(answer, one.decided_by)
        if verb == action and passive == (" be " in one.says) and allowed is not None
    }
    if len(phrases) != 1 or "target" in (phrase := phrases.pop()):
        return None
    return phrase


def _named_at_the_end(answer: Answer, words: str, id: str) -> str:
    """The words with the ids at their end, if there are any, by their names."""
    pieces = words.split(" ")
    for place in range(1, len(pieces)):
        ids = " ".join(pieces[place:]).split(", ")
        if all(one in answer.world.index for one in ids):
            return " ".join([*pieces[:place], _whom(answer, ", ".join(ids), id)])
    return words


def _whom(answer: Answer, ids: str, id: str) -> str:
    """The objects of a list: all players as "players", the object itself, others by name."""
    named = ids.split(", ")
    players = [one for one in named if one in answer.situation.players]
    named = [one for one in named if one not in players]
    whom = []
    if RULES in named:
        whom.append("the rules")
        named.remove(RULES)
    if named:
        whom.append("itself" if named == [id] else objects_named(answer, named))
    if len(players) == len(answer.situation.players) > 1:
        players = ["players"]
    return listed([*whom, *players])
