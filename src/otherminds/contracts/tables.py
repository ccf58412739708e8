"""Tables of HTML, for reports and notebooks."""

from __future__ import annotations

import html
from collections.abc import Sequence

__all__ = ["html_table"]


def html_table(head: Sequence[str], rows: Sequence[Sequence[str]], names: int = 1) -> str:
    """A table whose first columns are names, which may be long, and whose others are numbers.

    Examples:
        >>> html_table(["move", "visits"], [["a < b", "3"]])
        "<table><thead><tr><th class='name'>move</th><th>visits</th></tr></thead><tbody><tr>\
<td class='name'>a &lt; b</td><td>3</td></tr></tbody></table>"
    """

    def cells(tag: str, line: Sequence[str]) -> str:
        kinds = [" class='name'"] * names + [""] * (len(line) - names)
        return "".join(
            f"<{tag}{kind}>{html.escape(cell)}</{tag}>"
            for kind, cell in zip(kinds, line, strict=True)
        )

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    return f"<table><thead><tr>{cells('th', head)}</tr></thead><tbody>{body}</tbody></table>"
