"""The ordering loop, its trials and its records."""

from __future__ import annotations

from mutation.reasons.kinds import ALONE, MORE_TRIED, NUMBERS, Reasons

NO_WAY_BACK = "unreachable: no operation takes a status away again within a derivation"
NEVER = "unreachable: the default is never used, the key is always there"
STALE = "only speed: what is stale is cut away where it is looked at, by what is pending or written"
QUEUE_ANEW = "only speed: the queue is made anew, and is the same"
TOLD_IN_FULL = "only size: a graph that is as the one before it is told in full"
NO_EVIDENCE = (
    "only speed: whoever sees a change makes what it depends on be tried again, so that evidence "
    "is the same from one try to the next; it is worked out once more, or not"
)
EITHER_WAY = "only speed: either way finds the same"
GOES_ON = "only speed: it is applied to see who loses what, as all else is"
NOTHING_WRITTEN = "only speed: what selects nothing writes nothing; it is applied all the same"
TOLD_OF_NOBODY = "equivalent: what no object has, or did, is told of none"
BOTH_WAYS_TRIED = "only speed: a pair is looked at once more, and shows the same"

REACH: Reasons = (
    ("reach.py.*__init__", r"\+ valued = .*\[ ?-?1\]", "only speed: whole columns are looked at"),
    (
        "reach.py.*__init__",
        r"\+ if characteristic != ABILITIES (or not \(|and not .*mask (> 0|>= 1)\))",
        MORE_TRIED,
    ),
    (
        "reach.py.*__init__",
        r"\+ self\._scopes_seen = -?1",
        "equivalent: set anew before it is read",
    ),
    ("reach.py.*known", r"\+ if (not seen is|seen is not) None or|\+ written or not", MORE_TRIED),
    ("reach.py.*harmless", r"\+ and self\.observer\.world\.rulebook\.control not in", MORE_TRIED),
    (
        "reach.py.*__init__",
        r"\+ if members (\||& \(members - [02])",
        "only speed: what alone does something may be known by that as well as by its number",
    ),
    (
        "reach.py.*_speaking",
        r"\+ if .*_several",
        "only speed: each is looked at alone; what alone does something may be known by that",
    ),
    (
        "reach.py.*_speaking",
        r"\+ if self\._with_kept_scopes\(\) >> number \|",
        "only speed: each is looked at alone",
    ),
    (
        "reach.py.*dependents",
        r"\+ if not isinstance\(speaking, int\)",
        "only speed: each is tried alone; until something is written each try shows the same",
    ),
    (
        "reach.py.*_try",
        r"\+ for status in \[\]",
        "equivalent: whoever's effect exists has an ability, and is among those who lose any",
    ),
    ("reach.py.*_try", r"\+ if changes is None or not touched", MORE_TRIED),
    (
        "reach.py.*_controlled",
        r"\+ if .*_of_players",
        "only speed: without who controlled what, each is looked at alone",
    ),
    ("reach.py.*_observed", r"\+ alike = .* or those \| self", MORE_TRIED),
    (
        "reach.py.*_observed",
        r"\+ if .* and those & \(those - [02]\)",
        "equivalent: of two or more something is left of it, and of one there is one group",
    ),
    (
        "reach.py.*_by_player",
        r"\+ for ha[ds] in \[\]",
        "only speed: each is looked at alone",
    ),
    ("reach.py.*_plain_losses", r"\+ if len\(seen\) != 0 or|\+ .*len\(.*\) != 0:", GOES_ON),
    ("reach.py.*_plain_losses", r"\+.*(cuts|seen)\[ -1\]", ALONE),
    ("reach.py.*_plain_losses", r"\+ new = .*get\(False, NO_OBJECTS\)", MORE_TRIED),
    (
        "reach.py.*_gone",
        r"\+.*flipped \|",
        "equivalent: if its effect waits, who lacks the ability now had it, and who is disabled "
        "now was not",
    ),
    (
        "reach.py.*_touched",
        r"\+ if changed (\||& mask or members)|\+ if changed & mask and members \|",
        MORE_TRIED,
    ),
    ("reach.py.*_observed", r"\+ asked = members & members", "only speed: all say the same"),
    (
        "reach.py.*_with_kept_scopes",
        r"\+ if (not scopes is not|scopes is) self\._scopes",
        "equivalent: as long as a `Reach` is there, the scopes are kept in one dictionary",
    ),
    (
        "reach.py.*_with_kept_scopes",
        r"\+ if self\._scopes_seen <= len",
        "only speed: nothing is new",
    ),
    ("holders.py.*__init__", r"\+ last = ", NUMBERS),
    (
        "holders.py.*__init__",
        r"\+ if \(holder, number\) == .*last\[1\] \+ 0\)",
        "only speed: no two numbers are the same, so that each is a run of its own",
    ),
    (
        "holders.py.* of$",
        r"\+ if instance is None and len\(self\._runs\) (<|>|>=) holders",
        EITHER_WAY,
    ),
)

