"""What bars hold off in the replay, and what they do not: a false state there would be accepted."""

from __future__ import annotations

from dataclasses import replace

from layerlaw.model import algebra as a
from layerlaw.solver import Answer, certificate_of
from situations import CREATURES, answer, line, resolved, rulebook, thing

FLYING, QUICK = a.Ability("Flying"), a.Ability("Quick")


def confirmed(found: Answer) -> Answer:
    """The answer, which its certificate confirms."""
    verdict = certificate_of(found).check()
    assert verdict.ok, verdict.failures
    return found


def abilities(found: Answer, id: str) -> set[str | None]:
    """The keywords that the object has."""
    return {found.instances[number].ability.keyword for number in found.abilities(id)}


def test_what_lost_all_but_one_may_gain_that_one() -> None:
    """Where what is lost cannot be gained: the bar is against all others."""
    barring = rulebook({"loss": "bar"})
    lost = resolved("R", "A", line(CREATURES, a.LoseAll(("Flying",))), at=9)
    gains = resolved("S", "A", line(CREATURES, a.Gain(FLYING), a.Gain(QUICK)), at=10)
    found = confirmed(answer(barring, thing("A"), thing("B", FLYING, QUICK), effects=(lost, gains)))
    assert abilities(found, "A") == {"Flying"}
    assert abilities(found, "B") == {"Flying"}


def test_all_but_one_are_lost() -> None:
    """The one stays, wherever else it came from."""
    keeps = line(CREATURES, a.LoseAll(("Flying",)))
    found = confirmed(answer(rulebook(), thing("A", FLYING, QUICK), thing("B", keeps, QUICK)))
    assert abilities(found, "A") == {"Flying"}
    assert "Quick" not in abilities(found, "B")


def test_one_status_is_barred_and_another_given() -> None:
    """Who can't be tapped may be drained."""
    small = rulebook()
    layers = tuple(
        replace(one, does=(*one.does, "can't be tapped")) if one.id == "states" else one
        for one in small.layers
    )
    bar = line(a.Self(), a.CantBeStatus("tapped"))
    gives = resolved("R", "A", line(CREATURES, a.SetStatus("tapped"), a.SetStatus("drained")), at=9)
    found = confirmed(
        answer(
            replace(small, layers=layers),
            thing("A", bar, power=2),
            thing("B", power=2),
            effects=(gives,),
        )
    )
    assert [found.value(id, "tapped") for id in "AB"] == [False, True]
    assert [found.value(id, "drained") for id in "AB"] == [True, True]


def test_who_may_not_be_controlled_by_somebody_returns_and_stays() -> None:
    """Each of them goes back to its own owner, and no younger effect gives it away again."""
    bar = line(CREATURES, a.CantBeControlledBy(a.You(), "controller"))
    later = resolved("R", "C", line(CREATURES, a.SetPlayer("controller", a.You())), at=9)
    found = confirmed(
        answer(
            rulebook(),
            thing("C", bar),
            thing("A", owner="me", controller="you"),
            thing("B", owner="me", controller="you"),
            thing("D", owner="me"),
            effects=(later,),
        )
    )
    assert [found.value(id, "controller") for id in "ABD"] == ["me", "me", "me"]
