"""The mail by our compiler and by MJML's own, pixel by pixel."""

from io import BytesIO
from typing import Literal

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Browser

from digest.render.email.compiler import compile_mail
from support.browsers import page
from support.judges import MJML, judge
from support.samples import DATA

pytestmark = [pytest.mark.browser, pytest.mark.full]

NEWSLETTER = (DATA / "email" / "newsletter.mjml").read_text("utf-8")

#: The one difference there is: a class of mj-body stands on <body> in MJML's own HTML and on the
#: <div> inside it in ours. Rules that name `body` as well, as our mail's do, see no difference.
MOVED = """() => {
  const inside = document.querySelector("body > div[role=article]");
  inside.classList.add(...document.body.classList);
  document.body.className = "";
}"""


@pytest.fixture(scope="module")
def official(node: str) -> str:
    """The newsletter as MJML's own compiler makes it."""
    return judge(node, MJML, NEWSLETTER.encode()).decode()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [600, 375])
def test_both_compilers_draw_the_same(
    browser: Browser, official: str, width: int, scheme: Literal["light", "dark"]
) -> None:
    drawn = []
    for html in (compile_mail(NEWSLETTER).html, official):
        with page(browser, html, width, scheme) as shown:
            shown.evaluate(MOVED)
            picture = Image.open(BytesIO(shown.screenshot(full_page=True)))
            drawn.append(picture.convert("RGB"))

    assert drawn[0].size == drawn[1].size
    assert ImageChops.difference(*drawn).getbbox() is None
