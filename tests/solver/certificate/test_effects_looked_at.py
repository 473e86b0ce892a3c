"""What effects would do, as the replay sees it: whom they select, what they copy, who is alike."""

from __future__ import annotations

from dataclasses import replace

import pytest
from known_effects import GROWS, OTHERS, Known, X, Y

from layerlaw.model import algebra as a
from layerlaw.model.cards.card import Card
from layerlaw.solver.certificate.replay.board import ReplayBoard
from layerlaw.solver.certificate.replay.copied import CopiedForm
from layerlaw.solver.certificate.replay.parts import ReplayPart
from layerlaw.solver.facts.situation import (
    KeptCopy,
)
from situations import CREATURES, line, plus, resolved, rulebook, thing

# --- what may have changed ---------------------------------------------------------------------


def test_who_may_have_lost_abilities_is_told_by_what_was_written() -> None:
    """Abilities themselves, and statuses that disable; no other ones."""
    known = Known(thing("A", GROWS), thing("B", GROWS), thing("C", GROWS))
    board, lost = known.board, known.effects.may_have_lost
    for writes, who in (
        ((("A", "abilities", ()), ("B", "disabled", True)), "AB"),
        ((("C", "tapped", True),), ""),
        ((("C", "disabled", True),), "C"),
        ((("B", "abilities", ()),), "B"),
    ):
        board.begin()
        for write in writes:
            board.put(*write)
        assert known.names(lost(board.delta())) == who
        board.rollback()


def test_what_may_be_gone() -> None:
    """What has a condition, or resolved, may be; else what may have lost its ability."""
    only = line(CREATURES, plus(1), condition=a.Exists(CREATURES))
    things = thing("A", GROWS), thing("B", only), thing("C", GROWS)
    known = Known(*things, effects=(resolved("R", "A", GROWS),))
    gone = known.effects.may_be_gone
    assert gone(known.part("C"), 0b100)
    assert not gone(known.part("C"), 0b011)
    assert gone(known.part("A"), 0b01)
    assert not gone(known.part("A"), 0b10)
    assert not gone(known.part("A"), 0)
    assert gone(known.part("B"), 0)
    assert gone(known.resolved(), 0)
    assert not known.effects.ends_with_ability(known.resolved())


def test_parts_that_do_the_same_are_of_one_kind() -> None:
    """Of one ability that asks nothing of who has it; nothing may be fixed for one of them."""
    shared = (thing("A", GROWS), thing("B", GROWS), thing("O", OTHERS), thing("P", OTHERS))
    own = line(a.Self(), plus(1))
    made = (resolved("R", "A", GROWS),)
    known = Known(*shared, thing("S", own), effects=made)
    kind, others = known.effects.kind, known.effects.kind_of_others
    parts = {id: known.part(id) for id in "ABOPS"}
    assert kind(parts["A"]) == kind(parts["B"]) is not None
    assert others(parts["O"]) == others(parts["P"]) is not None
    for id in "OPS":
        assert kind(parts[id]) is None
    for id in "ABS":
        assert others(parts[id]) is None
    assert kind(known.resolved()) is None
    for fields in (
        {"orphaned": True},
        {"over_for": frozenset("A")},
        {"copies": (Card("Card X", {}, {}),)},
        {"locked": (("A",),)},
    ):
        for id, of in (("A", kind), ("O", others)):
            changed = replace(parts[id].effect, **fields)
            assert of(replace(parts[id], effect=changed)) is None
    each = line(
        a.Both((CREATURES, a.Not(a.Self()))), a.ChangeNumber("power", "+", a.Read("cost", a.It()))
    )
    for_each = Known(thing("A", each), thing("B", each))
    assert for_each.effects.kind_of_others(for_each.part("A")) is None
    spared = replace(rulebook(), immune=((a.Not(a.Self()), "change power", "C1"),))
    passing = Known(*shared, book=spared)
    assert passing.effects.kind(passing.part("A")) is None
    assert passing.effects.kind_of_others(passing.part("O")) is None
    again = Known(*shared, policies={"set": "kept"})
    part = again.part("A")
    assert again.effects.kind(part) is not None
    again.effects.kept[part.effect, 0] = 0b1
    assert again.effects.kind(part) is None


