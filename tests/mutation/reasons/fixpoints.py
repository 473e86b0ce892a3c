"""The checker's own answers of effects that apply at the same time."""

from __future__ import annotations

from mutation.reasons.kinds import NO_IT, Reasons

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
        "fixpoints/deeds.py.* operand$",
        r"\+ if key\[ 0\] == characteristic|str\(key\[ 1\]\)",
        "open: needs a fixed point of which every deed must be gathered, with words that one "
        "object takes from another",
    ),
    (
        "fixpoints/deeds.py.* is_done$",
        r"made.get\(key, True\)",
        "equivalent: what is meant at the end could be meant on the way, so that it stands there",
    ),
    (
        "fixpoints/writing.py.* _cell$",
        r"self.draft.cells.get\(place, nothing\(place\[ 0\]\)\)",
        "equivalent: what was written is there",
    ),
    (
        "fixpoints/grounds.py.* _refuter$",
        r"answer.point.get\(name, True\)",
        "equivalent: what Z3 leaves out can be either",
    ),
    (
        "fixpoints/board.py.* called$",
        r">= MOST_NAMES",
        "equivalent: a bound on size, which is a round number",
    ),
    (
        "fixpoints/question.py.* _look$",
        r">= MOST_EFFECTS",
        "equivalent: a bound on size, which is a round number",
    ),
    (
        "fixpoints/question.py.* __init__$",
        r"\+ if written.keys\(\) <= self.written.keys\(\):$",
        "only speed: cells that no effect writes are left open, and come to what they are",
    ),
    (
        "fixpoints/question.py.* board$",
        r"lambda one: one(\[ -?1\]\[1\]\[0\]|\[0\]\[ 0\]\[0\]|\[0\]\[1\]\[ -1\]) == .is.",
        "equivalent: a number is looked at before it is looked whether it is there",
    ),
    (
        "fixpoints/question.py.* question$",
        r"\+ made = .*nothing\(place\[ 0\]\)",
        "equivalent: only what was written is open, and that is there",
    ),
    (
        "fixpoints/writing.py.* (write|_copy)$",
        r"key\[2\] not in words.*\n\+ .*key\[ 1\] not in words",
        "equivalent: words that are to stay are taken first, and given again",
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
    (
        "fixpoints/places.py.* is_ground$",
        r"\+ if self.space is None (and not self.space.ground or|or not self.space.ground and)",
        "equivalent: without places nothing stands anywhere, and no word is the empty one",
    ),
    (
        "fixpoints/places.py.* stands$",
        r"table.partly or self.space is not None",
        "only speed: what does not lie in parts is one part, and comes to the same",
    ),
    (
        "fixpoints/writing.py.* write$",
        r"name, False, (1|-1), base=True",
        "equivalent: what is not there is written as 0",
    ),
    (
        "fixpoints/writing.py.* _copy$",
        r"card.numbers.get\(one.name, (1|-1)\)",
        "equivalent: what is not there is written as 0",
    ),
    (
        "fixpoints/question.py.* board$",
        r"values.get\(str\(unknown\), nothing\(place\[ 0\]\)\)",
        "equivalent: what Z3 leaves out can be anything",
    ),
    (
        "fixpoints/(board|grounds).py.* _cell$",
        r"self.start.get\(place, nothing\(place\[ 0\]\)\)",
        "equivalent: False is read as 0, and what could have a name or a player has one at first",
    ),
    (
        "fixpoints/view.py.* _bit$",
        r"return -?1 if object is None",
        NO_IT,
    ),
    (
        "fixpoints/grounds.py.* _refuter$",
        r"\+ if is_done is False",
        "only speed: what waits is done on some board; what is done on all Z3 tells too",
    ),
    (
        "fixpoints/unfounded.py.* (beyond|unfounded)$",
        r"sets\[ *-? *[0-9]+\]\.without|one & more - rest",
        "only speed: whatever boards go without some of a set, what holds of them is so; other "
        "boards may pass fewer states by at once",
    ),
    (
        "fixpoints/unfounded.py.* (_small|_by_object|_by_effect)$",
        r"size = \(|range\( 1|<< place|>> place|act.effect is|else -?1",
        "only speed: which sets are tried; each that is kept is looked at by itself, and a larger "
        "one may pass fewer states by at once",
    ),
    (
        "fixpoints/point.py.* _alike$",
        r"not isinstance\(act.operand|or isinstance\(operand",
        "equivalent: of one operation the operand is always one for all, or always one for each",
    ),
    (
        "fixpoints/grounds.py.* _refuter$",
        r"formula is not False",
        "equivalent: what waits is done on some board, and what is always done refutes nothing",
    ),
)
