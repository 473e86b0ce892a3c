"""Effects as the replay knows them: when they exist, and how old they are."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from known_effects import FLYING, GROWS, OTHERS, Known, X, Y

from layerlaw.model import algebra as a
from layerlaw.model.rulebooks.rulebook import Rule
from layerlaw.solver.certificate.replay.effects import ReplayEffects
from layerlaw.solver.certificate.replay.instances import ReplayInstance
from layerlaw.solver.certificate.replay.space import ReplayTable
from layerlaw.solver.facts.situation import (
    AS_IT_ENTERED,
)
from situations import CREATURES, held, line, plus, resolved, rulebook, thing

# --- how old they are --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("policy", "early", "late"),
    [
        ("grant", (1, 0), (9, 0)),
        ("holder", (2, 0), (2, 0)),
        ("later", (2, 0), (9, 0)),
        ("later, before what resolved", (2, 0), (9, 0)),
    ],
)
def test_a_granted_effect_is_as_old_as_the_policy_says(
    policy: str, early: tuple[int, int], late: tuple[int, int]
) -> None:
    """Of what A, the first, grants to X, the second, and of what resolved at 9."""
    grants = line(X, a.Gain(GROWS))
    made = (resolved("R", "A", line(X, a.Gain(GROWS))),)
    known = Known(
        thing("A", grants), thing("X"), effects=made, policies={"granted timestamp": policy}
    )
    for giver, timestamp in ((known.own("A")[0], early), (known.effects.resolved[0], late)):
        instance = known.effects.grants(giver, GROWS)
        effect = known.effects.static(instance, "X")
        assert effect.timestamp == timestamp
        assert known.effects.giver_of(effect) == giver.id
        assert effect is known.effects.static(instance, "X")
        assert known.effects.by_id[effect.id] == [effect]
    assert known.own("A")[0].timestamp == (1, 0)
    assert known.effects.giver_of(known.own("A")[0]) is None
    assert known.effects.giver_of(known.effects.resolved[0]) is None


def test_effects_of_one_moment_follow_the_ties() -> None:
    """Printed ones as on the card, static ones first, then as their sources stand; then granted."""
    first, second = (replace(thing(id, GROWS, OTHERS), choice=id) for id in "AB")
    made = (
        replace(resolved("R", "A", GROWS), timestamp=(1, 0)),
        replace(resolved("S", "B", GROWS), timestamp=(1, 0)),
    )
    for several in ("printed order", "reverse"):
        known = Known(first, second, effects=made, policies={"several": several})
        things = [replace(known.table.things[id], entered=(1, 0)) for id in "AB"]
        situation = replace(known.table.situation, things=tuple(things))
        known.effects = ReplayEffects(ReplayTable(situation))
        own_a, own_b = known.own("A"), known.own("B")
        r, s = known.effects.resolved
        order = [own_a[0], own_b[0], r, s, own_a[1], own_b[1]]
        if several == "reverse":
            order = [own_a[1], own_b[1], own_a[0], own_b[0], r, s]
        assert sorted(order, key=known.effects.key) == order
        assert [effect.choice for effect in own_a] == ["A", "A"]


def test_what_was_granted_at_one_moment_goes_in_the_order_of_granting() -> None:
    """Behind what is printed; what has yet to be granted, behind all; what is lost, anew."""
    gains = line(CREATURES, a.Gain(GROWS), a.Gain(OTHERS))
    known = Known(
        thing("A", gains), thing("B"), thing("C"), policies={"granted timestamp": "grant"}
    )
    effects, board = known.effects, known.board
    [giver] = known.own("A")
    one, other = effects.grants(giver, GROWS), effects.grants(giver, OTHERS)
    for instance, objects in ((other, 0b010), (one, 0b110)):
        board.gain(objects, instance)
        board.gained += [(instance, place) for place in range(3) if objects >> place & 1]
    effects.note_grants(board)
    order = [giver, *(effects.static(*pair) for pair in ((other, "B"), (one, "B"), (one, "C")))]
    order.append(effects.static(other, "C"))  # which C does not have
    assert sorted(order, key=effects.key) == order
    keys = [effects.key(effect) for effect in order]
    assert all(before < after for before, after in pairwise(keys))
    with effects.as_if_granted():
        board.gained = [(other, 2), (other, 1)]  # C, at 2, does not have it
        effects.note_grants(board)
        assert sorted(order, key=effects.key) == [order[n] for n in (0, 2, 3, 1, 4)]
        assert effects.key(order[1])[:-1] < effects.key(order[4])[:-1]
    assert [effects.key(effect) for effect in order] == keys


def test_what_resolved_gives_counts_as_just_older_by_policy() -> None:
    """Than what gave it at its own moment; and what a static effect gives does not."""
    gains = line(X, a.Gain(GROWS))
    for policy in ("later", "later, before what resolved"):
        made = (resolved("R", "A", gains),)
        known = Known(
            thing("A", gains), thing("X"), effects=made, policies={"granted timestamp": policy}
        )
        effects = known.effects
        given = effects.static(effects.grants(effects.resolved[0], GROWS), "X")
        before = effects.key(given) < effects.key(effects.resolved[0])
        assert before == (policy != "later")
        assert given.timestamp == effects.resolved[0].timestamp
        by_static = effects.static(effects.grants(known.own("A")[0], GROWS), "X")
        printed = effects.static(ReplayInstance(GROWS, 1, 0, None, True), "X")
        assert effects.key(printed) < effects.key(by_static) < effects.key(given)
        # At 10 the object is younger than what gave it, which is not of that moment then.
        later = replace(known.table.things["X"], entered=(10, 0))
        things = (known.table.things["A"], later)
        late = ReplayEffects(ReplayTable(replace(known.table.situation, things=things)))
        given = late.static(late.grants(late.resolved[0], GROWS), "X")
        printed = late.static(ReplayInstance(GROWS, 1, 0, None, True), "X")
        assert late.key(printed) < late.key(given)


def test_the_rules_and_what_came_with_the_entry_are_never_reversed() -> None:
    """The rules' own go as they are listed, and what an object entered as goes behind all."""
    rules = tuple(
        Rule(name, a.Ability(None, GROWS.instructions, zones=("rules",)), "C1") for name in "pq"
    )
    made = tuple(
        replace(resolved(id, "A", GROWS), rank=rank, timestamp=(1, 0))
        for id, rank in (("R", AS_IT_ENTERED), ("S", AS_IT_ENTERED + 1))
    )
    book = rulebook({"several": "reverse"}, rules)
    known = Known(thing("A", GROWS, OTHERS), effects=made, book=book)
    ruled, own = known.own("rules"), known.own("A")
    order = [*ruled, own[1], own[0], *known.effects.resolved]
    assert [effect.id for effect in ruled] == ["rules.p", "rules.q"]
    assert sorted(order, key=known.effects.key) == order


