"""Print editions made to be looked at and thrown away."""

from collections.abc import Sequence
from typing import NamedTuple

from digest.edition.view import Digest
from digest.press.assemble import artifacts
from digest.press.rendering import Hire, Order, tried
from digest.problems import Problem
from digest.render.artifact import Artifact
from digest.render.channels import PDF
from digest.render.theme import Theme


class Proofs(NamedTuple):
    """The files that could be made, each PDF with the data beside it, and what was noticed."""

    files: tuple[Artifact, ...] = ()
    problems: tuple[Problem, ...] = ()


def proofs(digests: Sequence[Digest], theme: Theme, logo: str | None, hire: Hire) -> Proofs:
    """Print every digest that is published in print, by the runner that `hire` gives."""
    orders = [Order(one, PDF, kept=True) for one in digests if one.offers(PDF.name)]
    if not orders:
        return Proofs()
    made, problems = tried(orders, theme, hire([PDF], theme, logo))
    there = [order for order in orders if order.name in made]
    return Proofs(artifacts(there, made, theme, home=None), problems)
