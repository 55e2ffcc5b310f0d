import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest.checks.clients.page import uses
from digest.checks.clients.support import support

#: What no look at a page can tell: the bytes of the picture do.
UNSEEN = {"image-hdr"}

ATTRIBUTES = (
    *("align", "aria-describedby", "aria-hidden", "aria-label", "aria-labelledby", "aria-live"),
    *("background", "cellpadding", "cellspacing", "dir", "height", "hidden", "lang", "popover"),
    *("required", "role", "target", "valign", "width"),
)

#: A page that uses the feature and, as far as that can be, no other.
PAGES = {
    **{f"html-{name}": f'<p {name}="x">text</p>' for name in ATTRIBUTES},
    "css-at-media-device-pixel-ratio": "<style>@media (min-device-pixel-ratio:2){}</style>",
    "css-block-inline-size": '<p style="block-size:9px">text</p>',
    "css-border-inline-block": '<p style="border-inline:1px">text</p>',
    "css-border-inline-block-individual": '<p style="border-block-start:1px">text</p>',
    "css-border-inline-block-longhand": '<p style="border-inline-end-color:red">text</p>',
    "css-border-radius-logical": '<p style="border-start-end-radius:1px">text</p>',
    "css-column-layout-properties": '<p style="column-rule:1px">text</p>',
    "css-comments": "<style>/* x */</style>",
    "css-conic-gradient": '<p style="background:conic-gradient(red,blue)">text</p>',
    "css-display-flex": '<p style="display:inline-flex">text</p>',
    "css-display-grid": '<p style="display:grid">text</p>',
    "css-display-none": '<p style="display:none">text</p>',
    "css-flex-direction": '<p style="flex-direction:column">text</p>',
    "css-flex-wrap": '<p style="flex-wrap:wrap">text</p>',
    "css-grid-template": '<p style="grid-template-areas:none">text</p>',
    "css-important": '<p style="color:red !important">text</p>',
    "css-inert-attribute": "<p inert>text</p>",
    "css-intrinsic-size": '<p style="width:fit-content">text</p>',
    "css-left-right-top-bottom": '<p style="left:1px">text</p>',
    "css-linear-gradient": '<p style="background:-webkit-linear-gradient(red,blue)">text</p>',
    "css-margin-block-start-end": '<p style="margin-block-start:1px">text</p>',
    "css-margin-inline-block": '<p style="margin-inline:1px">text</p>',
    "css-margin-inline-start-end": '<p style="margin-inline-end:1px">text</p>',
    "css-modern-color": '<p style="color:oklch(1 0 0)">text</p>',
    "css-nesting": "<style>a { & b { color: red } }</style>",
    "css-padding-block-start-end": '<p style="padding-block-end:1px">text</p>',
    "css-padding-inline-block": '<p style="padding-block:1px">text</p>',
    "css-padding-inline-start-end": '<p style="padding-inline-start:1px">text</p>',
    "css-radial-gradient": '<p style="background:repeating-radial-gradient(red,blue)">text</p>',
    "css-rgb": '<p style="color:rgb(1,2,3)">text</p>',
    "css-rgba": '<p style="color:rgba(1,2,3,.4)">text</p>',
    "css-scroll-snap": '<p style="scroll-snap-type:x">text</p>',
    "css-selector-adjacent-sibling": "<style>a + b {}</style>",
    "css-selector-attribute": "<style>[dir=rtl] {}</style>",
    "css-selector-chaining": "<style>.a.b {}</style>",
    "css-selector-child": "<style>a > b {}</style>",
    "css-selector-class": "<style>.a {}</style>",
    "css-selector-descendant": "<style>a b {}</style>",
    "css-selector-general-sibling": "<style>a ~ b {}</style>",
    "css-selector-grouping": "<style>a, b {}</style>",
    "css-selector-id": "<style>#a {}</style>",
    "css-selector-type": "<style>a {}</style>",
    "css-selector-universal": "<style>* {}</style>",
    "css-sytem-ui": '<p style="font-family:system-ui,Arial">text</p>',
    "css-unit-calc": '<p style="width:calc(1px + 1px)">text</p>',
    "css-unit-initial": '<p style="color:initial">text</p>',
    "css-unit-percent": '<p style="width:1%">text</p>',
    "css-variables": '<p style="--x:1">text</p>',
    "html-anchor-links": '<a href="#x">text</a>',
    "html-comments": "<!-- x --><p>text</p>",
    "html-doctype": "<!DOCTYPE html><p>text</p>",
    "html-h1-h6": "<h4>text</h4>",
    "html-image-maps": '<img usemap="#x" alt="">',
    "html-lists": "<ul></ul>",
    "html-loading-attribute": '<img loading="lazy" alt="">',
    "html-mailto-links": '<a href="MAILTO:desk@example.org">text</a>',
    "html-meta-color-scheme": '<meta name="color-scheme" content="dark">',
    "html-object": '<embed src="x">',
    "html-semantics": "<section>text</section>",
    "html-srcset": '<img srcset="x 2x" alt="">',
    "image-base64": '<img src="data:image/x;base64,AAAA" alt="">',
    "script": "<script>0</script>",
}

