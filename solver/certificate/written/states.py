"""The states on the way in a file: one in full, each other one by what differs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from layerlaw.solver.certificate.written.certificate import WrittenFacts, WrittenState
from layerlaw.solver.certificate.written.differences import Remaking, difference
from layerlaw.solver.certificate.written.fitting import Form, Misfit, keys_of, unfit
from layerlaw.solver.certificate.written.forms import Forms, Record

if TYPE_CHECKING:
    from collections.abc import Sequence

    from layerlaw.solver.certificate.written.fitting import Json, Spot

DIFFERS = "differs"


def states_form(forms: Forms) -> Form:
    """States: the first one in full, of each other one what differs from the one before it.

    One in full may stand anywhere.
    """
    facts, number = Record(forms.sharing, WrittenFacts), forms.of(int)

    def write(states: Sequence[WrittenState]) -> Json:
        told: list[Json] = []
        before: Json = None
        for state in states:
            now = facts.write(state.facts)
            differs = now if before is None else difference(before, now)
            told.append({"event": state.event, "facts" if before is None else DIFFERS: differs})
            before = now
        return told

    def read(told: Json, at: Spot) -> tuple[WrittenState, ...]:
        if not isinstance(told, list):
            raise unfit(told, at, "a list of states")
        states: list[WrittenState] = []
        remaking = Remaking()
        before: Json = None
        for place, each in enumerate(told):
            here = (at, place)
            own = keys_of(each, here, ("event", "facts", DIFFERS), "a state")
            if "event" not in own or ("facts" in own) is (DIFFERS in own):
                raise Misfit(here, "this is no state", f"its event, and 'facts' or '{DIFFERS}'")
            event = number.read(own["event"], (here, "event"))
            if "facts" in own:
                before = own["facts"]
                states.append(WrittenState(event, facts.read(before, (here, "facts"))))
                continue
            spot = (here, DIFFERS)
            if before is None:
                raise Misfit(spot, "no state stands before the first one", "its 'facts'")
            before = remaking.made(before, own[DIFFERS], spot)
            try:
                states.append(WrittenState(event, facts.read(before, spot)))
            except Misfit as misfit:
                said = f"what the facts come to is none: {misfit.message}"
                raise Misfit(spot, said, misfit.expected, misfit.suggestion) from None
        return tuple(states)

    return Form("a list of states", write, read)
