"""The page that is committed: small, without inline code, and asking nobody else for anything."""

from __future__ import annotations

import gzip
import re
from importlib.resources import files

STATIC = files("otherminds") / "web" / "static"
MOST = 150_000  # bytes, compressed


def test_the_page_is_small() -> None:
    sizes = [len(gzip.compress(each.read_bytes())) for each in STATIC.iterdir()]
    assert len(sizes) >= 5
    assert sum(sizes) <= MOST


def test_the_page_has_no_inline_code_or_style() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<script[^>]*>", page) == ['<script src="/static/app.js" defer>']
    assert "<style" not in page
    assert not re.search(r"\s(style|on\w+)=", page)


def test_the_page_names_no_other_host() -> None:
    names = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xhtml"}
    names |= {"http://www.w3.org/1998/Math/MathML", "http://www.w3.org/XML/1998/namespace"}
    for name in ("index.html", "app.js", "app.css"):
        text = (STATIC / name).read_text(encoding="utf-8")
        assert set(re.findall(r"https?://[\w./-]+", text)) <= names, name