INCREMENTAL: Reasons = (
    ("incremental.py.*__init__", r"\+ self\._waits = True", "equivalent: set before it is read"),
    ("incremental.py.*may_be_lost", r"\+ hit \|= touched.get\(status, -?1\)", MORE_TRIED),
    (
        "incremental.py.*queue_stands",
        r"\+ if not self\._loop_of and  self\._waits|\+ return False|NO_PARTS\) \| left",
        QUEUE_ANEW,
    ),
    (
        "incremental.py.*step",
        r"\+ (return|changed =) True|\+ changed = .*(before \||\) \|)",
        QUEUE_ANEW,
    ),
    ("incremental.py.*step", r"\+ for number in \[\]", STALE),
    (
        "incremental.py.*_note_scope",
        r"\+ if before.bit_count\(\) >= _FEW|\+ for index in \[\]|\+.*~\(( 0 <<|1 >>) index\)",
        STALE,
    ),
    ("incremental.py.*_note_changes", r"\+ for name in \[\]|\+.*~\(( 0 <<|1 >>) number\)", STALE),
    (
        "incremental.py.*_dirty",
        r"\+ candidates &= among \||\+ if not by_cell and BARS|\+.*if not by_cell else"
        r"|\+ if touched.get\(BARS, (-1|1|0\) \|)|\+ scope \||\+ scope & everywhere or"
        r"|\+ scope & everywhere and any\(touched.get\(name, (-1|1|0\) \|)",
        MORE_TRIED,
    ),
    (
        "incremental.py.*_dirty",
        r"\+ by_cell =  self",
        "only speed: more is tried; what was done early is not taken back where graphs are kept",
    ),
    ("incremental.py.* step", r"\+ apart = not self\._in_edges \|", TOLD_IN_FULL),
    (
        "incremental.py.* step",
        r"\+ changed = tried = True",
        "only speed and size: the queue is made anew, and is the same; a graph is told in full",
    ),
    (
        "incremental.py.* _is_single",
        r"\+ return not parts (\||& \(parts - [02]\))",
        TOLD_IN_FULL,
    ),
    (
        "incremental.py.* _try",
        r"\+ self\._in_edges \|= mask \| ([02] <<|1 >>) number",
        "equivalent: whoever depends on a part that goes looks at what it wrote, or goes with it; "
        "at most a graph is told in full",
    ),
    ("incremental.py.*_tried", r"\+ continue", "equivalent: tries stand in order of time"),
    (
        "incremental.py.*evidence",
        r"\+ (for later in|if (not )?self\._graph\.looks\[later\]|continue)",
        NO_EVIDENCE,
    ),
)

