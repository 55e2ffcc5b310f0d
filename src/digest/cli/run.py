"""What every room of the command line knows: the verbs there are, and one run's options."""

from pathlib import Path

import click

#: Every verb: its room in this wing, and what it does in one line.
VERBS = {
    "init": "Write a small valid publication to start from.",
    "check": "Show every problem of the publication, each with its place.",
    "build": "Make the bundle of an edition: every role in every channel.",
    "preview": "Open the editors' desk: see everything while it is written.",
    "diff": "Show what changed since an edition before, word by word.",
    "approve": "Approve the bundle of an edition, for exactly its readers.",
    "send": "Send an approved edition to every subscriber, each once.",
    "status": "Show who approved an edition, and what became of its mail.",
    "settle": "Decide the mails that may have arrived and may not.",
    "bounces": "Note what came back, and write to dead mailboxes no more.",
    "subscribers": "Import, export or list the subscribers in the ledger.",
    "serve": "Let readers unsubscribe and choose, and show the archive.",
    "schema": "Print JSON Schema for editors that complete and check.",
    "doctor": "Look at libraries, fonts and versions; say what to mend.",
}


class Run:
    """One run: the global options as they were given and, once it is known, the publication.

    `root` is the folder that paths in problems are relative to.
    """

    def __init__(self, *, as_json: bool) -> None:
        self.as_json = as_json
        self.publication: str | None = None
        self.output: str | None = None
        self.root = Path()


class NoSuchVerbError(click.UsageError):
    """Somebody named a verb that nobody knows."""

    def __init__(self, name: str, ctx: click.Context) -> None:
        super().__init__(f"there is no verb '{name}'", ctx)
        self.name = name
