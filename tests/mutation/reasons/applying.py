"""How the checker selects, applies and looks at effects: select, effects, apply, space..."""

from __future__ import annotations

from mutation.reasons.kinds import ALONE, MORE_TRIED, NO_IT, Reasons

EITHER_WAY = "only speed: either way to work it out comes to the same"
NOTHING_LOST = "only speed: what has no such ability keeps those that it has"
NEVER_ASKED = "equivalent: of what does nothing by itself no effect is, and nobody asks its number"

REASONS: Reasons = (
    # select.py
    (
        r"select.py:\d+ _comparing",
        r"\+ limit = self\.value\(right, (1|-1)\)",
        "equivalent: the value does not speak of `it`",
    ),
    (
        r"select.py:\d+ began",
        r"\+ return self\.since or \(( -1, 0|0, 1|0, -1)\)",
        "equivalent: every deed is of a moment from 1 on",
    ),
    (r"select.py:\d+ carriable", r"\+ .*playing_ones, carried, (1|-1)\)", NO_IT),
    # apply.py
    (r"apply.py:\d+ write", r"\+ thing = .*\[operand\[ -1\]\]", ALONE),
    (
        r"apply.py:\d+ _lose",
        r"\+ for place in ones\(.*\.get\(keyword, (1|-1)\) & scope\)",
        NOTHING_LOST,
    ),
    (
        r"apply.py:\d+ _lose_all",
        r"\+ for place in ones\(.*\.get\(ANY, (1|-1)\) & scope\)",
        NOTHING_LOST,
    ),
    (
        r"apply.py:\d+ _result_of_parts",
        r"\+ return None if one is None and other is None",
        "unreachable: neither part of a number is missing",
    ),
    # effects.py
    (r"effects.py:\d+ lends", r"\+ instance = ReplayInstance\(ability, (1|-1), 0,", NEVER_ASKED),
    (
        r"effects.py:\d+ note_copies",
        r"\+ if part\.effect\.instance is None and not has_copies",
        "only speed: what resolved reads nothing by then, and what copies nothing has read nothing",
    ),
    (r"effects.py:\d+ note_copies", r"\+ card = form_of\(.*\[operand\[ -1\]\]", ALONE),
    # space.py
    (
        r"space.py:\d+ __init__",
        r"\+ self\.beyond_ones = .*\.get\(PLAYERS, -1\)",
        "equivalent: there always are players",
    ),
    # readers.py
    (
        r"readers.py:\d+ _found",
        r"\+ found \|= hit << shift if shift > 0 else",
        "equivalent: a shift by 0 is none, either way",
    ),
    (r"readers.py:\d+ __init__", r"\+ doubtful = effects\.may_be_gone\(part, (1|-1)\)", MORE_TRIED),
    (r"readers.py:\d+ __init__", r"\+ if instance is None and effects\.ends_with", MORE_TRIED),
    (r"readers.py:\d+ __init__", r"\+ own = .* if len\(places\) == 0 else 0", EITHER_WAY),
    (
        r"readers.py:\d+ __init__",
        r"\+ own = .* else -1$",
        "equivalent: nothing was looked at for such a set of objects",
    ),
    (r"readers.py:\d+ _note", r"\+ elif among (& \(among - 2\)|\| \(among - 1\)):", EITHER_WAY),
    (r"readers.py:\d+ touched", r"\+ if len\(rows\) <= written", EITHER_WAY),
    (r"readers.py:\d+ gone", r"\+ doubt = .* if changed else -1\)", MORE_TRIED),
    # together.py
    (
        r"together.py:\d+ key",
        r"\+ return \(\*effect\.timestamp, -1, self\.effects\.rank",
        "equivalent: printed comes before granted, either way",
    ),
    (
        r"together.py:\d+ is_reached",
        r"- return False\n\+ return True",
        "unreachable: what lifts only adds, so that it comes to rest",
    ),
)
