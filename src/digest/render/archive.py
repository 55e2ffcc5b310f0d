"""The archive of a publication as one web page, of the web edition's family."""

from digest.edition.archive import PAGE, Archive
from digest.problems import stop_on_errors
from digest.render.mark import mark
from digest.render.selfcontained import page_problems
from digest.render.theme import Theme
from digest.render.web import page_style

TEMPLATE = "web/archive.html"
SHEET = "archive.css"


def page(archive: Archive, theme: Theme) -> bytes:
    """The archive as a self-contained HTML page in UTF-8; its template sees it as `archive`.

    DigestError as the web edition's: H... for the theme, W... for what the page may not do.
    """
    template = theme.markup.get_template(TEMPLATE)
    text = template.render(archive=archive, style=page_style(archive, theme, SHEET))
    stop_on_errors(page_problems(text, PAGE))
    # Behind the template, so that no theme can lose it.
    return f"{text.rstrip()}\n<!-- {mark(archive.name)} -->\n".encode()