#: By the beginning of its name, a page for what is left; `{}` is the rest of the name.
PATTERNS = {
    "css-at-media-": "<style>@media ({}) {{}}</style>",
    "css-at-": "<style>@{} x {{}}</style>",
    "css-pseudo-class-": "<style>a:{}{{}}</style>",
    "css-pseudo-element-": "<style>a::{}{{}}</style>",
    "css-unit-": '<p style="width:1{}">text</p>',
    "css-function-": '<p style="width:{}(1px)">text</p>',
    "css-": '<p style="{}:1">text</p>',
    "html-input-": '<input type="{}">',
    "html-button-": '<button type="{}">text</button>',
    "html-": "<{0}>text</{0}>",
    "image-": '<img src="x.{}?y=z#w" alt="">',
}

#: Pages that only look as if they used the feature.
LOOKALIKES = [
    ("css-display-flex", "<p>display:flex</p>"),
    ("css-display-flex", '<p style="font-family:flex">text</p>'),
    ("css-position", '<p style="position:static">text</p>'),
    ("css-position", '<p style="background-position:0 0">text</p>'),
    ("css-float", '<p style="float: NONE">text</p>'),
    ("css-white-space", '<p style="white-space:nowrap">text</p>'),
    ("css-flex-direction", '<p style="flex-direction:row">text</p>'),
    ("css-unit-in", '<p style="width:min-content">text</p>'),
    ("css-unit-calc", '<p style="font-family:&quot;calc(1px)&quot;">text</p>'),
    ("css-at-media", "<style>a {}</style>"),
    ("css-at-media", '<style media="all">a {}</style>'),
    ("css-at-media-hover", "<style>@media (min-width:9px) {}</style>"),
    ("css-nesting", "<style>@media (x) { a:hover { color: red } }</style>"),
    ("css-pseudo-class-hover", "<style>.hover {}</style>"),
    ("css-selector-adjacent-sibling", "<style>a:nth-child(2n + 1) {}</style>"),
    ("css-selector-attribute", "<style>[data-ogsc] .x, [data-ogsb] .y {}</style>"),
    ("css-selector-chaining", "<style>.a .b, .c, td.d {}</style>"),
    ("css-selector-class", "<style>@keyframes x { 50.5% {} }</style>"),
    ("css-selector-descendant", "<style> a , b > c {}</style>"),
    ("css-selector-type", "<style>@keyframes x { from {} }</style>"),
    ("css-comments", "<p>/* text */</p>"),
    ("html-align", '<p class="align">text</p>'),
    ("html-anchor-links", '<a href="https://example.org/#x">text</a>'),
    ("html-input-text", '<input type="image" alt="">'),
    ("html-meta-color-scheme", '<meta name="viewport" content="color-scheme">'),
    ("html-doctype", "<p>&lt;!doctype html></p>"),
    ("image-base64", '<style>a { src: url("data:font/woff2;base64,AAAA") }</style>'),
    ("image-webp", '<img src="x.png?name=y.webp" alt="">'),
    ("image-webp", '<img src="x.png" srcset="x.webp 2x" alt="">'),
    ("image-png", '<a href="x.png">text</a>'),
    ("script", '<script type="application/ld+json">{}</script>'),
    ("script", '<p class="onclick">javascript:</p>'),
]


def _page(slug: str) -> str:
    if slug in PAGES:
        return PAGES[slug]
    begin = next(one for one in PATTERNS if slug.startswith(one))
    return PATTERNS[begin].format(slug.removeprefix(begin))


@pytest.mark.parametrize("slug", sorted(set(support().features) - UNSEEN))
def test_every_feature_of_the_table_is_found_where_it_is_used(slug: str) -> None:
    page = _page(slug)

    use = uses(page.encode())[slug]

    assert (use.line, use.times, use.outlook) == (1, 1, True)


@pytest.mark.parametrize("page", ["", " ", "\0", "<", "<p>text</p>", "&nbsp;"])
def test_a_plain_page_uses_next_to_nothing(page: str) -> None:
    assert set(uses(page.encode())) <= {"html-p", "html-body"}


@pytest.mark.parametrize(("slug", "page"), LOOKALIKES)
def test_what_only_looks_like_a_feature_is_none(slug: str, page: str) -> None:
    assert slug not in uses(page.encode())


