"""Effects that apply at the same time."""

from __future__ import annotations

from mutation.reasons import deciding
from mutation.reasons.kinds import ALONE, MORE_TRIED, NO_IT, NUMBERS, Reasons

KNOWN = "only speed: what is known all the same is worked out as a formula"
ZERO = "equivalent: adding nothing changes nothing, whichever way it is said to pull"
WHATEVER_FIRST = "only speed: whatever is guessed first, or told apart, each state is come to"
CLOSER = "only speed: where a number may lie is only told more or less closely before guesses"
ONE_END = "equivalent: both ends are the same number there"
LESS_TOLD = "only speed: what may only come counts as what may go too, so less is told of it"

JUDGED = "only speed: less is left undone here; what cannot be gathered is found out on each state"
LET_GO = "only speed: the ends of an operand that grows are let go sooner or later"

FOR_ALL = "equivalent: what is the same for all objects is so for whichever is named"
NONE_LEFT = "equivalent: a deed or a key with no objects left is noted, and nothing asks for it"
SIGN = "equivalent: only the sign is asked for"

REASONS: Reasons = (
    (
        r"together/worded\.py:\d+ operand",
        r"\+ if isinstance\(tree, a\.(Value|Player)\) or isinstance\(choice,",
        "equivalent: a number is chosen where a value is asked for, players where a player is",
    ),
    (
        r"together/worded\.py:\d+ done",
        r"\+ return self\.selects\(scope, .*works=False\)",
        "equivalent: whether the source is meant where it lies is certain",
    ),
    (r"together/worded\.py:\d+ _value", r"\+ return self\._each\(.* else (1|- [02])\)", NO_IT),
    (
        r"together/models\.py:\d+ __init__",
        r"\+ self\._rules\.add_rule\(\[\], \[held, \*\(atom for atom in",
        "only speed: what is done with no operand is not gathered either",
    ),
    (
        r"together/numbers\.py:\d+ reckoned",
        r"\+ divisor = other\[ (1|-1)\]",
        ONE_END,
    ),
    (
        r"together/grounds\.py:\d+ _alike",
        r"\+ return scope if operands\[-1\] == self\.gathering\.operand_of\(deed, (1|- [02])\)",
        FOR_ALL,
    ),
    (
        r"together/grounds\.py:\d+ certain",
        r"\+ same = deed\.known\(partial, (1|- [02])\) == .*\(deed, -1\)",
        FOR_ALL,
    ),
    (
        r"together/grounds\.py:\d+ certain",
        r"\+ same = deed\.known\(partial, -1\) == .*\(deed, (1|- [02])\)",
        FOR_ALL,
    ),
    (
        r"together/grounds\.py:\d+ _always",
        r"\+ asking = (self\.splits - FEW|1|- [02])$",
        "only speed: clingo is asked at other times, or not at all, and the rest is split",
    ),
    (
        r"together/grounds\.py:\d+ _told",
        r"\+ worded\.always_with\(deed, it if deed\.each else (1|- [02]),",
        FOR_ALL,
    ),
    (
        r"together/grounds\.py:\d+ _replacing",
        r"\+ deed: mask \| changes",
        "only speed: what may change is thought to change on more objects",
    ),
    (r"together/copies\.py:\d+ _cells", r"\+ yield str\(name\[ -1\]\), None", ALONE),
    (
        r"together/numbers\.py:\d+ cell_ranges",
        r"\+ elif doubt or partial\.numbers is not None",
        "equivalent: of no objects no range is told",
    ),
    (
        r"together/ranges\.py:\d+ __call__",
        r"\+ for held in \[\]:",
        "only speed: the same ranges are worked out again",
    ),
    (
        r"together/ranges\.py:\d+ number_ranges",
        r"\+ if (held \| missing and|held & missing or|held \| mine|held & mine \| ~sure)",
        NONE_LEFT,
    ),
    (
        r"together/ranges\.py:\d+ number_ranges",
        r"\+ ends_read = hull\(there or \( ?(1, 0|0, -1)\), \(0, 0\)\)",
        "equivalent: 0 is one end of what is least and of what is greatest all the same",
    ),
    (
        r"together/bounds\.py:\d+ comparing",
        r"\+ doubt = partial\.doubts\(asked\) \| among",
        "only speed: a number that is in no doubt has a range of one number",
    ),
    (
        r"together/bounds\.py:\d+ bounds",
        r"\+ most = among (& world\.all_players \||\| world\.all_players &) world\.rules",
        "equivalent: who is a player, a target or named by its id is never in doubt",
    ),
    (
        r"together/bounds\.py:\d+ bounds",
        r"\+ if +isinstance\(tree, a\.Players \| a\.Target \| a\.Identified\)",
        "only speed: what is in doubt is thought to be possible of players and the rules, too",
    ),
    (
        r"together/bounds\.py:\d+ ranges_of_each",
        r"\+ return lambda partial, objects: \[\(ranging\(partial, (1|- [02])\), objects\)\]",
        NO_IT,
    ),
    (
        r"together/charts\.py:\d+ __init__",
        r"\+ (count, drawn = (2, 0|1, -?1)|drawn \+= len\(boards\) \+ len\(chosen\))",
        "only speed: places are numbered otherwise, or a chart is given up sooner or later",
    ),
    (
        r"together/charts\.py:\d+ _sign",
        r"\+ pulls = \{\(one (>= 0|> -1)\) - \(one < 0\)",
        ZERO,
    ),
    (
        r"together/models\.py:\d+ __init__",
        r"\+ super\(\).__init__\( [02]\)",
        "only speed: the first model is taken, whether or not others are looked for",
    ),
    (
        r"together/worded\.py:\d+ holds",
        r"\+ .*self\._(scope\(subject|each\(what), context, (1|- [02])\)",
        NO_IT,
    ),
    (
        r"together/worded\.py:\d+ _value",
        r"\+ return self\._each\(among, context, it if speaks_of_it\(among\) else - [02]\)",
        NO_IT,
    ),
    (
        r"together/grounds\.py:\d+ interval",
        r"\+ .* directed=True",
        "only speed: what can only come, or only go, is told apart too, so less is tried",
    ),
    (
        r"together/grounds\.py:\d+ varying",
        r"\+ if mask (\| ~self\.low\[deed\] and|& ~self\.low\[deed\] or) deed\.writes",
        NONE_LEFT,
    ),
    (r"together/grounds\.py:\d+ varying", r"\+ if mask \| changes", NONE_LEFT),
    (r"together/grounds\.py:\d+ _way", r"\+ return (2|- 2)$", SIGN),
    (r"together/grounds\.py:\d+ _way", r"\+ return (- 2 if .* else 1|-1 if .* else 2)$", SIGN),
    ("together/graph.py", r"\+ break", "not asked: tests/solver/layers/test_schedule.py kills it"),
    (
        r"together/graph\.py:\d+ __init__",
        r"\+ look\(name, one\.looks, (-1|1)\)",
        "equivalent: all that a condition looks at it looks at on objects that are named",
    ),
    (
        r"together/graph\.py:\d+ any_of",
        r"\+ return +open\.isdisjoint",
        "only where a conflict is looked for first: what is told of is one, and none without any "
        "of it, wherever that begins",
    ),
    (
        r"together/rest\.py:\d+ without_value",
        r"\+ break$",
        "equivalent: no characteristic of a shipped rulebook is called so",
    ),
    (r"together/graph\.py:\d+ look", r"\+ if mask \| where:", MORE_TRIED),
    (
        r"together/graph\.py:\d+ everything",
        r"\+ return Knot\(.*, False, \{\}\)",
        "equivalent: without pruning it is not asked whether a knot is held",
    ),
    (
        r"together/bounds\.py:\d+ joined",
        r"\+ for one in made\[ 0:\]",
        "only speed: the first part is joined with itself",
    ),
    (
        r"together/bounds\.py:\d+ controlled",
        r"\+ theirs_now = union\(column\.get\(name, (-1|1)\)",
        "equivalent: every player controls the player, so each is in the column",
    ),
    (
        r"together/partial\.py:\d+ _deep",
        r"\+ return .* is \(ends\[ (-1|1)\] > 0\)",
        "equivalent: here both ends are more than nothing, or neither is",
    ),
    (
        r"together/read_sets\.py:\d+ _of_cell",
        r"\+ if carried is None and context\.source not in",
        "only speed: of what nobody carries it is looked at all the same whether it can be carried",
    ),
    (
        r"together/read_sets\.py:\d+ directly",
        r"\+ return (-1|1) if bearer is None",
        MORE_TRIED,
    ),
    (r"together/charts\.py:\d+ __init__", r"\+ count (=|\+=) 2", NUMBERS),
    (
        r"together/charts\.py:\d+ __init__",
        r"\+ if open \| bit and \(sign",
        "equivalent: of what is done in any case nobody asks which way it pulls",
    ),
    (
        r"together/charts\.py:\d+ __init__",
        r"\+ self\.bits = \{bit .* if any\(e\[ 1\] is not None",
        "equivalent: steps that are taken in any case go on whether or not their bit is asked for",
    ),
    (
        r"together/charts\.py:\d+ _sign",
        r"\+ (\(operand (> -1|>= 0)\) - \(operand < 0\)|\(operand > 0\) - \(operand (< 1|<= 0)\))$",
        ZERO,
    ),
    (
        r"together/charts\.py:\d+ _sign",
        r"\+ else (\(operand < 0\) - \(operand (> -1|>= 0)\)"
        r"|\(operand (< 1|<= 0)\) - \(operand > 0\))$",
        ZERO,
    ),
    (r"together/charts\.py:\d+ _operands", r"\+ number = operand\[ -1\]\[1\]", ALONE),
    (
        r"together/charts\.py:\d+ __init__",
        r"\+ if drawn >= EDGES:",
        "equivalent: a bound on size, which is a round number",
    ),
    (r"together/charts\.py:\d+ _joined", r"\+ .*found\[ -1\] if len\(found\) == 1", ALONE),
    (
        r"together/formulas\.py:\d+ at_least",
        r"\+ elif part is not True",
        "equivalent: a part that never holds is not counted, left out or not",
    ),
    (r"together/formulas\.py:\d+ at_least", r"\+ return left\[ -1\] if len\(left\) == 1", ALONE),
    (
        r"together/formulas\.py:\d+ at_least",
        r"\+ return left\[0\] if len\(left\) == 0",
        "equivalent: at least one of one is that one",
    ),
    (
        r"together/worded\.py:\d+ (done|selects)",
        r"\+ if least (<< it & 1|>> it & 0) or not most >> it & 1:",
        KNOWN,
    ),
    (
        r"together/worded\.py:\d+ (done|selects)",
        r"\+ if least >> it & 1 or not most >> it \| 1:",
        KNOWN,
    ),
    (r"together/worded\.py:\d+ _value", r"\+ return ends\[ (-1|1)\]", ONE_END),
    (r"together/founded\.py:\d+ __init__", r"\+ break$", JUDGED),
    (
        r"together/founded\.py:\d+ __init__",
        r"\+ if deed\.step\.allowed & within\.spared\[deed\] & ~done:",
        "only speed: every deed spares the rules by then, so what is decided is looked at too",
    ),
    (r"together/founded\.py:\d+ _joining", r"\+ for it in .* else \(1,\):", LET_GO),
    (r"together/founded\.py:\d+ _joining", r"\+ there = bool\(old \| mask\)", LET_GO),
    (
        r"together/founded\.py:\d+ _joining",
        r"\+ if (not there and known is None and not mask & ~old"
        r"|there and known is None and not mask (\| ~old|& old)):",
        "only speed: what may be any number already is weighed again, and stays so",
    ),
    (
        r"together/founded\.py:\d+ _joining",
        r"\+ if ends is not None and (ends\[ (1|-1)\] > ends\[1\]|ends\[0\] > ends\[ 0\]):",
        JUDGED,
    ),
    (
        r"together/founded\.py:\d+ _joining",
        r"\+ if not there and known is not None and ends is not None:",
        LET_GO,
    ),
    (
        r"together/founded\.py:\d+ _joining",
        r"\+ yield deed, it, Objects\(mask \| ~old\), ends",
        JUDGED,
    ),
    (
        r"together/founded\.py:\d+ _told",
        r"\+ if (not )?within\.ready\[deed\] [&|] mask (and|or) it in",
        "only speed: an operand is known where it is ready; less is told of it at most",
    ),
    (
        r"together/founded\.py:\d+ carried_over",
        r"\+ (left|mask) = ",
        "only speed: the ends met what is known before, so they leave some number, and only narrow",
    ),
    (
        r"together/founded\.py:\d+ carried_over",
        r"\+ if (not mask & ~within|mask \| ~within|mask & within)",
        "only speed: the ends of less are told, or those of what is known, which lies within them",
    ),
    (r"together/founded\.py:\d+ __init__", r"\+ self\.most = WIDENED - len", LET_GO),
    (
        r"together/founded\.py:\d+ _joining",
        r"\+ (if .* self\.most:|self\.grown\[deed, it\] = )",
        LET_GO,
    ),
    (
        r"together/founded\.py:\d+ _joining",
        r"\+ yield deed, (1|- [02]), Objects\(scope & ~old\), None",
        "equivalent: what has no operand is noted under no object",
    ),
    (
        r"together/founded\.py:\d+ _joining",
        r"\+ open = deed\.step\.allowed \| ~within\.spared\[deed\]",
        JUDGED,
    ),
    (
        r"together/founded\.py:\d+ _joining",
        r"\+ scope = \(open \| ~old and open & deed",
        "equivalent: what is in already is in the scope all the same",
    ),
    (r"together/founded\.py:\d+ carried_over", r"\+ (for .* in \[\]:|return True|break)", JUDGED),
    (
        r"together/founded\.py:\d+ carried_over",
        r"\+ if (known is False|known is not True|not known is not False) and one not in",
        JUDGED,
    ),
    (
        r"together/founded\.py:\d+ carried_over",
        r"\+ mask = Objects\( 0 << it\) & left",
        JUDGED,
    ),
    (r"together/founded\.py:\d+ __init__", r"\+ for one, known in \[\]:", JUDGED),
    (
        r"together/founded\.py:\d+ __init__",
        r"\+ reached\.exists\[one\] = True",
        "equivalent: what does not exist in the state never gets into the closure",
    ),
    (
        r"together/founded\.py:\d+ __init__",
        r"\+ if deed\.step\.allowed (& ~within\.spared\[deed\] \| ~done|\| ~within\.spared)",
        MORE_TRIED,
    ),
    (
        r"together/models\.py:\d+ _literal",
        r"\+ (if read is not None and number <= len|read \|= .* if ways != \{ [02]\})",
        "only speed: more is read as it is in the model, so there are more models to be judged",
    ),
    (
        r"together/models\.py:\d+ _read",
        r"\+ if not open and not state\.exists",
        "only speed: of what does not exist nothing is done in the model; it is looked at again",
    ),
    (
        r"together/keys\.py:\d+ __init__",
        r"\+ self\.every = .*self\.writes\(one, (1|- [02]), \"\"\)",
        "equivalent: no condition and no scope looks at who has which instance",
    ),
    (
        r"together/candidates\.py:\d+ (_close|_given)",
        r"\+ .*\(self\.(_partial|start), (1|- [02])\)",
        NO_IT,
    ),
    (
        r"together/candidates\.py:\d+ _cards",
        r"\+ for index, thing in \[\]:",
        "equivalent: all that is printed stands on the starting board, and what something entered "
        "as a copy of is what its effect copies",
    ),
    (
        r"together/candidates\.py:\d+ _operations",
        r"\+ for instance in \[\]:",
        "equivalent: what anything has at the start is printed on its card, the rules' too",
    ),
    (r"together/candidates\.py:\d+ _copied", r"\+ most = 1", MORE_TRIED),
    (
        r"together/candidates\.py:\d+ _copied",
        r"\+ for it in range\(- [02], ",
        "equivalent: what does not speak of `it` means the same, whoever that is",
    ),
    (
        r"together/candidates\.py:\d+ _copied",
        r"\+ for it in range\(1, ",
        "open: a copy of what only the first object of all leads to",
    ),
    (
        r"together/candidates\.py:\d+ _place",
        r"\+ return \(\*began\.timestamp, [02], \*given",
        "equivalent: what was granted comes behind what is printed by the moment that follows, too",
    ),
    (
        r"together/operands\.py:\d+ known_operand",
        r"\+ match operation\.writes\[ -1\]:",
        "equivalent: an operation that is worked out from a selector writes one thing",
    ),
    (
        r"together/operands\.py:\d+ numbers_domain",
        r"\+ return \[evaluate\(_NO_BOARD, (1|- [02])\)\]",
        NO_IT,
    ),
    (
        r"together/operands\.py:\d+ number",
        r"\+ return UNKNOWN if .* else ends\[ (-1|1)\]",
        ONE_END,
    ),
    (r"together/ranges\.py:\d+ _operand_range", r"\+ operand = operand\[ -1\]\[1\]", ALONE),
    (
        r"together/ranges\.py:\d+ number_ranges",
        r"\+ ends = \[end if end > floor else kept_at",
        "equivalent: what is at its floor is kept there",
    ),
    (
        r"together/keys\.py:\d+ _find_towards",
        r"\+ yield from \(\(direction, one\) if one\[( -1\] == key\[0|0\] == key\[ (-1|1))\]",
        LESS_TOLD,
    ),
    (
        r"together/immediate_consequence\.py:\d+ grounded",
        r"\+ return True$",
        "equivalent: what only joins comes to rest, so no board ever comes a second time",
    ),
    (
        r"together/immediate_consequence\.py:\d+ __init__",
        r"\+ for deed in \[\]:",
        "only speed: what is done to the same objects is guessed one by one",
    ),
    (
        r"together/immediate_consequence\.py:\d+ __init__",
        r"\+ if (not deed\.shared is not None|deed\.shared is None) and not fixers",
        "only speed: what is done to the same objects is guessed one by one",
    ),
    (r"together/state\.py:\d+ propagate", r"\+ (narrowed (=|\+=) |if (not )?limits )", CLOSER),
    (
        r"together/state\.py:\d+ settled_deeds",
        r"\+ if known is None or known\[ (-1|1)\] != scope",
        "only speed: operands are put together again; one for all is the same for any of them",
    ),
    (r"together/deeds\.py:\d+ exists", r"\+ .*self\._plain\(board, - 2\)", NO_IT),
    (r"together/deeds\.py:\d+ maybe", r"\+ .*self\._tested\(partial, - 2\)", NO_IT),
    (r"together/deeds\.py:\d+ bounds", r"\+ .*self\._bounds\(partial, - 2\)", NO_IT),
    (
        r"together/deeds\.py:\d+ bounds",
        r"\+ immune, perhaps = self\._exempt\(partial, (1|- [02])\)",
        NO_IT,
    ),
    (
        r"together/deeds\.py:\d+ __init__",
        r"\+ self\.looks \|= \{Look\(self\._fixed, None, False\)\}",
        "equivalent: what marks does not only add, so all that it waits for is held, and every "
        "circle through a mark has that",
    ),
    (
        r"together/deeds\.py:\d+ __init__",
        r"\+ own = Look\(.*, self\._bit, True\)",
        "only speed: more is held, so it is guessed what could be lifted",
    ),
    (
        r"together/deeds\.py:\d+ _operand_looks",
        r"\+ any_word = .*, -1, True\)",
        "only speed: more is held, so it is guessed what could be lifted",
    ),
    (
        r"together/search\.py:\d+ _guess",
        r"\+ \(other\.done if not mine else",
        WHATEVER_FIRST,
    ),
    (
        r"together/search\.py:\d+ _operands",
        r"\+ match operation\.writes\[ -1\]:",
        "equivalent: an operation that is worked out from a selector writes one thing",
    ),
    (
        r"together/search\.py:\d+ _halves",
        r"\+ middle = \(len\(between\) \+ 0\) // 2",
        WHATEVER_FIRST,
    ),
    (r"together/search\.py:\d+ _halves", r"\+ other\.guess_operand\(.*half\[ -1\]\)", ALONE),
    (
        r"together/search\.py:\d+ _of_group",
        r"\+ .*self\._ways\(root\.copy\(\), group, \[.*\], (-1|1)\)",
        WHATEVER_FIRST,
    ),
    (
        r"together/search\.py:\d+ _of_group",
        r"\+ .*, FEW \+ 2\)\)",
        "only speed: one way more is looked for before clingo takes over",
    ),
    (
        r"together/search\.py:\d+ _of_group",
        r"\+ if (len\(found\) < FEW|not self\.founding\(\) or self\.guesses < FEW):",
        "only speed: the models of the program are the same states",
    ),
    (
        r"together/search\.py:\d+ _of_group",
        r"\+ tangle = Tangle\(Knot\(group\.candidates, group\.deeds, False, \{\}\)\)",
        "equivalent: of the knot of a tangle only what is in it is asked",
    ),
    (
        r"together/search\.py:\d+ _ways",
        r"\+ (parts = waiting\.groups\(\) if |if len\(parts\) "
        r"|if (not )?len\(knots\) |knot = knots\[ -1\])",
        WHATEVER_FIRST,
    ),
    (
        r"together/search\.py:\d+ _ways",
        r"\+ Ways\(one, self\._ways\(state\.copy\(\), one, guesses, depth (- 1|\+ [02])\)\)",
        WHATEVER_FIRST,
    ),
    (
        r"together/search\.py:\d+ _ways",
        r"\+ knots = waiting\.sources\(\) if not self\.prune",
        WHATEVER_FIRST,
    ),
    (
        r"together/search\.py:\d+ _guess",
        r"\+ .*_weight\(one, knot\), reverse=False",
        WHATEVER_FIRST,
    ),
    (r"together/search\.py:\d+ _weight", r"\+ return", WHATEVER_FIRST),
    (r"together/search\.py:\d+ _count", r"\+ (if )?guesses\[ -1\] ", ALONE),
    (
        r"together/search\.py:\d+ smallest",
        r"\+ size = max\(",
        "only speed: how many are left out at once at first; in the end each is, alone",
    ),
    *deciding.REASONS,
)
