"""What two processes and a remembered build save."""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from ratios import SEEDS, Report, best, parser


def build(output: Path, *, jobs: int) -> None:
    """All roles and channels of the newest sample edition."""
    command = ["-m", "digest", "-P", str(SEEDS), "-o", str(output), "build", "--jobs", str(jobs)]
    subprocess.run([sys.executable, *command], check=True, capture_output=True)


def from_nothing(output: Path, *, jobs: int) -> None:
    """The same, with nothing remembered."""
    shutil.rmtree(output, ignore_errors=True)
    build(output, jobs=jobs)


def main() -> None:
    options = parser(__doc__, rounds=3).parse_args()
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "output"
        alone = best(options.rounds, lambda: from_nothing(output, jobs=1))
        together = best(options.rounds, lambda: from_nothing(output, jobs=2))
        again = best(options.rounds, lambda: build(output, jobs=2))
    report.say("from nothing, one process", alone)
    report.ratio("one process to two", alone / together, least=1.6)
    report.ratio("from nothing to nothing changed, two processes", together / again)
    report.close(strict=options.strict)


if __name__ == "__main__":
    main()