def test_the_keys_by_which_ages_are_compared() -> None:
    """Moment, granted or not, order of granting, rank, resolved or not, and where the source is."""
    gains = line(X, a.Gain(GROWS))
    things = thing("A", OTHERS, gains), thing("X", GROWS)
    made = (resolved("R", "X", gains),)
    known = Known(
        *things, effects=made, policies={"granted timestamp": "later, before what resolved"}
    )
    effects, board = known.effects, known.board
    resolves, static = effects.resolved[0], known.own("A")[1]
    assert effects.by_id["R"] == [resolves]
    assert effects.key(resolves) == (9, 0, 0, 0, 0, 1, 1)
    assert effects.key(static) == (1, 0, 0, 0, 1, 0, 0)
    for giver in (resolves, static):
        board.gain(0b10, effects.grants(giver, GROWS))
        board.gained.append((effects.grants(giver, GROWS), 1))
    effects.note_grants(board)
    first, second = (effects.static(effects.grants(one, GROWS), "X") for one in (resolves, static))
    assert effects.key(first) == (9, 0, -1, 1, 0, 0, 1)
    assert effects.key(second) == (2, 0, 1, 2, 0, 0, 1)
    later = effects.static(effects.grants(static, GROWS), "A")
    assert effects.key(later) == (1, 0, 1, 3, 0, 0, 0)