COMMUTING: Reasons = (
    (
        "commuting_pairs.py.*(certain|_half|_bring_more)",
        r"\+ (mask( \||.*get\(characteristic, -?1\)|.* or )|if +(not not )?given|if not given or"
        r"|\*\(by_one \| by_other)",
        MORE_TRIED,
    ),
    ("brought.py.* meet", r"\+ return any\(mask( \||.*, -?1\) for)", MORE_TRIED),
    (
        "brought.py.* frees",
        r"\+",
        NO_WAY_BACK + " (that a condition comes true is asked in test_read_off_cases.py)",
    ),
    ("brought.py.* gains", r"\+ return old is not new or", MORE_TRIED),
    (
        "brought.py.*_any_gained",
        r"\+ (gained = held|works = gained) \||\+ return True|\+ if (not in_doubt|works) or",
        MORE_TRIED,
    ),
    (
        "commuting_pairs.py.*_adds",
        r"\+ return False|\+ held \||\+ held & scope (or|and isinstance\(number, int\) or)"
        r"|\+ held & .* <= known|and not number",
        MORE_TRIED,
    ),
    (
        "commuting_pairs.py.*_adds",
        r"\+ return all\(\(number (> 0|>= 1)\) is \(sign == ",
        "equivalent: 0 adds nothing, whichever way it counts as going",
    ),
    (
        "commuting_pairs.py.*_adds",
        r"\+ return all\(\(number (<=? 0\) is \(sign ==|>= 0\) is (not \(sign ==|\(sign !=))",
        "only speed: two that only lower a number to no less than its floor commute as well",
    ),
)

NOT_KNOWN_TO_NEED = (
    "only speed, as far as is known: more is tried than boards are known to need; what was drawn "
    "(2,500 derivations, 160 boards under each reading by itself) comes to the same"
)

CERTAIN: Reasons = (
    (
        "commuting_pairs.py.*all_certain",
        r"\+ if (not any\(each is|any\(each is not None or)|parts\) (<=|>=) 1|parts\) > 0",
        "only speed: nothing is taken for certain, or no more than is asked of the pairs",
    ),
    ("commuting_pairs.py.*all_certain", r"\+ if any\(each is None (and|or len)", NOT_KNOWN_TO_NEED),
    ("commuting_pairs.py.*all_certain", r"\+ return len\(set\(nearer", NOT_KNOWN_TO_NEED),
    (
        "commuting_pairs.py.* certain",
        r"\+ if (not len|len\(one.*(!=|== [02]))|\+ self\.alone\(first\)",
        "only speed: whether more is brought is worked out where nothing could be, or tried",
    ),
    ("commuting_pairs.py.*_bring_more", r"\+ (if any|return False)", NOT_KNOWN_TO_NEED),
    ("commuting_pairs.py.*_footprint", r"\+ if frees.* and", NOT_KNOWN_TO_NEED),
    ("commuting_pairs.py.*_may_take_back", r"\+ return any.* or any\(", MORE_TRIED),
    ("brought.py.*_any_gained", r"\+ if not rulebook.in_doubt", MORE_TRIED),
    ("brought.py.*_any_gained", r"\+ (if not works and|return False)", NOT_KNOWN_TO_NEED),
)

GRAPH: Reasons = (
    (
        "flips.py.*net_flips",
        r"\+ net\[cell\] = .* \| objects",
        "only speed: what took itself back counts as changed, and shows nothing",
    ),
    ("flips.py.*losers", r"\+ without \|= objects \| ~", MORE_TRIED),
    (
        "layers/graph.py.*lowest",
        r"\+ return PartNumber\(\(parts \| -parts\)",
        "equivalent: that is the lowest bit with a minus, which is as long",
    ),
    ("layers/graph.py.*loops", r"\+ ends = -1", "only speed: what leads nowhere is looked at too"),
    ("graph.py.*transposed", r"\+ (most = |if (not )?mask.bit_count\(\))", EITHER_WAY),
    ("graph.py.*__init__", r"\+ self\._by_number = all\(a <= b", "equivalent: none is twice there"),
)

