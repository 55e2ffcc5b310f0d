"""`digest schema`: JSON Schema of an author's files."""

import json

import click

from digest.cli.boundary import Reply
from digest.press.schema import KINDS, schema


@click.command("schema")
@click.argument("kind", required=False, type=click.Choice(list(KINDS)))
def command(kind: str | None) -> Reply:
    """Print the JSON Schema of a KIND of file, or of all kinds by name."""
    result = schema(kind) if kind else {name: schema(name) for name in KINDS}
    return Reply(result, json.dumps(result, ensure_ascii=False, indent=2))
