"""The replay of histories, and written certificates."""

from __future__ import annotations

from mutation.reasons.kinds import ALONE, MORE_TRIED, NO_IT, NUMBERS, Reasons

UNIQUE = "equivalent: no two things happen at one step"
PLAYERS = "equivalent: players begin nowhere and end nowhere, whatever their number"
MORE_STATES = "only speed: states are asked for that change nothing"
MADE_ANEW = "only speed: what is kept is made anew, and comes to the same"
MORE_REMEMBERED = "only speed: more is remembered than is asked for"
NONE_THERE = "equivalent: what never was ends without a word"
IS_THERE = "equivalent: what is played from a zone is there, and the event names its card"

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
    (
        r"log.py:\d+ __init__$",
        r"\+ self\.step = 1$",
        "equivalent: steps are only compared with one another, and with the 0 before all of them",
    ),
    (
        r"log.py:\d+ next$",
        r"\+ self\.step \+= 2$",
        "equivalent: steps are only compared with one another",
    ),
    (r"aspects.py:\d+ thing_of$", r"\+ .*log\.since\(one, FRESH\) >= turn_began,$", UNIQUE),
    # effects.py, proceedings.py
    (
        r"effects.py:\d+ __init__$",
        r"\+ self\.looked = -?1$",
        "equivalent: what was not shown yet is made, whatever has ended by then",
    ),
    (r"effects.py:\d+ members$", r"\+ told \+= .* if one\.step >= making\.step\]$", UNIQUE),
    (r"effects.py:\d+ source_now$", r"\+ .*kin\.step >= making\.step and goes_on", UNIQUE),
    (
        r"proceedings.py:\d+ __init__$",
        r"\+ self\.moment = self\.place = -?1$",
        "equivalent: both are set as the first event begins",
    ),
    (
        r"proceedings.py:\d+ __init__$",
        r"\+ self\.turn_began = -1$",
        "equivalent: the first step is 1",
    ),
    (
        r"proceedings.py:\d+ tell$",
        r"\+ if aspect in \(CARD, COPIED\) or value is not None:$",
        MORE_STATES,
    ),
    (r"proceedings.py:\d+ effect$", r"\+ and loss\.step >= making\.step$", UNIQUE),
    (r"proceedings.py:\d+ deeds$", r"\+ this_turn = one\.step >= self\.turn_began$", UNIQUE),
    (
        r"proceedings.py:\d+ thing$",
        r"\+ .*known\[ ?[02]\] == one and log\.touched\[one\] <= known\[0\]:$"
        r"|\+ .*known\[1\] == one and log\.touched\[one\] < known\[0\]:$",
        MADE_ANEW,
    ),
    (
        r"proceedings.py:\d+ effect$",
        r"\+ .* and unmoved and lasting\.shown\[ ?-?1\] == stamp:$"
        r"|\+ if lasting\.shown is not None and lasting\.shown\[ ?0\] == effect:$",
        MADE_ANEW,
    ),
    (
        r"proceedings.py:\d+ situation$",
        r"\+ if self\._situation is None or self\._situation\[ ?-?1\] != key:$",
        MADE_ANEW,
    ),
    (r"proceedings.py:\d+ _goes_on$", r"\+ .*log\.begun\.get\(was, -?1\) > step:$", PLAYERS),
    (r"proceedings.py:\d+ _goes_on$", r"\+ .*log\.begun\.get\(was, 1\) <= step$", PLAYERS),
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
    (r"making.py:\d+ alone$", r"\+ return players\[ ?-1\] if len\(players\) == 1 else", ALONE),
    (r"making.py:\d+ number$", r"\+ return a\.NamedPlayer\(alone\(operand, -?1\)\)$", NO_IT),
    (r"making.py:\d+ arriving$", r"\+ .*view\.value\(one\.amount, -?1\)\)\)$", NO_IT),
    (r"arriving.py:\d+ copies_said$", r"\+ .*view\.the_one\(arrival\.copy\.of, -?1\)", NO_IT),
    (
        r"making.py:\d+ _is_fixed$",
        r"- return False\n\+ return True$",
        "only speed: a state is asked for of which nothing is fixed",
    ),
    (
        r"making.py:\d+ resolve$",
        r"\+ for card in \[\]:$",
        "equivalent: what is copied was heard as it began, and what the copy has otherwise as well",
    ),
    (
        r"arriving.py:\d+ _all_said$",
        r"\+ number = -?1$",
        "equivalent: no number is read but that of counters",
    ),
    (
        r"arriving.py:\d+ _left$",
        r"\+ left\.remove\(same\[ ?-1\]\)$",
        "equivalent: who says the same says the same number",
    ),
    # leaving.py, remembered.py, states.py
    (
        r"leaving.py:\d+ _by_effect$",
        r"- return False\n\+ return True$"
        r"|\+ if a\.Self\(\) in asked or source == one:$"
        r"|\+ if a\.Target\(\) in asked or only_target\(",
        MORE_REMEMBERED,
    ),
    (
        r"leaving.py:\d+ _by_announcement$",
        r"\+ if a\.Self\(\) in asked or what\.source == one:$"
        r"|\+ if what\.chosen == one or any\(isinstance\(each, a\.Identified\) for each in asked"
        r"|\+ return a\.Target\(\) in asked or last_target\(",
        MORE_REMEMBERED,
    ),
    (
        r"remembered.py:\d+ last_target$",
        r"\+ return left\[ ?-1\] if len\(left\) == 1 else None$",
        ALONE,
    ),
    (
        r"remembered.py:\d+ answer$",
        r"\+ return a\.Number\(known\.numbers\.get\(node\.characteristic, -?1\)\)$",
        "equivalent: every number is remembered, if it is 0",
    ),
    (r"states.py:\d+ _only_answer$", r"\+ board = .*board\(answers\[ ?-1\]\)$", ALONE),
    # concluding.py, entering.py: whether a state is asked for
    (
        r"concluding.py:\d+ conclude$",
        r"\+ if layered or known\.policy\(|\+ known\.on = .* if not known\.on or known\.heard",
        MORE_STATES,
    ),
    (
        r"entering.py:\d+ _as_it_waits$",
        r"\+ if not spell and not known\.heard\.texts or waits is None or known\.of",
        "only speed: what does nothing as it resolves is read for nothing",
    ),
    # turning.py, rest.py, opened.py
    (
        r"turning.py:\d+ without_status$",
        r"- continue\n\+ break$",
        "equivalent: where an ability does not work, nothing that it says is asked for",
    ),
    (
        r"rest.py:\d+ note_who_is_older$",
        r"\+ if not stirring and not resting or known\.policy",
        MORE_STATES,
    ),
    (
        r"rest.py:\d+ takes_turns$",
        r"\+ if one not in self\.asking and other not in self\.asking:$",
        "equivalent: who asks for nobody's rest is not among those who can use what asks for it",
    ),
    (r"opened.py:\d+ _just$", r"\+ return .* else each\[ ?-1\]$", ALONE),
    # counting.py
    (
        r"counting.py:\d+ _none_left$",
        r"\+ return .* >= after\.get\(name, 1\)$",
        "equivalent: what was counted is counted still, if there is none",
    ),
    (
        r"counting.py:\d+ counters_change$",
        r"\+ both = min\(counters\[name\], counters\.get\(other\.name, -1\)\)$",
        "equivalent: fewer than one take nothing away",
    ),
    (r"counting.py:\d+ _none_left$", r"\+ return before\.get\(name, 0\) >= 0 >=", NONE_THERE),
    (r"counting.py:\d+ _none_left$", r"\+ return before\.get\(name, -?1\) > 0", NONE_THERE),
    (r"counting.py:\d+ _none_left$", r"\+ return .* > -1 >= after\.get\(name, 0\)$", NONE_THERE),
    (r"counting.py:\d+ _none_left$", r"\+ return .* >= after\.get\(name, -1\)$", NONE_THERE),
    # shapes.py, entering.py
    (
        r"shapes.py:\d+ transform$",
        r"\+ known\.lose\(id, keyword, printed=False\)$",
        "equivalent: what lacks a keyword has lost by then what resolved gave it of that",
    ),
    (
        r"entering.py:\d+ play$",
        r"\+ chosen = .* else \[\(chosen\[( ?-1\]\[0|0\]\[ ?-?1)\], original\), \*chosen\[1:\]\]$",
        "equivalent: of the first copy that a token is created as, the card alone is asked for",
    ),
    (
        r"concluding.py:\d+ _leaving$",
        r"\+ if one in kept\.over and not known\.there\(one\.id\):$",
        "only speed: members are there, and those for which it is over are so once more",
    ),
    # happening.py, rest.py, bearers.py
    (
        r"happening.py:\d+ _turn_begins$",
        r"\+ if resets is not None and any\(passing \| known",
        "equivalent: whoever has counters that do not stay has some that pass",
    ),
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
    (
        r"happening.py:\d+ _turn_begins$",
        r"\+ having = .*\.keys\(\) < stay\]$",
        "only speed: counters that all stay are told once more",
    ),
    (
        r"happening.py:\d+ move$",
        r"\+ one = waiting\.pop\( ?-1\)$",
        "equivalent: all that goes along goes to the same place, in whatever order",
    ),
    (
        r"happening.py:\d+ happen$",
        r"\+ carry_out\(known, announce\(known, event\), at_once=False\)$",
        "equivalent: nothing leaves between what is announced and resolves at once",
    ),
    (
        r"rest.py:\d+ note_who_is_older$",
        r"\+ if not older < at_rest:$",
        "only speed: who is older than all that is at rest is told so once more",
    ),
    (
        r"bearers.py:\d+ bearer_of_entrant$",
        r"\+ first = targets\[ ?-1\] if targets else",
        "equivalent: what is carried has one target",
    ),
    (
        r"heard.py:\d+ __init__$",
        r"\+ self\.redirects = .* = self\.entering = True$",
        MORE_STATES,
    ),
    # play.py
    (
        r"play.py:\d+ __init__$",
        r"\+ self\.number = -?1$",
        "equivalent: it is set as the first event begins",
    ),
    (
        r"play.py:\d+ _carry_out_checks$",
        r"\+ rounds = len\(known\.log\.present\) \+ 2 if ",
        "only speed: what comes back to where it began does so once more",
    ),
    # heard.py
    (r"heard.py:\d+ __init__$", r"\+ self\.copies_entering = .* = True$", MORE_STATES),
    # written/history.py
    (
        r"written/history.py:\d+ state$",
        r"\+ self\._kept = .*\[: MOST_KEPT (\+ 1|- [02])\]\]$",
        "only speed: one state more or less is kept",
    ),
    # written/differences.py
    (
        r"differences.py:\d+ _of_same_types$",
        r"\+ if isinstance\(one, (dict|list)\) or isinstance\(other, (dict|list)\):$",
        "equivalent: of two equal values both are objects, or lists, or none is",
    ),
    (
        r"differences.py:\d+ _with_items$",
        r"\+ elif one (>= 0|> -1):$",
        "equivalent: of no items nothing may be told",
    ),
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
    (
        r"bearers.py:\d+ _is_carried$",
        r"\+ .*as_it_enters=False\)$",
        "equivalent: on a table of its own it has no other keywords either",
    ),
    (r"concluding.py:\d+ _keep_copies$", r"\+ if not known\.heard\.copies and known", MORE_STATES),
    (
        r"as_a_copy.py:\d+ _with_exceptions$",
        r"- continue\n\+ break$",
        "equivalent: what stands under `enters` always says as a copy of what",
    ),
    (
        r"as_a_copy.py:\d+ created$",
        r"\+ made = with_otherwise\(turned\(made\) if not made\.turned",
        "equivalent: no card has two faces and two halves",
    ),
    (
        r"happening.py:\d+ _change_total$",
        r"\+ if kind is None and kind\.of_players",
        "equivalent: the loader refuses what is no number of players",
    ),
    (
        r"ground.py:\d+ before$",
        r"\+ if (not event\.known and|event\.known or) known\.there",
        IS_THERE,
    ),
    (
        r"leaving.py:\d+ _by_announcement$",
        r"\+ card = .* if (not what\.what\.known and|what\.what\.known or) known\.there",
        IS_THERE,
    ),
    (
        r"heard.py:\d+ hear$",
        r"\+ self\.texts = self\.texts and bool\(node\.text\)$",
        "equivalent: where a spell has another text it says what is printed all the same",
    ),
    (
        r"play.py:\d+ _carry_out_checks$",
        r"\+ rounds = .* else 1$",
        "only speed: without checks nothing is found",
    ),
    (r"reading.py:\d+ _as_they_read$", r"\+ .*there\[ ?-1\]\.used", ALONE),
    (
        r"reading.py:\d+ _as_they_read$",
        r"\+ there = .* if each\.rank != place\] or own$",
        "equivalent: what is printed twice reads the same in both places",
    ),
    (
        r"making.py:\d+ resolve$",
        r"- continue\n\+ break$",
        "equivalent: what was announced is one ability, and only that may be orphaned",
    ),
    (
        r"states.py:\d+ copying$",
        r"\+ if one\.static or self|>> place \| 1:$|\+ if effect\.instance is not None or effect",
        "equivalent: what was not applied, or reads nothing anew, keeps nothing",
    ),
    (
        r"written/history.py:\d+ made$",
        r"\+ same = .* known\[ ?-?1\] is facts$|\+ same = known is None and"
        r"|\+ return .* if (not known is not None|known is None) and same",
        MADE_ANEW,
    ),
    (
        r"written/history.py:\d+ facts_of$",
        r"\+ raise RefutedState\(verdict\.failures\[ ?-1\]\)$",
        "only words: another of the failures of that state is told",
    ),
    (
        r"history/apart.py:\d+ _of_items$",
        r"\+ return f.there is no \{extra\[ ?-1\]\}",
        "only words: another of those that there are not is named",
    ),
    (
        r"written/forms.py:\d+ _make$",
        r"\+ if origin is tuple and inner\[ ?1\] is Ellipsis",
        "equivalent: every tuple that is written has two places, or any number of one type",
    ),
    (r"written/forms.py:\d+ _make$", r"\+ return self\._set\(inner\[ ?-1\]\)", ALONE),
    (
        r"written/forms.py:\d+ _?union$",
        r"named=len\(classes\) > 2",
        "equivalent: a union that is written is of one class, or of more than two",
    ),
    (
        r"states.py:\d+ reached$",
        r"\+ objects \|= self\._reached\.get\(id, -?1\)$",
        "equivalent: what has resolved and is in force is applied, if to nobody",
    ),
    (
        r"leaving.py:\d+ _borne_by$",
        r"\+ if bearer is None and carried is None or",
        "equivalent: nobody stands under no name",
    ),
    # foreseen.py, outlook.py
    (r"foreseen.py:\d+ __init__$", r"\+ self\._made = 1$", NUMBERS),
    (r"foreseen.py:\d+ _foreseen$", r"\+ self\._made \+= 2$", NUMBERS),
    (r"foreseen.py:\d+ _ask$", r"\+ number, version = \( -1, 0\) if", NUMBERS),
    (
        r"foreseen.py:\d+ _ask$",
        r"\+ number, version = \(0, -?1\) if",
        "equivalent: the version of what is not known is compared with itself alone",
    ),
    (r"foreseen.py:\d+ _ask$", r"\+ if known is not None and known\[: ?[13]\] ==", MADE_ANEW),
    (r"foreseen.py:\d+ _look$", r"\+ .* or self\._looked\[ ?-?1\] is not situation:", MADE_ANEW),
    (r"foreseen.py:\d+ _note$", r"\+ if not self\._deeds\.keys\(\) < now", MADE_ANEW),
    (r"foreseen.py:\d+ _foreseen$", r"\+ known = seen\.get\(key\) and self", MADE_ANEW),
    (r"foreseen.py:\d+ _foreseen$", r"\+ if known\.deeds <= len\(deeds\):", MORE_TRIED),
    (
        r"foreseen.py:\d+ _foreseen$",
        r"\+ carried = thing\.bearer is None$",
        "equivalent: the key tells what is carried from what is not",
    ),
    (r"outlook.py:\d+ _touch$", r"\+ changed = True$", MORE_TRIED),
    (r"outlook.py:\d+ _joins$", r"\+ return len\(known\) >= before$", MORE_TRIED),
)
