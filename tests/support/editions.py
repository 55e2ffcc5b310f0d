"""Further editions of the sample publication, to compare its own one with."""

from pathlib import Path

from support.builds import EDITION, PLAIN

EARLIER = "2026-05-03-barriers"


def another(root: Path, name: str = EARLIER, **fields: object) -> str:
    """Write a copy of the edition under another id, with fields changed; its id."""
    folder = root / "editions"
    data = PLAIN.load((folder / f"{EDITION}.yaml").read_text(encoding="utf-8"))
    data |= {"id": name, "dated": name[:10], **fields}
    with (folder / f"{name}.yaml").open("w", encoding="utf-8") as file:
        PLAIN.dump({key: value for key, value in data.items() if value is not None}, file)
    return name
