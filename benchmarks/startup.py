"""How much longer than `import click` the command line takes to answer."""

import subprocess
import sys
from collections.abc import Callable

from ratios import SEEDS, Report, best, parser


def run(*arguments: str) -> Callable[[], object]:
    """A process to be timed."""
    return lambda: subprocess.run([sys.executable, *arguments], check=True, capture_output=True)


def imports(*arguments: str) -> set[str]:
    """The top names a process imports."""
    process = subprocess.run(
        [sys.executable, "-X", "importtime", *arguments],
        check=True,
        capture_output=True,
        text=True,
    )
    rows = [line for line in process.stderr.splitlines() if line.startswith("import time:")]
    return {row.rsplit("|", 1)[-1].strip().partition(".")[0] for row in rows}


def main() -> None:
    options = parser(__doc__, rounds=7).parse_args()
    report = Report()
    check = ("-m", "digest", "-P", str(SEEDS), "check")

    click = best(options.rounds, run("-c", "import click"))
    report.say('python -c "import click"', click)
    report.ratio(
        "digest --help", best(options.rounds, run("-m", "digest", "--help")) / click, most=2.0
    )
    report.ratio("digest check, sample publication", best(options.rounds, run(*check)) / click)
    for heavy in ("weasyprint", "mjml"):
        count = sum(heavy in imports(*call) for call in (("-m", "digest", "--help"), check))
        report.ratio(f"of --help and check, import {heavy}", count, most=0)
    report.close(strict=options.strict)


if __name__ == "__main__":
    main()
