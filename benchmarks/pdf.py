"""What our care for a PDF costs beside WeasyPrint alone, and how it grows with the records."""

import weasyprint
from weasyprint.text.fonts import FontConfiguration

from digest.content.corpus import Content
from digest.content.loading import load
from digest.edition.compose import compose
from digest.edition.view import Digest
from digest.render.pdf.engine import TEMPLATE, _Job, typeset
from digest.render.pdf.fetcher import BASE
from digest.render.pdf.finish import VARIANT
from digest.render.theme import Theme
from ratios import SEEDS, Report, parser, processor


def plain(digest: Digest, theme: Theme) -> bytes:
    """The same HTML, sheets, fonts and variant by WeasyPrint alone: no finisher, no checks."""
    job = _Job(digest, theme)
    machine = FontConfiguration()
    html = weasyprint.HTML(
        string=theme.markup.get_template(TEMPLATE).render(
            digest=digest, style=theme.style(digest)
        ),
        base_url=BASE,
        url_fetcher=job._fetcher,  # noqa: SLF001  # the same assets, or the race is not fair
    )
    sheets = [*job._parsed(machine)]  # noqa: SLF001  # likewise
    return bytes(html.write_pdf(stylesheets=sheets, font_config=machine, pdf_variant=VARIANT))


def multiplied(content: Content, count: int) -> Content:
    """The newest edition with so many records: copies under new ids, without patterns."""
    edition = content.newest()
    names = [f"{edition.records[n % len(edition.records)]}-{n}" for n in range(count)]
    records = {
        name: content.records[name.rpartition("-")[0]].model_copy(update={"id": name})
        for name in names
    }
    grown = edition.model_copy(update={"records": tuple(names), "patterns": ()})
    return content.model_copy(
        update={"records": content.records | records, "editions": {edition.id: grown}}
    )


def digest_of(content: Content) -> Digest:
    """The newest edition for the first role."""
    publication = content.publication
    return compose(content, content.newest(), publication.roles[0], publication.language)


def main() -> None:
    options = parser(__doc__, rounds=3)
    options.add_argument("--records", type=int, default=1000, help="the long edition's length")
    chosen = options.parse_args()
    content = load(SEEDS).content
    if content is None:
        options.error("the sample publication has errors: run digest check")
    theme, report = Theme(SEEDS), Report()
    sample = digest_of(content)

    typeset(sample, theme)  # fonts are found and templates compiled once, for both
    alone = processor(chosen.rounds, lambda: plain(sample, theme))
    ours = processor(chosen.rounds, lambda: typeset(sample, theme))
    report.say("WeasyPrint alone", alone)
    report.ratio("ours, finished, enclosed and checked", ours / alone, most=1.10)

    few, many = (digest_of(multiplied(content, count)) for count in (5, chosen.records))
    short = processor(chosen.rounds, lambda: typeset(few, theme)) / 5
    long = processor(1, lambda: typeset(many, theme)) / chosen.records
    report.ratio(f"time per record, {chosen.records} records to 5", long / short, most=1.3)
    report.close(strict=chosen.strict)


if __name__ == "__main__":
    main()
