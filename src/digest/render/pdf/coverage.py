"""Which scripts this machine can print, found out by setting a line of each."""

from typing import NamedTuple

import weasyprint
from weasyprint.text.fonts import FontConfiguration

from digest.content.publication import Look as Wished
from digest.content.publication import Paper
from digest.edition.view import Look
from digest.render.pdf import fonts, problems
from digest.render.pdf.fetcher import BASE, ClosedFetcher
from digest.render.pdf.scripts import SCRIPTS, Coverage, Report, Script
from digest.render.style import Type
from digest.render.theme import Theme


class _Ours(NamedTuple):
    """A look of ours alone."""

    look: Look = Look(paper=Paper.A4, accent=Wished().accent)


def report() -> Report:
    """Set a line of every script as print would, and see in which fonts."""
    kind = Theme().style(_Ours()).print
    return Report(scripts=tuple(_covered(script, kind) for script in SCRIPTS))


def _covered(script: Script, kind: Type) -> Coverage:
    stack = fonts.stack(kind.serif, script.language)
    document = _set(script, f"{fonts.rules()}p{{font-family:{stack}}}")
    document.write_pdf()
    used = document.fonts.values()
    missing = sorted({code for font in used for code in font.missing})
    families = (font.family for font in used if len(font.missing) < len(script.letters))
    return Coverage(
        script=script.name,
        families=tuple(dict.fromkeys(name.removesuffix(fonts.ALIAS) for name in families)),
        missing="".join(map(chr, missing)),
        packages=tuple(dict.fromkeys(map(problems.package, missing))),
    )


def _set(script: Script, sheet: str) -> weasyprint.Document:
    fetcher, machine = ClosedFetcher(fonts.assets()), FontConfiguration()
    page = weasyprint.HTML(
        string=f'<p lang="{script.language}">{script.letters}</p>',
        base_url=BASE,
        url_fetcher=fetcher,
    )
    style = weasyprint.CSS(string=sheet, font_config=machine, base_url=BASE, url_fetcher=fetcher)
    return page.render(font_config=machine, stylesheets=[style])
