"""Who renders, as the settings say."""

import hashlib
import os
from collections.abc import Iterable, Sequence
from functools import partial

from digest.bundle.executors import Cluster, Inline
from digest.bundle.limits import Limits
from digest.bundle.pool import Pool
from digest.bundle.tasks import Runner
from digest.bundle.tools import fingerprint, versions
from digest.render.channels import Channel, channels
from digest.render.theme import Theme
from digest.settings import Settings

#: So many tasks a worker that stays does before another one takes its place.
LASTING_TASKS = 200


def hire(settings: Settings, wanted: Sequence[Channel], theme: Theme, logo: str | None) -> Runner:
    """The runner for these channels: a cluster, this process (no jobs), or a pool of them.

    `logo` is the path of a picture below the theme's root.
    """
    limits = _limits(settings)
    if settings.scheduler:
        probe = partial(facts, theme, logo, tuple(channel.module for channel in wanted))
        return Cluster(settings.scheduler, limits=limits, probe=probe)
    if settings.jobs == 0:
        return Inline(limits)
    return Pool(processes(settings), limits=limits, preload=_preload(wanted))


def lasting(settings: Settings) -> Pool | Inline:
    """A runner of this machine whose workers stay; close it."""
    limits = _limits(settings)
    if settings.jobs == 0:
        return Inline(limits)
    # The parent of all workers imports once, whichever channel is the first to be rendered.
    preload = _preload(channels().values())
    return Pool(
        processes(settings), limits=limits, preload=preload, tasks_of_a_worker=LASTING_TASKS
    )


def processes(settings: Settings) -> int:
    """How many processes render at a time."""
    return settings.jobs or len(os.sched_getaffinity(0))


def facts(theme: Theme, logo: str | None, modules: tuple[str, ...]) -> object:
    """What must be the same wherever a digest is rendered: tools, code, templates and pictures."""
    code = [fingerprint(name) for name in ("digest", *modules)]
    return (versions(), theme.inputs(), _picture(theme, logo), code)


def _limits(settings: Settings) -> Limits:
    return Limits(
        memory_mb=settings.memory_mb,
        cpu_seconds=settings.cpu_seconds,
        wall_seconds=settings.wall_seconds,
    )


def _preload(wanted: Iterable[Channel]) -> list[str]:
    return [name for one in wanted for name in (one.module, *one.preload)]


def _picture(theme: Theme, logo: str | None) -> str | None:
    """The hash of the logo as it is seen from here; None where there is none."""
    if theme.root is None or logo is None:
        return None
    try:
        return hashlib.sha256((theme.root / logo).read_bytes()).hexdigest()
    except OSError:
        return None
