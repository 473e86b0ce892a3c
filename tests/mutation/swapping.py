"""A mutant put into the modules that are loaded already: its functions' code takes their place."""

from __future__ import annotations

import ast
from functools import cached_property
from types import CodeType, FunctionType, ModuleType

Codes = dict[str, CodeType]
"""The code of every function of a module that is in no other function, by qualified name."""


def meaning(source: str) -> str:
    """The source without annotations, docstrings and what is there for type checkers alone."""
    return ast.dump(_Bare().visit(ast.parse(source)))


class _Bare(ast.NodeTransformer):
    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        if any(isinstance(one, ast.Name) and one.id == "overload" for one in node.decorator_list):
            return ast.Pass()
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.annotation = ast.Name("object", ast.Load())
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        # A name for a type, such as `Edges = dict[str, int | None]`.
        value = node.value.value if isinstance(node.value, ast.Subscript) else None
        if isinstance(value, ast.Name) and value.id in ("dict", "tuple", "Literal", "Callable"):
            return ast.Pass()
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        # `frozen` and `slots` guard against mistakes; no right program shows them.
        if isinstance(node.func, ast.Name) and node.func.id == "dataclass":
            node.keywords = [one for one in node.keywords if one.arg not in ("frozen", "slots")]
        return self.generic_visit(node)

    def visit_If(self, node: ast.If) -> ast.AST:
        if "TYPE_CHECKING" in ast.dump(node.test):
            return ast.Pass()
        return self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        return ast.Pass() if isinstance(node.value, ast.Constant) else self.generic_visit(node)


def codes(module: CodeType) -> tuple[Codes, list[object]]:
    """The functions' codes of a compiled module, and all that is said outside of functions."""
    found: Codes = {}
    outside: list[object] = [module.co_code, module.co_names]
    for constant in module.co_consts:
        if not isinstance(constant, CodeType):
            outside.append(constant)
        elif constant.co_flags & 0x02:
            # Functions have locals of their own (CO_NEWLOCALS), but so have classes' bodies not.
            found[constant.co_qualname] = constant
        else:
            inner, more = codes(constant)
            found.update(inner)
            outside += more
    return found, outside


def functions(module: ModuleType) -> dict[str, FunctionType]:
    """The functions and methods of a loaded module, by qualified name."""
    found: dict[str, FunctionType] = {}
    things: list[object] = list(vars(module).values())
    while things:
        thing = things.pop()
        match thing:
            case FunctionType():
                inner = getattr(thing, "__wrapped__", None)
                if thing.__module__ == module.__name__ and inner is None:
                    found.setdefault(thing.__qualname__, thing)
                elif inner is not None:
                    things.append(inner)
            case type():
                if thing.__module__ == module.__name__:
                    things.extend(vars(thing).values())
            case property():
                things.append(thing.fget)
            case classmethod() | staticmethod():
                things.append(thing.__func__)
            case cached_property():
                things.append(thing.func)
            case _:
                inner = getattr(thing, "__wrapped__", None)
                if inner is not None and getattr(thing, "__module__", "") == module.__name__:
                    things.append(inner)
    return found


def swaps(
    module: ModuleType, source: str, mutant: str
) -> list[tuple[FunctionType, CodeType]] | None:
    """What to put where to turn the loaded module into the mutant; None where that cannot be."""
    path = str(module.__file__)
    before, outside = codes(compile(source, path, "exec", dont_inherit=True))
    after, other_outside = codes(compile(mutant, path, "exec", dont_inherit=True))
    if repr(outside) != repr(other_outside) or before.keys() != after.keys():
        return None
    loaded = functions(module)
    changed = [name for name in before if before[name] != after[name]]
    if any(name not in loaded for name in changed):
        return None
    if any(loaded[name].__code__.co_freevars != after[name].co_freevars for name in changed):
        return None
    return [(loaded[name], after[name]) for name in changed]
