"""Who renders, as the settings say."""

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


def hire(settings: Settings, channels: Sequence[Channel], theme: Theme) -> Runner:
    """The runner for these channels: a cluster, this process (no jobs), or a pool of them."""
    limits = Limits(
        memory_mb=settings.memory_mb,
        cpu_seconds=settings.cpu_seconds,
        wall_seconds=settings.wall_seconds,
    )
    if settings.scheduler:
        probe = partial(facts, theme, tuple(channel.module for channel in channels))
        return Cluster(settings.scheduler, limits=limits, probe=probe)
    if settings.jobs == 0:
        return Inline(limits)
    jobs = settings.jobs or len(os.sched_getaffinity(0))
    preload = [name for one in channels for name in (one.module, *one.preload)]
    return Pool(jobs, limits=limits, preload=preload)


def facts(theme: Theme, modules: tuple[str, ...]) -> object:
    """What must be the same wherever a digest is rendered: tools, code, templates and styles."""
    return (versions(), theme.inputs(), [fingerprint(name) for name in ("digest", *modules)])
