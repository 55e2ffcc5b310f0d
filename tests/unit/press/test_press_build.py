"""From a folder to a bundle."""

import json
from pathlib import Path
from typing import Any

import pytest

from digest.bundle import store
from digest.press.build import Built
from digest.problems import DigestError, Problem, UsageError, WorldError
from support.builds import EDITION, NOTICING, QUICK, built, change, change_role
from support.plugins import install


def _names(made: Built) -> list[str]:
    return [file.path for file in made.manifest.files]


def test_a_build_is_read_back_whole(root: Path, output: Path) -> None:
    made = built(root, output, channels=())

    found, files = store.read(output / EDITION)
    roles, suffixes = ("engineer", "executive", "planner"), ("email.html", "eml", "html", "json")
    assert found == made.manifest
    assert made.folder == output / EDITION
    assert not found.partial
    assert set(files) == {
        "index.html",
        *(f"{role}.{suffix}" for role in roles for suffix in (*suffixes, "pdf", "txt")),
    }
    assert all(file.pages for file in found.files if file.channel == "pdf")
    assert (made.rendered, made.reused) == (12, 0)


def test_the_mail_belongs_to_the_channel_of_mail(root: Path, output: Path) -> None:
    made = built(root, output, channels=("email",))

    kinds = {file.path: (file.role, file.channel) for file in made.manifest.files}
    assert kinds == {
        f"{role}.{suffix}": (role, channel)
        for role in ("engineer", "executive", "planner")
        for suffix, channel in (("email.html", "email"), ("eml", "email"), ("json", "digest"))
    }
    assert b"To: reader@example.org" in (made.folder / "planner.eml").read_bytes()


def test_the_index_is_the_page_of_the_neutral_role(root: Path, output: Path) -> None:
    folder = built(root, output).folder

    assert (folder / "index.html").read_bytes() == (folder / "executive.html").read_bytes()


def test_without_a_neutral_role_the_first_page_is_the_index(root: Path, output: Path) -> None:
    change_role(root, "executive", channels=["text"])
    change(root, lambda data: data["roles"].reverse())

    folder = built(root, output).folder

    assert (folder / "index.html").read_bytes() == (folder / "engineer.html").read_bytes()
    assert not (folder / "executive.html").exists()


def test_the_data_of_a_digest_is_a_file_too(root: Path, output: Path) -> None:
    folder = built(root, output, channels=("text",)).folder

    data = json.loads((folder / "planner.json").read_text(encoding="utf-8"))
    assert data["stem"] == "planner"
    assert data["entries"][0]["finding"] in (folder / "planner.json").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "wish", [{"roles": ("planner",), "channels": ()}, {"channels": ("text",)}, {"channels": QUICK}]
)
def test_a_narrowed_build_says_so(root: Path, output: Path, wish: dict[str, Any]) -> None:
    if "roles" in wish:
        wish = {**wish, "channels": ("text",)}

    assert built(root, output, **wish).manifest.partial
    document = json.loads((output / EDITION / "manifest.json").read_text(encoding="utf-8"))
    assert document["partial"] is True


def test_a_narrowed_build_replaces_a_whole_one(root: Path, output: Path) -> None:
    built(root, output)

    made = built(root, output, roles=("planner",), channels=("text",))

    assert _names(made) == ["planner.json", "planner.txt"]
    assert set(store.read(output / EDITION)[1]) == {"planner.json", "planner.txt"}


def test_a_role_is_published_in_its_channels_alone(root: Path, output: Path) -> None:
    change_role(root, "planner", channels=["text"])

    made = built(root, output)

    assert [name for name in _names(made) if name.startswith("planner")] == [
        "planner.json",
        "planner.txt",
    ]


def test_every_language_has_its_files(root: Path, output: Path) -> None:
    change(root, lambda data: data.update(languages=["de"]))

    made = built(root, output, roles=("planner",))

    assert _names(made) == [
        f"planner{language}.{suffix}"
        for language in (".de", "")
        for suffix in ("html", "json", "txt")
    ]
    assert '<html lang="de"' in (made.folder / "planner.de.html").read_text(encoding="utf-8")


def test_inputs_and_tools_are_named(root: Path, output: Path) -> None:
    (root / "styles").mkdir()
    (root / "styles" / "web.css").write_text('@import "default:web.css";\n')

    manifest = built(root, output).manifest

    assert {"publication.yaml", "records/two-more.jsonl", "styles/web.css"} <= set(manifest.inputs)
    assert any(name.startswith("default:templates/") for name in manifest.inputs)
    assert {"digest-press", "python", "weasyprint", "pango"} <= set(manifest.tools)


def test_a_new_reader_makes_no_new_bundle(root: Path, output: Path) -> None:
    before = built(root, output).manifest
    with (root / "subscribers.csv").open("a", encoding="utf-8") as readers:
        readers.write("another@reader.example.org,,planner,,,\n")

    assert built(root, output).manifest == before


