"""What a drawing is: a view as SVG whose parts name the actions they stand for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["Drawing"]


@dataclass(frozen=True, kw_only=True)
class Drawing:
    """A view, or a whole state, as a picture.

    Every legal action is on a part of the picture or listed by its type: a page makes the parts
    clickable and offers the rest as buttons or forms.

    Attributes:
        svg: an ``<svg>`` element, complete as a file or inside a page, for light and dark pages. A
            part that stands for legal actions is a group whose attribute ``data-actions`` holds
            their ids, separated by spaces; one action may be on several parts.
        listed: the legal actions that no part stands for, by the name of their type, ascending.
    """

    svg: str
    listed: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def _repr_svg_(self) -> str:
        """How notebooks show it."""
        return self.svg
