"""The properties of CSS, and by which names the table of clients knows them."""

from collections import defaultdict

_SIDES = ("top", "right", "bottom", "left")
_LOGICAL = ("inline", "block", "inline-start", "inline-end", "block-start", "block-end")
_ASPECTS = ("color", "style", "width")

#: Properties that the table knows by their own name.
_PLAIN = """
    accent-color align-items animation aspect-ratio backdrop-filter background
    background-blend-mode background-clip background-color background-image background-origin
    background-position background-repeat background-size border border-collapse border-image
    border-radius border-spacing box-shadow box-sizing caption-side clear clip-path color-scheme
    column-count cursor direction display empty-cells filter float font font-kerning font-size
    font-size-adjust font-stretch font-weight gap grid-template height hyphenate-character
    hyphenate-limit-chars hyphens inline-size inset justify-content letter-spacing line-height
    list-style list-style-image list-style-position list-style-type margin mask-image
    max-block-size max-height max-inline-size max-width min-block-size min-height
    min-inline-size min-width mix-blend-mode object-fit object-position opacity orphans outline
    outline-offset overflow overflow-wrap padding position resize scroll-snap shape-margin
    shape-outside tab-size table-layout text-align text-align-last text-decoration
    text-decoration-color text-decoration-line text-decoration-skip-ink text-decoration-style
    text-decoration-thickness text-emphasis text-emphasis-position text-indent text-justify
    text-orientation text-overflow text-shadow text-transform text-underline-offset
    text-underline-position text-wrap transform transition user-select vertical-align visibility
    white-space white-space-collapse widows width word-break word-spacing word-wrap writing-mode
    z-index
"""

#: Properties that the table knows by the name of a group.
_GROUPS = {
    "css-animation": "animation-delay animation-direction animation-duration "
    "animation-fill-mode animation-iteration-count animation-name animation-play-state "
    "animation-timing-function",
    "css-block-inline-size": "block-size inline-size",
    "css-border-image": "border-image-outset border-image-repeat border-image-slice "
    "border-image-source border-image-width",
    "css-border-radius": "border-top-left-radius border-top-right-radius "
    "border-bottom-left-radius border-bottom-right-radius",
    "css-border-radius-logical": "border-start-start-radius border-start-end-radius "
    "border-end-start-radius border-end-end-radius",
    "css-column-layout-properties": "columns column-count column-fill column-gap column-rule "
    "column-rule-color column-rule-style column-rule-width column-span column-width",
    "css-display-flex": "flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap "
    "order",
    "css-display-grid": "grid grid-area grid-auto-columns grid-auto-flow grid-auto-rows "
    "grid-column grid-column-end grid-column-start grid-row grid-row-end grid-row-start",
    "css-gap": "column-gap row-gap grid-gap",
    "css-grid-template": "grid grid-template-areas grid-template-columns grid-template-rows",
    "css-left-right-top-bottom": " ".join(_SIDES),
    "css-mask-image": "mask",
    "css-outline": " ".join(f"outline-{aspect}" for aspect in _ASPECTS),
    "css-overflow": "overflow-block overflow-inline overflow-x overflow-y",
    "css-scroll-snap": "scroll-snap-align scroll-snap-stop scroll-snap-type",
    "css-text-emphasis": "text-emphasis-color text-emphasis-style",
    "css-transform": "transform-origin rotate scale translate",
    "css-transition": "transition-delay transition-duration transition-property "
    "transition-timing-function",
    "css-border": " ".join(
        (
            *(f"border-{side}" for side in _SIDES),
            *(f"border-{aspect}" for aspect in _ASPECTS),
            *(f"border-{side}-{aspect}" for side in _SIDES for aspect in _ASPECTS),
        )
    ),
    "css-border-inline-block": "border-inline border-block",
    "css-border-inline-block-individual": " ".join(
        (
            *(f"border-{axis}-{aspect}" for axis in _LOGICAL[:2] for aspect in _ASPECTS),
            *(f"border-{edge}" for edge in _LOGICAL[2:]),
        )
    ),
    "css-border-inline-block-longhand": " ".join(
        f"border-{edge}-{aspect}" for edge in _LOGICAL[2:] for aspect in _ASPECTS
    ),
    "css-inset": " ".join(f"inset-{edge}" for edge in _LOGICAL),
    **{
        f"css-{room}": " ".join(f"{room}-{side}" for side in _SIDES)
        for room in ("margin", "padding")
    },
    **{
        f"css-{room}-inline-block": f"{room}-inline {room}-block" for room in ("margin", "padding")
    },
    **{
        f"css-{room}-{axis}-start-end": f"{room}-{axis}-start {room}-{axis}-end"
        for room in ("margin", "padding")
        for axis in ("block", "inline")
    },
}


def _gathered() -> dict[str, tuple[str, ...]]:
    names: dict[str, list[str]] = defaultdict(list)
    for word in _PLAIN.split():
        names[word].append(f"css-{word}")
    for slug, words in _GROUPS.items():
        for word in words.split():
            names[word].append(slug)
    return {word: tuple(slugs) for word, slugs in names.items()}


#: The names of the table that a property goes by; properties of one client are not among them.
PROPERTIES = _gathered()
