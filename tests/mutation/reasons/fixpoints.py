"""The checker's own answers of effects that apply at the same time."""

from __future__ import annotations

from mutation.reasons.kinds import Reasons

REASONS: Reasons = (
    (
        "fixpoints/places.py.* stands$",
        r"\+ assert place is not None or other is not None",
        "guard: what shares a place with something has a place, and so has the other",
    ),
    (
        "fixpoints/view.py.* (_has_ability|_keyword_number)$",
        r"\+ if unknown.reach is None:|\+ if not unknown.reach is not None:",
        "open: no test yet of what can be written only because of an ability that something else "
        "may give; a fixed point could be missed",
    ),
    (
        "fixpoints/question.py.* board$",
        r"lambda one: one\[0\]\[ 0\]\[0\] == .is.",
        "open: needs an untold fixed point without a number that something looks at; it ends as "
        "unknown, never as confirmed, for the replay looks at what Z3 found",
    ),
    (
        "fixpoints/deeds.py.* operand$",
        r"\+ if key\[ 0\] == characteristic|str\(key\[ 1\]\)",
        "open: needs a fixed point of which every deed must be gathered, with words that one "
        "object takes from another",
    ),
    (
        "fixpoints/grounds.py.* _is_done$",
        r"made.get\(key, True\)",
        "open: as before, where on some board between the operand lacks what it has at the end",
    ),
    (
        "fixpoints/grounds.py.* is_done$",
        r"doing.reach\[deed.number\] \| deed.bit",
        "open: needs a deed whose effect exists and whose object leaves the scope on a board "
        "between; it would call more grounded than is",
    ),
    (
        "fixpoints/board.py.* (__init__|_cards)$",
        r"\+ for (operation|effect) in \[\]:",
        "open: no test yet of what only a resolved effect, or the card that it copies, can bring; "
        "a fixed point could be missed",
    ),
    (
        "fixpoints/board.py.* seeds$",
        r"\+ if not instance.static|\+ for holder in \[\]:",
        "open: no test yet of an effect that only a copy would have; a fixed point could be missed",
    ),
)
