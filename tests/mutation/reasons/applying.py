"""How the checker selects, applies and looks at effects: select, effects, apply, space..."""

from __future__ import annotations

from mutation.reasons.kinds import ALONE, MORE_TRIED, NO_IT, Reasons

NO_GROUP = "equivalent: a group of no objects says nothing"
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
    (
        r"select.py:\d+ (matching|controlled)$",
        r"\+ .*table\.owned\.get\((one|player), -?1\)",
        "equivalent: every player is an object, and owns itself at least",
    ),
    (r"select.py:\d+ bearer", r"\+ .*table\.index\[object\], carried, (1|-1)\)", NO_IT),
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
    (r"apply.py:\d+ _swap", r"\+ if held \| others:", "equivalent: of nobody nothing is written"),
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
        r"\+ found \|= hit << shift if shift (> 0|>= 1) else",
        "equivalent: a shift by 0 is none, either way",
    ),
    (r"readers.py:\d+ __init__", r"\+ doubtful = effects\.may_be_gone\(part, (1|-1)\)", MORE_TRIED),
    (r"readers.py:\d+ __init__", r"\+ if instance is None and effects\.ends_with", MORE_TRIED),
    (r"readers.py:\d+ __init__", r"\+ own = (.* if len\(places\) == 0 else 0| ?0 << )", EITHER_WAY),
    (
        r"readers.py:\d+ __init__",
        r"\+ own = .* else -1$",
        "equivalent: nothing was looked at for such a set of objects",
    ),
    (r"readers.py:\d+ _note", r"\+ elif among (& \(among - 2\)|\| \(among - 1\)):", EITHER_WAY),
    (r"readers.py:\d+ touched", r"\+ if len\(rows\) <= written", EITHER_WAY),
    (r"readers.py:\d+ gone", r"\+ doubt = .* if changed else -?1\)", MORE_TRIED),
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
    (
        r"together.py:\d+ know_all",
        r"\+ while .*len\(known\) <= MOST_KNOWN",
        "only speed: so many, or one round more, are thought of",
    ),
    # places.py
    (
        r"places.py:\d+ waits_for",
        r"\+ places = .* n >= latest\)",
        "equivalent: what changes anything is no place, but a layer",
    ),
    (
        r"places.py:\d+ _last_layer",
        r"\+ last = - [02]$",
        "equivalent: it is only compared with the operation's own layer",
    ),
    # board.py and cells.py
    (
        r"board.py:\d+ (__init__|_set|rollback)$",
        r"\+ self\.version (= -?1|\+= 2)$",
        "equivalent: a version is only told from the others of its board",
    ),
    (r"board.py:\d+ having", r"\+ self\.reads\[key\] = self\.reads\.get\(key, 1\)", MORE_TRIED),
    (
        r"board.py:\d+ remove",
        r"\+ had = .*column\.get\(value, 1\)",
        "only speed: what nobody has is taken away, by which nothing changes",
    ),
    (r"board.py:\d+ ones", r"\+ if not count_of \* _SPARSE <", EITHER_WAY),
    (
        r"board.py:\d+ add",
        r"\+ if scope \| ~had:",
        "only speed: what stands there is written again",
    ),
    (
        r"cells.py:\d+ starting_board",
        r"\+ if printed or thing\.without:",
        "only speed: of what lost nothing nothing is left out",
    ),
    # shown.py
    (
        r"shown.py:\d+ with_floors",
        r"\+ if .*min\(parts_of\(value\)\) <= floor:",
        "equivalent: what is at its floor is raised to itself",
    ),
    (
        r"shown.py:\d+ controlling",
        r"\+ carried = .* else 1$",
        "only speed: who controls it is looked at alone",
    ),
    (
        r"shown.py:\d+ controlling",
        r"\+ controlled\[player\] = controlled\.get\(player, (1|-1)\)",
        "equivalent: who controls what is carried controls what carries it as well",
    ),
    (r"shown.py:\d+ (_combined|_single)", r"\+ if held \| among:", NO_GROUP),
    (r"shown.py:\d+ _combined", r"\+ if (not len\(alike\) >|len\(alike\) >=) MOST", EITHER_WAY),
    (r"shown.py:\d+ _abilities", r"\+ for place in ones\(among\) if old or .* <= len", EITHER_WAY),
    (r"shown.py:\d+ _one_by_one", r"\+ lists = _by_table if not held ", EITHER_WAY),
    (r"shown.py:\d+ shown", r"\+ return groups\(.*\)\[ -1\]\[0\]", ALONE),
    (r"shown.py:\d+ change_groups", r"\+ differ = delta\.get\(.*, -1\) if", MORE_TRIED),
    (r"shown.py:\d+ _turn_back", r"\+ if not others \| objects:", MORE_TRIED),
    (r"shown.py:\d+ changed", r"\+ if .*_read or written &|\+ if .* written \| self", MORE_TRIED),
    # ways.py
    (
        r"ways.py:\d+ _beside",
        r"\+ return .* if other >= 0 and",
        "equivalent: place 0 is in no row that there is",
    ),
)
