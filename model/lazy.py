"""Public names that are imported when they are first asked for, so that importing costs nothing."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence


def lazy(
    package: str, homes: Mapping[str, str], others: Sequence[str] = ()
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a package whose public names live in other modules.

    package: its name. homes: public name -> the module that defines it. others: packages that
    somebody may have thought of who asks for what it lacks. Source: PEP 562.
    """

    def getattr_(name: str) -> object:
        if name not in homes:
            raise AttributeError(_unknown(package, name, homes, others))
        value = getattr(import_module(homes[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    def dir_() -> list[str]:
        return sorted(homes)

    return getattr_, dir_


def _unknown(package: str, name: str, homes: Mapping[str, str], others: Sequence[str]) -> str:
    """That there is no such name, where it is, or which one was meant."""
    message = f"module '{package}' has no attribute '{name}'"
    if name.startswith("_"):
        return message
    for other in others:
        if name in getattr(import_module(other), "__all__", ()):
            return f"{message}: it is in {other}"
    from difflib import get_close_matches

    meant = get_close_matches(name, homes, 1)
    return f"{message}: did you mean '{meant[0]}'?" if meant else message


class LazyModule(ModuleType):
    """A module that is imported when something of it is first asked for.

    It stands where a large library is named in annotations only: `typing.get_type_hints` finds the
    type, and nobody else pays for it.
    """

    def __getattr__(self, name: str) -> object:
        return getattr(import_module(self.__name__), name)
