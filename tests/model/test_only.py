"""`only` behind `can`: what it forbids, and that it is printed as it is read."""

from __future__ import annotations

import pytest

from layerlaw.model import shipped_rulebook, vocabulary
from layerlaw.model.algebra import Permission
from layerlaw.model.errors import NotationError
from layerlaw.model.notation.parsing import parse_operations
from layerlaw.model.notation.printing import print_operation

WORDS = vocabulary(shipped_rulebook("sorcery-2026-01"))

PRINTED = {
    "can attack only sites or opponents": "can attack only sites in the realm or opponents",
    "can only attack opponents": "can attack only opponents",
    "can be attacked only by mortals": "can be attacked only by mortals in the realm",
    "can attack only target": "can attack only target",
    "can target only minions in your cemetery": "can target only minions in your cemetery",
    "can attack only players or sites": "can attack only sites in the realm or players",
}


@pytest.mark.parametrize("text", PRINTED)
def test_only_is_printed_as_it_is_read(text: str) -> None:
    """It forbids the others, and is read again as printed."""
    (operation,) = parse_operations(text, WORDS)[0]
    assert isinstance(operation, Permission) and not operation.allowed
    assert print_operation(operation) == PRINTED[text]
    assert parse_operations(PRINTED[text], WORDS)[0] == (operation,)


@pytest.mark.parametrize(
    "text",
    ("can't attack players", "can't attack objects in any zone", "can't attack sites or you"),
)
def test_other_prohibitions_are_printed_in_their_own_words(text: str) -> None:
    """Nothing is taken for `only` that is not."""
    (operation,) = parse_operations(text, WORDS)[0]
    assert print_operation(operation) == text


@pytest.mark.parametrize("text", ("can't attack only sites", 'can attack only sites or "me"'))
def test_only_stands_behind_can(text: str) -> None:
    """A prohibition has none, and of some players nobody knows who the others are."""
    with pytest.raises(NotationError, match="only"):
        parse_operations(text, WORDS.with_names(("you", "me"), ()))
