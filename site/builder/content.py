"""Content pages: Markdown with a little front matter, and inserts that the core computes."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt

CONTENT = Path(__file__).resolve().parent.parent / "content"

SLUGS = (
    "systems",
    "round-robin",
    "who-starts",
    "drawing-lots",
    "carry-over",
    "column-method",
    "swiss",
    "swiss-round",
    "swiss-dubov-cas",
    "swiss-mancala",
    "swiss-othello",
    "swiss-monrad",
    "swiss-slide",
    "swiss-fold",
    "swiss-adjacent",
    "swiss-king-of-the-hill",
    "swiss-random",
    "own-rule-set",
    "knockout",
    "groups",
    "tie-breaks",
    "natural-pairing",
    "how-many-rounds",
    "how-long",
    "help",
    "help-arbiter",
    "about",
)
"""The content pages in the order in which they are offered; the help and ``about`` stand apart."""

FEATURED = ("systems", "how-many-rounds", "how-long")
"""What the home page points to."""

INSERT = re.compile(r"^\{\{ ([a-z-]+)((?: [a-z0-9-]+)*) \}\}$", re.MULTILINE)


class Content(NamedTuple):
    """One page of text."""

    slug: str
    lang: str
    title: str
    description: str
    text: str


def load(slug: str, lang: str, root: Path = CONTENT) -> Content:
    """Read a page; a missing title or description is an error, since search engines and cards show both."""
    path = root / lang / f"{slug}.md"
    text = path.read_text(encoding="utf-8")
    match = re.match(r"---\n(.*?)\n---\n", text, re.DOTALL)
    if not match:
        raise ValueError(f"{path}: no front matter")
    fields = dict(line.split(":", 1) for line in match[1].splitlines())
    return Content(slug, lang, fields["title"].strip(), fields["description"].strip(), text[match.end() :])


def to_html(content: Content, link: Callable[[str], str], insert: Callable[[str, list[str]], str]) -> str:
    """Return the page's HTML.

    ``link`` turns ``page:X`` into an address, ``insert`` renders ``{{ name arguments }}`` that stands alone on a line.
    """
    parts: list[str] = []

    def keep(match: re.Match[str]) -> str:
        parts.append(insert(match[1], match[2].split()))
        return f"\n\nINSERT{len(parts) - 1}END\n\n"

    text = INSERT.sub(keep, content.text)
    text = re.sub(r"\]\(page:([^)\s]+)\)", lambda match: f"]({link(match[1])})", text)
    html: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    html = re.sub(r"<p>INSERT(\d+)END</p>", lambda match: parts[int(match[1])], html)
    # What is wider than a phone scrolls sideways, by keyboard too.
    return re.sub(r"<(table|pre)>", r'<\1 tabindex="0">', html)