@pytest.mark.parametrize(
    ("slug", "page"),
    [
        ("script", '<p onclick="x()">text</p>'),
        ("script", '<a href=" JavaScript:x()">text</a>'),
        ("image-svg", '<p style="background:url(x.svg)">text</p>'),
        ("image-svg", "<style>a { background: url('x.svg') }</style>"),
        ("image-jpg", '<td background="x.JPEG">text</td>'),
        ("css-at-media", '<style media="screen and (orientation:portrait)">a {}</style>'),
        ("css-at-media-orientation", '<style media="(orientation:portrait)">a {}</style>'),
        ("css-at-media-device-pixel-ratio", "<style>@media (-webkit-min-device-pixel-ratio:2){}"),
        ("css-at-media-device-pixel-ratio", "<style>@media (min--moz-device-pixel-ratio:2){}"),
        ("css-pseudo-class-nth-child", "<style>a:not(b:nth-child(2)) {}</style>"),
        ("css-pseudo-element-after", "<style>a:after {}</style>"),
        ("css-variables", '<p style="color:var(--x)">text</p>'),
        ("css-transform", '<p style="-webkit-transform:none 1">text</p>'),
        ("css-border", '<p style="border-top-width:1px">text</p>'),
        ("css-unit-rem", "<style>@media (x) { @supports (y) { a { width: 1rem } } }</style>"),
        ("css-comments", '<p style="color:/* x */red">text</p>'),
        ("html-input-text", "<input>"),
    ],
)
def test_a_feature_has_more_than_one_way(slug: str, page: str) -> None:
    assert slug in uses(page.encode())


def test_the_first_place_and_the_number_of_all_are_told() -> None:
    page = """<style>
a { color: red }
.n:nth-child(2), b:nth-child( 3 ) { color: red }
</style>
<p class="x" style="display:flex">The <b>first</b>
of two</p>
<div style="display:flex"><img style="display:flex" alt="A chart"></div>"""

    found = uses(page.encode())

    nth, flex = found["css-pseudo-class-nth-child"], found["css-display-flex"]
    assert (nth.line, nth.where, nth.times) == (3, ".n:nth-child(2), b:nth-child( 3 )", 2)
    assert (flex.line, flex.where, flex.times) == (5, '<p class="x"> "The first of two"', 3)


def test_a_picture_is_quoted_by_what_stands_for_it() -> None:
    found = uses(b'<img src="x.webp" alt="A chart of water levels over forty-four years">')

    assert found["image-webp"].where == '<img> "A chart of water levels over forty-four "'


@pytest.mark.parametrize(
    ("begin", "end"),
    [("<!--[if !mso]><!-->", "<!--<![endif]-->"), ("<!--[if !(mso)]> -->", "<!-- <![endif]-->")],
)
def test_what_is_kept_from_outlook_is_known_as_such(begin: str, end: str) -> None:
    page = f'{begin}<p style="gap:1px">text</p>{end}<p style="position:fixed">text</p>'

    found = uses(page.encode())

    assert (found["css-gap"].outlook, found["css-position"].outlook) == (False, True)


def test_what_only_outlook_reads_is_not_looked_at() -> None:
    found = uses(b'<!--[if mso]><p style="gap:1px">text</p><![endif]--><p>text</p>')

    assert "css-gap" not in found
    assert found["html-p"].outlook


PIECES = st.sampled_from(
    [
        *("<p>", "</p>", "<style>", "</style>", "<!--", "-->", "<!--[if !mso]><!-->", "<![endif]"),
        *("<svg ", "style='", 'style="', ">", "'", '"', "{", "}", "(", ")", "[", "]", ":", "::"),
        *(";", ",", ".", "#", "*", "+", "@media ", "@x", "!important", "url(", "var(--", "calc("),
        *(
            "/*",
            "*/",
            "\\",
            "\0",
            "\n",
            "&#0;",
            "&#xd800;",
            "1e999px",
            "-",
            "--",
            "é",
            "\U0001f40b",
        ),
        *(
            "a",
            "1rem",
            ":not(",
            ":has(",
            "<a href=",
            "<img src=data:image/",
            "<script>",
            "<v:rect>",
        ),
    ]
)


@given(st.lists(PIECES, max_size=40).map("".join))
def test_any_page_is_read(page: str) -> None:
    assert all(use.times and use.line for use in uses(page.encode()).values())


@given(st.binary(max_size=200))
def test_any_bytes_are_read(page: bytes) -> None:
    assert set(uses(page)) <= set(support().features)


@pytest.mark.parametrize(
    "page",
    [
        "<b>" * 5_000,
        f"<style>{'a{' * 5_000}",
        f"<style>{'@media x{' * 5_000}",
        f"<style>{':not(' * 5_000}",
        f"<style>a{{color:{'(' * 5_000}",
        f'<p style="{"f(" * 5_000}">text</p>',
    ],
    ids=lambda page: re.sub(r"(.{12}).*", r"\1", page),
)
def test_depth_is_no_danger(page: str) -> None:
    assert uses(page.encode())
