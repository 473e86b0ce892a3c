"""An engine in Python, in this process: the `play` of an `Adapter`."""

from __future__ import annotations

import importlib
import re
import sys
import traceback
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from layerlaw.model.dataclass import dataclass
from layerlaw.model.errors import LayerlawError, with_hint
from layerlaw.solver.shell.engines.engine import Engine, EngineError
from layerlaw.solver.shell.testing.adapter import Adapter
from layerlaw.solver.shell.testing.units import kind_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from layerlaw.model.scenarios.scenario import Scenario

NAMED = re.compile(r"([^\W\d]\w*(?:\.[^\W\d]\w*)*):([^\W\d]\w*(?:\.[^\W\d]\w*)*)")
"""How something of a module is named on a command line: `module:name`."""


@dataclass(frozen=True, slots=True)
class PythonEngine(Engine):
    """Calls `adapter.play` with each scenario. name: what to call it in messages."""

    adapter: Adapter
    name: str = "play"

    def states(self, scenario: Scenario) -> Iterator[object]:
        """What `play` gives, one after another; raises `EngineError` for all that it raises."""
        assert self.adapter.play is not None
        try:
            found: object = self.adapter.play(scenario)
            if isinstance(found, str | Mapping) or not isinstance(found, Iterable):
                raise EngineError(
                    f"{self.name} gives {kind_of(found)}, and not one state after another: let it "
                    "yield the state after each event"
                )
            yield from found
        except LayerlawError:
            raise
        except Exception as error:
            raise EngineError(f"{self.name} failed: {_where(error)}") from error


def _where(error: Exception) -> str:
    """The error on one line, with the place where it was raised."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    words = " ".join(str(error).split())
    told = f"{type(error).__name__}: {words}" if words else type(error).__name__
    return f"{told} ({Path(last.filename).name}, line {last.lineno})"


def adapter_named(name: str) -> Adapter:
    """The adapter called `module:name`; the module is looked for here too.

    A function there is an adapter that has it as its `play`. Raises `LayerlawError`.
    """
    match = NAMED.fullmatch(name)
    if match is None:
        raise LayerlawError(f"'{name}' is not of the form MODULE:NAME, such as mygame.rules:OURS")
    module, attribute = match.groups()
    found: Any = _module(module)
    for part in attribute.split("."):
        if not hasattr(found, part):
            known = [each for each in vars(found) if not each.startswith("_")]
            told = f"'{name}': there is no '{part}' in {module}"
            raise LayerlawError(with_hint(told, part, known))
        found = getattr(found, part)
    if isinstance(found, Adapter):
        return found
    if callable(found):
        return Adapter(play=found)
    raise LayerlawError(f"'{name}' is {kind_of(found)}, and neither an Adapter nor a function")


def _module(name: str) -> Any:
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        lacks = "it" if error.name == name else f"it imports '{error.name}', which"
        raise LayerlawError(
            f"the module '{name}' cannot be imported: {lacks} is not there (looked for in {here} "
            "and among what is installed)"
        ) from None
    except Exception as error:
        raise LayerlawError(f"the module '{name}' cannot be imported: {_where(error)}") from None