MACHINE: Reasons = (
    ("machine.py.*_go_on", r"\+ if self\.reach is not None or", MORE_TRIED),
    ("machine.py.*find", r"\+ if len\(numbers\) < 1", "only speed: one part has no pairs"),
    ("machine.py.*_may_meet", r"\+ return True", MORE_TRIED),
    ("machine.py.*_keep_from_now", r"\+ .*len\(numbers\) (>= 1|> 0) and", MORE_TRIED),
    ("pending.py.*join", r"\+ again = True|get\(value, -?1\)|\+ got = flipped \|", MORE_TRIED),
    ("pending.py.*join", r"\+ for holder in bits\(holders \|", MORE_TRIED),
    (
        "pending.py.*join",
        r"\+ if again or gained and ABILITIES",
        "only speed: whose ability was gained is looked at for that",
    ),
    ("runs.py.*_places", r"\+ if (not )?len\(self\._stretches\)", EITHER_WAY),
    (
        "runs.py.*_stretches",
        r"\+ .*range\( 0,",
        "equivalent: a stretch without any number comes first",
    ),
    (
        "runs.py.*_stretches",
        r"\+ .*(where - 0\] \+ 1|where - 1\] \+ 0)",
        "only speed: each number is a stretch of its own, and then no stretches are used",
    ),
    (
        "machine.py.*__init__",
        r"\+ .*search= +self\.short_cuts\.incremental",
        "only speed: either all are looked at that do not exist, or those that could come to",
    ),
    ("runs.py.*__getitem__", r"step < -1", "unreachable: nobody counts from the end"),
)

OBSERVE: Reasons = (
    ("observe.py", r"\+.*(cuts|operations|steps|seen)\[ -1\]", ALONE),
    ("observe.py.*_has_ability", r"disabled\.get\(True, -?1", NEVER),
    (
        "observe.py.*(look|write)",
        r"\+.*len\(.*\) == 0",
        "only speed: the way for several operations does the same for one",
    ),
    (
        "observe.py.*write",
        r"\+ began = -?1 if board\.journal is None",
        "equivalent: without a journal it is not looked at",
    ),
    (
        "observe.py.*_settle",
        r"\+ taken = self\.begun\.early or|\+ or self\._decides_control",
        "only speed: who controls what is worked out again, and is the same",
    ),
    (
        "observe.py.*_decides_control",
        r"\+ return True",
        "only speed: who controls what is worked out again, and is the same",
    ),
    ("observe.py.*does_nothing", r"\+ return False", NOTHING_WRITTEN),
    (
        "observe.py.*_write$",
        r"\+ if granted is None or prepared\.grants < -1",
        "equivalent: what grants nothing is noted as granted to nobody",
    ),
    (
        "procedure.py.*(under|by_pairs|short_cuts_of)",
        r"\+ return (self if not self\.reach|.*in_place=True|.*if not prune)",
        "only speed: other short cuts are taken, and come to the same",
    ),
    (
        "layers/trial.py.*_touched",
        r"\+ if +self\.short_cuts\.read_sets|\+ if not not|\+ if part\.reads\[characteristic\] \|",
        MORE_TRIED,
    ),
    ("layers/trial.py.*by_action", r"values\[ -1\]", ALONE),
    (
        "brought.py.* age$",
        r"\+ given = .*key\[ [24]\]",
        "equivalent: those of one time that were granted before stand in the order of granting",
    ),
    (
        "brought.py.* age$",
        r"key\[: 4\]|key\[ 3:\]",
        "equivalent: what a trial has granted is behind all that was granted before in both",
    ),
    ("layers/trial.py.*_result", r"len\(parts\) < 1", "only speed: one part has no pairs"),
    (
        "layers/trial.py.*_result",
        r"\+ if not commuting",
        "only speed: pruned where it was not asked for, and not where it was",
    ),
    (
        "layers/trial.py.*_result",
        r"\+ for second in parts\[position (- 1|\+ 0) :\]",
        BOTH_WAYS_TRIED,
    ),
    (
        "brought.py.* and_brought",
        r"\+ \(instance, holder\): (\( 2 << 30\)|\(1 << (29|31)\)) \+ number",
        "equivalent: any number greater than that of every grant so far",
    ),
    (
        "(brought.py.* and_brought|layers/trial.py.*_result|layers/trial.py.* run)",
        r"\+ (if ( |not not )always and not may_bring|.*always= commuting)",
        "only speed: pruned where it was not asked for, and not where it was",
    ),
)

