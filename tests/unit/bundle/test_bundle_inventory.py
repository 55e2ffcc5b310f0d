"""An output is looked through; only whole bundles in their own places count."""

from collections.abc import Iterable
from pathlib import Path
from shutil import copytree

from digest.bundle import store
from digest.bundle.inventory import Found, inventory
from digest.bundle.manifest import File, Manifest, manifest_of
from digest.problems import Problem, Severity
from support.bundles import artifact, artifacts, bundle


def _texts(found: Manifest) -> Iterable[File]:
    return [file for file in found.files if file.channel == "txt"]


def _seen(output: Path) -> list[str]:
    return [
        found.code if isinstance(found, Problem) else found.manifest.edition
        for found in inventory(output, _texts)
    ]


def test_bundles_come_in_the_order_of_their_names_with_what_was_chosen(tmp_path: Path) -> None:
    for name in ("later", "earlier"):
        store.write(tmp_path, bundle(name, edition=name), artifacts(name))

    one, other = inventory(tmp_path, _texts)

    assert isinstance(one, Found)
    assert isinstance(other, Found)
    assert (one.manifest.edition, one.contents) == ("earlier", {"planner.txt": b"earlier\n"})
    assert (other.manifest.edition, other.contents) == ("later", {"planner.txt": b"later\n"})


def test_what_else_stands_there_is_passed_over(tmp_path: Path) -> None:
    output = tmp_path / "output"
    store.write(output, bundle("one", edition="one"), artifacts("one"))
    (output / "notes.txt").write_text("mine")
    (output / "folder").mkdir()
    (output / "link").symlink_to(output / "one")
    copytree(output / "one", output / "copy")
    (output / "linked").mkdir()
    (output / "linked" / "manifest.json").symlink_to(output / "one" / "manifest.json")

    assert _seen(output) == ["one"]


def test_a_damaged_bundle_is_named_and_the_others_are_read(tmp_path: Path) -> None:
    for name in ("aa", "bb", "cc"):
        store.write(tmp_path, bundle(name, edition=name), artifacts(name))
    (tmp_path / "aa" / "planner.txt").write_text("changed")
    (tmp_path / "bb" / "manifest.json").write_text("{}")

    first, second, third = inventory(tmp_path, _texts)

    assert isinstance(first, Problem)
    assert isinstance(second, Problem)
    assert isinstance(third, Found)
    assert (first.code, first.severity) == ("B041", Severity.WARNING)
    assert "planner.txt is not what the manifest says" in first.message
    assert "no valid manifest" in second.message


def test_what_was_not_chosen_is_not_read(tmp_path: Path) -> None:
    store.write(tmp_path, bundle("one", edition="one"), artifacts("one"))
    (tmp_path / "one" / "planner.pdf").unlink()

    assert _seen(tmp_path) == ["one"]


def test_a_partial_bundle_is_noted(tmp_path: Path) -> None:
    files = (artifact("planner.txt", b"x"),)
    partial = manifest_of("one", files, inputs={}, tools={}, partial=True)
    store.write(tmp_path, partial, files)

    (found,) = inventory(tmp_path, _texts)

    assert isinstance(found, Problem)
    assert (found.code, found.severity) == ("B042", Severity.NOTE)