def test_what_counts_as_older_has_older_static_effects() -> None:
    """Just before those of the other object, whatever gave them; not what resolved of it."""
    gains = line(Y, a.Gain(GROWS))
    things = (
        thing("A", GROWS),
        thing("X", GROWS),
        replace(thing("Y", GROWS), older_than=frozenset("X")),
    )
    known = Known(*things, thing("B", gains), effects=(resolved("R", "Y", GROWS, at=3),))
    effects = known.effects
    given = effects.static(effects.grants(known.own("B")[0], GROWS), "Y")
    order = [known.own("A")[0], known.own("Y")[0], given, known.own("X")[0], effects.resolved[0]]
    assert sorted(order, key=effects.key) == order


# --- which there are ---------------------------------------------------------------------------


def test_one_ability_from_one_effect_is_one_instance() -> None:
    """However often it is stated; lines of text are counted, keywords are not."""
    twin = line(CREATURES, plus(1))
    other = line(CREATURES, plus(2))
    gains = line(X, a.Gain(GROWS), a.Gain(FLYING), a.Gain(twin), a.Gain(other))
    known = Known(thing("A", gains), thing("X"))
    [giver] = known.own("A")
    grants = known.effects.grants
    assert grants(giver, GROWS) is grants(giver, twin) is grants(giver, GROWS)
    assert grants(giver, GROWS).number == 1
    assert grants(giver, other).number == 2
    unstated = line(Y, plus(3))  # an exception to a copy, say
    assert grants(giver, unstated).number == 1
    assert grants(giver, GROWS).static
    assert not grants(giver, FLYING).static
    ids = [known.effects.static(grants(giver, one), "X").id for one in (GROWS, other, FLYING)]
    assert ids == ["X.gained@A.1", "X.gained2@A.1", "X.Flying@A.1"]
    assert known.effects.givers[grants(giver, FLYING)] is giver
    lent = known.effects.lends(giver, other, "so it reads")
    assert lent is known.effects.lends(giver, other, "so it reads")
    assert (lent.text, lent.activated, lent.resolves, lent.static) == (
        *("so it reads", True, True),
        False,
    )
    assert known.effects.givers[lent] is giver
    assert lent is not grants(giver, other)


def test_parts_are_met_where_abilities_work() -> None:
    """What works in hand does nothing in play; what is left out does nothing anywhere."""
    in_hand = line(CREATURES, plus(1), zones=("hand",))
    things = (thing("A", GROWS), thing("B", in_hand), thing("H", in_hand, zone="hand"))
    made = (resolved("R", "A", GROWS), resolved("Q", "A", GROWS))
    known = Known(*things, thing("G", GROWS), effects=made, left_out=("G.1", "Q"))
    effects, board = known.effects, known.board
    assert [effect.id for effect in effects.resolved] == ["R"]
    layer = known.part("A").layer
    assert not [*effects.standing(layer)]
    effects.meet_all(board)
    effects.meet_all(board)
    assert [part.id for part in effects.standing(layer)] == ["A.1", "H.1"]
    assert [part.id for part in effects.existing(layer, board)] == ["A.1", "H.1", "R"]
    assert not [*effects.standing(layer - 1)]
    assert effects.existing(layer - 1, board) == []
    assert effects.parts(known.own("G")[0]) == {}
    [instance] = board.abilities("A")
    assert effects.meet(instance, 0) == effects.parts(known.own("A")[0])
    assert effects.meet(replace(instance, static=False), 0) == {}
    board.put("A", "abilities", ())
    assert [part.id for part in effects.existing(layer, board)] == ["H.1", "R"]
    assert [part.id for part in effects.parts_in(layer)] == ["R", "A.1", "H.1"]


