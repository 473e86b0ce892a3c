"""Why a change survives, in the words that several rooms use."""

from __future__ import annotations

Reasons = tuple[tuple[str, str, str], ...]
"""For each a pattern of file and function, one of its changed lines, and the reason."""

MORE_TRIED = "only speed: more is looked at or tried, and comes to the same"
GUARD = "equivalent: `strict` only guards; both sides are equally long"
ALONE = "equivalent: there is exactly one"
NO_IT = "equivalent: outside of a value nobody is `it`, so that argument is not looked at"
NUMBERS = "equivalent: the number only has to be none of those that there are"
