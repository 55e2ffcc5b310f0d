"""The studio follows the sources: only what changed is rendered, the last good state stays."""

import gc
import time
from functools import partial
from pathlib import Path

import pytest

from digest.bundle import store
from digest.bundle.manifest import Manifest
from digest.preview.shown import Phase, Shown
from digest.problems import Problem, UsageError, WorldError, errors
from support.builds import EDITION, change_role
from support.desks import Watched

RECORD = "records/gate-closing-times.json"
FINDING = "Mean closing time rose from 41 to 58 minutes"
ROLES = ("engineer", "executive", "planner")


def _say(root: Path, old: str, new: str) -> None:
    text = (root / RECORD).read_text("utf-8")
    assert old in text
    (root / RECORD).write_text(text.replace(old, new), "utf-8")


def _hashes(shown: Shown) -> dict[str, str]:
    return {path: one.sha256 for path, one in shown.files.items()}


def _listed(bundle: Manifest) -> dict[str, str]:
    return {file.path: file.sha256 for file in bundle.files}


def test_what_is_shown_is_the_bundle(watched: Watched, output: Path) -> None:
    shown = watched.done()
    bundle, files = store.read(output / EDITION)

    assert shown.bundle == bundle
    assert _hashes(shown) == _listed(bundle)
    assert {path: one.content for path, one in shown.files.items()} == files
    assert not shown.behind
    assert not shown.broken


def test_the_mail_on_screen_is_made_first(watched: Watched, root: Path) -> None:
    watched.studio.look("planner", "email")
    watched.quick.drain()
    seen = len(watched.seen)

    watched.after(lambda: _say(root, FINDING, "Mean closing time doubled"))

    assert watched.quick.names[0] == "planner, email"
    told = [one for one in watched.seen[seen:] if b"doubled" in _mail(one, "planner")]
    assert b"doubled" not in _mail(told[0], "engineer")
    assert told[0].phase is Phase.SCREEN


def _mail(shown: Shown, role: str) -> bytes:
    return shown.files[f"{role}.email.html"].content


def test_only_what_a_change_touches_is_rendered(watched: Watched, root: Path) -> None:
    watched.quick.drain()

    watched.after(lambda: change_role(root, "planner", intro="For those who plan barriers."))

    assert watched.quick.drain() == ["planner, email", "planner, text", "planner, web"]


def test_nothing_changed_renders_nothing(watched: Watched, root: Path) -> None:
    watched.quick.drain()

    shown = watched.after((root / RECORD).touch)

    assert watched.quick.drain() == []
    assert shown.bundle is not None


def test_a_change_taken_back_is_found_in_the_cache(root: Path, output: Path) -> None:
    watched = Watched(root, output, reuse=True)
    watched.studio.start()
    first = watched.done()
    watched.after(lambda: _say(root, FINDING, "Mean closing time doubled"))
    watched.quick.drain()

    again = watched.after(lambda: _say(root, "Mean closing time doubled", FINDING))

    assert watched.quick.drain() == []
    assert _hashes(again) == _hashes(first)
    watched.studio.end()


def test_a_broken_source_keeps_the_last_good_state(watched: Watched, root: Path) -> None:
    good = watched.done()

    broken = watched.after(lambda: (root / RECORD).write_text('{"resourceId": ', "utf-8"))

    assert broken.broken
    assert broken.problems[0].path == RECORD
    assert _hashes(broken) == _hashes(good)
    assert broken.bundle is None
    assert {stem for stem, _ in broken.behind} == set(ROLES)


def test_a_mended_source_goes_on(watched: Watched, root: Path) -> None:
    text = (root / RECORD).read_text("utf-8")
    watched.after(lambda: (root / RECORD).write_text("[", "utf-8"))

    mended = watched.after(lambda: (root / RECORD).write_text(text, "utf-8"))

    assert not mended.broken
    assert not mended.behind
    assert mended.bundle is not None


def test_a_template_that_fails_costs_its_channel_alone(watched: Watched, root: Path) -> None:
    good = watched.done()
    page = root / "templates" / "web" / "digest.html"
    page.parent.mkdir(parents=True)

    broken = watched.after(lambda: page.write_text("{{ digest.nothing }}", "utf-8"))

    assert broken.behind == {(role, "web") for role in ROLES}
    assert [problem.code for problem in errors(broken.problems)] == ["H003"]
    assert _hashes(broken) == _hashes(good)
    assert broken.bundle is None


