"""Which mail of an edition is meant: the first one, or a deliberate further one."""

import click

#: The option of the verbs that approve or send a mail.
generation = click.option(
    "--generation",
    metavar="N",
    type=click.IntRange(1),
    default=1,
    help="A deliberate further mail.",
)
