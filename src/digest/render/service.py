"""A page of the public service, of the web edition's family; its forms lead to itself."""

from typing import NamedTuple

from digest.edition.subscription import Page
from digest.edition.view import Look
from digest.render.theme import Theme
from digest.render.web import PageStyle, page_style

TEMPLATE = "service/page.html"
SHEET = "service.css"


class Rendered(NamedTuple):
    """The bytes of a page in UTF-8, and the content security policy it needs and no more."""

    content: bytes
    policy: str


class Pages:
    """Makes pages in one theme, whose style is worked out once; safe to share between threads."""

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self._styles: dict[Look, PageStyle] = {}

    def page(self, told: Page) -> Rendered:
        """The page as self-contained HTML; its template sees it as `page`.

        DigestError (H...) when the theme has no such template or a fault in it.
        """
        style = self._styles.get(told.look)
        if style is None:
            style = self._styles[told.look] = page_style(told, self._theme, SHEET)
        text = self._theme.markup.get_template(TEMPLATE).render(page=told, style=style)
        policy = style.policy.replace("form-action 'none'", "form-action 'self'")
        return Rendered(text.encode(), f"{policy}; frame-ancestors 'none'")