def test_fifty_saves_end_in_the_last_one(watched: Watched, root: Path, output: Path) -> None:
    before = FINDING
    for number in range(50):
        now = f"Mean closing time, reading {number}"
        _say(root, before, now)
        watched.studio.changed()
        before = now
        time.sleep(0)

    shown = watched.until(lambda one: one.phase is Phase.DONE and b"reading 49" in _all(one))

    assert b"reading 48" not in _all(shown)
    assert shown.bundle == store.read(output / EDITION)[0]


def _all(shown: Shown) -> bytes:
    return b"".join(one.content for one in shown.files.values())


def test_a_pass_is_given_up_for_a_later_change(watched: Watched, root: Path) -> None:
    watched.quick.drain()
    watched.quick.gate.clear()
    watched.quick.busy.clear()
    _say(root, FINDING, "Mean closing time doubled")
    watched.studio.changed()
    assert watched.quick.busy.wait(60)
    _say(root, "Mean closing time doubled", "Mean closing time tripled")
    watched.studio.changed()
    watched.quick.gate.set()

    shown = watched.until(lambda one: one.phase is Phase.DONE and b"tripled" in _all(one))

    assert shown.bundle is not None
    assert len(watched.quick.drain()) < 2 * 9


def test_the_studio_does_not_grow(watched: Watched, root: Path) -> None:
    sizes = []
    for number in range(6):
        old = FINDING if number == 0 else f"Reading {number - 1}"
        watched.after(partial(_say, root, old, f"Reading {number}"))
        watched.seen.clear()
        gc.collect()
        sizes.append(sum(type(one).__name__ == "Artifact" for one in gc.get_objects()))

    assert sizes[-1] <= sizes[1]


def test_an_edition_is_chosen(watched: Watched, root: Path) -> None:
    text = (root / "editions" / f"{EDITION}.yaml").read_text("utf-8")
    newer = text.replace(EDITION, "2026-06-01-later").replace("2026-05-04", "2026-06-01")
    (root / "editions" / "2026-06-01-later.yaml").write_text(newer, "utf-8")
    newest = watched.after(lambda: None)
    assert newest.edition is not None
    assert newest.edition.id == "2026-06-01-later"

    watched.studio.choose(EDITION)

    chosen = watched.until(
        lambda now: now.phase is Phase.DONE and now.edition and now.edition.id == EDITION
    )
    assert chosen.bundle is not None
    assert chosen.bundle.edition == EDITION


def test_a_channel_that_goes_takes_its_files_along(watched: Watched, root: Path) -> None:
    assert "planner.html" in watched.done().files

    shown = watched.after(lambda: change_role(root, "planner", channels=["email", "text"]))

    assert "planner.html" not in shown.files
    assert shown.bundle is not None
    assert _hashes(shown) == _listed(shown.bundle)


def test_an_output_among_the_sources_is_refused(root: Path) -> None:
    with pytest.raises(UsageError) as caught:
        Watched(root, root / "records").studio.start()

    assert caught.value.problems[0].code == "U012"


def test_a_world_that_refuses_is_told_and_the_desk_goes_on(
    watched: Watched, root: Path, output: Path
) -> None:
    (output / EDITION).rename(output / "aside")
    (output / EDITION).write_text("no bundle", "utf-8")

    refused = watched.after(lambda: _say(root, FINDING, "Mean closing time doubled"))

    assert [problem.code for problem in errors(refused.problems)] == ["B002"]
    assert b"doubled" in _mail(refused, "planner")
    assert refused.bundle is None

    (output / EDITION).unlink()
    assert watched.after(lambda: None).bundle is not None


def test_a_runner_that_fails_is_told_and_the_desk_goes_on(watched: Watched, root: Path) -> None:
    watched.quick.fault = WorldError(Problem(code="X001", message="no worker"))
    told = watched.after(lambda: _say(root, FINDING, "Mean closing time doubled"))
    assert [problem.code for problem in told.problems] == ["X001"]

    watched.quick.fault = None

    assert watched.after(lambda: None).bundle is not None


def test_a_bug_ends_the_desk_and_is_not_lost(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    def buggy(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("digest.preview.studio.plan", buggy)
    with pytest.raises(ZeroDivisionError):
        watched.after(lambda: None)
