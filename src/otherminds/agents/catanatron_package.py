"""Catanatron itself: imported where it is installed, and kept from drawing what others draw."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from otherminds.contracts import OptionError

__all__ = ["imported", "own_randomness"]

_one_at_a_time = threading.RLock()


def imported() -> Any:
    """Catanatron, which an extra of ours installs.

    Raises:
        OptionError: it is not installed.
    """
    try:
        import catanatron.game
        import catanatron.models.map
        import catanatron.models.player
    except ModuleNotFoundError as error:
        raise OptionError(
            "Catanatron is not installed: it comes with pip install 'otherminds[catanatron]'."
        ) from error
    return catanatron


@contextmanager
def own_randomness(seed: int | None = None) -> Iterator[None]:
    """Around what Catanatron does: it draws from the generator that a whole process shares.

    Args:
        seed: what that generator draws from meanwhile; None to let it go on.
    """
    with _one_at_a_time:
        kept = random.getstate()
        if seed is not None:
            random.seed(seed)
        try:
            yield
        finally:
            random.setstate(kept)