def test_a_look_of_nobody_is_one_of_what_is_no_object() -> None:
    """Others are all, and `self` is nothing."""
    known = Known(thing("A", OTHERS), thing("B"))
    [seen] = known.effects.look_of_nobody(known.part("A"), known.board)
    assert known.names(seen.scope) == "AB"
    [seen] = known.effects.look(known.part("A"), known.board)
    assert known.names(seen.scope) == "B"


def test_a_part_goes_by_actions_where_all_its_layers_do() -> None:
    """The policy says so, where a layer has no test of its own."""
    for general in ("action", "result"):
        for own in ("", "action", "removal"):
            book = rulebook({"test": general})
            layers = tuple(
                replace(layer, test=own if layer.id == "power" else "") for layer in book.layers
            )
            known = Known(thing("A", GROWS), book=replace(book, layers=layers))
            part = known.part("A")
            right = (own or general) == "action"
            assert known.effects.by_actions(part) == right
            assert known.effects.by_actions(replace(part, own=(2, part.layer))) == (
                right and general == "action"
            )


# --- scopes ------------------------------------------------------------------------------------


def scope_of(known: Known, part: ReplayPart, board: ReplayBoard | None = None) -> str:
    """Whom its one instruction selects."""
    where = board or known.board
    view = known.effects.view(part.effect, where)
    return known.names(known.effects.scope(part.effect, part.steps[0], view))


def test_what_is_marked_is_passed_by() -> None:
    """But by what marked it, stands on it, or changes nothing of what it is. SORC-NOMOD-1."""
    may = line(CREATURES, a.Permission(False, "attack"))
    made = (resolved("R", "A", GROWS), resolved("S", "B", GROWS), resolved("T", "A", may))
    known = Known(thing("A"), thing("B"), thing("C"), effects=made)
    for marker in (known.effects.resolved[0], "another"):
        known.board.add("can't be modified", marker, 0b111)
    first, second, third = (known.resolved(number) for number in range(3))
    assert [scope_of(known, part) for part in (first, second, third)] == ["A", "B", "ABC"]
    view = known.effects.view(second.effect, known.board)
    marked = known.effects.selected(second.effect, second.steps[0], view, marked=True)
    assert known.names(marked) == "ABC"
    orphan = replace(second, effect=replace(second.effect, orphaned=True))
    assert scope_of(known, orphan) == ""
    known.board.remove("can't be modified", "another", 0b111)
    assert [scope_of(known, part) for part in (first, second)] == ["ABC", "B"]


def test_scopes_leave_out_what_is_over() -> None:
    """And what was locked keeps to what was chosen, wherever it is, unless it is hidden."""
    things = (thing("A"), thing("H", zone="hand"), thing("S", statuses=("sealed",)), thing("B"))
    made = (
        replace(resolved("R", "A", GROWS), over_for=frozenset("B")),
        replace(resolved("L", "A", GROWS), locked=(("A", "H", "S", "you"),)),
        replace(resolved("N", "A", GROWS), locked=()),
        replace(resolved("O", "A", GROWS), locked=(("A", "B"),), over_for=frozenset("A")),
    )
    known = Known(*things, effects=made)
    assert scope_of(known, known.resolved(0)) == "A"
    assert scope_of(known, known.resolved(1)) == "AHyou"
    assert scope_of(known, known.resolved(2)) == "AB"
    assert scope_of(known, known.resolved(3)) == "B"
    marker = "another"
    known.board.add("can't be modified", marker, 0b1011)
    assert scope_of(known, known.resolved(1)) == "Ayou"


def test_a_kept_scope_is_that_of_the_first_layer_by_policy() -> None:
    """Of that instruction alone, and before what is locked."""
    for policy in ("kept", "again"):
        made = (replace(resolved("R", "A", GROWS), locked=(("A",),)),)
        known = Known(thing("A", GROWS), thing("B"), effects=made, policies={"set": policy})
        part, other = known.part("A"), known.resolved()
        known.effects.kept[part.effect, 0] = 0b10
        known.effects.kept[part.effect, 1] = 0b00
        assert scope_of(known, part) == ("B" if policy == "kept" else "AB")
        assert scope_of(known, other) == "A"
        known.effects.kept[other.effect, 0] = 0b10
        assert scope_of(known, other) == ("B" if policy == "kept" else "A")


