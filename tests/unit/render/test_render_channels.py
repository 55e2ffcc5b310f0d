"""The table of channels."""

import subprocess
import sys
from pathlib import Path

import pytest

from digest.edition.compose import compose
from digest.problems import WorldError
from digest.render.channels import Channel, channels, render
from digest.render.theme import Theme
from support.plugins import install
from support.quick import quick_content
from support.samples import COAST


@pytest.fixture
def brought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the path where packages may be installed."""
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_the_channels_of_the_house_come_in_order() -> None:
    assert [(one.name, one.suffix) for one in channels().values()] == [
        ("pdf", ".pdf"),
        ("email", ".email.html"),
        ("text", ".txt"),
        ("web", ".html"),
    ]


def test_a_mail_needs_its_text() -> None:
    table = channels()

    assert table["email"].needs == ("text",)
    assert {need for one in table.values() for need in one.needs} <= set(table)


def test_the_table_opens_no_renderer() -> None:
    program = (
        "import sys\n"
        "from digest.render.channels import channels\n"
        "channels()\n"
        "print(*sorted(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )

    loaded = set(done.stdout.split())
    assert not loaded & {"weasyprint", "mjml", "fontTools", "digest.render.pdf.engine"}


def test_a_channel_renders_by_its_name() -> None:
    content = quick_content(COAST)
    role = content.publication.role("planner")
    digest = compose(content, content.newest(), role, "en-GB")

    rendering = render(digest, Theme(COAST), "text")

    assert b"silt at the sill & hinge" in rendering.content


def test_a_package_brings_a_channel(brought: Path) -> None:
    install(brought, "wiki", "def render(digest, theme): return Rendering(content=b'= w =')")

    channel = channels()["wiki"]

    assert list(channels())[-1] == "wiki"
    assert channel.distribution == "brought_wiki"
    assert channel.media_type == "text/x-wiki"


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("pdf", None, "another channel has that name already"),
        ("wiki", "no_such_module:CHANNEL", "cannot be imported"),
        ("wiki", "brought_wiki:NOTHING", "cannot be imported"),
        ("wiki", "brought_wiki:__name__", "no Channel named wiki"),
    ],
)
def test_an_unusable_channel_names_its_package(
    brought: Path, name: str, value: str | None, told: str
) -> None:
    install(brought, name, "", value=value)

    with pytest.raises(WorldError) as caught:
        channels()

    (problem,) = caught.value.problems
    assert problem.code == "B020"
    assert told in problem.message
    assert f"brought_{name}" in problem.message


def test_a_renderer_that_returns_something_else_is_a_bug(brought: Path) -> None:
    install(brought, "wiki", "def render(digest, theme): return b'= w ='")
    content = quick_content(COAST)
    digest = compose(content, content.newest(), content.publication.roles[0], "en-GB")

    with pytest.raises(TypeError, match="bytes"):
        render(digest, Theme(), "wiki")


def test_what_a_channel_stands_on_must_work(brought: Path) -> None:
    (brought / "standing_on_air.py").write_text('raise OSError("cannot load library libair.so")')
    channel = channels()["text"].model_copy(update={"preload": ("standing_on_air",)})
    content = quick_content(COAST)
    digest = compose(content, content.newest(), content.publication.roles[0], "en-GB")

    with pytest.raises(WorldError) as caught:
        channel.render(digest, Theme())

    (problem,) = caught.value.problems
    assert problem.code == "B022"
    assert "cannot load library libair.so" in problem.message
    assert "digest doctor" in (problem.hint or "")


def test_a_channel_is_a_value_that_crosses_processes() -> None:
    channel = channels()["pdf"]

    assert Channel.model_validate_json(channel.model_dump_json()) == channel
