"""What of a theme takes part in a bundle."""

from pathlib import Path

from digest.render.theme import Theme


def test_the_public_pages_are_no_part_of_a_bundle(tmp_path: Path) -> None:
    for name in ("templates/service/page.html", "styles/service.css", "styles/web.css"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")

    names = set(Theme(tmp_path).inputs())

    assert "styles/web.css" in names
    assert not {name for name in names if "service" in name}
