"""Public names that are imported when they are first asked for, so that importing costs nothing."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


def lazy(
    package: str, homes: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """The `__getattr__` and `__dir__` of a package whose public names live in other modules.

    package: its name. homes: public name -> the module that defines it. Source: PEP 562.
    """

    def getattr_(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        value = getattr(import_module(homes[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    def dir_() -> list[str]:
        return sorted(homes)

    return getattr_, dir_


class LazyModule(ModuleType):
    """A module that is imported when something of it is first asked for.

    It stands where a large library is named in annotations only: `typing.get_type_hints` finds the
    type, and nobody else pays for it.
    """

    def __getattr__(self, name: str) -> object:
        return getattr(import_module(self.__name__), name)
