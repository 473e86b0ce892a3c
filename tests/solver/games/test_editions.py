"""Which cards and pairs come to something else under another edition, worked out by hand."""

from __future__ import annotations

import pytest

from layerlaw.model.cards.load import loads_cards
from layerlaw.model.errors import LayerlawError
from layerlaw.model.shipped import shipped_cards, shipped_rulebook
from layerlaw.solver.games.census import EditionChanges, Means, changed_cards

JANUARY = shipped_rulebook("sorcery-2026-01")
JULY = shipped_rulebook("sorcery-2026-07")
SHELF = shipped_cards(JANUARY)


def changed(*names: str, limit: int | None = None) -> EditionChanges:
    """What July changes for these cards."""
    cards = {name: SHELF[name] for name in names}
    return changed_cards(JANUARY, JULY, cards, limit=limit, means=Means(workers=1))


@pytest.mark.slow
def test_a_deed_of_a_bearer_whom_the_king_takes() -> None:
    """The King takes a mortal on its owner's site; a Land Deed on it gives its controller that
    site. January gives the ability in layer 5, too late for control in 3; July applies it before
    the fourth layer. Each of the two alone comes to the same, and the Foot Soldier does nothing.

    Clauses: SORC-LAYER-1 of January; SORC-OUT-1, SORC-LAYER-4 of July.
    """
    found = changed("King of the Realm", "Land Deed", "Foot Soldier")
    assert found.complete
    assert found.cards == ("King of the Realm", "Land Deed")
    assert found.singles == ()
    [pair] = found.pairs
    assert (pair.cards, pair.alone) == (("King of the Realm", "Land Deed"), ())
    assert [shown.rpartition(" ")[2] for shown in pair.shown] == ["me", "you"]
    assert (found.share.total, found.share.looked + found.share.apart) == (3, 3)


def test_silenced_wardens_stay_minions_in_july() -> None:
    """On opponents' turns the Wardens become minions: January silences them before that (2 before
    4), July after it (3 after 2), and what is applied stays.

    Clauses: SORC-LAYER-2, SORC-LAYER-4 of January; SORC-LAYER-2, SORC-LAYER-3, SORC-SELF-1 of July.
    """
    found = changed("Sisters of Silence", "Tombstone Wardens")
    [pair] = found.pairs
    assert pair.cards == ("Sisters of Silence", "Tombstone Wardens")
    assert "minion" not in pair.shown[0] and "minion" in pair.shown[1]


def test_a_card_that_changes_alone_is_told_apart_from_its_pairs() -> None:
    """What gives control by an ability is too late in January, and not in July (SORC-OUT-1)."""
    cards = loads_cards(
        "Giver: {is: [minion], power: 1, has: ['mortals: gain [self: controller := opponent]']}\n"
        "Hexer: {is: [minion, beast], power: 1, has: ['your mortals: mortal becomes beast']}\n",
        JANUARY,
    )
    found = changed_cards(JANUARY, JULY, cards, means=Means(workers=1))
    assert [each.cards for each in found.singles] == [("Giver",)]
    assert {each.alone for each in found.pairs} == {("Giver",)}


def test_no_more_pairs_than_the_limit_are_looked_at() -> None:
    """And the share says so."""
    found = changed("King of the Realm", "Land Deed", "Sisters of Silence", limit=1)
    assert found.share.looked == 1
    assert not found.share.whole


def test_two_editions_are_of_one_game() -> None:
    """Cards of one game mean nothing in another."""
    other = shipped_rulebook("grand-archive-2025-09")
    with pytest.raises(LayerlawError, match="two games"):
        changed_cards(JANUARY, other, {}, means=Means(workers=1))
