"""Checks the arguments of public functions against their signatures, and says what is wrong."""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import wraps
from typing import ParamSpec, TypeVar

from layerlaw.model.errors import WrongArgument, told, wrong_argument

Given = ParamSpec("Given")
Result = TypeVar("Result")
Test = Callable[[object], bool]

_LOAD = "load_scenario(FILE) of layerlaw.model reads one from a file"
_HOW = {
    "Scenario": _LOAD,
    "Answer": f"solve(SCENARIO) gives one, and {_LOAD}",
    "Rulebook": "shipped_rulebook(ID) or load_rulebook(FILE) of layerlaw.model gives one",
    "Situation": "an Answer has one as its `situation`",
    "Question": 'for example Question(without=("K1.1",))',
}
_PLAIN: Mapping[str, tuple[Test, str]] = {
    "str": (lambda given: isinstance(given, str), "text"),
    "int": (lambda given: isinstance(given, int) and not isinstance(given, bool), "a whole number"),
    "bool": (lambda given: isinstance(given, bool), "True or False"),
    "None": (lambda given: given is None, "None"),
    "Path": (lambda given: isinstance(given, os.PathLike), "a path"),
    "PathLike": (lambda given: isinstance(given, os.PathLike), "a path"),
    "Callable": (callable, "a function"),
}
_MANY: Mapping[str, tuple[type, str]] = {
    "Iterable": (Iterable, "several"),
    "Sequence": (Sequence, "a list"),
    "Collection": (Collection, "several"),
    "Mapping": (Mapping, "a mapping"),
    "tuple": (tuple, "a tuple"),
    "frozenset": (frozenset, "a frozenset"),
}
_LITERAL = re.compile(r"""['"]([^'"]*)['"]""")


def checked(**known: str) -> Callable[[Callable[Given, Result]], Callable[Given, Result]]:
    """Lets a function raise `WrongArgument` for whatever its annotations do not allow.

    known: for names of ours in the annotations what they stand for, as an annotation. Names that
    are neither these nor Python's are classes, which a value is or is not by their name; `object`
    and `Any` are everything. What is in a list, a tuple or a mapping is looked at as well.
    """

    def decorate(function: Callable[Given, Result]) -> Callable[Given, Result]:
        rules = [
            (name, _rule(function.__name__, name, str(parameter.annotation), known))
            for name, parameter in inspect.signature(function).parameters.items()
        ]
        by_name = dict(rules)

        @wraps(function)
        def call(*args: Given.args, **kwargs: Given.kwargs) -> Result:
            for (_, check), given in zip(rules, args, strict=False):
                check(given)
            for name, given in kwargs.items():
                if name in by_name:
                    by_name[name](given)
            return function(*args, **kwargs)

        return call

    return decorate


def _rule(
    function: str, name: str, annotation: str, known: Mapping[str, str]
) -> Callable[[object], None]:
    fits, what = _wanted(annotation, known)
    classes = [word for word in re.findall(r"\w+", annotation) if word in _HOW]

    def check(given: object) -> None:
        if name == "self" or fits(given):
            return
        if classes and not annotation.startswith(("Iterable", "Mapping", "Sequence")):
            raise wrong_argument(function, classes[0], given, _how(classes[0], given))
        raise WrongArgument(f"`{name}` of {function} is to be {what}, not {told(given)}")

    return check


def _how(wanted: str, given: object) -> str:
    """How to get what is wanted, perhaps from what was given."""
    kind = type(given).__name__
    if wanted == "Scenario" and kind == "Answer":
        return "the one it answers is its `scenario`"
    if wanted == "Answer" and kind == "Scenario":
        return "solve(SCENARIO) gives one"
    return _HOW[wanted]


def _wanted(annotation: str, known: Mapping[str, str]) -> tuple[Test, str]:
    """The test that an annotation stands for, and the annotation in words."""
    options = [_option(option.strip().strip("\"'"), known) for option in _split(annotation, "|")]
    tests = [test for test, _ in options]
    if len(tests) == 1:
        return options[0]
    words = list(dict.fromkeys(what for _, what in options))
    return (lambda given: any(test(given) for test in tests)), " or ".join(words)


def _option(annotation: str, known: Mapping[str, str]) -> tuple[Test, str]:
    name, _, inside = annotation.partition("[")
    name = name.rpartition(".")[2]
    inside = inside.rpartition("]")[0]
    if name in known:
        return _wanted(known[name], known)
    if name == "Literal":
        words = _LITERAL.findall(inside)
        return (lambda given: isinstance(given, str) and given in words), f"one of {words}"
    if name in _PLAIN:
        return _PLAIN[name]
    if name in _MANY:
        return _many(name, inside, known)
    if name in ("object", "Any"):
        return (lambda given: True), "anything"
    article = "an" if name[:1] in "AEIOU" else "a"
    return (lambda given: _is(given, name)), f"{article} {name}"


def _many(name: str, inside: str, known: Mapping[str, str]) -> tuple[Test, str]:
    kind, what = _MANY[name]
    pieces = [piece.strip() for piece in _split(inside, ",") if piece.strip() not in ("", "...")]
    tests = [_wanted(piece, known) for piece in pieces]

    def fits(given: object) -> bool:
        if not isinstance(given, kind) or isinstance(given, str | bytes):
            return False
        if isinstance(given, Mapping):
            pairs = list(given.items()) if len(tests) == 2 else []
            return all(tests[0][0](key) and tests[1][0](value) for key, value in pairs)
        # A generator is gone once it has been looked at.
        if not isinstance(given, Collection) or not tests:
            return True
        if name == "tuple" and "..." not in inside:
            return len(given) == len(tests) and all(
                test(each) for (test, _), each in zip(tests, given, strict=True)
            )
        return all(tests[0][0](item) for item in given)

    return fits, f"{what} of ({', '.join(word for _, word in tests)})" if tests else what


def _is(given: object, name: str) -> bool:
    return type(given).__name__ == name or any(c.__name__ == name for c in type(given).__mro__)


def _split(text: str, at: str) -> list[str]:
    """The pieces of an annotation, split at the marks outside brackets."""
    pieces, depth = [""], 0
    for letter in text:
        depth += (letter == "[") - (letter == "]")
        if letter == at and not depth:
            pieces.append("")
        else:
            pieces[-1] += letter
    return pieces
