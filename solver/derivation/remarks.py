"""What is said on a board and does nothing, such as unread counters and choices never made."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from layerlaw.model.algebra.mentions import chooses_name, chooses_number, reads_number
from layerlaw.model.arguments import checked
from layerlaw.model.cards.printed import matches_print
from layerlaw.model.scenarios.unnamed_ground import is_unnamed
from layerlaw.solver.derivation.answer import Answer
from layerlaw.solver.derivation.unnamed_asked import asked_of_unnamed, counting_unnamed
from layerlaw.solver.facts.situation import printed_form

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.cards.card import Card
    from layerlaw.model.rulebooks.rulebook import Rulebook
    from layerlaw.solver.facts.situation import Thing


class Remark(NamedTuple):
    """Something that is said and does nothing.

    object: the id of the object or effect that `what` is about. event: the number of the event
    that says it, from 1; 0 if it is about the board at the end.
    """

    object: str
    what: str
    event: int = 0

    def __str__(self) -> str:
        """In one sentence."""
        after = f" (event {self.event})" if self.event else ""
        return f"{self.object} {self.what}{after}"


@checked()
def remarks(answer: Answer) -> tuple[Remark, ...]:
    """What events said that did nothing, then what does nothing on the board at the end.

    answer: of which it is asked.

    Raises `WrongArgument` for anything but an answer.

    >>> from layerlaw import load_scenario, shipped_scenarios, solve
    >>> (path,) = (p for p in shipped_scenarios() if p.name == "two-kings.scenario.yaml")
    >>> from layerlaw.solver import remarks
    >>> remarks(solve(load_scenario(path)))
    ()
    """
    made = [Remark(idle.object, idle.what, idle.event) for idle in answer.idle]
    made += _unread_counters(answer)
    made += _unmade_choices(answer)
    made += _unnamed(answer)
    if answer.verdict == "settled":
        made += _going_on(answer)
    return tuple(dict.fromkeys(made))


def _unread_counters(answer: Answer) -> Iterator[Remark]:
    things = [thing for thing in answer.situation.things if any(thing.counters.values())]
    if not things:
        return
    rulebook = answer.rulebook
    spoken = frozenset().union(
        *(
            reads_number(printed.ability)
            for thing in answer.situation.things
            for card in (thing.form, *thing.linked)
            for printed in card.every_ability
        ),
        *(reads_number(effect.ability) for effect in answer.situation.effects),
    )
    for thing in things:
        form = printed_form(rulebook, thing, thing.form)
        for counter, number in thing.counters.items():
            known = rulebook.characteristics.get(counter)
            if number and known is not None and known.counted:
                if counter not in form.numbers:
                    what = f"has {counter} {number}, which stands for no {counter} printed on it"
                    yield Remark(thing.id, what)
            elif number and counter not in spoken and not _ruled(rulebook, form, counter):
                what = f"has {counter} {number}, which no check, rule or card here reads of it"
                yield Remark(thing.id, what)


def _ruled(rulebook: Rulebook, card: Card, counter: str) -> bool:
    """Whether a check or rule that may speak of such a card reads the counter."""
    for check in rulebook.checks:
        if counter in reads_number(check.who) and matches_print(check.who, card) is not False:
            return True
    return any(
        counter in reads_number(rule.ability)
        and any(matches_print(one.scope, card) is not False for one in rule.ability.instructions)
        for rule in rulebook.rules
    )


def _unmade_choices(answer: Answer) -> Iterator[Remark]:
    made: dict[str, str | None] = {e.id: e.choice for e in answer.situation.effects}
    for effect in answer.effects.values():
        number, name = chooses_number(effect.ability), chooses_name(effect.ability)
        if not (number or name):
            continue
        thing: Thing = answer.world.things[effect.holder]
        choice = thing.choice if effect.static else made.get(effect.id)
        if choice is not None:
            continue
        if number:
            yield Remark(effect.id, "speaks of a chosen number, and none was chosen: it is 0")
        else:
            yield Remark(
                effect.id, "speaks of a chosen name, and none was chosen: it names nothing"
            )


def _unnamed(answer: Answer) -> Iterator[Remark]:
    """What effects and checks ask about ground that the scenario does not name."""
    space = answer.rulebook.space
    if space is None or space.unnamed is None:
        return
    squares = [one.id for one in answer.situation.things if is_unnamed(one.id)]
    if not squares:
        return
    of = f"{', '.join(squares)}, which the scenario does not name"
    for who, asked in asked_of_unnamed(answer):
        what = f"asks for the {', '.join(asked)} of {of}: it counts as having none"
        yield Remark(who, f"{what} ({space.unnamed.clause})")
    for who in counting_unnamed(answer):
        what = f"counts {of}: where nothing stands, only those named are counted"
        yield Remark(who, f"{what} ({space.unnamed.clause})")


def _going_on(answer: Answer) -> Iterator[Remark]:
    """Resolved effects whose source is disabled by now."""
    for effect in answer.situation.effects:
        if effect.orphaned or effect.source not in answer.world.index:
            continue
        status = answer.disabled_by(effect.source)
        if status:
            what = f"goes on though {effect.source} is {status}: it has resolved already"
            yield Remark(effect.id, what)
