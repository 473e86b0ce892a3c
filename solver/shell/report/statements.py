"""What comes out of an answer, in statements: each object once, with all that is new of it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from layerlaw.model.algebra import CopyOf
from layerlaw.model.algebra.only import kept_by
from layerlaw.model.dataclass import dataclass
from layerlaw.model.notation.english import english_ability, english_selector
from layerlaw.model.notation.english_phrases import THIS
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
    from layerlaw.solver.facts.records import Value
    from layerlaw.solver.shell.report.rulings import FinalRuling

WIDEST = 80
"""A longer sentence of an ability is not quoted; it says from which card the ability is."""
PRINTED = "a printed ability"
"""An ability too long to be quoted that no effect gave."""
VALUES = 3
"""So many different values of one number are told."""

_DONE = re.compile(r"(can't be|can't|can be|can) (\S+)(.*)")
_RELATIVE = re.compile(r"\b(you|your|allied|allies|enemy|enemies|opponents?)\b")
OTHER = "other: "
"""How an ability is labelled that is no continuous effect."""
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
    if instance.ability.keyword is not None and not label.startswith(OTHER):
        return label.removesuffix(f" from {instance.giver[0]}") if instance.giver else label
    english = english_ability(instance.ability, THIS, answer.rulebook.plurals).rstrip(".")
    if len(english) <= widest:
        return f'"{english}"'
    giver = answer.effects.get(instance.giver[0]) if instance.giver else None
    if giver is None:
        return PRINTED
    return f"an ability from {object_name(answer, answer.world.things[giver.holder].id)}"


def changed_texts(answer: Answer, change: ChangedValue, widest: int) -> tuple[Counter[str], ...]:
    """Which abilities came and which went, as they are told; what only changed hands is neither.

    widest: as of `ability_text`.
    """
    came, went = (
        Counter(ability_text(answer, label, widest) for label in labels)
        for labels in _difference(answer, change)
    )
    for text in (came & went) if change.characteristic == ABILITIES else ():
        if not _is_vague(text):
            both = min(came[text], went[text])
            came[text] -= both
            went[text] -= both
    return +came, +went


def _is_vague(text: str) -> bool:
    """Whether the text says of an ability no more than whose it is."""
    return text.startswith((PRINTED, "an ability from "))


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
    for change in _beyond_copying(answer, changes):
        if change.characteristic != ABILITIES or change.object not in silent:
            by_name.setdefault(change.characteristic, []).append(change)
    return by_name


def _copiers(answer: Answer, change: ChangedValue) -> list[str]:
    """The effects among those that changed the value that make its object a copy."""
    return [
        effect
        for effect in change.by
        if (found := answer.effects.get(effect)) is not None
        and any(
            isinstance(operation, CopyOf) and not operation.text
            for instruction in found.ability.instructions
            for operation in instruction.operations
        )
    ]


def _merges(answer: Answer, effect: str) -> bool:
    """Whether by the effect a card is a part of an object, and no other object is copied."""
    return any(
        isinstance(operation, CopyOf) and operation.merging != ""
        for instruction in answer.effects[effect].ability.instructions
        for operation in instruction.operations
    )


def _beyond_copying(answer: Answer, changes: Iterable[ChangedValue]) -> Iterator[ChangedValue]:
    """The changes; of what is a copy under another name what is otherwise than with the copy."""
    changes = list(changes)
    copies = {one.object for one in changes if one.characteristic == NAME and _copiers(answer, one)}
    copied: dict[tuple[str, str, str], Value] = {}
    state = (answer.states or answer.rest or (answer,))[0]
    for record in state.layers if copies else ():
        for turn in record.turns:
            for made in turn.changes:
                copied[turn.effect, made.object, made.characteristic] = made.after
    for change in changes:
        makers = _copiers(answer, change) if change.object in copies else []
        if not makers or change.characteristic == NAME:
            yield change
        elif change.by[-1] != makers[-1]:
            before = copied[makers[-1], change.object, change.characteristic]
            if before != change.after:
                yield replace(change, before=before)


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
    by_name: dict[tuple[str, str], list[str]] = {}
    for change in changes.get(NAME, ()):
        copiers = _copiers(answer, change)
        merged = bool(copiers) and _merges(answer, copiers[-1])
        how = "merged" if merged else "copy" if copiers else ""
        by_name.setdefault((f"{change.before}", how), []).append(change.object)
    for (before, how), ids in by_name.items():
        if how == "merged":
            one, several = (f"{be} over {before}" for be in ("lies", "lie"))
        elif how == "copy":
            one, several = (f"{be} instead of {before}" for be in ("is a copy", "are copies"))
        else:
            one, several = (f"{be} {before} before" for be in ("was", "were"))
        yield Predicate(tuple(ids), one, several)


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
    grouped: dict[tuple[str, str], list[str]] = {}
    for change in changes.get(ABILITIES, ()):
        new, gone = changed_texts(answer, change, WIDEST)
        lost = "all abilities" if gone and not change.after else _few(gone)
        grouped.setdefault((_few(new), lost), []).append(change.object)
    for (gained, lost), ids in grouped.items():
        if gained:
            yield Predicate(tuple(ids), f"gains {gained}", f"gain {gained}")
        if lost:
            yield Predicate(tuple(ids), f"loses {lost}", f"lose {lost}")


def _difference(answer: Answer, change: ChangedValue) -> tuple[Ids, Ids]:
    """What came, and what went."""
    before = change.before if isinstance(change.before, tuple) else ()
    after = change.after if isinstance(change.after, tuple) else ()
    came, went = came_and_went(answer, change.characteristic, before, after)
    return tuple(came), tuple(went)


def _few(texts: Counter[str]) -> str:
    """The first abilities, those that read alike with how often; of more than three how many."""
    told = [
        f"{times} {text.partition(' ')[2].replace('ability', 'abilities', 1)}"
        if times > 1 and _is_vague(text)
        else each_once([text] * times)[0]
        for text, times in texts.items()
    ]
    left = len(told) - 2
    return listed(told) if left <= 1 else f"{', '.join(told[:2])} and {left} more"


def _numbers(
    answer: Answer, changes: Mapping[str, Sequence[ChangedValue]], subjects: set[Ids]
) -> tuple[list[str], list[Predicate]]:
    """What numbers are now: statements of their own, and what is so of who is told of anyway."""
    own: dict[tuple[tuple[str, Ids], ...], list[str]] = {}
    predicates: dict[Ids, list[str]] = {}
    lacking: dict[str, list[str]] = {}
    for name, changed in changes.items():
        first = next((one.after for one in changed if one.after is not None), None)
        kind = answer.shown.kinds.get(name, "")
        if name in (ABILITIES, NAME) or kind in ("player", "set") or isinstance(first, bool):
            continue
        grouped: dict[str, list[str]] = {}
        for change in changed:
            if change.after is None:
                lacking.setdefault(change.object, []).append(f"no {name}")
            else:
                grouped.setdefault(value_text(change.after, kind), []).append(change.object)
        if not grouped:
            continue
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
    without: dict[tuple[str, ...], list[str]] = {}
    for id, names in lacking.items():
        without.setdefault(tuple(names), []).append(id)
    for lacked, ids in without.items():
        predicates.setdefault(tuple(ids), []).extend(lacked)
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
    things = {thing.id: thing.zone for thing in answer.situation.things}
    for id in (*things, *answer.situation.players):
        for one in told_rulings(answer, id):
            effect = answer.effects.get(one.decided_by)
            if one.rule or (
                things.get(id) != answer.rulebook.in_play and not _from_others(answer, id, one)
            ):
                continue
            known = effect is not None and (
                effect.ability.keyword is not None or "@" in one.decided_by
            )
            by_object.setdefault(id, {}).setdefault(known, []).append(one)
    grouped: dict[tuple[bool, str, str], list[str]] = {}
    for id, kinds in by_object.items():
        for known, told in kinds.items():
            for pair in _permitted(answer, id, told):
                grouped.setdefault((known, *pair), []).append(id)
    for (known, one_text, several), ids in grouped.items():
        yield Predicate(tuple(ids), one_text, several), known


def _from_others(answer: Answer, id: str, one: FinalRuling) -> bool:
    """Whether another card says it; of players only what that forbids them is told."""
    effect = answer.effects.get(one.decided_by)
    if id in answer.situation.players:
        return one.says.startswith("can't ")
    return effect is not None and answer.world.things[effect.holder].id != id


def _permitted(answer: Answer, id: str, told: Sequence[FinalRuling]) -> Iterator[tuple[str, str]]:
    """What goes for an object, of one and of several; verbs about the same come together."""
    verbs: dict[tuple[str, bool, str], list[str]] = {}
    for one in told:
        if found := _IGNORED.fullmatch(one.says):
            what, whom = found[1], _whom(answer, found[2], id)
            yield (
                f"ignores that it {what} because of {whom}",
                f"ignore that they {what} because of {whom}",
            )
        elif found := _DONE.fullmatch(one.says):
            only, about = _about(answer, one, found[2], id) or (False, found[3])
            verbs.setdefault((found[1], only, about), []).append(found[2])
        elif one.says.startswith("ignores "):
            what = one.says.removeprefix("ignores ")
            yield f"ignores that it {what}", f"ignore that they {what}"
        else:
            yield one.says, plural_verdict(one.says)
    for (modal, only, rest), actions in verbs.items():
        text = f"{listed(actions, 'or')}{_named_at_the_end(answer, rest, id)}"
        modal = modal.replace("can't", "can") if only else modal
        yield f"{modal} {text}", f"{modal} {text}"


def _about(answer: Answer, one: FinalRuling, action: str, id: str) -> tuple[bool, str] | None:
    """Whom the card speaks of, in its own words, and whether it says "only".

    None where it speaks of targets, or of "you" and is not a card of the player who is called so.
    """
    effect = answer.effects.get(one.decided_by)
    if one.general or effect is None:
        return None
    holder = answer.world.things[effect.holder].id
    source = "itself" if holder == id else object_name(answer, holder)
    plurals = answer.rulebook.plurals
    phrases = set()
    for verb, passive, allowed, whom in spoken_of(answer, one.decided_by):
        if verb == action and passive == (" be " in one.says) and allowed is not None:
            kept = None if allowed else kept_by(whom)
            said = english_selector(whom if kept is None else kept, source, plurals)
            only = " only" if kept is not None else ""
            phrases.add((bool(only), f"{only}{' by ' if passive else ' '}{said}"))
    if len(phrases) != 1 or "target" in (phrase := phrases.pop())[1]:
        return None
    yours = answer.agreed.get((holder, answer.rulebook.control)) == "you"
    return phrase if yours or not _RELATIVE.search(phrase[1]) else None


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
