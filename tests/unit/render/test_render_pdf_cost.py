"""What a print edition costs, counted: seconds differ from machine to machine."""

import gc
from functools import partial

import pytest
import weasyprint

from digest.edition.view import Digest
from digest.render.pdf import render
from digest.render.theme import Theme
from support.calls import calls
from support.many import many
from support.pdfs import printed
from support.quick import quick_content
from support.renderings import coast, digest_of
from support.samples import COAST

#: Typesetting again what the tests of the engine have counted.
pytestmark = pytest.mark.no_cover

#: Python calls for the coast publication's records, fifty of them, and a little room.
BOUND = 5_950_000


def _of(length: int) -> Digest:
    content, _ = many(quick_content(COAST), length)
    return digest_of(content, "executive")


def test_fifty_records_cost_no_more_calls_than_they_did() -> None:
    theme = Theme()
    render(_of(6), theme)
    assert calls(partial(render, _of(50), theme)) <= BOUND


def test_a_record_costs_as_much_in_a_long_edition_as_in_a_short_one() -> None:
    theme = Theme()
    render(_of(6), theme)
    ten, twenty, forty = (calls(partial(render, _of(length), theme)) for length in (10, 20, 40))
    assert (forty - twenty) / 20 <= 1.3 * (twenty - ten) / 10


def test_no_document_outlives_its_rendering() -> None:
    printed()
    gc.collect()
    gc.disable()
    try:
        render(coast(), Theme())
        left = [one for one in gc.get_objects() if isinstance(one, weasyprint.Document)]
    finally:
        gc.enable()
    assert left == []
