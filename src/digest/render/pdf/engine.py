"""One digest set in type: WeasyPrint called behind closed doors, and heard when it complains."""

import gc
import hashlib
import os
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, time

import weasyprint
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError

from digest.content.publication import Paper
from digest.edition.view import Digest
from digest.problems import DigestError, Problem, stop_on_errors
from digest.render import logo
from digest.render.artifact import Rendering
from digest.render.data import data
from digest.render.pdf import bounds, fonts, layout, problems, shapes, variables
from digest.render.pdf.characters import clean_tree
from digest.render.pdf.directions import parts
from digest.render.pdf.fetcher import BASE, ClosedFetcher
from digest.render.pdf.finish import VARIANT, finish
from digest.render.pdf.front import Front, display, front
from digest.render.pdf.hosts import plain_hosts
from digest.render.pdf.log import Log
from digest.render.pdf.measure import even, label_lines
from digest.render.pdf.mends import mended, trim
from digest.render.style import Style
from digest.render.theme import Theme

TEMPLATES = "print/"
TEMPLATE = TEMPLATES + "digest.html"

#: The sheets of each paper, the later laid over the earlier.
SHEETS = {
    Paper.A4: ("print.css", "print-languages.css"),
    Paper.LETTER: ("print.css", "print-letter.css", "print-languages.css"),
}

#: The environment variable by which font tools tell the time.
EPOCH = "SOURCE_DATE_EPOCH"

# Collector, environment and log belong to the whole process: one rendering at a time holds them.
_ALONE = threading.Lock()


def typeset(digest: Digest, theme: Theme) -> Rendering:
    """The print PDF of a digest; see `digest.render.pdf.render`."""
    with _ALONE, _still(digest.masthead.dated.iso), mended():
        return _set(digest, theme)


def _set(digest: Digest, theme: Theme) -> Rendering:
    job = _Job(digest, theme)
    with job.log.listening():
        content = job.run()
    found = job.problems()
    stop_on_errors(found)
    return Rendering(content=content, pages=job.pages, problems=found)


class PrintStyle(Style):
    """The style of paper: `front` is what the page that decides has room for."""

    front: Front

    def even(self, heading: str, size: float, width: int) -> int | None:
        """How wide a heading of a size may be in points, None for as wide as `width`."""
        return even(heading, size, width)

    def display(self, title: str, *, poster: bool) -> int:
        """The size in points of the edition's title, on a poster or on the page that decides."""
        return display(title, poster=poster)

    def parts(self, text: str, *languages: str) -> bool:
        """Whether the last words of a text may be set apart among these languages."""
        return parts(text, *languages)

    def lines(self, label: str) -> int:
        """How many lines a label takes in the margin."""
        return label_lines(label)


