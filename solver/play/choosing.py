"""Notes choices of an event that an effect forbids; they are made all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.model.algebra.chosen import choices_in, words_chosen
from layerlaw.model.algebra.mentions import chooses_word
from layerlaw.model.cards.card import Card
from layerlaw.model.cards.printed import matches_print
from layerlaw.model.notation.printing import print_selector
from layerlaw.solver.derivation.choosing import CHOOSING, chooses_only
from layerlaw.solver.derivation.permissions import may_on

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from layerlaw.model.cards.card import PrintedAbility
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.play.table import GameTable

Voice = tuple[str, bool]
"""A verb, and whether it is what is done to one."""


def note_choices(
    table: GameTable,
    player: str,
    source: str,
    chosen: tuple[str, ...],
    abilities: Iterable[PrintedAbility],
) -> None:
    """Notes what may not be chosen for these abilities, by the player or by their source.

    Only verbs that some card forbids are asked about, so nothing is derived without.
    """
    voices = [voice for voice in _voices(table) if voice[0] in table.watches.forbids]
    known = [id for id in dict.fromkeys(chosen) if id in table.things or id in table.players]
    choosing = [printed for printed in abilities if printed.has_targets]
    restricted = any(printed.chooses is not None for printed in choosing)
    if not known or not choosing or not (voices or restricted):
        return
    now = table.derivation()
    if now.verdict != "settled":
        return
    for id in known:
        only = chooses_only(now, source, id, choosing)
        if only is not None:
            table.note_idle(source, f"can choose only {only}, and {id} is chosen all the same")
        _note_forbidden(table, now, (player, source), id, voices)


def note_choice(
    table: GameTable, source: str, choice: str | None, abilities: Iterable[PrintedAbility]
) -> None:
    """Notes a name or word that the object's own abilities do not let anybody choose."""
    sets = {name for name, kind in table.rulebook.characteristics.items() if kind.kind == "set"}
    for printed in abilities:
        if choice is None or printed.chooses is None or not chooses_word(printed.ability):
            continue
        kinds = {chosen.what for chosen in choices_in(printed.ability)} & sets
        for word in words_chosen(printed.ability, choice):
            such = Card(word, dict.fromkeys(kinds, (word,)), {})
            if matches_print(printed.chooses, such) is False:
                only = print_selector(printed.chooses, table.rulebook.plurals)
                note = f"can choose only {only}, and {word} is chosen all the same"
                table.note_idle(source, note)


def _note_forbidden(
    table: GameTable, now: Answer, choosers: Iterable[str], id: str, voices: Iterable[Voice]
) -> None:
    """Notes what forbids that one of these chooses the object, each effect once."""
    said: set[str | None] = set()
    for verb, passive in voices:
        for chooser in dict.fromkeys(choosers):
            who, to = (id, chooser) if passive else (chooser, id)
            answer = may_on(now.world, now.end, now.makers, who, verb, to, passive)
            if answer.allowed or answer.decided_by in said:
                continue
            said.add(answer.decided_by)
            what = f"can't be {verb} by {to}" if passive else f"can't {verb} {to}"
            why = f"({answer.decided_by}), and what the event says happens all the same"
            table.note_idle(who, f"{what} {why}")


def _voices(table: GameTable) -> Iterator[Voice]:
    """The verbs for choosing that the rulebook has, and those for being chosen."""
    for verb in CHOOSING:
        if verb in table.rulebook.actions:
            yield verb, False
            yield table.rulebook.actions[verb], True
