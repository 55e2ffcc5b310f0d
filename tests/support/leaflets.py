"""Small PDFs of plain words, made in no time."""

from io import BytesIO

import pikepdf

SIZE = (300, 200)


def leaflet(*pages: str) -> bytes:
    """A PDF with a line of words on each page."""
    document = pikepdf.new()
    font = pikepdf.Dictionary(
        Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica
    )
    for words in pages:
        page = document.add_blank_page(page_size=SIZE)
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=font))
        line = f"BT /F1 12 Tf 20 150 Td ({words}) Tj ET"
        page.Contents = document.make_stream(line.encode("ascii"))
    made = BytesIO()
    document.save(made, deterministic_id=True)
    return made.getvalue()
