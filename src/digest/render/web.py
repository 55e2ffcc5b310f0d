"""A digest as one web page that needs nothing but itself."""

import base64
import hashlib
from collections.abc import Iterable, Sequence

from digest.edition.view import Digest
from digest.problems import Problem, stop_on_errors
from digest.render.artifact import Rendering
from digest.render.lines import Place, written
from digest.render.logo import Picture, inline
from digest.render.selfcontained import page_problems, sheet_problems
from digest.render.style import Branded, Style
from digest.render.theme import Theme

TEMPLATE = "web/digest.html"
SHEET = "web.css"

#: Where in the sizes of paper the five sizes of a screen have their counterparts.
PRINT_STEPS = (0, 1, 3, 4, 6)

#: What a page may load: its one style sheet and pictures inside the page; everything else is out.
POLICY = (
    "default-src 'none'; style-src 'sha256-{hash}'; img-src data:; "
    "base-uri 'none'; form-action 'none'"
)


class PageStyle(Style):
    """The style of a page: `sheet` stands in its one style element, `policy` allows just that.

    `logo` is the publication's, None when it has none.
    """

    sheet: str
    policy: str
    logo: Picture | None = None


def render(digest: Digest, theme: Theme) -> Rendering:
    """The digest as a self-contained HTML page in UTF-8.

    DigestError when a template or a style of the theme is missing or fails (H...), or when what
    it makes would load, run or point at nothing (W...).
    """
    template = theme.markup.get_template(TEMPLATE)
    style = page_style(digest, theme)
    page = template.render(digest=digest, style=style)
    found = page_problems(page, f"{digest.stem}.html")
    if found and theme.own("web"):
        places = written(theme, TEMPLATE, digest=digest, style=style)
        found = tuple(_located(problem, places, theme) for problem in found)
    stop_on_errors(dict.fromkeys(found))
    return Rendering(content=page.encode("utf-8"))


def _located(problem: Problem, places: Sequence[Place], theme: Theme) -> Problem:
    """The problem at the line of the template that wrote it.

    What ours wrote is wrong because of the publication's own, which is named alone.
    """
    path, line = ("", 0)
    if problem.line and problem.line <= len(places):
        path, line = places[problem.line - 1]
    if not path or path.startswith("default:"):
        path, line = theme.own("web")[0], 0
    return problem.model_copy(update={"path": path, "line": line or None})


def page_style(branded: Branded, theme: Theme, *more: str) -> PageStyle:
    """The style of a page, the design tokens in front; `more` names sheets behind the web's own.

    DigestError when a sheet is missing or loads something, C064 for an unfit logo.
    """
    style = theme.style(branded)
    sheets = {name: theme.sheet(name) for name in (SHEET, *more)}
    for name, text in sheets.items():
        stop_on_errors(sheet_problems(text, f"styles/{name}"))
    sheet = (tokens(style) + "".join(sheets.values())).replace("</", "<\\/")
    picture = inline(branded, theme.root, ground=style.light.paper)
    return PageStyle(**dict(style), sheet=sheet, policy=policy(sheet), logo=picture)


def tokens(style: Style) -> str:
    """The design tokens as CSS custom properties; the dark scheme is for screens alone."""
    families = f"--serif:{style.screen.serif_stack};--sans:{style.screen.sans_stack};"
    plate = f"--plate:{style.light.paper};"
    paper = [style.print.sizes[step] for step in PRINT_STEPS]
    return (
        f":root{{{style.light.declarations}{_sizes(style.screen.sizes)}{families}{plate}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root{{{style.dark.declarations}}}}}\n"
        f"@media print{{:root{{{_sizes(paper)}}}}}\n"
    )


def policy(sheet: str) -> str:
    """The content security policy of a page with that style sheet and no other."""
    digest = hashlib.sha256(sheet.encode("utf-8")).digest()
    return POLICY.format(hash=base64.b64encode(digest).decode("ascii"))


def _sizes(sizes: Iterable[str]) -> str:
    return "".join(f"--size-{step}:{size};" for step, size in enumerate(sizes, start=1))
