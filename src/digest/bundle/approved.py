"""Copies of approved bundles, by their seals: what a later edition is held against."""

import os
import secrets
import shutil
from collections.abc import Mapping
from pathlib import Path

from digest.bundle import manifest
from digest.bundle.manifest import Manifest
from digest.bundle.private import private
from digest.bundle.swap import sync
from digest.bundle.world import writing

NAME = "approved"


def copy_of(output: Path, seal: str) -> Path:
    """Where the copy of the bundle with that seal is, or would be.

    Raises `WorldError` (B011) when something else stands where our folders belong.
    """
    return private(output, NAME) / seal


def keep(output: Path, bundle: Manifest, files: Mapping[str, bytes]) -> Path:
    """Keep a copy of a bundle, whole or not at all; its folder. A copy that is there stays.

    Raises `WorldError`: B010 when the disk refuses, B011 as above.
    """
    target = copy_of(output, bundle.seal)
    with writing(target):
        if target.is_dir():
            return target
        draft = target.with_name(f"{bundle.seal}.{secrets.token_hex(4)}")
        draft.mkdir(parents=True)
        try:
            for name, content in {**files, manifest.NAME: bundle.to_bytes()}.items():
                _write(draft / name, content)
            sync(draft)
            _place(draft, target)
        except BaseException:
            shutil.rmtree(draft, ignore_errors=True)
            raise
    return target


def _write(path: Path, content: bytes) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    with os.fdopen(os.open(path, flags, 0o666), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _place(draft: Path, target: Path) -> None:
    try:
        draft.rename(target)
    except OSError:
        # Somebody approved the same bytes at the same time.
        if not target.is_dir():
            raise
        shutil.rmtree(draft, ignore_errors=True)
    sync(target.parent)
