"""What a mail may use although Gmail or Outlook lack it, and what to write instead of the rest."""

import re


def _extras(reason: str, slugs: str) -> dict[str, str]:
    return dict.fromkeys(slugs.split(), reason)


#: Features a reader can do without, by their names in the table, each with the reason.
EXTRAS = {
    **_extras(
        "a sheet for other screens: without it the layout of the attributes stays",
        "css-at-media css-at-media-device-pixel-ratio css-at-media-hover "
        "css-at-media-orientation css-at-media-prefers-reduced-motion",
    ),
    **_extras(
        "a dark scheme: without it the client darkens the mail in its own way",
        "css-at-media-prefers-color-scheme css-color-scheme html-meta-color-scheme",
    ),
    **_extras(
        "a rule that finds nothing: what stands in the attributes holds",
        "css-selector-adjacent-sibling css-selector-chaining css-selector-child "
        "css-selector-general-sibling css-selector-universal",
    ),
    **_extras(
        "an answer to a reader's hand: the text is there without it",
        "css-pseudo-class-active css-pseudo-class-focus css-pseudo-class-focus-visible "
        "css-pseudo-class-focus-within css-pseudo-class-hover css-pseudo-class-link "
        "css-pseudo-class-visited css-cursor css-resize css-scroll-snap css-transition "
        "css-user-select",
    ),
    **_extras(
        "an ornament: corners are square, edges plain",
        "css-accent-color css-border-radius css-box-shadow css-outline css-outline-offset "
        "css-text-shadow "
        "css-text-decoration-color css-text-decoration-skip-ink css-text-decoration-style "
        "css-text-decoration-thickness css-text-emphasis css-text-emphasis-position "
        "css-text-underline-offset css-text-underline-position",
    ),
    **_extras(
        "where lines break and how letters sit: the words are the same",
        "css-font-kerning css-font-size-adjust css-font-stretch css-hyphenate-character "
        "css-hyphenate-limit-chars css-hyphens css-orphans css-overflow-wrap css-text-align-last "
        "css-text-wrap css-widows css-word-wrap html-wbr",
    ),
    **_extras(
        "a mark or a place of its own in a list or a table: the client's is as good",
        "css-caption-side css-empty-cells css-list-style-image css-list-style-position",
    ),
    **_extras(
        "room that nothing fills: without it the box is as big as its text",
        "css-min-height css-min-width",
    ),
    **_extras("a wish for a font: the next of the stack is taken", "css-sytem-ui"),
    **_extras(
        "a picture behind the text: its colour stays",
        "css-background-clip css-background-image css-background-origin "
        "css-background-position css-background-repeat css-background-size",
    ),
    **_extras(
        "a name for what is read anyway",
        "html-abbr html-acronym html-aria-describedby html-aria-labelledby html-semantics",
    ),
    **_extras("a reading that stands behind its word otherwise", "html-rp html-rt html-ruby"),
    **_extras(
        "an offer beside the picture that every client takes",
        "html-loading-attribute html-picture html-srcset",
    ),
    **_extras("what keeps letters of another direction together: they are there", "html-bdi"),
    **_extras("numbers and bullets are known everywhere, only `reversed` is not", "html-lists"),
    **_extras("clients open links outside the mail by themselves", "html-target"),
    **_extras("the old engine has one way to read a page", "html-doctype"),
}

#: What helps, by the beginning of a name in the table; the first that fits.
_REMEDIES = tuple(
    (re.compile(pattern), remedy)
    for pattern, remedy in (
        (r"image-|html-svg", "use PNG, JPEG or GIF, from cid: or https:"),
        (
            r"script|html-(button|dialog|form|input|popover|required|select|textarea)",
            "link to a page that does it",
        ),
        (r"html-(audio|iframe|object|video)", "show a picture that links to it"),
        (r"css-(background|.*gradient)", "give the ground one colour"),
        (r"css-at-font-face|css-at-import|html-link", "name fonts every reader has"),
        (
            r"css-.*(inline|block)|css-inset|css-border-radius-logical",
            "name sides and sizes by themselves, such as padding-left or width",
        ),
        (
            r"css-(align|clear|column|display|flex|float|gap|grid|justify|left|position|z-index)",
            "lay out with sections, columns, tables and padding",
        ),
        (
            r"css-(function|modern|rgb|unit|variables)",
            "write the value itself: lengths in px, colours as #rrggbb",
        ),
        (
            r"css-(at-supports|nesting|pseudo|selector)",
            "give the element a class, and what it needs in its style attribute",
        ),
    )
)


def remedy(slug: str) -> str:
    """What to write instead of a feature."""
    fitting = (text for pattern, text in _REMEDIES if pattern.match(slug))
    return next(fitting, "leave it out: these clients show the mail without it")