RECORDS: Reasons = (
    (
        "runs.py.* _looked$",
        r"\+ if (not )?members (==|!=) [0-2] (<<|>>) one:",
        "only speed: one by one, or as those of one player, it is the same evidence",
    ),
    (
        "runs.py.* _looked$",
        r"\+ if rest or lowest",
        "only speed: each is looked at alone, and shows the same",
    ),
    (
        "runs.py.* _tried$",
        r"\+ single = .*(!= 1 << number or|== ([02] <<|1 >>) number or|>> number \| 1)",
        "only speed: what shows the same is looked at once more",
    ),
    (
        "runs.py.* _tried$",
        r"\+ (for members, evidence in \[\]|if (not members &|members \|) others)",
        "only speed: it is looked at once more, or told that nobody shows something",
    ),
    (
        "runs.py.*_alone",
        r"\+ if not self\.board\.column\(FIXED\)",
        "only speed: what is marked is so after a trial too, by which all are looked at alone",
    ),
    (
        "layer_records.py.* changes",
        r"\+ lists, turn = .*\(None, -?1\)",
        "equivalent: without lists the turn is not looked at",
    ),
    ("cells.py.* changes", r"\+ if held \| others and", TOLD_OF_NOBODY),
    ("cells.py.*_lists", r"\+ if had (\| some and|& some or) not marks", TOLD_OF_NOBODY),
    ("layer_records.py.*_single", r"\+ if held \| others", TOLD_OF_NOBODY),
    (
        "cells.py.* final",
        r"\+ everyone = (\( [02] <<|\(1 >>) len",
        "equivalent: where there is no object nothing has changed, and nothing is told",
    ),
    (
        "layer_records.py.*turn_changes",
        r"\+ boards = turns\[ -1\]",
        "equivalent: all turns of a layer are on the same boards",
    ),
    (
        "layer_records.py.*turn_changes",
        r"\+ if +(not )?(isinstance\(boards|not isinstance)|\+ boards = turns\[0\].boards if not",
        "only speed: either way finds the same; what is taken back is not told by the journal",
    ),
    (
        "cells.py.* values",
        r"\+ if held \| mask",
        "equivalent: a value that none of these has is passed by where it is looked at",
    ),
    (
        "cells.py.* cell$",
        r"\+ kind = .* and self\.kinds",
        "equivalent: only numbers have base values, and none of the other kinds is said of those",
    ),
    ("cells.py.* cell$", r"\+ .*min\(parts_of\(value\)\) > floor", "only speed: nothing is cut"),
    ("cells.py.*_floored", r"\+ .*min\(parts_of\(one\)\) <= floor", "only speed: nothing is cut"),
    (
        "cells.py.*text_of",
        r"\+ if known is None or known\[ (-1|1)\] is not ability|\+ .* or known\[0\] is ability"
        r"|\+ .* known\[ [02]\] is not plurals|\+ if (not )?len\(_TEXTS\)",
        "only speed: it is printed again, or remembered longer",
    ),
)

