"""Pages that need nothing else: what reports, claims and replays share of HTML."""

from __future__ import annotations

import html
import re

__all__ = ["figure", "page", "prose"]

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1c2733; background: #fff; max-width: 62rem;
       margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .3rem; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
th, td { padding: .3rem .6rem; border-bottom: 1px solid #d5dde5; text-align: right;
         white-space: nowrap; font-variant-numeric: tabular-nums; }
.name { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 9rem; }
thead th { border-bottom: 2px solid #8496a9; }
figure { margin: .8rem 0 1.5rem; overflow-x: auto; }
figure svg { max-width: 100%; height: auto; }
figcaption, .note { color: #5b6b7b; max-width: 46rem; }
.found { font-size: 1.1rem; max-width: 46rem; overflow-wrap: anywhere; }
code { font: .92em ui-monospace, monospace; background: #f1f4f7; padding: 0 .2em; }
pre { overflow-x: auto; }
"""


def prose(text: str) -> str:
    """A text for a page; what stands between backticks is set as code.

    Examples:
        >>> prose("`a < b` & more")
        '<code>a &lt; b</code> &amp; more'
    """
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text, quote=False))


def figure(heading: str, svg: str, caption: str) -> str:
    """A plot below its heading and the sentence that says how to read it; empty without a plot."""
    if not svg:
        return ""
    return (
        f"<h2>{html.escape(heading)}</h2>"
        f"<figure><figcaption>{prose(caption)}</figcaption>{svg}</figure>"
    )


def page(title: str, body: str, *, style: str = "", script: str = "") -> str:
    """A whole page; ``script`` is ours and stands at its end."""
    run = f"<script>{script}</script>" if script else ""
    return (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>{html.escape(title)}</title><style>{STYLE}{style}</style></head>"
        f"<body>{body}{run}</body></html>\n"
    )
