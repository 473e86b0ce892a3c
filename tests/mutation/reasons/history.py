"""The replay of histories, and written certificates."""

from __future__ import annotations

from mutation.reasons.kinds import NO_IT, NUMBERS, Reasons

UNIQUE = "equivalent: no two things happen at one step"
PLAYERS = "equivalent: players begin nowhere and end nowhere, whatever their number"
MORE_STATES = "only speed: states are asked for that change nothing"
NONE_THERE = "equivalent: what never was ends without a word"

REASONS: Reasons = (
    # log.py
    (r"log.py:\d+ begin$", r"\+ number = .*get\(id, (-?1)\) \+ 1$", NUMBERS),
    (r"log.py:\d+ named$", r"\+ return Incarnation\(id, .*get\(id, (-?1)\)\)$", PLAYERS),
    (r"log.py:\d+ stood$", r"\+ return self\.begun\.get\(one, -1\) <= step", PLAYERS),
    (
        r"log.py:\d+ stood$",
        r"\+ .*self\.endings\.get\(one, step \+ 2\)$",
        "equivalent: what has not ended stands at that step",
    ),
    (
        r"log.py:\d+ since$",
        r"\+ return told\[-1\]\[0\] if told else -?1$",
        "equivalent: where nothing was told of it, it is not fresh",
    ),
    # effects.py, proceedings.py
    (
        r"effects.py:\d+ members$",
        r"- break\n\+ continue$",
        "only speed: all steps are gone through",
    ),
    (r"proceedings.py:\d+ _goes_on$", r"\+ .*log\.begun\.get\(was, 0\) >= step:$", UNIQUE),
    (r"proceedings.py:\d+ _goes_on$", r"\+ .*log\.begun\.get\(was, 0\) < step$", UNIQUE),
    (r"proceedings.py:\d+ _goes_on$", r"\+ .*log\.begun\.get\(was, -1\) <= step$", PLAYERS),
    (
        r"proceedings.py:\d+ thing$",
        r"\+ .*known\[1\] != one and log\.touched\[one\] <= known\[0\]:$",
        "only speed: what is kept is of an object before, and older than the one there is",
    ),
    # making.py, arriving.py: only where nothing speaks of `it` is anything worked out for all
    (r"making.py:\d+ (gained|_original)$", r"\+ .*operation\.of, -?1\)", NO_IT),
    (r"making.py:\d+ number$", r"\+ return a\.Number\(view\.value\(operand, -?1\)\)$", NO_IT),
    (r"making.py:\d+ arriving$", r"\+ .*view\.value\(one\.amount, -?1\)\)\)$", NO_IT),
    (r"arriving.py:\d+ copies_said$", r"\+ .*view\.the_one\(arrival\.copy\.of, -?1\)", NO_IT),
    # counting.py
    (r"counting.py:\d+ _none_left$", r"\+ return .* > -1 >= after\.get\(name, 0\)$", NONE_THERE),
    (r"counting.py:\d+ _none_left$", r"\+ return .* >= after\.get\(name, -1\)$", NONE_THERE),
    # happening.py, rest.py, bearers.py
    (r"happening.py:\d+ seat$", r"\+ return - ?2 if player == known\.active", NUMBERS),
    (
        r"rest.py:\d+ come_to_rest$",
        r"- return False\n\+ return True$",
        "only speed: it is concluded once more, and nothing follows",
    ),
    (
        r"bearers.py:\d+ _is_carried$",
        r"\+ alone = Thing\(.*\( ?-1, 0\), \{\}\)$|\+ alone = Thing\(.*\(0, ?-?1\), \{\}\)$"
        r"|\+ alone = Thing\(.*\( ?1, 0\), \{\}\)$",
        "equivalent: nobody asks for the age of the only object",
    ),
    # play.py
    (
        r"play.py:\d+ _carry_out_checks$",
        r"\+ rounds = len\(known\.log\.present\) \+ 2 if ",
        "only speed: what comes back to where it began does so once more",
    ),
    # heard.py
    (r"heard.py:\d+ __init__$", r"\+ self\.copies_entering = .* = True$", MORE_STATES),
    # writing.py, text.py
    (
        r"writing.py:\d+ _text$",
        r"\+ if len\(text\) <= SPREAD_OUT:$",
        "only words: a certificate of just that many characters has line breaks",
    ),
    (
        r"text.py:\d+ text_in$",
        r"\+ raw = opened\.read\(MOST_BYTES \+ 2\)$",
        "equivalent: a file that has grown by a byte since is too large all the same",
    ),
)
