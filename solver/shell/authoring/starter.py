"""Writes a commented first scenario: a few cards, what they come to, and what to try next."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from layerlaw.model.arguments import checked
from layerlaw.model.errors import LayerlawError
from layerlaw.model.files.write_yaml import scalar
from layerlaw.model.rulebooks.load_rules import RULES
from layerlaw.model.rulebooks.rulebook import Rulebook
from layerlaw.model.scenarios.load import loads_scenario, with_variant
from layerlaw.solver.answer.expectations import judge_all
from layerlaw.solver.answer.explain import why
from layerlaw.solver.play.solve import solve
from layerlaw.solver.shell.authoring.starter_files import as_formatted
from layerlaw.solver.shell.authoring.starting_cards import arrivals, named_cards, own_cards, pairs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.scenarios.scenario import Scenario
    from layerlaw.solver.derivation.answer import Answer
    from layerlaw.solver.shell.authoring.starting_cards import Arrival

MOST_FACTS = 4
MOST_CLAUSES = 3


class StarterFact(NamedTuple):
    """What is so in the end, whether an effect of a card made it so, and by which clauses."""

    line: str
    changed: bool
    clauses: tuple[str, ...]

    @property
    def is_plain(self) -> bool:
        """Whether it says a number or a name, which everybody reads at once."""
        return not self.line.endswith("}")


@checked()
def starter_scenario(
    book: Rulebook,
    called: str,
    *,
    title: str = "",
    cards: Sequence[str] = (),
    folder: Path | None = None,
    loaded_as: str = "",
) -> str:
    """The text of a scenario that loads and comes out as it expects.

    book: the rulebook that it is played under.
    called: how the scenario names the rulebook. loaded_as: how it names it while nothing is
    written yet, if that is another name. title: left out, it says what comes of it. folder: what
    files it names are relative to. cards: the shipped cards to play; without them two are chosen.
    Raises `LayerlawError` if they cannot be played together just so.

    >>> from layerlaw import loads_scenario, shipped_rulebook
    >>> from layerlaw.solver.shell.authoring import starter_scenario
    >>> book = shipped_rulebook("sorcery-2026-01")
    >>> loads_scenario(starter_scenario(book, book.id, title="First")).title
    'First'
    """
    starter = _Starter(book, called, loaded_as or called, folder)
    if cards:
        return starter.text(arrivals(book, named_cards(book, cards)), title)
    second: list[Arrival] | None = None
    for still, acting in pairs(book):
        for first in ("you", "me"):
            played = arrivals(book, [still, acting], first)
            changed = starter.changed(played)
            if any(fact.is_plain for fact in changed):
                return starter.text(played, title)
            second = second or (played if changed else None)
    if second is not None:
        return starter.text(second, title)
    own, played = own_cards(book)
    if not played:
        raise LayerlawError(f"{book.id} has no cards to begin with: name some with --cards")
    starter.own = own
    return starter.text(played, title)


class _Starter:
    """Writes scenarios under one rulebook, and reads off what becomes of them.

    own: the lines of cards that stand in the scenario.
    """

    def __init__(self, book: Rulebook, called: str, loaded_as: str, folder: Path | None) -> None:
        self.book = book
        self.called = called
        self.loaded_as = loaded_as
        self.folder = folder
        self.own: tuple[str, ...] = ()

    def scenario(self, played: Sequence[Arrival], order: Sequence[str] = ()) -> Scenario:
        """What is played, in that order or another; raises `LayerlawError` if it cannot be."""
        also = ["also:", f"  - {{order: [{', '.join(order)}], expect: []}}"] if order else []
        lines = ["title: a trial", f"rulebook: {scalar(self.loaded_as)}", "players: [you, me]"]
        lines += ["active: you", *(["cards:", *self.own] if self.own else [])]
        lines += ["play:", *(f"  - {each.player}: {scalar(each.event)}" for each in played)]
        found = loads_scenario("\n".join([*lines, *also]), "the starter", self.folder)
        return with_variant(found, found.variants[0]) if order else found

    def changed(self, played: Sequence[Arrival]) -> list[StarterFact]:
        """What the others change of what arrives first; nothing if they cannot be played."""
        try:
            return [fact for fact in self.facts(self.scenario(played), played[:1]) if fact.changed]
        except LayerlawError:
            return []

    def facts(self, scenario: Scenario, of: Sequence[Arrival]) -> list[StarterFact]:
        """What is so of these in the end; what effects changed comes first."""
        derivation = solve(scenario)
        ids = [each.id for each in of]
        found = [each for id in ids for each in self._of_one(derivation, id)]
        return sorted(found, key=lambda fact: not fact.changed)

    def _of_one(self, derivation: Answer, id: str) -> Iterator[StarterFact]:
        for name, each in self.book.characteristics.items():
            value = derivation.agreed.get((id, name))
            if value is None or each.counter:
                continue
            links = [
                link
                for link in why(derivation, id, name)
                if link.changed and link.effect and _of_a_card(derivation, link.effect)
            ]
            clauses = tuple(c for link in links for reason in link.reasons for c in reason.clauses)
            if each.kind in ("number", "player"):
                yield StarterFact(f"{name} of {id} is {value}", bool(links), clauses)
            elif each.kind == "set" and isinstance(value, tuple) and links:
                yield StarterFact(
                    f"{name} of {id} is {{{', '.join(map(str, value))}}}", True, clauses
                )

    def text(self, played: Sequence[Arrival], title: str) -> str:
        """The whole scenario, which was loaded and held against itself."""
        text = self._written(played, title, self.called)
        tried = self._written(played, title, self.loaded_as)
        scenario = loads_scenario(tried, "the starter", self.folder)
        for one in (scenario, *(with_variant(scenario, each) for each in scenario.variants)):
            for outcome in judge_all(one).outcomes:
                if outcome.trouble:
                    raise LayerlawError(f"internal error: the starter fails: {outcome.trouble}")
        return as_formatted(text)

    def _written(self, played: Sequence[Arrival], title: str, called: str) -> str:
        facts = self.facts(self.scenario(played), played)
        cited = dict.fromkeys(clause for fact in facts for clause in fact.clauses)
        because = [id for id in cited if id in self.book.clauses or id in self.book.points]
        lines = [
            f"title: {scalar(title or _title(facts, played))}",
            "# Whose rules count. `layerlaw rulebook` lists those that come with Layerlaw.",
            f"rulebook: {scalar(called)}",
            "# Where the question is from, for whoever reads this later.",
            "from: the starter of `layerlaw new`",
        ]
        if because:
            named = ", ".join(scalar(id) for id in because[:MOST_CLAUSES])
            where = f"`layerlaw rulebook {called}` shows them"
            lines += [f"# The clauses that the answer rests on; {where}.", f"because: [{named}]"]
        lines += ["# In the order in which they sit, and whose turn it is."]
        lines += ["players: [you, me]", "active: you"]
        if self.own:
            lines += ["# Cards of this scenario; `layerlaw notation` says how they are written."]
            lines += ["cards:", *self.own]
        lines += ["# What happens, one event a line. Effects are as old as what makes them."]
        lines += ["play:"]
        lines += _events(played)
        lines += [
            "# What comes of it. Change a line, and `layerlaw check` says what was found instead."
        ]
        lines += ["expect:", *(f"  - {scalar(fact.line)}" for fact in _telling(facts))]
        return "\n".join([*lines, *self._also(played, facts)]) + "\n"

    def _also(self, played: Sequence[Arrival], facts: Sequence[StarterFact]) -> list[str]:
        """The same the other way round, where that can happen."""
        order = [each.id for each in played][::-1]
        try:
            turned = self.facts(self.scenario(played, order), played)
        except LayerlawError:
            return []
        same = {fact.line for fact in facts} == {fact.line for fact in turned}
        comes = "the same comes of it" if same else "something else comes of it"
        lines = [f"# The same cards in another order: {comes}. Under `readings:` instead of"]
        lines += ["# `order:` an open point of the rulebook can be read another way."]
        lines += ["also:", f"  - order: [{', '.join(order)}]", "    expect:"]
        return lines + [f"      - {scalar(fact.line)}" for fact in _telling(turned)]


def _of_a_card(derivation: Answer, effect: str) -> bool:
    return effect in derivation.effects and derivation.effects[effect].source != RULES


def _events(played: Sequence[Arrival]) -> Iterator[str]:
    where = " at SQUARE" if any(" at " in each.event for each in played) else ""
    yield f"  # PLAYER: CARD as ID{where}. The lines below call it by that id."
    for each in played:
        for says in each.says:
            yield f"  # What it does: {says}"
        yield f"  - {each.player}: {scalar(each.event)}"


def _telling(facts: Sequence[StarterFact]) -> list[StarterFact]:
    """The facts worth a line: what effects changed, and one thing that they did not."""
    changed = [fact for fact in facts if fact.changed]
    rest = [fact for fact in facts if not fact.changed]
    return [*changed[: MOST_FACTS - 1], *rest[:1]] if changed else rest[:MOST_FACTS]


def _title(facts: Sequence[StarterFact], played: Sequence[Arrival]) -> str:
    """What the scenario shows, as a statement."""
    names = {each.id: each.event.partition(" as ")[0].strip('"') for each in played}
    what, _, value = facts[0].line.partition(" is ")
    name, _, id = what.rpartition(" of ")
    others = " and ".join(names[each] for each in names if each != id)
    beside = f" beside {others}" if others else ""
    return f"The {name} of {names[id]} is {value}{beside}"
