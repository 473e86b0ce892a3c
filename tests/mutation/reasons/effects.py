"""What effects write."""

from __future__ import annotations

from mutation.reasons.kinds import Reasons

NOBODY = "only speed: something is written to no object"

REASONS: Reasons = (
    (
        "writing.py.*write_numbers",
        r"old is None or new is not None",
        "equivalent: assigning comes to the same as taking the old one and adding the new one",
    ),
    (
        "effects/evaluate.py",
        r"for works in \((True, True|False, False)\)",
        "noticed: every board fails where the module is loaded anew, which no fork does",
    ),
    (
        "parts.py.* overwrites$",
        r"if gives (<= 0|< 1)",
        "equivalent: nobody has, gives or takes what a part gives before that part has given it",
    ),
    (
        "writing.py.* _changed$",
        r"first is None and second is None",
        "equivalent: a change gives both parts a number, or neither of them",
    ),
    (
        "writing.py.* kept_at$",
        r"if least > floor",
        "equivalent: what is at its floor is cut to what it is",
    ),
    ("writing.py.* write_names$", r"held \| scope", NOBODY),
    (
        "writing.py.* bar_control$",
        r"if held \| owned and owner|elif held \| owned",
        NOBODY,
    ),
    (
        "writing.py.* gain_activated$",
        r'ability, "", -?1, giver',
        "equivalent: what is activated makes no effect, so that its rank orders none",
    ),
    (
        "writing.py.* gain_activated$",
        r"resolves=False",
        "equivalent: asked only of texts on how something enters, and these are not used",
    ),
    ("writing.py.* _by_number$", r"if held \| scope", NOBODY),
    (
        "parts.py.* ahead$",
        r"own_layers\[ -1\]",
        "equivalent: what acts ahead of one of its own layers acts ahead of all of them",
    ),
    (
        "parts.py.* last_layer$",
        r"own_layers\[- 0\]",
        "equivalent: what has acted ahead has done so for all its own layers that were left",
    ),
    (
        "writing.py.* copy$",
        r"\+ if copies_what_is_left\(context.world.rulebook\) or not operation.text",
        "open: tells only where copies come after changes of texts, which no rulebook has; "
        "where printed values are copied nobody reads what a copy left",
    ),
)