def test_an_error_writes_nothing(root: Path, output: Path) -> None:
    change_role(root, "planner", titel="Planner", title=3)

    with pytest.raises(DigestError) as caught:
        built(root, output)

    assert caught.value.exit_code == 1
    assert not output.exists()


def test_a_template_at_fault_writes_nothing(root: Path, output: Path) -> None:
    (root / "templates" / "text").mkdir(parents=True)
    (root / "templates" / "text" / "digest.txt").write_text("{{ digest.nothing }}")

    with pytest.raises(DigestError) as caught:
        built(root, output)

    assert "templates/text/digest.txt" in {problem.path for problem in caught.value.problems}
    assert not output.exists()


_BLAME = """
from digest.problems import DigestError, Problem, WorldError

def render(digest, theme):
    kind = WorldError if digest.stem in {worldly!r} else DigestError
    raise kind(Problem(code="X002", message=digest.stem))
"""


def test_an_error_found_while_rendering_writes_nothing(
    root: Path, output: Path, brought: Path
) -> None:
    install(brought, "erring", NOTICING.format(severity="error"))

    with pytest.raises(DigestError) as caught:
        built(root, output, channels=("erring", "text"))

    assert "X001" in [problem.code for problem in caught.value.problems]
    assert not output.exists()


@pytest.mark.parametrize(
    ("worldly", "kind"),
    [
        (("engineer", "executive", "planner"), WorldError),
        (("engineer",), DigestError),
        ((), DigestError),
    ],
)
def test_all_failures_are_told_together(
    root: Path, output: Path, brought: Path, worldly: tuple[str, ...], kind: type[DigestError]
) -> None:
    name = f"blaming{len(worldly)}"
    install(brought, name, _BLAME.format(worldly=worldly))

    with pytest.raises(DigestError) as caught:
        built(root, output, channels=(name,))

    assert type(caught.value) is kind
    assert caught.value.problems == tuple(
        Problem(code="X002", message=role) for role in ("executive", "planner", "engineer")
    )


@pytest.mark.parametrize(
    ("wish", "hint"),
    [
        ({"edition": "2026-05-04-barrier"}, "did you mean"),
        ({"edition": "zzz"}, EDITION),
        ({"roles": ("planer",)}, 'did you mean "planner"?'),
        ({"channels": ("mail",)}, 'did you mean "email"?'),
    ],
)
def test_names_nobody_knows_are_refused(
    root: Path, output: Path, wish: dict[str, Any], hint: str
) -> None:
    with pytest.raises(UsageError) as caught:
        built(root, output, **wish)

    assert [problem.code for problem in caught.value.problems] == ["U010"]
    assert hint in (caught.value.problems[0].hint or "")
    assert not output.exists()


def test_a_wish_for_nothing_is_refused(root: Path, output: Path) -> None:
    change_role(root, "planner", channels=["text"])

    with pytest.raises(UsageError) as caught:
        built(root, output, roles=("planner",), channels=("web",))

    assert [problem.code for problem in caught.value.problems] == ["U011"]
    assert not output.exists()


def test_a_publication_without_editions_builds_nothing(root: Path, output: Path) -> None:
    (root / "editions" / f"{EDITION}.yaml").unlink()

    with pytest.raises(DigestError) as caught:
        built(root, output)

    assert [problem.code for problem in caught.value.problems] == ["B021"]


def test_without_a_name_the_newest_edition_is_built(root: Path, output: Path) -> None:
    name = f"editions/{EDITION}.yaml"
    (root / "editions" / "earlier.yaml").write_bytes((root / name).read_bytes())
    (root / "editions" / "later.yaml").write_bytes((root / name).read_bytes())
    change(root, lambda data: data.update(id="earlier"), "editions/earlier.yaml")
    change(root, lambda data: data.update(id="later", dated="2026-05-05"), "editions/later.yaml")

    assert built(root, output).manifest.edition == "later"
    assert built(root, output, edition="earlier").manifest.edition == "earlier"
    assert sorted(path.name for path in output.iterdir()) == [".digest", "earlier", "later"]


@pytest.mark.parametrize("name", ["records", "editions/2026", "templates", "styles/web"])
@pytest.mark.parametrize("way", ["straight", "around", "linked"])
def test_no_bundle_lands_among_the_sources(
    root: Path, tmp_path: Path, name: str, way: str
) -> None:
    output = root / name
    if way == "around":
        output = root / "output" / ".." / name
    elif way == "linked":
        (tmp_path / "link").symlink_to(root)
        output = tmp_path / "link" / name
    before = sorted(root.rglob("*"))

    with pytest.raises(UsageError) as caught:
        built(root, output)

    assert [problem.code for problem in caught.value.problems] == ["U012"]
    assert sorted(root.rglob("*")) == before


@pytest.mark.parametrize("name", ["", "output", "recordings"])
def test_a_bundle_may_stand_beside_the_sources(root: Path, name: str) -> None:
    for _ in range(2):
        assert built(root, root / name, channels=("text",)).folder == root / name / EDITION
