"""What is written in a mail, and by which name the table of clients knows it."""


def _plain(prefix: str, words: str) -> dict[str, str]:
    """The words whose name in the table is the word itself behind a prefix."""
    return {word: f"{prefix}{word}" for word in words.split()}


def _all(slug: str, words: str) -> dict[str, str]:
    """The words that share one name in the table."""
    return dict.fromkeys(words.split(), slug)


ELEMENTS = {
    **_plain("html-", "abbr acronym address audio base bdi blockquote body code del dfn dialog"),
    **_plain("html-", "div form hr iframe img link marquee meter object p picture pre progress"),
    **_plain("html-", "rp rt ruby select small span strike strong style svg table textarea"),
    **_plain("html-", "video wbr"),
    **_all("html-lists", "ul ol li dl dt dd"),
    **_all("html-h1-h6", "h1 h2 h3 h4 h5 h6"),
    **_all("html-image-maps", "map area"),
    **_all("html-object", "embed"),
    **_all("html-semantics", "article aside details figcaption figure footer header main"),
    **_all("html-semantics", "mark nav section summary time"),
}

ATTRIBUTES = {
    **_plain("html-", "align aria-describedby aria-hidden aria-label aria-labelledby aria-live"),
    **_plain("html-", "background cellpadding cellspacing dir height hidden lang popover"),
    **_plain("html-", "required role target valign width"),
    **_all("html-image-maps", "usemap"),
    **_all("html-loading-attribute", "loading"),
    **_all("html-srcset", "srcset sizes"),
    **_all("css-inert-attribute", "inert"),
}

#: An element, the attribute that makes it what it is, and the value it has without one.
KINDS = {"input": ("type", "text"), "button": ("type", "submit"), "meta": ("name", "")}

#: The elements of a kind.
OF_KIND = {
    **{("input", one): f"html-input-{one}" for one in ("checkbox", "hidden", "radio")},
    **{("input", one): f"html-input-{one}" for one in ("reset", "submit", "text")},
    **{("button", one): f"html-button-{one}" for one in ("reset", "submit")},
    ("meta", "color-scheme"): "html-meta-color-scheme",
}

#: Pictures by the end of their name and by the end of their media type.
PICTURES = {
    **_plain("image-", "apng avif bmp gif heif ico jpg mp4 png svg tiff webp"),
    **_all("image-heif", "heic"),
    **_all("image-ico", "vnd.microsoft.icon x-icon"),
    **_all("image-jpg", "jpeg"),
    **_all("image-svg", "svgz svg+xml"),
    **_all("image-tiff", "tif"),
}

AT_RULES = _plain("css-at-", "font-face import keyframes media supports")

#: What a media query may ask for, by a word of its feature.
MEDIA = {
    **_all("css-at-media-device-pixel-ratio", "device-pixel-ratio min-device-pixel-ratio"),
    **_all("css-at-media-device-pixel-ratio", "max-device-pixel-ratio"),
    **_all("css-at-media-hover", "hover any-hover"),
    **_plain("css-at-media-", "orientation prefers-color-scheme prefers-reduced-motion"),
}

PSEUDO_CLASSES = {
    **_plain("css-pseudo-class-", "active checked default first-child first-of-type focus"),
    **_plain("css-pseudo-class-", "focus-visible focus-within has hover lang last-child"),
    **_plain("css-pseudo-class-", "last-of-type link not nth-child nth-last-child"),
    **_plain("css-pseudo-class-", "nth-last-of-type nth-of-type only-child only-of-type"),
    **_plain("css-pseudo-class-", "target visited"),
}

PSEUDO_ELEMENTS = {
    **_plain("css-pseudo-element-", "after before first-letter first-line marker placeholder"),
    **_all("css-pseudo-element-placeholder", "input-placeholder"),
}

COMBINATORS = {
    ">": "css-selector-child",
    "+": "css-selector-adjacent-sibling",
    "~": "css-selector-general-sibling",
}

#: Marks that a client itself puts into a mail: who selects them speaks to that client alone.
CLIENT_MARKS = frozenset(
    {"data-ogsc", "data-ogsb", "data-ogac", "data-ogab", "x-apple-data-detectors"}
)

FUNCTIONS = {
    **_plain("css-function-", "clamp light-dark max min"),
    **_plain("css-", "conic-gradient linear-gradient radial-gradient rgb rgba"),
    **_all("css-conic-gradient", "repeating-conic-gradient"),
    **_all("css-linear-gradient", "repeating-linear-gradient"),
    **_all("css-radial-gradient", "repeating-radial-gradient"),
    **_all("css-modern-color", "lab lch oklab oklch"),
    **_all("css-unit-calc", "calc"),
    **_all("css-variables", "var"),
    **_all("css-intrinsic-size", "fit-content"),
}

UNITS = _plain("css-unit-", "ch cm em ex in mm pc pt px rem vh vmax vmin vw")

#: Words that are known by themselves, whatever property they stand in.
WORDS = {
    **_all("css-intrinsic-size", "fit-content max-content min-content"),
    **_all("css-sytem-ui", "system-ui ui-monospace ui-rounded ui-sans-serif ui-serif"),
    **_all("css-unit-initial", "initial"),
}

#: A property with one of its values.
PAIRS = {
    ("display", "none"): "css-display-none",
    **{("display", word): "css-display-flex" for word in ("flex", "inline-flex")},
    **{("display", word): "css-display-grid" for word in ("grid", "inline-grid")},
    **{("flex-direction", word): "css-flex-direction" for word in ("column", "column-reverse")},
    **{("flex-wrap", word): "css-flex-wrap" for word in ("wrap", "wrap-reverse")},
    **{("flex-flow", word): "css-flex-direction" for word in ("column", "column-reverse")},
}

#: Values that ask for what a client does anyway, or whose loss nobody notices.
HARMLESS = {
    ("animation", "none"),
    ("background-image", "none"),
    ("box-shadow", "none"),
    ("clear", "none"),
    ("filter", "none"),
    ("float", "none"),
    ("hyphens", "manual"),
    ("hyphens", "none"),
    ("position", "static"),
    ("text-shadow", "none"),
    ("transform", "none"),
    ("transition", "none"),
    ("visibility", "visible"),
    ("white-space", "normal"),
    ("white-space", "nowrap"),
    ("word-spacing", "normal"),
    ("z-index", "auto"),
}
