"""What did not change is not rendered again."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from digest.bundle import store
from digest.bundle.executors import Inline
from digest.bundle.tasks import Runner
from digest.press.build import Machine, build
from digest.press.plan import Wish
from digest.render.channels import Channel
from digest.render.theme import Theme
from support.builds import ALL, EDITION, NOTICING, QUICK, built, change_role, rendered
from support.plugins import install


def test_unchanged_input_is_not_rendered_again(root: Path, output: Path) -> None:
    assert rendered(root, output) == ALL
    first = (output / EDITION / "manifest.json").read_bytes()

    assert rendered(root, output) == []
    assert (output / EDITION / "manifest.json").read_bytes() == first


def test_only_what_a_change_touches_is_rendered_again(root: Path, output: Path) -> None:
    built(root, output)

    change_role(root, "planner", intro="Another word of welcome.")
    assert rendered(root, output) == ["planner, text", "planner, web"]


def test_a_reader_more_renders_nothing(root: Path, output: Path) -> None:
    built(root, output)

    with (root / "subscribers.csv").open("a") as file:
        file.write("another@example.org,Another,planner,,,active\n")

    assert rendered(root, output) == []


def test_another_template_renders_everything_again(root: Path, output: Path) -> None:
    built(root, output)

    (root / "styles").mkdir()
    (root / "styles" / "web.css").write_text('@import "default:web.css";\n')

    assert rendered(root, output) == ALL


def test_warnings_of_a_rendering_are_remembered_with_it(
    root: Path, output: Path, brought: Path
) -> None:
    install(brought, "warned", NOTICING.format(severity="warning"))

    first = built(root, output, channels=("warned",))
    second = built(root, output, channels=("warned",))

    assert (second.rendered, second.reused) == (0, 3)
    assert [p.code for p in first.problems] == [p.code for p in second.problems]
    assert "X001" in [p.code for p in second.problems]


def test_a_damaged_cache_is_no_danger(root: Path, output: Path) -> None:
    seal = built(root, output).manifest.seal
    for entry in (output / ".digest" / "cache").glob("*/*"):
        entry.write_bytes(entry.read_bytes()[:-1])

    assert rendered(root, output) == ALL
    assert store.read(output / EDITION)[0].seal == seal


def test_a_build_may_refuse_the_cache(root: Path, output: Path) -> None:
    built(root, output, reuse=False)

    assert not (output / ".digest" / "cache").exists()
    assert rendered(root, output, reuse=False) == ALL


def test_progress_counts_what_isrendered(root: Path, output: Path) -> None:
    told: list[tuple[int, int, str]] = []
    machine = Machine(lambda *_: Inline(), reuse=False)

    build(root, output, Wish(channels=QUICK), machine, lambda *now: told.append(now))

    assert [(done, total) for done, total, _ in told] == [(n, 6) for n in range(1, 7)]
    assert sorted(name for _, _, name in told) == ALL


def test_the_runner_is_hired_for_what_is_missing(root: Path, output: Path) -> None:
    hired: list[list[str]] = []

    def hire(channels: Sequence[Channel], theme: Theme, _logo: str | None) -> Runner:
        assert theme.root == root.resolve()
        hired.append([channel.name for channel in channels])
        return Inline()

    for channels in (("text",), QUICK, QUICK):
        build(root, output, Wish(channels=channels), Machine(hire, reuse=True), lambda *_: None)

    assert hired == [["text"], ["web"], []]


def test_a_full_cache_is_a_note(root: Path, output: Path) -> None:
    built(root, output, channels=("text",))
    cache = output / ".digest" / "cache"
    for folder in list(cache.iterdir()):
        for entry in folder.iterdir():
            entry.unlink()
        folder.rmdir()
        folder.write_text("in the way")

    made = built(root, output, channels=("text",))

    assert [note.code for note in made.problems if note.code[0] == "B"] == ["B007"]
    assert store.read(output / EDITION)[0] == made.manifest


def test_other_fonts_of_the_machine_render_everything_again(
    root: Path, output: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built(root, output)
    (tmp_path / "fonts.conf").write_text("<fontconfig/>")
    monkeypatch.setenv("FONTCONFIG_FILE", str(tmp_path / "fonts.conf"))

    assert rendered(root, output) == ALL
    assert rendered(root, output) == []
