"""What is decided while states of simultaneous effects are searched for, and what is guessed."""

from __future__ import annotations

from mutation.reasons.kinds import NO_IT, Reasons

KNOWN = "only speed: what is known all the same is worked out as a formula"
CLOSER = "only speed: where a number may lie is only told more or less closely before guesses"
FOR_ALL = "equivalent: what is the same for all objects is so for whichever is named"
LOOKED_AT_AGAIN = "only speed: what is known, or was found right, is looked at again"
ONE_BY_ONE = "only speed: what is done to the same objects is guessed one by one"
WHO_IS_BLAMED = (
    "equivalent: only which effects are tried first as the conflict; it is made smallest after that"
)
NEVER_GIVEN = "only speed: what nothing gives could not exist, and is looked at all the same"
REFUSED_LATER = (
    "open: a guess outside of its ends is refused later, as no state; only what stands beside a "
    "paradox is not held against that, and no board was found on which it shows"
)
JUDGED_LATER = "only speed: what contradicts itself here is refused once all of it is decided"

REASONS: Reasons = (
    (
        r"together/state\.py:\d+ _look_for_operand",
        r"\+ operand = deed\.known\(self\.partial, (1|- [02])\)",
        FOR_ALL,
    ),
    (
        r"together/state\.py:\d+ _look_for_operand",
        r"\+ (guessed &= ~\( ?0 << it\)|guessed &= ~\(1 >> it\)|if guessed \| wanted:)",
        LOOKED_AT_AGAIN,
    ),
    (
        r"together/state\.py:\d+ _look_into",
        r"\+ if deed in self\.guesses or wanted \| ~self\.ready",
        LOOKED_AT_AGAIN,
    ),
    (
        r"together/state\.py:\d+ _look_for_operand",
        r"\+ if (not not guessed|  ?guessed|not guessed << it|not guessed >> it (\| 1|& [02])) .*"
        r"Objects\(1 << it\)",
        CLOSER,
    ),
    (
        r"together/state\.py:\d+ _look_for_operand",
        r"\+ if not guessed >> it & 1 and not self\._narrow\(deed, it, Objects\( 0 << it\)",
        CLOSER,
    ),
    (
        r"together/state\.py:\d+ any_open",
        r"\+ return None in .* and any\(",
        "only speed: less is left undone here; what cannot be gathered is found out on each state",
    ),
    (
        r"together/elsewhere\.py:\d+ settled_numbers",
        r"\+ between, deed, it = max\(wide, key=",
        "only speed: whichever number is parted first, each place is come to",
    ),
    (
        r"together/elsewhere\.py:\d+ settled_numbers",
        r"\+ (if part\[ |other\.guess_operand\(deed, it, part\[ )",
        "equivalent: both ends are the same number there",
    ),
    (
        r"together/search\.py:\d+ _decide",
        r"\+ return True$",
        JUDGED_LATER,
    ),
    (
        r"together/search\.py:\d+ _ways",
        r"\+ if not self\.prune and not knot\.held",
        "only speed: what only adds is guessed; states that lift themselves are refused later",
    ),
    (r"together/search\.py:\d+ _ways", r"\+ tangle\.undone = False", WHO_IS_BLAMED),
    (r"together/search\.py:\d+ _ways", r"\+ if tangle is not None:$", WHO_IS_BLAMED),
    (
        r"together/search\.py:\d+ _ways",
        r"\+ if tangle is not None and  ?waiting\.any_of",
        WHO_IS_BLAMED,
    ),
    (
        r"together/deeds\.py:\d+ __init__",
        r"\+ (if ( locked|not not locked) and exempt|self\.shared = asked_of if not asked_of and)",
        ONE_BY_ONE,
    ),
    (
        r"together/grounds\.py:\d+ _replacing",
        r"\+ break$",
        "only speed: of what takes the place of others more counts as open",
    ),
    (
        r"together/search\.py:\d+ _guess",
        r"\+ alike = \(\) if (not deed\.shared is None|deed\.shared is not None) else",
        ONE_BY_ONE,
    ),
    (
        r"together/standing\.py:\d+ any",
        r"\+ failed = failed and error",
        "equivalent: the same error comes up when the ways are put together",
    ),
    (
        r"together/rest\.py:\d+ _parts",
        r"\+ if len\(parts\) >= MOST:",
        "equivalent, but where as many are told apart and what is left over comes to nothing",
    ),
    (
        r"together/deeds\.py:\d+ __init__",
        r"\+ self\.effect = parts\[ -1\]",
        "equivalent: all parts are of one effect",
    ),
    (r"together/deeds\.py:\d+ exists", r"\+ .*self\._plain\(board, (1|- 0)\)", NO_IT),
    (r"together/deeds\.py:\d+ maybe", r"\+ .*self\._tested\(partial, (1|- 0)\)", NO_IT),
    (r"together/deeds\.py:\d+ bounds", r"\+ .*self\._bounds\(partial, (1|- 0)\)", NO_IT),
    (
        r"together/deeds\.py:\d+ rests_on_scope",
        r"\+ return .*self\._exempt\(partial, (1|- [02])\)",
        NO_IT,
    ),
    (
        r"together/deeds\.py:\d+ rests_on_scope",
        r"\+ return .*\[1\] >> it \| 1",
        "only speed: what formulas could tell is left to guesses",
    ),
    (r"together/read_sets\.py:\d+ impersonal", r"\+ return False$", ONE_BY_ONE),
    (
        r"together/deeds\.py:\d+ _only_adds",
        r"\+ return True$",
        "equivalent: texts change only where effects apply in layers",
    ),
    (
        r"together/candidates\.py:\d+ _close",
        r"\+ while (not True|False):",
        NEVER_GIVEN,
    ),
    (r"together/candidates\.py:\d+ _copying_by_copies", r"\+ or any\($", NEVER_GIVEN),
    (
        r"together/candidates\.py:\d+ _copying_by_copies",
        r"\+ if \(instance, holder\) not in self\._found or not self\.effects\.left_out",
        NEVER_GIVEN,
    ),
    (
        r"together/candidates\.py:\d+ _follow",
        r"\+ if condition is None or .*\(self\._partial, (1|- [02])\)",
        NO_IT,
    ),
    (
        r"together/charts\.py:\d+ _place",
        r"\+ bar for bar, held in .* >> self\._index \| 1",
        "equivalent: the boards of a chart differ in bars on its object alone",
    ),
    (
        r"together/models\.py:\d+ _asked",
        r"\+ free = .* if asked\.pull\(bit\) (>= 0|> -1)\)",
        "only speed: what pulls neither way need not be taken, as where it is not gathered yet; "
        "so none that is gathered is left out, and each model is judged",
    ),
    (
        r"together/worded\.py:\d+ done",
        r"\+ if least >> it & 1 and not most >> it & 1:",
        KNOWN,
    ),
    (r"together/worded\.py:\d+ _interval", r"\+ self\._state\.partial, - [02]$", NO_IT),
    (
        r"together/bounds\.py:\d+ bounds",
        r"\+ if not not isinstance\(tree, a\.Players",
        "only speed: a player may be meant at most, which is looked at; who is named, or is the "
        "target, is so whatever is done",
    ),
    (
        r"together/read_sets\.py:\d+ region_looks",
        r"\+ if space is None and not space\.ground:",
        "only speed: regions are asked for only where there is a space; more of it is looked at",
    ),
    (
        r"together/state\.py:\d+ _look_for_operand",
        r"\+ (return True$|guessed &= (\(1 << it\)|~\( 2 << it\))$"
        r"|if not self\._know_within\(.*Objects\( [02] <<"
        r"|if not self\._know_within\(.*Objects\(1 >>|if not guessed >> it & 1 and .*( 2 <<|1 >>))",
        REFUSED_LATER,
    ),
    (
        r"together/state\.py:\d+ (limit|_know_within)",
        r"\+ (if within\[ ?(1|-1|0)\] > within|if (not )?self\.done\[deed\] [&|] wanted"
        r"|return True$)",
        REFUSED_LATER,
    ),
    (
        r"together/state\.py:\d+ lift",
        r"\+ (if not extra == last|if extra != last|for one in \[\]):",
        "open: where something that lifts joins in more than one step; what would has followed by "
        "then, on all boards drawn",
    ),
    (
        r"together/worded\.py:\d+ holds",
        r"\+ (known = tested\(.*self\._state\.partial|return self\._compared\(.*), - 2\)",
        NO_IT,
    ),
)
