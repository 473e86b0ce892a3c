"""The checker's own derivation."""

from __future__ import annotations

from mutation.reasons.kinds import ALONE, MORE_TRIED, NO_IT, Reasons

EITHER_WAY = "only speed: either way to work it out comes to the same"
ROWS_DIFFER = "only speed: the rows count as different, and all is compared one by one"
WHICH_LIST = "equivalent: which of the lists is looked at besides does not matter"
NOTHING_KEPT = "only speed: what is kept is worked out anew"
NO_OBJECTS = "equivalent: nobody stands at such a place"
REFUSED = "equivalent: the facts are refused already"
ONLY_WORDS = "only words: the message, or how often something was looked at"
NO_GROUP = "equivalent: a group of no objects says nothing"

REASONS: Reasons = (
    (
        "replay/answers.py.* board$",
        r"range\(len\(answer.effects\) \+ [24]\)",
        "equivalent: what is not recorded is put right grant by grant, so in no more rounds than "
        "effects are in force, and one more sees that it stays",
    ),
    (
        "replay/answers.py.* _instances$",
        r"\+ for object in \[\]:",
        "equivalent: all that an object begins with is printed on its card, which is looked at too",
    ),
    # lists.py
    (r"lists.py:\d+ agree", r"\+ lists is not self\._recorded$", ROWS_DIFFER),
    (r"lists.py:\d+ agree", r"\+ and .* len\(self\._turns\) \+ 1$", ROWS_DIFFER),
    (r"lists.py:\d+ agree", r"\+ .*not recorded\.differences and lists is not None$", ROWS_DIFFER),
    (
        r"lists.py:\d+ groups",
        r"\+ unknown\[.*unknown\.get\(characteristic, 1\)",
        "only speed: one list more is read from the board, which says nothing new",
    ),
    (r"lists.py:\d+ groups", r"\+ for place in \[\]:", "only speed: no list is followed"),
    (r"lists.py:\d+ _note$", r"\+ if len\(written\) [<>] FEW:", EITHER_WAY),
    (r"lists.py:\d+ _began", r"\+ .*type\(word\) is not str", ROWS_DIFFER),
    (r"lists.py:\d+ _follow", r"\+ .* (<=|>=) MOST_TURNS:", EITHER_WAY),
    (r"lists.py:\d+ _note_list", r"\+ if .*MOST_LISTS:", NOTHING_KEPT),
    (r"lists.py:\d+ _is_told", r"\+ few = self\._few\.get\(characteristic, -?1\)", WHICH_LIST),
    (r"lists.py:\d+ _is_told", r"\+ if  bit & few:|\+ if not bit \| few:", WHICH_LIST),
    (
        r"lists.py:\d+ _is_told",
        r"\+ bit = row & few & \(row & few\)",
        "only speed: where several are looked at, they agree, or all is compared one by one",
    ),
    (r"lists.py:\d+ __init__", r"\+ self\._agreeing = -?1", ROWS_DIFFER),
    (
        r"lists.py:\d+ turn",
        r"\+ differ = delta\.get\(.*, -?1\)",
        "only speed: what was written back is compared, and is the same",
    ),
    (r"lists.py:\d+ turn", r"\+ return -?1$", ONLY_WORDS),
    (r"lists.py:\d+ agree", r"\+ return .* lists is not None$", ROWS_DIFFER),
    (r"lists.py:\d+ agree", r"\+ if (not not )? ?self\._right or lists is None", ROWS_DIFFER),
    (r"lists.py:\d+ agree", r"\+ return .* and  recorded\.differences", ROWS_DIFFER),
    (r"lists.py:\d+ agree", r"\+ self\._recorded = self\._recorded and lists", ROWS_DIFFER),
    (r"lists.py:\d+ agree", r"\+ and .* == len\(self\._turns\) - 0$", ROWS_DIFFER),
    (r"lists.py:\d+ agree", r"\+ and \(not looks and ", ROWS_DIFFER),
    (
        r"lists.py:\d+ _note$",
        r"\+ once, now = then\.get\(word, -?1\)",
        "unreachable: every word that was written stands among those from before",
    ),
    (r"lists.py:\d+ _began", r"\+ changed = -?1$", ROWS_DIFFER),
    (r"lists.py:\d+ _began", r"\+ changed \|= row if name == characteristic or ", ROWS_DIFFER),
    (
        r"lists.py:\d+ _is_told",
        r"\+ bit = row (\| few &|& few \||& few & -\(row \|)",
        "only speed: another list is looked at, or several count as different",
    ),
    (r"lists.py:\d+ _shown", r"\+ groups\(.*\)\[ -1\]", "equivalent: there is exactly one"),
    (
        r"lists.py:\d+ agree",
        r"\+ and recorded\.turn <= len\(lists\.turns\)",
        "guard: what asks for a turn that is not there is refused as well",
    ),
    (r"lists.py:\d+ agree", r"\+ and recorded\.turn >= len\(lists\.turns\)", ROWS_DIFFER),
    (r"lists.py:\d+ _note$", r"\+ if (not )?len\(written\) (<=|>=) FEW:", EITHER_WAY),
    (r"lists.py:\d+ _began", r"- return True\n\+ return False$", ROWS_DIFFER),
    (
        r"lists.py:\d+ _began",
        r"\+ if (not not | )all\(|\+ .*type\(row\) is not int|\+ .* is str or type\(",
        "only speed: rows of the right types count as different; a truth for a number reads alike",
    ),
    (r"lists.py:\d+ _began", r"\+ changed \|= row .* else -?1$", ROWS_DIFFER),
    (r"lists.py:\d+ _follow", r"\+ .*len\(self\._turns\) \+ known\[0\]", EITHER_WAY),
    (r"lists.py:\d+ _note_list", r"\+ if .*len\(self\._followed\)", NOTHING_KEPT),
    (r"lists.py:\d+ _is_told", r"\+ if .*few\.bit_count\(\)", WHICH_LIST),
    (r"lists.py:\d+ _is_told", r"\+ self\._few\[characteristic\] = few & bit", WHICH_LIST),
    (r"lists.py:\d+ _is_told", r"\+ if not not bit & few:", WHICH_LIST),
    (
        r"lists.py:\d+ _is_told",
        r"\+ if (not shown is|shown is not) None:",
        "only speed: the list is read from the board again, or counts as different",
    ),
    (r"lists.py:\d+ _within", r"\+ rows = .*row \| objects", ROWS_DIFFER),
    # layer.py
    (r"layer.py:\d+ run", r"\+ if graphs and graph\.turn <= max", REFUSED),
    (
        r"layer.py:\d+ run",
        r"\+ for turn in range\(.* \+ [02]\):",
        "equivalent: it ends with the last turn, and a graph or part that is left is refused then",
    ),
    (
        r"layer.py:\d+ run",
        r"- break\n\+ continue",
        "equivalent: that was the last round",
    ),
    (r"layer.py:\d+ run", r"- continue\n\+ break", REFUSED),
    (r"layer.py:\d+ _check_membership", r"- continue\n\+ break", REFUSED),
    (r"layer.py:\d+ _compare", r"\+ for row in \[\]:", ONLY_WORDS),
    (r"layer.py:\d+ _join", r"\+ gained = written (\||& holding\.get\(instance, -1\))", MORE_TRIED),
    (
        r"layer.py:\d+ _join",
        r"\+ if not \(part is None or part in self\.watches\.of and",
        MORE_TRIED,
    ),
    (
        r"layer.py:\d+ _check_membership",
        r"\+ .*known\[ -1\]\):",
        "equivalent: all of them are looked at where this one has no part",
    ),
    (r"layer.py:\d+ _join", r"\+ gained = written & holding\.get\(instance, 1\)", MORE_TRIED),
    (
        r"layer.py:\d+ _join",
        r"\+ gained = .* else -?1$",
        "equivalent: of what is not static no part is met",
    ),
    (
        r"layer.py:\d+ _join",
        r"\+ if part in pending and part in self\.applied:",
        "equivalent: what is asleep or just met is neither pending nor applied",
    ),
    # trial.py
    (r"trial.py:\d+ __init__", r"\+ self\.acting = 1|\+ if seen is not None or \($", MORE_TRIED),
    (
        r"trial.py:\d+ by_removal",
        r"\+ break",
        "unreachable: all that are pending here exist",
    ),
    (r"trial.py:\d+ _could_touch", r"\+ if .*reach (\||& .*, -?1\))", MORE_TRIED),
    (r"trial.py:\d+ check_edges", r"\+ if (not not|) aside and", ROWS_DIFFER),
    (
        r"trial.py:\d+ _same",
        r"\+ told = by_witness\(\(1 >> place",
        "only speed: only the first part's rows can be the same, and there are as many edges",
    ),
    (
        r"trial.py:\d+ _could_touch",
        r"\+ if .*(reach \||KEYWORDS, -?1\)|ABILITIES or reach)",
        MORE_TRIED,
    ),
    (r"trial.py:\d+ _could_touch", r"- return False\n\+ return True", MORE_TRIED),
    (r"trial.py:\d+ check_edges", r"\+ if  aside and", ROWS_DIFFER),
    (
        r"trial.py:\d+ (by_witness|_same)",
        r"\+ (single|told) = .*\( ?(0 <<|1 >>) place",
        "only speed: there are as many edges, so that none that is left out can be another",
    ),
    # readers.py
    (
        r"readers.py:\d+ __init__",
        r"\+ self\._last = -1, 0",
        "equivalent: no set of sources is like that",
    ),
    (r"readers.py:\d+ _found", r"\+ rest = self\._everyone & objects", EITHER_WAY),
    (r"readers.py:\d+ _found", r"\+ if .*fewest .*MOST_SHIFTS:", EITHER_WAY),
    (r"readers.py:\d+ __init__", r"\+ self\._doubtful = -?1", MORE_TRIED),
    (r"readers.py:\d+ __init__", r"\+ if not instance is not None and", MORE_TRIED),
    (
        r"readers.py:\d+ __init__",
        r"\+ self\._note\(watch\.standing, (0 <<|1 >>| 0 <<)",
        MORE_TRIED,
    ),
    (r"readers.py:\d+ __init__", r"\+ own = 1 >> ", MORE_TRIED),
    (r"readers.py:\d+ __init__", r"\+ own = .*places\[ -1\]", "equivalent: there is exactly one"),
    (r"readers.py:\d+ _note", r"\+ elif among & \(among - 0\):", EITHER_WAY),
    (r"readers.py:\d+ _note", r"\+ rows\[one\] = rows\.get\(one, 1\)", MORE_TRIED),
    (r"readers.py:\d+ touched", r"\+ alone = .*\.get\(key, 1\)", MORE_TRIED),
    (r"readers.py:\d+ touched", r"\+ touched \|= alone \| ", MORE_TRIED),
    (r"readers.py:\d+ touched", r"\+ if (not )?len\(rows\) (<|>=) written", EITHER_WAY),
    (r"readers.py:\d+ touched", r"\+ if written >> who \| 1:", MORE_TRIED),
    (r"readers.py:\d+ touched", r"\+ touched \|= rows\.get\(who, 1\)", MORE_TRIED),
    # tracking.py
    (
        r"tracking.py:\d+ __init__",
        r"\+ look = None if (not kind is|kind is not) None",
        NOTHING_KEPT,
    ),
    (r"tracking.py:\d+ __init__", r"\+ if kind is None:", NOTHING_KEPT),
    (r"tracking.py:\d+ reads", r"\+ reads\[key\] = reads\.get\(key, -?1\)", MORE_TRIED),
    (r"tracking.py:\d+ note", r"\+ if among & \(among - [02]\):", EITHER_WAY),
    (r"tracking.py:\d+ of", r"\+ if (not )?len\(single\) (<|>=) written", EITHER_WAY),
    (
        r"tracking.py:\d+ _widen",
        r"\+ if among \| ~known:",
        "equivalent: what is known already is added again",
    ),
    (r"tracking.py:\d+ touched", r"\+ .*widely\.get\(name, -1\)", MORE_TRIED),
    (r"tracking.py:\d+ _note_current", r"\+ if len\(current\) <= len", EITHER_WAY),
    # results.py
    (
        r"results.py:\d+ _alone",
        r"\+ return Alone\((0, {}, loud=True| ?-?1, {}, loud=False)\)",
        "unreachable: all that are pending here exist",
    ),
    (r"results.py:\d+ _alone", r"\+ on = -?1$", MORE_TRIED),
    (
        r"results.py:\d+ _alone",
        r"- for objects in delta\.values\(\):\n\+ for objects in \[\]:",
        "equivalent: a part writes on what it reaches; what it takes back of early work is loud",
    ),
    (r"results.py:\d+ _new", r"\+ for place in ones\(.*, -?1\)\):", MORE_TRIED),
    (
        r"results.py:\d+ _looks_at",
        r"\+ .*reads\.get\(key, (0\) \| written|-?1\) & written)",
        MORE_TRIED,
    ),
    (r"results.py:\d+ _apart", r"\+ or one\.on \| other\.on", MORE_TRIED),
    (
        r"results.py:\d+ unlike",
        r"\+ differ \|= .*\.get\(player, -?1\)|\+ for player in now\.keys\(\) & then",
        "equivalent: every player is an object, and controls itself at least",
    ),
    # shown.py
    (
        r"shown.py:\d+ with_floors",
        r"\+ if isinstance\(value, int\) or ",
        "equivalent: what is not below its floor is raised to itself",
    ),
    (r"shown.py:\d+ controlling", r"\+ if held \| here:", NO_GROUP),
    (r"shown.py:\d+ controlling", r"\+ if owner and held \| ", NO_GROUP),
    (r"shown.py:\d+ _combined", r"\+ if len\(alike\) <= MOST_SPLITS:", EITHER_WAY),
    (r"shown.py:\d+ _one_by_one", r"\+ lists = _by_table if held ", EITHER_WAY),
    (r"shown.py:\d+ _abilities", r"\+ for place in ones\(among\) if old or .* >= ", EITHER_WAY),
    (r"shown.py:\d+ _abilities", r"\+ if among \| ~there:", NO_GROUP),
    (
        r"shown.py:\d+ change_groups",
        r"\+ differ = delta\.get\(\(characteristic, ANY\), 1\)",
        MORE_TRIED,
    ),
    (r"shown.py:\d+ changed", r"\+ if .*self\._reads\.get\(key, -?1\):", MORE_TRIED),
    # space.py and ways.py
    (
        r"space.py:\d+ __init__",
        r"\+ self\.beyond_ones = .*(PLAYERS, 1|RULES, -?1)",
        "equivalent: there always are players and rules",
    ),
    (r"space.py:\d+ is_of", r"\+ if not objects is not self\._same", ROWS_DIFFER),
    (r"space.py:\d+ named", r"\+ if .*len\(self\._named\) .*MOST_NAMED:", NOTHING_KEPT),
    (
        r"ways.py:\d+ _beside",
        r"\+ .*if other > -1 and",
        "equivalent: place 0 is in no row that there is",
    ),
    (
        r"ways.py:\d+ _halves",
        r"\+ .*else -?1\)",
        "equivalent: all squares are shifted alike, and only differences are asked for",
    ),
    # board.py and parts.py
    (
        r"board.py:\d+ (note|holds)$",
        r"\+ self\.reads\[key\] = self\.reads\.get\(key, 1\)",
        MORE_TRIED,
    ),
    (
        r"board.py:\d+ clear",
        r"\+ .*if held \| scope\]:",
        "equivalent: of others nothing is removed",
    ),
    (r"board.py:\d+ strip", r"\+ if .*scope\.bit_count\(\) .*HOLDING\]\):", EITHER_WAY),
    (r"board.py:\d+ ones", r"\+ if count_of (< 1|[+*] _SPARSE)", EITHER_WAY),
    (r"parts.py:\d+ steps_of", r"\+ if known is None or known\[", NOTHING_KEPT),
    (r"parts.py:\d+ steps_of", r"\+ if .*len\(_STEPS\) .*MOST:", NOTHING_KEPT),
    (
        r"parts.py:\d+ passing_by",
        r"\+ if one\.scope \| own and",
        "equivalent: what is not in scope is taken out of it",
    ),
    # effects.py and early.py
    (
        r"effects.py:\d+ note_grants",
        r"\+ if holding\.get\(instance, -?1\)",
        "equivalent: what nobody has by then is numbered anew when it is granted again",
    ),
    (
        r"effects.py:\d+ (grants|lends)",
        r"\+ instance = ReplayInstance\(ability, (number|0), (-1|1),",
        "equivalent: no rank is asked of what was granted",
    ),
    (r"effects.py:\d+ may_have_lost", r"\+ changed .*, -?1\)", MORE_TRIED),
    (r"effects.py:\d+ may_be_gone", r"\+ if .* or effect\.instance is not None:", MORE_TRIED),
    (r"effects.py:\d+ may_be_gone", r"\+ return bool\(doubtful >> .* \| 1\)", MORE_TRIED),
    (
        r"effects.py:\d+ ends_with_ability",
        r"\+ return effect\.instance is None and",
        MORE_TRIED,
    ),
    (r"effects.py:\d+ selected", r"\+ .*view\.choose\(pool, step\.scope, -?1\)", NO_IT),
    (r"early.py:\d+ take_back", r"\+ everyone = \( ?([02] <<|1 >>) ", NO_OBJECTS),
    (r"early.py:\d+ note", r"\+ types = act\.meaning\.touched\[ -1\]", ALONE),
    (r"early.py:\d+ takes", r"\+ return bool\(self\.given\) or", MORE_TRIED),
    (r"early.py:\d+ __init__", r"\+ self\._taken_early = True", MORE_TRIED),
    (
        r"early.py:\d+ takes",
        r"- return False\n\+ return True|\+ or not all\(|\+ if not self\.given and self\._early",
        MORE_TRIED,
    ),
    (
        r"early.py:\d+ takes",
        r"\+ effect\.instance is None or effect in self\.begun and",
        MORE_TRIED,
    ),
    # layer.py and answers.py, which the axioms stand beside
    (
        r"layer.py:\d+ run",
        r"- for (turn in sorted\(graphs\)|id in \[\*gone.*)\n?.*\n\+ for (turn|id) in \[\]:",
        "guard: the axioms refuse a graph or an effect without a turn as well",
    ),
    (r"layer.py:\d+ (_with_parity|_list)$", r"\+ what = |and \"no one\"", ONLY_WORDS),
    (r"answers.py:\d+ unlike", r"\+ f\"in \{told\}, \{cell\[", ONLY_WORDS),
    # permissions.py, groups.py, ahead.py, and what else was looked at on 29 November
    (
        r"permissions.py:\d+ ruling",
        r"\+ reasons\.insert\( -1, \"a (can't goes|newer effect)",
        "equivalent: there is one other reason at most",
    ),
    (
        r"groups.py:\d+ set_words",
        r"\+ appropriate = .* == name or bool",
        "equivalent: a word is of one characteristic",
    ),
    (r"groups.py:\d+ take", r"before \| ~now", "equivalent: of nobody nothing is taken"),
    (
        r"lists.py:\d+ agree",
        r"\+ and \( looks or",
        "guard: what is told of one list follows from what was compared before",
    ),
    (r"parts.py:\d+ _reach", r"\+ scope .*who, -?1\)", NO_IT),
    (r"parts.py:\d+ operand", r"\+ return _worked_out\(tree, view, -?1\)", NO_IT),
    (
        r"parts.py:\d+ _worked_out",
        r"\+ if belonging \| gained and not any",
        "only speed: what is not gained is left out once more",
    ),
    (
        r"parts.py:\d+ layer_of",
        r"- return (ids.* )?-1\n\+ return (ids.* else )?(- ?)?[012]$",
        "guard: a layer that is named is there, and the solver refuses what no layer does",
    ),
    (r"parts.py:\d+ words_in", r'"define ", 2\)', "equivalent: the word is there once"),
    (r"ahead.py:\d+ _acting_ahead", r"\+ reads.*reads\.get\(characteristic, 1\)", MORE_TRIED),
    (
        r"ahead.py:\d+ _acting_ahead",
        r"last\.board is board",
        "only speed: what acts ahead is asked of one board, and found anew each time",
    ),
    (
        r"parts.py:\d+ (ahead|last)",
        r"self\.own\[( -1|- 0)\]",
        "equivalent: what acts ahead, or waits, does so for all its layers at once",
    ),
    (
        r"ahead.py:\d+ _going_ahead",
        r"- break\n\+ continue",
        "only speed: what goes ahead for one of those that it touches is looked at for the others",
    ),
    (
        r"tracking.py:\d+ __init__",
        r"\+ (elif|if) (not )?kind is not None:$",
        NOTHING_KEPT,
    ),
    (r"tracking.py:\d+ note", r"\+ if among \| \(among - 1\):", EITHER_WAY),
    (r"tracking.py:\d+ of", r"\+ if len\(single\) <= written", EITHER_WAY),
    (
        r"tracking.py:\d+ drop",
        r"\+ known\.current = True|\+ if (not known is not|known is) None:",
        MORE_TRIED,
    ),
    (
        r"tracking.py:\d+ touched",
        r"\+ if not any\(written (\| widely|& widely\.get\(name, 1\))",
        MORE_TRIED,
    ),
    (r"tracking.py:\d+ of", r"among \| written|written >> place \| 1", MORE_TRIED),
    (
        r"tracking.py:\d+ (touched|_note_current)",
        r"\+ stale = (True|False|stale and not|stale or  look)|\+ if not stale:"
        r"|\+ if (not len\(current\) <|len\(current\) >=) len\(watches\)",
        "only speed: what is no longer on watch is forgotten sooner, or later",
    ),
    (
        r"trial.py:\d+ tried",
        r"\+ all_tested = not (~tested & \( ?(0 <<|2 <<|1 >>)|~tested \||tested &"
        r"|.*\)\) (\+ 1|- 0)$)",
        "only speed: parts that write the same are tried one by one",
    ),
    (
        r"trial.py:\d+ tried",
        r"\+ all_tested = .*\)\) - 2$",
        "equivalent: where the first part alone is not tested, every pair holds a tested one",
    ),
    (
        r"trial.py:\d+ tried",
        r"\+ blocks \+= .* if who \| others\]",
        "only speed: a row of no parts stands among the others",
    ),
    (
        r"trial.py:\d+ tried",
        r"\+ if gone \| others:",
        "only speed: a part without which all exist is held for one that is joined to others",
    ),
    (
        r"readers.py:\d+ __init__",
        r"\+ self\._of_players = -?1$",
        "only speed: who controls it is asked of parts that do the same for any player",
    ),
    (
        r"tracking.py:\d+ __init__",
        r"\+ if (not exists and|exists or|exists and (not self\.kind is|self\.kind is not) None)",
        "only speed: of parts of one player each is looked at",
    ),
    (
        r"trial.py:\d+ by_removal",
        r"\+ (edges|ended) = .*\[ ?-?1\] \*",
        "equivalent: all of them are set later",
    ),
    # words.py, replay.py and answers.py
    (r"words.py:\d+ _infinitely", r"\+ .*(>= 0|> -1)", "equivalent: neither is 0 here"),
    (r"replay.py:\d+ _followed", r"\+ message = .*existing\[", ONLY_WORDS),
    (r"replay.py:\d+ check_effects", r"- continue\n\+ break", REFUSED),
    (
        r"replay.py:\d+ check_effects",
        r"\+ if key <= other and",
        "equivalent: no two effects have the same key",
    ),
    (
        r"replay.py:\d+ check_ages",
        r"\+ if key <= other and not told < later",
        "equivalent: no two effects have the same key",
    ),
    (
        r"replay.py:\d+ check_ages",
        r"\+ if key < other and not told <= later",
        "equivalent: of two that are told as old as each other `check_effects` refuses one",
    ),
    (
        r"replay.py:\d+ check_ages",
        r"\+ several = .*(> 0|>= 1)\]",
        "only speed: all others are compared with each other by `check_effects`",
    ),
    (
        r"replay.py:\d+ _meant",
        r"\+ return next\(.*, known\[ ?-? ?[01]\]\)",
        "only words: none fits the record, which is refused whichever is meant",
    ),
    (
        r"replay.py:\d+ check_final",
        r"\+ if (not not | )rows and _all_there",
        "only speed: the first cell that differs is looked for, and there is none",
    ),
    (
        r"answers.py:\d+ board",
        r"\+ for _ in range\(len\(answer\.effects\) \+ [24]\):",
        "open: needs a board that comes to rest in the last of these steps",
    ),
    (
        r"answers.py:\d+ _instances",
        r"\+ for object in \[\]:",
        "open: what is guessed wrongly is mended by the next step; needs one that holds itself up",
    ),
    (r"answers.py:\d+ guess", r"- continue\n\+ break", REFUSED),
    (
        r"answers.py:\d+ _held",
        r"\+ (forms = .*t\.card\.name != name|known\.sort.*one in likely\))",
        "open: what is guessed wrongly is mended by the next step; needs one that holds itself up",
    ),
    (
        r"answers.py:\d+ _wrong_steps",
        r"\+ self\.findings\.looked\(STRUCTURE, len\(right\) or [02]\)",
        "only words: how much was looked at where nothing is in force",
    ),
)
