"""The MJML and the HTML a mail may be made of: tags, their attributes and where they may stand."""

from dataclasses import dataclass

_PADDING = ("padding", "padding-top", "padding-right", "padding-bottom", "padding-left")
_BORDER = ("border", "border-top", "border-right", "border-bottom", "border-left")
_FONT = ("color", "font-family", "font-size", "font-style", "font-weight", "letter-spacing")
_LETTERS = ("line-height", "text-decoration", "text-transform")
_BOX = ("css-class", "mj-class")
_CONTENT = (*_BOX, *_PADDING, "align", "container-background-color")
_BACKDROP = (
    "background-color",
    "background-position",
    "background-position-x",
    "background-position-y",
    "background-repeat",
    "background-size",
    "background-url",
)
_SECTION = (
    *_BOX,
    *_PADDING,
    *_BORDER,
    *_BACKDROP,
    "border-radius",
    "direction",
    "full-width",
    "text-align",
)


@dataclass(frozen=True)
class Tag:
    """What one MJML tag takes; `content` is what may stand in it beside MJML tags."""

    parents: tuple[str, ...]
    attributes: frozenset[str] = frozenset()
    content: str = "nothing"


def _tag(*parents: str, attributes: tuple[str, ...] = (), content: str = "nothing") -> Tag:
    return Tag(parents, frozenset(attributes), content)


#: Every MJML tag a mail may hold.
TAGS: dict[str, Tag] = {
    "mjml": _tag("", attributes=("lang", "dir")),
    "mj-head": _tag("mjml"),
    "mj-title": _tag("mj-head", content="text"),
    "mj-preview": _tag("mj-head", content="text"),
    "mj-breakpoint": _tag("mj-head", attributes=("width",)),
    "mj-attributes": _tag("mj-head"),
    "mj-class": _tag("mj-attributes", attributes=("name",)),
    "mj-all": _tag("mj-attributes"),
    "mj-style": _tag("mj-head", content="text"),
    "mj-raw": _tag(
        "mj-head", "mj-body", "mj-wrapper", "mj-section", "mj-group", "mj-column", content="html"
    ),
    "mj-body": _tag("mjml", attributes=("background-color", "css-class", "width")),
    "mj-wrapper": _tag("mj-body", attributes=_SECTION),
    "mj-section": _tag("mj-body", "mj-wrapper", attributes=_SECTION),
    "mj-group": _tag(
        "mj-section",
        attributes=(*_BOX, "background-color", "direction", "vertical-align", "width"),
    ),
    "mj-column": _tag(
        "mj-section",
        "mj-group",
        attributes=(
            *_BOX,
            *_PADDING,
            *_BORDER,
            *(f"inner-{name}" for name in _BORDER),
            "background-color",
            "border-radius",
            "direction",
            "inner-background-color",
            "inner-border-radius",
            "vertical-align",
            "width",
        ),
    ),
    "mj-text": _tag(
        "mj-column", attributes=(*_CONTENT, *_FONT, *_LETTERS, "height"), content="html"
    ),
    "mj-image": _tag(
        "mj-column",
        attributes=(
            *_CONTENT,
            *_BORDER,
            "alt",
            "border-radius",
            "fluid-on-mobile",
            "font-size",
            "height",
            "href",
            "max-height",
            "name",
            "rel",
            "src",
            "srcset",
            "target",
            "usemap",
            "width",
        ),
    ),
    "mj-button": _tag(
        "mj-column",
        attributes=(
            *_CONTENT,
            *_BORDER,
            *_FONT,
            *_LETTERS,
            "background-color",
            "border-radius",
            "height",
            "href",
            "inner-padding",
            "name",
            "rel",
            "target",
            "text-align",
            "title",
            "vertical-align",
            "width",
        ),
        content="html",
    ),
    "mj-divider": _tag(
        "mj-column",
        attributes=(*_CONTENT, "border-color", "border-style", "border-width", "width"),
    ),
    "mj-spacer": _tag("mj-column", attributes=(*_CONTENT, "height")),
    "mj-table": _tag(
        "mj-column",
        attributes=(
            *_CONTENT,
            *_FONT,
            *_LETTERS,
            "border",
            "cellpadding",
            "cellspacing",
            "table-layout",
            "width",
        ),
        content="html",
    ),
}

