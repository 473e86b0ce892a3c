"""Histories with one thing changed: an event more or less, the order, who, where, how many."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

from layerlaw.model import LayerlawError, Rulebook, Scenario
from layerlaw.model.scenarios.as_dict import scenario_from_dict
from layerlaw.solver.certificate.written.writing import history_of

Line = dict[str, Any]
"""An event as a scenario's file has it."""


class Words:
    """The words of a history that can stand for one another: ids, players, zones."""

    def __init__(self, lines: Sequence[Line], players: Sequence[str], rulebook: Rulebook) -> None:
        self.ids = list(dict.fromkeys(_named(lines)))
        self.players = list(players)
        self.zones = list(rulebook.zones)
        self.in_play = rulebook.in_play
        self.statuses = sorted(rulebook.statuses)

    def others(self, word: str) -> list[str]:
        """What can stand in the place of a word."""
        if word in self.zones:
            return [one for one in self.zones if one != word]
        if word in self.ids or word in self.players:
            return [one for one in (*self.ids, *self.players) if one != word]
        if word.removeprefix("-").isdigit():
            return [str(int(word) + 1), str(int(word) - 1), str(-int(word))]
        return []

    def events(self, random: Random) -> Iterator[Line]:
        """Events that may be put in."""
        for id in self.ids:
            yield {"leave": f"{id} to {self.zones[1]}"}
            yield {"move": f"{id} to {random.choice(self.zones)}"}
            yield {"move": f"{id} to {self.in_play}"}
            for verb in ("resolve", "drop", "unlink"):
                yield {verb: id}
            if self.statuses:
                status = random.choice(self.statuses)
                yield {"gets": f"{id} {status}"}
                yield {"loses": f"{id} {status}"}
            for other in self.ids:
                yield {"attach": f"{id} to {other}"}
                yield {"link": f"{id} with {other}"}
                yield {"move": f"{id} to {self.zones[1]} until {other} leaves"}
        for player in self.players:
            yield {"turn": player}


def _named(lines: Sequence[Line]) -> Iterator[str]:
    """The ids that events name."""
    for line in lines:
        ((_, said),) = line.items()
        if isinstance(said, str):
            words = said.split()
            yield from (new for word, new in pairwise(words) if word == "as")
        elif isinstance(said, list):
            yield from _named(said)


def _changed(line: Line, words: Words) -> Iterator[Line]:
    """The event with one word of it changed."""
    ((verb, said),) = line.items()
    if isinstance(said, list):
        for place, one in enumerate(said):
            before, after = said[:place], said[place + 1 :]
            yield {verb: [*before, *after]}
            for other in _changed(one, words):
                yield {verb: [*before, other, *after]}
        yield {verb: said[::-1]}
    if not isinstance(said, str):
        return
    for player in words.players if verb in words.players else ():
        if player != verb:
            yield {player: said}
    if verb in ("gets", "loses"):
        yield {"loses" if verb == "gets" else "gets": said}
    parts = said.split(" ")
    for place, part in enumerate(parts):
        word = part.rstrip(",")
        if place and parts[place - 1] == "as":
            continue
        for instead in words.others(word):
            changed = instead + part.removeprefix(word)
            yield {verb: " ".join((*parts[:place], changed, *parts[place + 1 :]))}


def _later(lines: Sequence[Line], place: int, words: Words, random: Random) -> Iterator[list[Line]]:
    """The events with this one announced, and not resolved, or after some of the others."""
    ((verb, said),) = lines[place].items()
    if verb not in words.players or not isinstance(said, str):
        return
    first, *rest = said.split(" ")
    announcing = {"use": "activate", "trigger": "trigger", "cast": "", "activate": ""}
    how = announcing.get(first)
    cast = f"cast {said}" if how is None else " ".join((how, *rest))
    if how == "":
        return
    before, after = lines[:place], lines[place + 1 :]
    yield [*before, {verb: cast}, *after]
    for id in _named([lines[place]]):
        then = random.randint(0, len(after))
        yield [*before, {verb: cast}, *after[:then], {"resolve": id}, *after[then:]]


def every_change(lines: Sequence[Line], words: Words, random: Random) -> Iterator[list[Line]]:
    """The events with one thing changed."""
    for place, line in enumerate(lines):
        before, after = lines[:place], lines[place + 1 :]
        yield [*before, *after]
        yield [*before, line, line, *after]
        if after:
            yield [*before, after[0], line, *after[1:]]
        for other in _changed(line, words):
            yield [*before, other, *after]
        yield from _later(lines, place, words, random)
    for line in words.events(random):
        place = random.randint(0, len(lines))
        before, after = lines[:place], lines[place:]
        yield [*before, line, *after]
        if after and "together" not in after[0]:
            yield [*before, {"together": [after[0], line]}, *after[1:]]


def altered(scenario: Scenario, random: Random, many: int) -> list[Scenario]:
    """So many histories at most with one thing changed, of those that can be read."""
    history: Mapping[str, Any] = history_of(scenario)
    lines, players = history["play"], history["players"]
    rulebook = scenario.rulebook
    changes = [*every_change(lines, Words(lines, players, rulebook), random)]
    random.shuffle(changes)
    found: list[Scenario] = []
    for play in changes:
        if len(found) == many:
            break
        told = {**history, "play": play, "rulebook": rulebook.id}
        try:
            read = scenario_from_dict(told, "altered", rulebook=rulebook, undecided=True)
        except LayerlawError:
            continue
        found.append(replace(read, readings=scenario.readings))
    return found
