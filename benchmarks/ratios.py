"""What every benchmark needs: the best of some rounds, and a line that judges a ratio."""

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).parents[1]
SEEDS = ROOT / "seeds"


def parser(description: str | None, *, rounds: int) -> argparse.ArgumentParser:
    """The options all benchmarks have."""
    options = argparse.ArgumentParser(description=description)
    options.add_argument("--rounds", type=int, default=rounds, help="the best round counts")
    options.add_argument("--strict", action="store_true", help="exit 1 when over a budget")
    return options


def best(
    rounds: int, work: Callable[[], object], clock: Callable[[], float] = time.perf_counter
) -> float:
    """Seconds of the quickest round by that clock."""
    seconds = []
    for _ in range(rounds):
        start = clock()
        work()
        seconds.append(clock() - start)
    return min(seconds)


def processor(rounds: int, work: Callable[[], object]) -> float:
    """Seconds this process kept the processor busy in the quickest round, fair on a busy one."""
    return best(rounds, work, time.process_time)


class Report:
    """Prints ratios as they are known and remembers whether one was over its budget."""

    def __init__(self) -> None:
        self.over = False

    def say(self, what: str, seconds: float) -> None:
        """A time, for orientation."""
        print(f"{what:<52} {seconds * 1000:10.1f} ms")

    def ratio(
        self, what: str, value: float, *, most: float | None = None, least: float | None = None
    ) -> None:
        """A ratio and, when it has one, its budget."""
        kept = (most is None or value <= most) and (least is None or value >= least)
        budget = f"<= {most:.2f}" if most is not None else ""
        budget = f">= {least:.2f}" if least is not None else budget
        verdict = f"{budget} {'ok' if kept else 'OVER'}" if budget else ""
        self.over = self.over or not kept
        print(f"{what:<52} {value:10.2f} x  {verdict}".rstrip())

    def close(self, *, strict: bool) -> None:
        """Exit 1 when asked to and over a budget."""
        if strict and self.over:
            sys.exit(1)
