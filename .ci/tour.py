"""Where to look after `make demo`."""

import json
import sys
from pathlib import Path


def tour(output: Path) -> str:
    """The bundle's files by role, with the pages to open first."""
    manifest_path = max(output.glob("*/manifest.json"), key=lambda path: path.stat().st_mtime)
    manifest = json.loads(manifest_path.read_text(encoding="utf-8"))
    bundle = manifest_path.parent
    return "\n".join(
        [
            f"\nBuilt {manifest['edition']} into {bundle}: {len(manifest['files'])} files.",
            f"  start here   {bundle / 'index.html'}",
            *(
                f"  {label:<12} {', '.join(sorted(path.name for path in bundle.glob(pattern)))}"
                for label, pattern in (
                    ("to print", "*.pdf"),
                    ("mail", "*.email.html"),
                    ("plain text", "*.txt"),
                    ("sample mail", "*.eml"),
                )
            ),
        ]
    )


if __name__ == "__main__":
    print(tour(Path(sys.argv[1])))
