"""What a durable send costs beside the C client that makes no account, and how it grows."""

import json
import os
import resource
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from posts import Bundle, book, claim_blocks, import_and_plan, megabytes, send, started
from ratios import Report, parser

#: Budgets: durable, and safe against the death of the process alone, to the C client.
DURABLE, RELAXED = 0.30, 0.45

#: How many megabytes more fifty times as many readers may take, and a million rows.
MEGABYTES = 10.0

#: What a claim among many may cost in claims among few.
CLAIM = 2.0

FEW, MANY = 1_000, 50_000

#: Postfix's programs are where a user's path may not lead.
PLACES = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/sbin"])


def throughput(report: Report, rounds: int, count: int) -> None:
    """Mails a second, durable and relaxed, to those of the C client in the same rounds."""
    size = child("size")["bytes"]
    found: dict[str, list[tuple[float, float]]] = {}
    with sink() as port:
        for _ in range(rounds):
            found.setdefault("smtp-source", []).append(by_c(port, count, size))
            for way in ("durable", "relaxed"):
                told = child("send", count, port, way)
                found.setdefault(way, []).append((told["wall"], told["cpu"]))
    best = {way: min(wall for wall, _ in pairs) for way, pairs in found.items()}
    for way, pairs in found.items():
        cpu = min(cpu for _, cpu in pairs) / count * 1e6
        print(f"{way:<20} {count / best[way]:10,.0f} mails/s {cpu:10,.0f} us of processor each")
    c = best["smtp-source"]
    report.ratio("durable, to smtp-source", c / best["durable"], least=DURABLE)
    report.ratio("relaxed, to smtp-source", c / best["relaxed"], least=RELAXED)


def growth(report: Report, rows: int) -> None:
    """Memory and the cost of a claim, with few readers and with many."""
    few, many = (child("send", count, 0, "relaxed")["megabytes"] for count in (FEW, MANY))
    print(f"memory of a send to {FEW:,} and to {MANY:,}: {few:.1f} and {many:.1f} MB")
    report.ratio("megabytes more for fifty times as many", many - few, most=MEGABYTES)
    small, large = (child("claim", count)["seconds"] for count in (2_000, 100_000))
    report.say("a block claimed and given back, of 2,000", small)
    report.ratio("of 100,000, to that", large / small, most=CLAIM)
    less, more = (child("import", count) for count in (10_000, rows))
    report.say(f"import and plan {rows:,} readers", more["wall"])
    grown = more["megabytes"] - less["megabytes"]
    report.ratio("megabytes more than for 10,000", grown, most=MEGABYTES)


@contextmanager
def sink() -> Iterator[int]:
    """Postfix's own sink on a port of loopback."""
    program = shutil.which("smtp-sink", path=PLACES)
    if program is None:
        raise SystemExit("smtp-sink is missing: apt-get install postfix")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = int(free.getsockname()[1])
    user = [] if os.geteuid() else ["-u", "nobody"]
    with subprocess.Popen([program, *user, f"127.0.0.1:{port}", "64"]) as process:
        try:
            while not _listens(port) and process.poll() is None:
                time.sleep(0.05)
            yield port
        finally:
            process.terminate()


def by_c(port: int, count: int, size: int) -> tuple[float, float]:
    """Seconds on the wall and of the processor for so many mails by one connection in C."""
    program = shutil.which("smtp-source", path=PLACES) or "smtp-source"
    words = ["-s", "1", "-d", "-m", str(count), "-l", str(size), f"127.0.0.1:{port}"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    subprocess.run([program, *words], check=True)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def child(what: str, count: int = 0, port: int = 0, way: str = "relaxed") -> dict[str, Any]:
    """One measurement, in a process of its own."""
    command = [sys.executable, __file__, "--child", what, str(count), str(port), way]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def measured(what: str, count: int, port: int, way: str) -> dict[str, float]:
    """What a child measures."""
    with tempfile.TemporaryDirectory() as name:
        home = Path(name)
        bundle = Bundle(home)
        if what == "size":
            return {"bytes": bundle.size}
        with book(home, power_safe=way == "durable") as ledger:
            wall = time.perf_counter()
            if what == "import":
                import_and_plan(ledger, home, count)
                return {"wall": time.perf_counter() - wall, "megabytes": megabytes()}
            run = started(ledger, bundle, count)
            if what == "claim":
                return {"seconds": claim_blocks(ledger, bundle, run, 50)}
            wall, cpu = time.perf_counter(), time.process_time()
            send(ledger, bundle, run, port)
            wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
            return {"wall": wall, "cpu": cpu, "megabytes": megabytes()}


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def main() -> None:
    options = parser(__doc__, rounds=3)
    options.add_argument("--mails", type=int, default=5_000, help="how many each round sends")
    options.add_argument("--rows", type=int, default=100_000, help="how many are imported")
    options.add_argument("--child", nargs=4, help="measure one thing and print it")
    chosen = options.parse_args()
    if chosen.child:
        what, count, port, way = chosen.child
        print(json.dumps(measured(what, int(count), int(port), way)))
        return
    report = Report()
    throughput(report, chosen.rounds, chosen.mails)
    growth(report, chosen.rows)
    report.close(strict=chosen.strict)


if __name__ == "__main__":
    main()
