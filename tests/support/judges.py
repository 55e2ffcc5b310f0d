"""What judges the mail in another language than ours: packages of Node, in the cache folder."""

import re
import subprocess
from pathlib import Path

from support.tree import ROOT

#: The oldest Node they run on, as requirements/setup says as well.
OLDEST = 20

#: Where `make setup-full` installs them.
HOME = ROOT / ".cache" / "node"

#: The official compiler of MJML as we call ours: no fonts linked, strictly validated.
MJML = """
import { readFileSync } from "node:fs";
import mjml from "mjml";
const options = { fonts: {}, keepComments: false, validationLevel: "strict" };
const made = await mjml(readFileSync(0, "utf-8"), options);
process.stdout.write(made.html);
"""

#: A mail as a reader written for browsers takes it apart.
POSTAL_MIME = """
import { readFileSync } from "node:fs";
import PostalMime from "postal-mime";
const mail = await PostalMime.parse(readFileSync(0));
for (const one of mail.attachments) one.content = Buffer.from(one.content).toString("base64");
process.stdout.write(JSON.stringify(mail));
"""


def judge(node: str, script: str, given: bytes) -> bytes:
    """What the script says of the bytes."""
    command = [node, "--input-type=module", "--eval", script]
    made = subprocess.run(command, input=given, cwd=HOME, capture_output=True, check=True)
    return made.stdout


def complaint(node: str, home: Path = HOME) -> str | None:
    """What is missing for the judges to speak; None when all is there."""
    asked = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    number = re.match(r"v(\d+)\.", asked.stdout)
    if not number or int(number[1]) < OLDEST:
        found = asked.stdout.strip() or "one that does not start"
        return (
            f"Node {OLDEST} or newer is missing, here is {found}: Debian 12 has none, install it"
        )
    if not (home / "node_modules" / "mjml").is_dir():
        return "the packages of requirements/package.json are missing: make setup-full"
    return None