# --- copies ------------------------------------------------------------------------------------


COPIES = line(X, a.CopyOf(Y))


@pytest.mark.parametrize("reads", ["printed values", "what the copy layer left"])
def test_what_a_static_effect_read_is_noted(reads: str) -> None:
    """With what is otherwise; where it was applied to something; and of no other operation."""
    but = (a.SetNumber("power", a.Number(7)),)
    twice = a.Ability(
        None,
        (
            *line(X, a.CopyOf(Y, but)).instructions,
            *line(a.Member("types", "relic"), a.CopyOf(Y)).instructions,
            *line(X, a.CopyOf(CREATURES)).instructions,
        ),
    )
    made = (replace(resolved("R", "A", COPIES), copies=(None,)),)
    things = (thing("A", twice), thing("X"), thing("Y", power=2))
    known = Known(*things, effects=made, policies={"a copy reads": reads})
    effects, part = known.effects, known.part("A")
    seen = effects.look(part, known.board)
    effects.note_copies(part, seen)
    [(number, card)] = effects.read[part.effect].items()
    assert (number, card.name, dict(card.numbers)) == (0, "Card Y", {"power": 7})
    effects.note_copies(known.resolved(), effects.look(known.resolved(), known.board))
    assert [*effects.read] == [part.effect]
    assert isinstance(seen[0].operands[0], CopiedForm) == (reads != "printed values")


def test_copies_are_noted_among_other_operations() -> None:
    """Whatever is done with them in one layer: only what is copied is noted."""
    done = a.Permission(True, "attack", Y), a.SetNumber("power", a.Number(4)), a.CopyOf(Y)
    both = replace(line(X, *done), layer="copy")
    known = Known(thing("A", both), thing("X"), thing("Y", power=2))
    part = known.part("A")
    known.effects.note_copies(part, known.effects.look(part, known.board))
    [(number, card)] = known.effects.read[part.effect].items()
    assert (number, card.name) == (0, "Card Y")


def test_a_static_effect_copies_what_it_copied_as_it_first_applied() -> None:
    """Told by its id and its ability."""
    one = Card("One", {}, {})
    kept = (
        KeptCopy("A.1", "A", GROWS, None, (Card("Other", {}, {}),)),
        KeptCopy("B.1", "B", COPIES, None, (Card("Other", {}, {}),)),
        KeptCopy("A.1", "A", COPIES, None, (one,)),
    )
    known = Known(thing("A", COPIES), thing("C", COPIES), thing("X"), thing("Y"), kept=kept)
    assert known.own("A")[0].copies == (one,)
    assert known.own("C")[0].copies == ()
    assert known.effects.view(known.own("A")[0], known.board).has_copied
    assert not known.effects.view(known.own("C")[0], known.board).has_copied
    nothing = Known(thing("A", COPIES), thing("X"), thing("Y"))
    assert nothing.own("A")[0].copies == ()


def test_how_an_effect_sees_the_board() -> None:
    """What resolved is its user's, wherever its ability works, and began as it resolved."""
    zoned = line(a.Self(), plus(1), zones=("hand",))
    made = (replace(resolved("R", "A", zoned, targets=("B",)), choice="6", orphaned=True),)
    known = Known(replace(thing("A", zoned), choice="4"), thing("B"), effects=made)
    effects = known.effects
    view = effects.view(effects.resolved[0], known.board)
    assert (view.source, view.player, view.targets, view.zones) == ("A", "you", frozenset("B"), ())
    assert (view.orphaned, view.choice, view.since, view.has_copied) == (True, "6", (9, 0), True)
    view = effects.view(known.own("A")[0], known.board)
    assert (view.source, view.player, view.targets) == ("A", None, frozenset())
    assert (view.zones, view.orphaned, view.choice) == (("hand",), False, "4")
    assert (view.since, view.has_copied) == (None, False)
