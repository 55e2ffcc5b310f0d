"""A disk that refuses: full, read-only, without permission."""

import os
import resource
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from digest.bundle import store
from digest.bundle.foreign import names
from digest.bundle.manifest import manifest_of
from digest.problems import WorldError
from support.bundles import EDITION, artifact, artifacts, bundle

BIG = (artifact("planner.txt", b"new\n"), artifact("planner.pdf", os.urandom(3_000_000)))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of two megabytes where we may mount one; else a limit on files does it."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk)]
    if (
        os.geteuid() == 0
        and subprocess.run(mount, check=False, capture_output=True).returncode == 0
    ):
        yield disk
        subprocess.run(["umount", str(disk)], check=True)
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, hard))
    yield disk
    resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_keeps_the_old_bundle(small_disk: Path) -> None:
    output = small_disk / "output"
    store.write(output, bundle("old"), artifacts("old"))

    with pytest.raises(WorldError) as caught:
        store.write(output, manifest_of(EDITION, BIG, inputs={}, tools={}), BIG)

    assert [problem.code for problem in caught.value.problems] == ["B010"]
    assert caught.value.problems[0].hint
    assert store.read(output / EDITION)[0] == bundle("old")
    assert names(output / ".digest" / "staging") == []


def test_a_full_disk_leaves_no_half_bundle(small_disk: Path) -> None:
    output = small_disk / "output"

    with pytest.raises(WorldError):
        store.write(output, manifest_of(EDITION, BIG, inputs={}, tools={}), BIG)

    assert not (output / EDITION).exists()
    store.write(output, bundle("small"), artifacts("small"))
    assert store.read(output / EDITION)[0] == bundle("small")


def test_a_limit_on_the_size_of_files_is_a_refusal(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, hard))
    try:
        with pytest.raises(WorldError) as caught:
            store.write(tmp_path, manifest_of(EDITION, BIG, inputs={}, tools={}), BIG)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    assert "ulimit" in (caught.value.problems[0].hint or "")
    assert names(tmp_path) == [".digest"]


def test_an_output_below_a_place_nobody_can_write_to_is_a_refusal() -> None:
    with pytest.raises(WorldError) as caught:
        store.write(Path("/proc/digest-output"), bundle("old"), artifacts("old"))

    assert [problem.code for problem in caught.value.problems] == ["B010"]
