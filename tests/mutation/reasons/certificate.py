"""The checker's statements and its verdict."""

from __future__ import annotations

from mutation.reasons.kinds import NUMBERS, Reasons

REASONS: Reasons = (
    ("axioms.py.*axioms_of", r"\+ break", "equivalent: the facts are refused already"),
    (
        "axioms.py.*structure",
        r"in \[\]",
        "not asked: the replay refuses the same (certificate_axioms)",
    ),
    ("claims.py.*holds", r"first <= second", "equivalent: what is equal is found before"),
    ("axioms.py.*axioms_of", r"before = |- 2|< -1", NUMBERS),
    (
        "certificate/graph.py.* of$",
        r"in \[\]",
        "not asked: `Rows.of` is for tests and for counting orders",
    ),
    (
        "certificate/choices.py.* (inside|outside)$",
        r"last < 1 else|last <= 0 or",
        "equivalent: of what is not newer a claim is true, whether it is made or not",
    ),
    (
        "certificate/choices.py.* inside$",
        r"\+ if not self.ages",
        "open: with loops of mutual pairs a newer one could be passed over; the graphs of four "
        "effects that are tried do not show it",
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
        r"row.bit_count\(\) \+ 2 <=",
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
)