CARRIED: Reasons = (
    (
        "ahead.py.*_acting_ahead",
        r"\+ .*self\._ahead\[ -?1\] is not board|\+ .*self\._ahead\[ [02]\] != at",
        "only speed: what is known for the board is not used, but found again",
    ),
    ("ahead.py.* ahead", r"\+ .*values\[ -1\] ==", ALONE),
    (
        "carried.py.*_to_take_back",
        r"\+ return .*(get\(each\[1\], -?1\) &|get\(each\[1\], 0\) \|) each",
        "only speed: to remove what is not there changes nothing; who controls what is worked out "
        "again, and is the same",
    ),
)

SIDE_BY_SIDE: Reasons = (
    (
        "side_by_side.py.*advance",
        r"\+ if len\(choices\) (>= 1|> 0):",
        "only speed: a machine is copied that might have gone on itself",
    ),
    (
        "side_by_side.py.*_fork",
        r"\+ machine\.rules = machine\.several\[ -1\]",
        "equivalent: its rules are asked only where all hand the parts out alike, and for records "
        "that no outcome has",
    ),
    (
        "side_by_side.py.*_fork",
        r"\+ machine\._line_up\(self\.graphs\[- 0\]",
        "equivalent: where rules part there are dependencies, and who waits is found by these",
    ),
    (
        "side_by_side.py.*run_together",
        r"\+ if not short_cuts\.commuting and",
        "only speed: the short cut is taken where it was not asked for, and not where it was",
    ),
    (
        "side_by_side.py.*run_together",
        r"\+ _, procedure = _split\(combinations\[ -1\]\)",
        "equivalent: where nobody depends on anybody, all go by age under all of them",
    ),
    (
        "side_by_side.py.*run_together",
        r"\+ if len\(\{machine\.goes_next\(\).*(>= 1|> 0):",
        "only speed: the rulebook is asked what comes to the same under all readings",
    ),
    (
        "side_by_side.py.*run_together",
        r"\+ first = _all\(machines\)\[ -1\]",
        "equivalent: all of them let the same part go, which does the same on the same board",
    ),
    (
        "side_by_side.py.*_machines",
        r"\+ .*procedures\[ -1\]",
        "equivalent: those of one key differ only in their rules, of which each machine has all",
    ),
    (
        "side_by_side.py.*_by_key",
        r"\+ for values in \[\]",
        "not seen: what it returns is kept, and was found before the change; without it nothing is "
        "derived under several readings",
    ),
)

OPEN: Reasons = (
    (
        "side_by_side.py.*dependents",
        r"\+ key = .*known if (not self\.test ==|self\.test !=)",
        "open: needs readings under the result test in one of which what was lost had its turn "
        "already, and a trial that brings it back; 5,000 drawn boards have shown no difference",
    ),
)

WHEN_DERIVED: Reasons = (
    (
        "possible.py.*is_possible",
        r"\+ return thing\.counters\.get\(counter, -1\) > 0",
        "equivalent: whoever has none of them has no more than none",
    ),
)

READS: Reasons = (
    ("reads.py.* merge", r"\+ merged.*get\(characteristic, -?1\)", MORE_TRIED),
    ("reads.py.*by_value", r"\+ valued = |\+ return .*or mask (<=|<) [01]\)", MORE_TRIED),
    ("reads.py.*_cell_reads", r"\+ case ReadName\(str\(name\), True\)", MORE_TRIED),
    ("reads.py.*term_reads", r"\+ return sets\[ -1\] if len\(sets\) == 1", ALONE),
)

REASONS: Reasons = (
    *REACH,
    *INCREMENTAL,
    *COMMUTING,
    *CERTAIN,
    *WHEN_DERIVED,
    *READS,
    *GRAPH,
    *MACHINE,
    *OBSERVE,
    *RECORDS,
    *CARRIED,
    *SIDE_BY_SIDE,
    *OPEN,
    (
        r"layers/ahead\.py:\d+ _changed",
        r"\+ if had \| disabled:",
        "equivalent: what is noted of no holders is told of none",
    ),
)
