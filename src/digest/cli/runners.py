"""Who renders, as the settings say."""

import hashlib
import os
from collections.abc import Sequence
from functools import partial

from digest.bundle.executors import Cluster, Inline
from digest.bundle.limits import Limits
from digest.bundle.pool import Pool
from digest.bundle.tasks import Runner
from digest.bundle.tools import fingerprint, versions
from digest.render.channels import Channel
from digest.render.theme import Theme
from digest.settings import Settings


def hire(
    settings: Settings, channels: Sequence[Channel], theme: Theme, logo: str | None
) -> Runner:
    """The runner for these channels: a cluster, this process (no jobs), or a pool of them.

    `logo` is the path of a picture below the theme's root.
    """
    limits = Limits(
        memory_mb=settings.memory_mb,
        cpu_seconds=settings.cpu_seconds,
        wall_seconds=settings.wall_seconds,
    )
    if settings.scheduler:
        probe = partial(facts, theme, logo, tuple(channel.module for channel in channels))
        return Cluster(settings.scheduler, limits=limits, probe=probe)
    if settings.jobs == 0:
        return Inline(limits)
    jobs = settings.jobs or len(os.sched_getaffinity(0))
    preload = [name for one in channels for name in (one.module, *one.preload)]
    return Pool(jobs, limits=limits, preload=preload)


def facts(theme: Theme, logo: str | None, modules: tuple[str, ...]) -> object:
    """What must be the same wherever a digest is rendered: tools, code, templates and pictures."""
    code = [fingerprint(name) for name in ("digest", *modules)]
    return (versions(), theme.inputs(), _picture(theme, logo), code)


def _picture(theme: Theme, logo: str | None) -> str | None:
    """The hash of the logo as it is seen from here; None where there is none."""
    if theme.root is None or logo is None:
        return None
    try:
        return hashlib.sha256((theme.root / logo).read_bytes()).hexdigest()
    except OSError:
        return None