class _Job:
    """One digest on its way to paper, and all that was noticed on the way."""

    def __init__(self, digest: Digest, theme: Theme) -> None:
        self._digest = digest
        self._theme = theme
        self._style = PrintStyle(**dict(theme.style(digest)), front=front(digest))
        stop_on_errors(fonts.unknown(self._style.print))
        self._data = data(digest)
        self._fetcher = ClosedFetcher(
            fonts.assets()
            | shapes.assets(self._style.light)
            | logo.assets(digest.look.logo, theme.root)
        )
        self._sheets = {f"styles/{name}": theme.sheet(name) for name in SHEETS[digest.look.paper]}
        self._taken: tuple[str, ...] = ()
        self._document: weasyprint.Document | None = None
        self.log = Log()

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return len(self._document.pages) if self._document else 0

    def run(self) -> bytes:
        """The bytes of the PDF; DigestError when something it shows could not be had."""
        try:
            self._document = document = self._laid_out()
            trim(document)
            return bytes(
                document.write_pdf(
                    finisher=finish, pdf_variant=VARIANT, attachments=[self._enclosure()]
                )
            )
        except FatalURLFetchingError as error:
            raise DigestError(*self.problems()) from error
        except (RecursionError, ArithmeticError) as error:
            raise DigestError(bounds.excess(f"{error} (in the layout)")) from error

    def problems(self) -> tuple[Problem, ...]:
        """What a reader would miss, and what an author may want to look at."""
        refused = self._fetcher.refused
        sources = self._sheets | dict(self._templates()) if refused else {}
        heard = (*problems.refused(refused, BASE, sources), *self.log.problems)
        said = (*problems.unshowable(self._digest), *problems.unlinked(self._taken, self._digest))
        return (*heard, *said, *(self._seen(self._document) if self._document else ()))

    def _laid_out(self) -> weasyprint.Document:
        markup = self._theme.markup.get_template(TEMPLATE)
        html = weasyprint.HTML(
            string=markup.render(digest=self._digest, style=self._style),
            base_url=BASE,
            url_fetcher=self._fetcher,
        )
        self._taken = clean_tree(html.etree_element)
        plain_hosts(html.etree_element)
        stop_on_errors(bounds.excesses(html.etree_element))
        machine = FontConfiguration()
        sheets = [*self._parsed(machine)]
        try:
            return html.render(font_config=machine, stylesheets=sheets, pdf_variant=VARIANT)
        except IndexError as error:
            # So it ends when it has lost its place among blocks that may not be parted.
            raise DigestError(bounds.excess("blocks higher than a page stay together")) from error

    def _parsed(self, machine: FontConfiguration) -> Iterator[weasyprint.CSS]:
        fingerprint = hashlib.sha256(self._data).hexdigest()
        ours = fonts.rules() + variables.root(self._digest, self._style, fingerprint)
        for path, text in ({"": ours} | self._sheets).items():
            with self.log.reading(path):
                yield weasyprint.CSS(
                    string=text, font_config=machine, base_url=BASE, url_fetcher=self._fetcher
                )

    def _enclosure(self) -> weasyprint.Attachment:
        dated = _midnight(self._digest.masthead.dated.iso)
        return weasyprint.Attachment(
            string=self._data,
            name=f"{self._digest.stem}.json",
            description=self._digest.words.evidence_records,
            created=dated,
            modified=dated,
            relationship="Source",
            url_fetcher=self._fetcher,
        )

    def _templates(self) -> Iterator[tuple[str, str]]:
        templates, loader = self._theme.markup, self._theme.markup.loader
        for name in templates.list_templates():
            if loader and name.startswith(TEMPLATES):
                yield f"templates/{name}", loader.get_source(templates, name)[0]

    def _seen(self, document: weasyprint.Document) -> Iterator[Problem]:
        faces = document.fonts.values()
        yield from problems.missing_glyphs((c for f in faces for c in f.missing), self._digest)
        known = fonts.ALIASES | {face.family for face in faces}
        for name in sorted(layout.families(document) - known):
            yield problems.unknown_family(name, known)
        yield from layout.check(document)


@contextmanager
def _still(dated: date) -> Iterator[None]:
    """The collector rests and font tools read the edition's date, until the block ends.

    Collecting amid a rendering costs a tenth of its time and finds nothing. What a document leaves
    behind is collected at once, before the next needs room; all that was there before is out of
    reach meanwhile. The one clock that reaches the bytes is the stamp of a rewritten emoji font.
    """
    collecting, before = gc.isenabled(), os.environ.get(EPOCH)
    gc.disable()
    gc.freeze()
    os.environ[EPOCH] = str(int(_midnight(dated).timestamp()))
    try:
        with warnings.catch_warnings():
            # WeasyPrint drops the file of its colour profile without closing it.
            warnings.simplefilter("ignore", ResourceWarning)
            yield
            gc.collect()
    finally:
        gc.unfreeze()
        if before is None:
            del os.environ[EPOCH]
        else:
            os.environ[EPOCH] = before
        if collecting:
            gc.enable()


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)
