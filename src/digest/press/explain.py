"""What a code of a problem means, by the page that documents it."""

import re
from collections.abc import Mapping

from digest.content.faults import did_you_mean
from digest.content.places import quoted
from digest.problems import Problem, UsageError
from digest.render.theme import assets
from digest.values import Frozen

FOLDER = "docs/problems"

_CODE = re.compile(r"^## ([A-Z]\d{1,3})$", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]+)\]\([^)\s]+\)")


class Explanation(Frozen):
    """What is documented of a code: its area, and the Markdown that stands below its heading."""

    code: str
    area: str
    markdown: str

    @property
    def text(self) -> str:
        """The same without links, which lead to pages that may not be at hand."""
        return _LINK.sub(r"\1", self.markdown)

    @property
    def meaning(self) -> str:
        """What the code means, in one line: the first paragraph."""
        return " ".join(self.text.partition("\n\n")[0].split())


def explanations() -> Mapping[str, Explanation]:
    """What every code means, from the pages that are part of the program, by code."""
    pages = (file.read_text(encoding="utf-8") for file in sorted(assets(FOLDER).glob("*.md")))
    return {one.code: one for page in pages for one in _explained(page)}


def explain(code: str) -> Explanation:
    """What a code means, however it is written; `UsageError` (U019) for one that is not known."""
    known = explanations()
    if (found := known.get(code.strip().upper())) is not None:
        return found
    raise UsageError(
        Problem(
            code="U019",
            message=f"there is no code {quoted(code)}",
            hint=did_you_mean(code, known) or "a code stands in brackets after the severity",
        )
    )


def _explained(page: str) -> list[Explanation]:
    """The sections of a page, each after the code that is its heading."""
    head, *parts = _CODE.split(page)
    area = head.partition("\n")[0].removeprefix("# ").strip()
    pairs = zip(parts[::2], parts[1::2], strict=True)
    return [Explanation(code=code, area=area, markdown=text.strip()) for code, text in pairs]
