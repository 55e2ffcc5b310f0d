"""Refreshes what the check of mail knows about mail programs.

    npm pack caniemail && tar -xzf caniemail-*.tgz
    .venv/bin/python tools/refresh_clients.py package/data/caniemail.json

The data become a small table: the latest verdict on every feature in a few clients. The page that
our own engine writes for an empty mail is stored beside it: what stands in every mail is nobody's
fault. Without an argument only that page is written anew, as after a new version of the engine.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from digest.checks.clients.support import FOLDER, PAGE, TABLE
from digest.render.email import engine

#: The clients of the table: its id there, its family and its place. Gmail and Outlook stand first.
CLIENTS = (
    ("gmail.desktop-webmail", "Gmail", "web"),
    ("gmail.ios", "Gmail", "iOS"),
    ("gmail.android", "Gmail", "Android"),
    ("outlook.windows", "Outlook", "Windows"),
    ("outlook.macos", "Outlook", "macOS"),
    ("outlook.outlook-com", "Outlook", "web"),
    ("outlook.ios", "Outlook", "iOS"),
    ("outlook.android", "Outlook", "Android"),
    ("apple-mail.macos", "Apple Mail", "macOS"),
    ("apple-mail.ios", "Apple Mail", "iOS"),
    ("yahoo.desktop-webmail", "Yahoo", "web"),
    ("samsung-email.android", "Samsung", "Android"),
    ("thunderbird.macos", "Thunderbird", "macOS"),
    ("protonmail.desktop-webmail", "Proton", "web"),
)

#: What a mail can hold; the others are properties of its sender.
CATEGORIES = {"css", "html", "image"}

#: A mail of every part there is, with nothing in any: what is left is the engine's own.
EMPTY = """<mjml lang="en" dir="ltr">
  <mj-head><mj-title>T</mj-title><mj-preview>T</mj-preview></mj-head>
  <mj-body>
    <mj-wrapper>
      <mj-section>
        <mj-column>
          <mj-text></mj-text>
          <mj-image />
          <mj-button href="https://example.org/"></mj-button>
          <mj-divider />
          <mj-spacer />
          <mj-table></mj-table>
        </mj-column>
        <mj-group><mj-column></mj-column></mj-group>
      </mj-section>
    </mj-wrapper>
  </mj-body>
</mjml>
"""


def table(upstream: dict[str, Any]) -> dict[str, Any]:
    """The table that is shipped: clients, and per feature its title and a letter per client."""
    return {
        "source": "https://www.caniemail.com/",
        "date": upstream["last_update_date"][:10],
        "clients": [list(client) for client in CLIENTS],
        "features": {
            one["slug"]: [one["title"].strip(), _verdicts(one)]
            for one in sorted(upstream["data"], key=lambda one: str(one["slug"]))
            if one["category"] in CATEGORIES
        },
    }


def _verdicts(feature: dict[str, Any]) -> str:
    return "".join(_verdict(feature, name) for name, *_ in CLIENTS)


def _verdict(feature: dict[str, Any], client: str) -> str:
    """The letter of the last version listed: y(es), n(o), a(lmost) or u(nknown)."""
    family, _, platform = client.partition(".")
    versions = feature["stats"].get(family, {}).get(platform) or {"": "u"}
    return str(list(versions.values())[-1])[0]


def written(values: dict[str, Any]) -> str:
    """JSON with one client and one feature a line, so that a difference can be read."""
    head = (f"{_json(key)}: {_json(values[key])}" for key in ("source", "date"))
    clients = ",\n".join(f"  {_json(client)}" for client in values["clients"])
    rows = (f"  {_json(slug)}: {_json(row)}" for slug, row in values["features"].items())
    features = ",\n".join(rows)
    lines = (*head, f'"clients": [\n{clients}\n]', f'"features": {{\n{features}\n}}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.formatter_class = argparse.RawDescriptionHelpFormatter
    options.add_argument("data", nargs="?", type=Path, help="caniemail.json of the package")
    options.add_argument("--folder", type=Path, default=FOLDER, help="where the files go")
    chosen = options.parse_args()
    if chosen.data:
        values = table(json.loads(chosen.data.read_text(encoding="utf-8")))
        (chosen.folder / TABLE).write_text(written(values), encoding="utf-8")
        print(f"{TABLE}: {len(values['features'])} features, {values['date']}")
    (chosen.folder / PAGE).write_text(engine.html(EMPTY), encoding="utf-8")
    print(f"{PAGE}: written")


if __name__ == "__main__":
    main()
