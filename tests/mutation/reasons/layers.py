"""The ordering loop, its trials and its records."""

from __future__ import annotations

from mutation.reasons.kinds import ALONE, MORE_TRIED, NUMBERS, Reasons

NO_WAY_BACK = "unreachable: no operation takes a status away again within a derivation"
BITS = "equivalent: the number of the lowest or of the highest bit; any node will do"
NEVER = "unreachable: the default is never used, the key is always there"
UPKEEP = (
    r"\+.*(get\([^)]*, -?1\)|= -1$|return 1|number \||scope \||\) \||>= _FEW|not scope.bit_count"
    r"|control or not|\[ 0\] != scope|before \||in \[\]$)"
)
SORTED_IN = "open: told as joined although asleep; a look more, or one that is left out"
LOCKSTEP = "not asked: only readings in lockstep prune in this way (tests of readings)"

REASONS: Reasons = (
    ("observe|reach", r"\+.*(cuts|operations|steps|seen)\[ -1\]", ALONE),
    ("observe.py.*_has_ability", r"disabled\.get\(True", NEVER),
    (
        "observe.py.*(look|write)",
        r"\+.*len\(.*\) == 0",
        "only speed: the way for several operations does the same for one",
    ),
    (
        "commuting_pairs.py.*(may_bring)",
        r"\+.*old\.get\((True|False), -?[01]\) [&|] ~?new",
        NO_WAY_BACK,
    ),
    (
        "commuting_pairs.py.*(may_bring)",
        r"\+ +(if not characteristic in disabling|return False)",
        NO_WAY_BACK,
    ),
    ("commuting_pairs.py", r"\+.*get\(\w+, -?1\)", MORE_TRIED),
    ("commuting_pairs.py", r"\+.*(mask|changed|held) \|", MORE_TRIED),
    ("commuting_pairs.py", r"\+.*seen\.items|\+ .*in \[\]", MORE_TRIED),
    (
        "commuting_pairs.py.*may_bring",
        r"\+.*(== ABILITIES or|disabling or|return True)",
        MORE_TRIED,
    ),
    ("commuting_pairs.py.*certain", r"\+.* or characteristic not in both", MORE_TRIED),
    ("commuting_pairs.py.*_bars_numbers", r"\+", MORE_TRIED),
    (
        "commuting_pairs.py.*_adds",
        r"\+.*return False|\+.*and not number|\+.*known is None and",
        MORE_TRIED,
    ),
    ("/trial.py.*_action", r"\+ for (part|characteristic) in \[\]", LOCKSTEP),
    ("/trial.py.*_touched", r"\+", LOCKSTEP),
    ("trial.py.*_result", r"len\(parts\) < 1", "only speed: one part has no pairs"),
    (
        "trial.py.*_result",
        r"if not self\.short_cuts\.commuting",
        "only speed: pruned where it was not asked for, and not where it was",
    ),
    ("layers/graph.py.*(loops|_waiters)", r"(rest|ahead|unseen) [&|] -?(rest|ahead|unseen)", BITS),
    ("layers/graph.py.*loops", r"ends = -1", "only speed: what leads nowhere is looked at too"),
    ("runs.py.*__getitem__", r"step < -1", "unreachable: nobody counts from the end"),
    ("pending.py.*join", r"\+.*(again = True|get\(value, -?1\)|gained and)", MORE_TRIED),
    ("machine.py.*find", r"< 1", "only speed: one part has no pairs"),
    ("layers/graph.py.*take", r"\+", "only speed: what is not pending is passed by at the top"),
    ("incremental.py", UPKEEP, MORE_TRIED),
    ("reach.py.*__init__", r"\+ last = ", NUMBERS),
    ("pending.py.*sort_in", r"return True", SORTED_IN),
    ("pending.py.*sort_in", r"return True", SORTED_IN),
    (
        "pending.py.*sort_in",
        r"other",
        "not asked: two effects of one id in a layer (after copying)",
    ),
    ("graph.py.*by_component", r"unseen = 1", "only speed: the first part is looked at too"),
    ("reach.py.*__init__", r"_scopes_seen = 1", "equivalent: set anew before it is read"),
    (
        "incremental.py.*step",
        r"changed = True",
        "only speed: the queue is made anew, and is the same",
    ),
    ("incremental.py.*_note_changes", r"-.*before - after", MORE_TRIED),
    ("graph.py.*transposed", r"most = ", "only speed: either way of turning around is right"),
    (
        "trial.py.*_with_brought",
        r"1 << 29",
        "equivalent: any number greater than that of every grant so far",
    ),
    ("commuting_pairs.py.*_gains", r"gained \| effects", MORE_TRIED),
    (
        "commuting_pairs.py.*_adds",
        r"is not \(sign",
        "only speed: two that only lower a number to no less than its floor commute as well",
    ),
    ("reach.py", r"get\(\w+, -?1\)| \| ", MORE_TRIED),
)
