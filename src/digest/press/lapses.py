"""What makes an approval void: what changed in the bundle, and who would get it now."""

from collections.abc import Iterator
from pathlib import Path

from digest.bundle import store
from digest.bundle.approved import copy_of
from digest.bundle.manifest import Manifest
from digest.delivery.approval import Approval, Standing, Why
from digest.delivery.identity import Audience
from digest.press.makings import Change, Kind, between
from digest.problems import DigestError

#: What a change undoes; the others somebody said.
_CHANGED = {Why.SEAL, Why.AUDIENCE}


def lapses(
    output: Path, found: Standing, bundle: Manifest | None, audience: Audience
) -> dict[int, tuple[Change, ...]]:
    """What changed since each approval that a change made void, by the approval's number.

    Held against the bundle now are the copies that were kept of what was approved; where there is
    no copy, or no bundle, readers alone are told of.
    """
    voided = [one.approval for one in found.voided if one.why in _CHANGED]
    remade = {seal: _remade(output, seal, bundle) for seal in {one.seal for one in voided}}
    return {one.number: (*remade[one.seal], *_readers(one, audience)) for one in voided}


def _remade(output: Path, seal: str, bundle: Manifest | None) -> tuple[Change, ...]:
    if bundle is None or seal == bundle.seal:
        return ()
    try:
        then, _ = store.read(copy_of(output, seal), lambda _: ())
    except DigestError:
        return ()
    return between(then, bundle)


def _readers(given: Approval, audience: Audience) -> Iterator[Change]:
    if given.audience is not None and given.audience != audience:
        before, now = given.audience.count, audience.count
        yield Change(kind=Kind.AUDIENCE, name="readers", before=f"{before}", now=f"{now}")