@pytest.mark.parametrize("lost", ["continues", "stops"])
def test_what_has_begun_goes_on_by_policy(lost: str) -> None:
    """Whatever became of its ability, of its status, and of its condition."""
    only = line(CREATURES, plus(1), condition=a.Matches(a.Self(), a.HasStatus("tapped")))
    known = Known(
        thing("A", only), effects=(resolved("R", "A", GROWS),), policies={"ability lost": lost}
    )
    effects, board, part = known.effects, known.board, known.part("A")
    assert not effects.exists(part, board)
    assert not effects.removed(part, board)
    assert effects.observe(part, board) is None
    board.put("A", "tapped", True)
    assert effects.exists(part, board)
    assert effects.observe(part, board) == effects.look(part, board)
    assert effects.ends_with_ability(part)
    effects.started[part.effect] = None
    goes_on = lost == "continues"
    assert effects.ends_with_ability(part) != goes_on
    for change in (("tapped", False), ("disabled", True), ("abilities", ())):
        board.put("A", *change)
        assert effects.exists(part, board) == goes_on
        assert effects.removed(part, board) == (not goes_on and change[0] != "tapped")
    assert (part in effects.parts_in(part.layer)) == goes_on
    assert effects.parts_in(part.layer).count(part) == goes_on
    assert effects.exists(known.resolved(), board)
    assert not effects.removed(known.resolved(), board)
    assert not effects.ends_with_ability(known.resolved())


def test_what_is_disabled_or_hidden_has_no_effect() -> None:
    """And what has the ability no more; the condition is asked last."""
    known = Known(thing("A", GROWS), thing("B", GROWS), thing("S", GROWS, statuses=("sealed",)))
    effects, board = known.effects, known.board
    for object, exists in (("A", True), ("B", True), ("S", False)):
        assert effects.exists(known.part(object), board) == exists
        assert effects.removed(known.part(object), board) == (not exists)
    board.put("B", "disabled", True)
    part = known.part("B")
    assert not effects.exists(part, board)
    assert effects.exists(known.part("A"), board)
    assert known.names(effects.disabled(board)) == "B"


def test_conditions_at_checks_are_those_that_are_on() -> None:
    """By policy; whatever they say on the board."""
    always = line(CREATURES, plus(1), condition=a.Exists(CREATURES))
    never = line(CREATURES, plus(1), condition=a.Exists(a.Member("types", "relic")))
    for policy in ("at checks", "while applying"):
        known = Known(
            thing("A", always),
            thing("B", never),
            thing("C", GROWS),
            on=held("B.1"),
            policies={"condition read": policy},
        )
        exist = [known.effects.exists(known.part(id), known.board) for id in "ABC"]
        assert exist == ([False, True, True] if policy == "at checks" else [True, False, True])


def test_an_ability_with_a_changed_text_waits_for_what_has_begun() -> None:
    """Of it no effect exists while that with the text before goes on, however often it changed."""
    for lost in ("continues", "stops"):
        known = Known(thing("A", GROWS), policies={"ability lost": lost})
        effects, board = known.effects, known.board
        [before] = board.abilities("A")
        once = replace(before, ability=OTHERS, text_of=before)
        twice = replace(before, ability=line(X, plus(2)), text_of=once)
        begun = effects.static(before, "A")
        [part] = effects.parts(effects.static(twice, "A")).values()
        board.put("A", "abilities", (twice,))
        assert effects.exists(part, board)
        effects.started[begun] = None
        assert effects.exists(part, board) == (lost == "stops")
        effects.started.clear()
        effects.early.begun.add(begun)
        assert effects.exists(part, board) == (lost == "stops")
        effects.early.begun.clear()
        effects.early.begun.add(part.effect)
        assert effects.exists(part, board)
        effects.early.begun.clear()
        effects.started[effects.static(once, "A")] = None
        assert effects.exists(part, board) == (lost == "stops")
