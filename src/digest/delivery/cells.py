"""Cells of a CSV that a spreadsheet takes for text, and what they stood for."""

import re

#: What a spreadsheet would calculate, perhaps behind apostrophes that were put there before.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")


def shielded(cell: str) -> str:
    """The cell with an apostrophe in front where a spreadsheet would take it for a formula."""
    return f"'{cell}" if _FORMULA.match(cell) else cell


def unshielded(cell: str) -> str:
    """The cell that `shielded` was given."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
