"""Same input, same bytes: whoever renders, wherever, in whatever order Python hashes."""

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from digest.bundle import store
from digest.bundle.executors import Cluster, Inline
from digest.bundle.limits import Limits
from digest.bundle.pool import Pool
from digest.bundle.tasks import Runner
from digest.cli.runners import facts
from digest.press.build import Machine, build
from digest.press.plan import Wish
from digest.render.channels import channels
from digest.render.theme import Theme
from support.builds import EDITION
from support.cli import environment
from support.samples import COAST

BUILD = (
    "import sys\n"
    "from pathlib import Path\n"
    "from digest.cli.main import main\n"
    "sys.exit(main(['-P', sys.argv[1], '-o', sys.argv[2], 'build', *sys.argv[3:]]))\n"
)


def _seal(output: Path, runner: Runner) -> str:
    machine = Machine(lambda *_: runner, reuse=False)
    return build(COAST, output, Wish(), machine, lambda *_: None).manifest.seal


def _seal_of_process(output: Path, seed: str, cwd: Path, *options: str) -> str:
    command = [sys.executable, "-c", BUILD, str(COAST), str(output), *options]
    variables = environment({"PYTHONHASHSEED": seed, "LC_ALL": "C", "TZ": "Pacific/Auckland"})
    subprocess.run(command, env=variables, cwd=cwd, check=True, capture_output=True)
    return store.read(output / EDITION)[0].seal


@pytest.fixture(scope="module")
def inline(tmp_path_factory: pytest.TempPathFactory) -> str:
    return _seal(tmp_path_factory.mktemp("inline"), Inline())


def test_a_pool_makes_the_bytes_of_one_process(inline: str, tmp_path: Path) -> None:
    assert _seal(tmp_path, Pool(2, limits=Limits())) == inline


@pytest.mark.parametrize("seed", ["0", "4711"])
def test_neither_hashes_nor_place_nor_time_zone_matter(
    inline: str, tmp_path: Path, seed: str
) -> None:
    output = tmp_path / seed / "elsewhere"

    assert _seal_of_process(output, seed, tmp_path, "--jobs", "1") == inline


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as cluster:
        yield cluster.scheduler_address


@pytest.mark.full
def test_a_cluster_makes_the_same_bytes(inline: str, tmp_path: Path, scheduler: str) -> None:
    modules = tuple(channel.module for channel in channels().values())
    probe = partial(facts, Theme(COAST), None, modules)

    assert _seal(tmp_path, Cluster(scheduler, limits=Limits(), probe=probe)) == inline


@pytest.mark.full
def test_the_command_line_hands_its_work_to_a_cluster(
    inline: str, tmp_path: Path, scheduler: str
) -> None:
    options = ("--scheduler", scheduler)

    assert _seal_of_process(tmp_path / "output", "0", tmp_path, *options) == inline
