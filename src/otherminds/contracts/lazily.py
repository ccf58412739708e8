"""Packages whose parts are loaded when they are first used."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Any

__all__ = ["lazily"]


def lazily(package: str, places: Mapping[str, str]) -> Callable[[str], Any]:
    """``__getattr__`` of a package: a name out of one of its modules, or a module.

    Args:
        package: the name of the package.
        places: in which of its modules the names are that it offers.
    """

    def found(name: str) -> Any:
        if name in places:
            return getattr(importlib.import_module(f"{package}.{places[name]}"), name)
        if not name.startswith("_") and find_spec(f"{package}.{name}") is not None:
            return importlib.import_module(f"{package}.{name}")
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return found