#: The tags whose attributes `mj-attributes` may preset.
PRESETS = frozenset(name for name, one in TAGS.items() if "mj-column" in one.parents) | {
    "mj-body",
    "mj-wrapper",
    "mj-section",
    "mj-group",
    "mj-column",
}

#: What `mj-all` and `mj-class` may set: anything some tag of the body takes.
ANY = frozenset[str]().union(*(TAGS[name].attributes for name in PRESETS))

#: MJML that this mail path never takes, and why.
REFUSED_TAGS = {
    "mj-include": "compose templates with {% include %}",
    "mj-html-attributes": "write the attributes into the markup",
    "mj-carousel": "show the pictures one below the other",
    "mj-accordion": "write the text out, or link to the web edition",
    "mj-navbar": "write the links into an mj-text",
    "mj-hero": "use an mj-section with a background colour",
    "mj-social": "write the links into an mj-text",
    "mj-font": "name fonts that every reader has",
}
REFUSED_ATTRIBUTES = {
    ("mj-section", "gutter"): "set padding on the columns",
    ("mj-wrapper", "gap"): "set padding on the sections",
    ("mjml", "owa"): "leave it out",
    ("mj-raw", "position"): "leave it out",
    ("mj-style", "inline"): "write style attributes by macro",
    ("mj-body", "id"): "use css-class",
    ("mj-image", "sizes"): "set width",
    ("mj-image", "title"): "use alt",
    ("mj-column", "mobile-width"): "let columns stack at full width",
}

_GLOBAL = frozenset({"class", "style", "lang", "dir", "title", "role", "id"})
_CELL = ("align", "valign", "bgcolor", "width", "height", "colspan", "rowspan", "nowrap")


def _more(*names: str) -> frozenset[str]:
    return _GLOBAL | frozenset(names)


#: Every HTML element that text in a mail may use, and its attributes (`aria-*` beside them).
HTML: dict[str, frozenset[str]] = {
    **dict.fromkeys(
        (
            *("abbr", "b", "bdi", "bdo", "blockquote", "br", "caption", "center", "cite", "code"),
            *("dd", "div", "dl", "dt", "em", "h1", "h2", "h3", "h4", "h5", "h6", "i", "p", "pre"),
            *("q", "s", "small", "span", "strong", "sub", "sup", "u", "wbr"),
        ),
        _GLOBAL,
    ),
    "a": _more("href", "target", "rel", "name", "hreflang"),
    "font": _more("color", "face"),
    "hr": _more("align", "width", "size"),
    "img": _more("src", "alt", "width", "height", "border", "align"),
    "li": _more("value"),
    "ol": _more("start", "type", "reversed"),
    "ul": _more("type"),
    "time": _more("datetime"),
    "table": _more(
        "align", "bgcolor", "border", "cellpadding", "cellspacing", "width", "height", "summary"
    ),
    **dict.fromkeys(("thead", "tbody", "tfoot", "tr"), _more("align", "valign", "bgcolor")),
    "td": _more(*_CELL, "headers"),
    "th": _more(*_CELL, "headers", "scope", "abbr"),
}

#: HTML that mail clients drop or that runs, and what to do instead.
BANNED_HTML = {
    "script": "a mail runs nothing",
    "style": "write the rules into an mj-style",
    "link": "write the rules into an mj-style",
    "form": "link to a form on the web",
    "input": "link to a form on the web",
    "button": "use mj-button",
    "select": "link to a form on the web",
    "textarea": "link to a form on the web",
    "iframe": "link to the page",
    "object": "link to the file",
    "embed": "link to the file",
    "video": "link to the film",
    "audio": "link to the sound",
    "source": "link to the film",
    "picture": "use mj-image with a PNG, JPEG or GIF",
    "canvas": "use mj-image with a PNG",
    "svg": "use mj-image with a PNG",
    "math": "write it as text",
    "base": "write absolute addresses",
    "details": "write the text out, or link to the web edition",
    "template": "compose templates with {% include %}",
}
