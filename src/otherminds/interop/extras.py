"""Other people's packages, which are installed by extras of this one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from otherminds.contracts import OptionError

__all__ = ["needs"]


@contextmanager
def needs(name: str, extra: str) -> Iterator[None]:
    """Around the import of somebody's package: says which extra brings it where it is missing.

    Args:
        name: the package as its people write it.
        extra: the extra of otherminds that installs it.

    Raises:
        OptionError: the package is not installed.

    Examples:
        >>> with needs("Nimbus", "nimbus"):
        ...     import nimbus_of_nobody
        Traceback (most recent call last):
        otherminds.contracts.errors.OptionError: Nimbus is not installed: ...
    """
    try:
        yield
    except ModuleNotFoundError as error:
        raise OptionError(
            f"{name} is not installed: it comes with pip install 'otherminds[{extra}]'."
        ) from error
