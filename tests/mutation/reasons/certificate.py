"""The checker's statements and its verdict."""

from __future__ import annotations

from mutation.reasons.kinds import NUMBERS, Reasons

REASONS: Reasons = (
    ("axioms.py.*axioms_of", r"\+ break", "equivalent: the facts are refused already"),
    ("claims.py.*holds", r"first <= second", "equivalent: what is equal is found before"),
    ("axioms.py.*axioms_of", r"before = |- 2|< -1", NUMBERS),
    (
        "certificate/graph.py.* of$",
        r"in \[\]",
        "not asked: `Rows.of` is for tests and for counting orders",
    ),
    (
        "certificate/confirm.py.* confirm$",
        r"\+ if .*MOST_PROVED",
        "only speed: what was proved before is asked of Z3 again, or remembered beyond the bound",
    ),
    (
        "certificate/confirm.py.* models$",
        r"\+ if .*canceled",
        "open: needs an interrupt while Z3 thinks, or the end of its time",
    ),
    (
        "certificate/confirm.py.* confirm$",
        r"timed=True|\+ if not new and _asked",
        "only speed: Z3 looks at the clock, or is asked of each clause alone",
    ),
    (
        "certificate/confirm.py.* (_formula|_literal)$",
        r"\+ if first > 0 <= second|\+ if first >= 1 <= second|\+ if first >= 0 < second"
        r"|if number > 0|if number >= 1",
        "equivalent: nothing is written in the longer form, or as minus 0",
    ),
    (
        "certificate/terms.py.* __init__$",
        r"\+ self.count = -?1",
        "equivalent: names only have to differ",
    ),
    (
        "certificate/terms.py.* choose$",
        r"type\(this\) is not type\(other\)",
        "equivalent: one of two that are the same is written as a choice between them",
    ),
    (
        "certificate/terms.py.* _finitely$",
        r'self.compare\(other, "<", 1\)',
        "equivalent: what is divided by nothing is nothing, whatever stands there",
    ),
    (
        "certificate/terms.py.* _infinitely$",
        r'self.compare\(one, ">", -1\), self.compare\(other, ">", 0\)',
        "equivalent: of nothing all is nothing, before its sign is asked for",
    ),
    (
        "certificate/terms.py.* lines_for$",
        r"line.split\(. ., 3\)\[1\]",
        "equivalent: the second word is the same, into however many pieces the rest falls",
    ),
    (
        "certificate/terms.py.* _without$",
        r"self._picked.get\(.*, \(.., (-?1, 0|0, -?1)\)\)",
        "equivalent: of what was not picked the first of the three alone is looked at",
    ),
    (
        "certificate/terms.py.* literal$",
        r"if amount (> 0|>= 1)",
        "equivalent: nothing is written as minus 0",
    ),
    (
        "certificate/terms.py.* _next$",
        r"count \+= 2|count >= MOST",
        "equivalent: names only have to differ, and the bound on size is a round number",
    ),
    (
        "certificate/terms.py.* _finitely$",
        r"compare\(other, .<., -1\)",
        "equivalent: dividing by -1 leaves nothing, so that it is not rounded",
    ),
    (
        "certificate/terms.py.* _infinitely$",
        r"compare\(other, .>., -1\)",
        "equivalent: what is multiplied by nothing, or divided by it, is nothing before that",
    ),
    (
        "certificate/check.py.* check_may$",
        r"\+ except CosmicRayTestingException",
        "guard: no record is known of which the replay of a state asks for what there is not",
    ),
    (
        "certificate/together.py.* _check_conflict$",
        r"len\(conflict\) \+ 2",
        "only words: how often a clause was looked at",
    ),
    (
        "certificate/together.py.* _check_fates$",
        r"expected\[ -1\]",
        "equivalent: what all agree on stands in one order in each of them",
    ),
    (
        "certificate/together.py.* _claim_before$",
        r"default=- 2",
        "equivalent: the number only has to be less than those that there are",
    ),
    (
        "certificate/together.py.* _look_for_more$",
        r"len\(points\) (!= len\(records\) \+|== len\(records\) -) len\(others\)",
        "only words: what may not be untold is refused, whatever else is looked for",
    ),
    (
        "certificate/together.py.* _check_order$",
        r"enumerate\(pairwise\(outcomes\), 2\)",
        "only words: the numbers by which the message calls two answers",
    ),
    (
        "certificate/together.py.* _cells$",
        r"value is None, value",
        "open: needs two answers of the same effects, one with a cell that the other lacks",
    ),
    (
        "certificate/shape.py.* in_rows$",
        r"\+ return count <= MOST_CHANGES",
        "only speed: changes are compared one by one, or as rows, and come to the same",
    ),
    (
        "certificate/shape.py.* every$",
        r"len\(values\) >= MANY",
        "only speed: records are looked at one by one, or field by field",
    ),
    (
        "certificate/kept.py.* __call__$",
        r"\+ if len\(self._known\) < self._most",
        "only speed: what was worked out is forgotten sooner, or kept",
    ),
    (
        "certificate/sentences.py.* departures$",
        r"\+ if not len\(self._known\) >= MOST_LAYERS",
        "only speed: what was found is forgotten sooner, or kept",
    ),
    (
        "certificate/graph.py.* turned_round$",
        r"row.bit_count\(\) \+ 2 <=|\+ held = 1$",
        "only speed: a row is turned round by what it holds or by what it does not hold",
    ),
    (
        "certificate/shape.py.* fits$",
        r"\+ if .*type\(value\) is",
        "not asked: forms are made as the module is loaded, before a mutant is; written, it fails "
        "test_the_form_of_dependencies_and_changes",
    ),
    (
        "certificate/shape.py.* __init__$",
        r"\+ assert not len|\+ assert len\(FORMS\[kind\]\) <= 1",
        "not asked: the fields of a record are worked out once, before a mutant is; written, it "
        "fails every test of test_shape.py that has a record",
    ),
    (
        "certificate/shape.py.* __init__$",
        r"\+ assert len\(FORMS\[kind\]\) >= 1",
        "guard: every record has two fields at least",
    ),
    (
        "certificate/shape.py.* in_rows$",
        r"\+ if not recorded.read|\+ return True|count = -?1$|in \[\]:|count (<|>|>=) MOST_CHANGES"
        r"|not count <=|len\(recorded\) (<=|>=)|not isinstance\(recorded, Cells\)",
        "only speed: a record is compared one by one, or as rows, and comes to the same",
    ),
    (
        "certificate/shape.py.* every$",
        r"\+ if not len\(values\) < MANY|len\(values\) <= MANY",
        "only speed: records are looked at one by one, or field by field",
    ),
    (
        "certificate/shape.py.* (_asked_of_all|_tuple|fits)$",
        r"not isinstance\(form, _Every\)|is tuple or every|isinstance\(value, Sequence\)",
        "not asked: forms are made as the module is loaded, before a mutant is; written, each "
        "fails test_shape.py",
    ),
    (
        "certificate/shape.py.* __init__$",
        r"\+ assert len\(FORMS\[kind\]\) > [02]",
        "guard: every record has three fields at least",
    ),
    (
        "certificate/claims.py.* role$",
        r"ROLES else - 2",
        NUMBERS,
    ),
    (
        "certificate/claims.py.* __init__$",
        r"ages.get\(effect, (1|- [02])\)",
        "equivalent: an effect in a layer that is not recorded as one is refused by the replay",
    ),
    (
        "certificate/entries.py.* course_of$",
        r"\+ for turn in range\(total \+ 2\)|\+ continue",
        "equivalent: the loop is left behind the last turn, and that round is the last",
    ),
    (
        "certificate/entries.py.* __init__$",
        r"\+ self\._turns = -?1$",
        "equivalent: before the first graph nobody is pending who could go",
    ),
    (
        "certificate/entries.py.* find$",
        r"\+ plainly = self\._before is (None|not None .* is None$)",
        "only speed: a graph that is told by the one before is taken in one by one",
    ),
    (
        "certificate/entries.py.* find$",
        r"\+ plainly = .* went != gone_since",
        "equivalent: a graph told without another than who had a turn is refused by the replay",
    ),
    (
        "certificate/entries.py.* course_of$",
        r"range\(total \+ 0\)",
        "equivalent: a graph behind the last turn is refused by the replay as well",
    ),
    (
        "certificate/kept.py.* __call__$",
        r"not len\(self._known\) >=|len\(self._known\) (<=|>) self._most",
        "only speed: what was worked out is forgotten sooner, or later",
    ),
    (
        "certificate/sentences.py.* departures$",
        r"len\(layer.names\) (<=|>=) MOST_KEPT|not len\(layer.names\) >"
        r"|len\(self._known\) (<|<=|>) MOST_LAYERS",
        "only speed: what was found is kept, or forgotten sooner, or found anew",
    ),
    (
        "certificate/sentences.py.* at_first$",
        r"\+ if among \| together",
        "only speed: of nobody nothing is said",
    ),
    (
        "certificate/sentences.py.* (loop|of_two)$",
        r"\+ return (0 << place|1 >> place) \||~\( ?(0 <<|1 >>) place\)",
        "equivalent: an effect is never asked about together with itself",
    ),
    (
        "certificate/sentences.py.* waiting$",
        r">> place & 1 else 1",
        "equivalent: what does not count is not asked about, and nothing that counts leads to it",
    ),
    (
        "certificate/sentences.py.* likeness$",
        r"one.why != GONE",
        "equivalent: layers are told apart by it either way",
    ),
    (
        "certificate/sentences.py.* departures$",
        r">> one & 1\), - 2\)",
        NUMBERS,
    ),
    (
        "certificate/sentences.py.* departures$",
        r"len\(course.entries\) < MOST:",
        "equivalent: a bound on size, which is a round number",
    ),
    (
        "certificate/sentences.py.* _rows_of$",
        r"rows = \[ ?-?1\] \*",
        "equivalent: of what is not in the graph nothing is asked",
    ),
    (
        "certificate/sentences.py.* at_first$",
        r"present \| left",
        "only speed: of nobody nothing is said",
    ),
    (
        "certificate/sentences.py.* _by_age$",
        r"\[ ?-?1\] \* len",
        "equivalent: the row of every place is written",
    ),
    (
        "certificate/sentences.py.* _rows_of$",
        r"place.get\(name, (1|- [02])\)|\+ if place >= -1",
        "equivalent: an effect in a graph that never joined is refused by the replay",
    ),
    (
        "certificate/spoken.py.* (read|standing_in)$",
        r"\+ if (not )?len\(self._(meant|standing)\) (<|<=|>|>=) MOST",
        "only speed: what was read is forgotten sooner, or later",
    ),
    (
        "certificate/spoken.py.* read$",
        r"if said\[ 0\] else self._words",
        "equivalent: with no players the words are the same, and only made anew",
    ),
)
