"""What our care for a PDF costs beside WeasyPrint alone, and how it grows with the records."""

import gc
import json
import resource
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import NamedTuple

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

#: Lengths of editions, and as many rounds at most for each: long ones are steady.
LENGTHS = {5: 9, 50: 3, 200: 2, 1000: 1}

MEGABYTE = 1024


class Cost(NamedTuple):
    """Seconds of the processor for one PDF, and the most memory its process had."""

    seconds: float
    megabytes: float


def plain(digest: Digest, theme: Theme) -> bytes:
    """The same HTML, sheets, fonts and variant by WeasyPrint alone: no finisher, no checks."""
    job = _Job(digest, theme)
    machine = FontConfiguration()
    html = weasyprint.HTML(
        string=theme.markup.get_template(TEMPLATE).render(
            digest=digest,
            style=job._style,  # noqa: SLF001  # the same HTML, or the race is not fair
        ),
        base_url=BASE,
        url_fetcher=job._fetcher,  # noqa: SLF001  # likewise
    )
    sheets = [*job._parsed(machine)]  # noqa: SLF001  # likewise
    return bytes(html.write_pdf(stylesheets=sheets, font_config=machine, pdf_variant=VARIANT))


def ours(digest: Digest, theme: Theme) -> bytes:
    """The same, finished, enclosed and checked."""
    return typeset(digest, theme).content


WAYS: dict[str, Callable[[Digest, Theme], bytes]] = {"alone": plain, "ours": ours}


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


def measure(way: str, length: int, rounds: int) -> Cost:
    """One way at one length, in this process: the quickest round and the peak of memory."""
    # WeasyPrint drops the file of its colour profile without closing it.
    warnings.simplefilter("ignore", ResourceWarning)
    content = load(SEEDS).content
    if content is None:
        raise SystemExit("the sample publication has errors: run digest check")
    theme, work = Theme(SEEDS), WAYS[way]
    work(digest_of(multiplied(content, 1)), theme)  # fonts are found, templates compiled
    digest = digest_of(multiplied(content, length))
    gc.collect()
    seconds = processor(rounds, lambda: work(digest, theme))
    return Cost(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MEGABYTE)


def apart(way: str, length: int, rounds: int) -> Cost:
    """The same in a process of its own, so that no memory is left over from the one before."""
    command = [sys.executable, __file__, "--way", way, "--records", str(length)]
    done = subprocess.run(
        [*command, "--rounds", str(rounds)], check=True, capture_output=True, text=True
    )
    return Cost(*json.loads(done.stdout))


def compared(report: Report, length: int, rounds: int) -> Cost:
    """Both ways at one length, turn and turn about, told; our own cost is returned."""
    alone, own = (apart(way, length, rounds) for way in ("alone", "ours"))
    report.say(f"WeasyPrint alone, {length} records", alone.seconds)
    report.ratio(f"ours to it, {length} records", own.seconds / alone.seconds, most=1.10)
    report.ratio(f"ours to it, memory, {length} records", own.megabytes / alone.megabytes)
    print(f"{'memory of ours':<52} {own.megabytes:10.0f} MB")
    return own


def main() -> None:
    options = parser(__doc__, rounds=5)
    options.add_argument("--records", type=int, default=1000, help="the longest edition")
    options.add_argument("--way", choices=WAYS, help="measure one way alone, as JSON")
    chosen = options.parse_args()
    if chosen.way:
        print(json.dumps(measure(chosen.way, chosen.records, chosen.rounds)))
        return
    report, costs = Report(), {}
    for length, most in LENGTHS.items():
        if length <= chosen.records:
            costs[length] = compared(report, length, min(most, chosen.rounds))
    longest = max(costs)
    each = {length: cost.seconds / length for length, cost in costs.items()}
    for short in (length for length in costs if length < longest):
        growth = each[longest] / each[short]
        report.ratio(f"time per record, {longest} records to {short}", growth, most=1.3)
    report.close(strict=chosen.strict)


if __name__ == "__main__":
    main()
