"""Readers to look through the eyes of: what the placeholders of a mail are filled with."""

from digest.edition.reader import Sample
from digest.render.placeholders import in_markup, in_text
from digest.values import Frozen

#: The reader who is none: the bytes of the bundle, samples and all.
AS_BUILT = "built"


class Persona(Frozen):
    """A reader by name."""

    name: str
    label: str
    says: str


PERSONAS = (
    Persona(name=AS_BUILT, label="As built", says=Sample.NAME.value),
    Persona(name="ordinary", label="Ordinary", says="Maria Weber"),
    Persona(
        name="long",
        label="Long name",
        says="Prof. Dr. Wolfeschlegelsteinhausenbergerdorff-Papadimitrakopoulos y Fernández de "
        "Córdoba-Montmorency",
    ),
    Persona(name="nameless", label="No name", says=""),
    Persona(name="rtl", label="Right to left", says="نور الدين بن عبد الرحمن"),
)

_BY_NAME = {one.name: one for one in PERSONAS}


def filled_markup(text: str, reader: str, site: str) -> str:
    """HTML as that reader gets it; as it is for `AS_BUILT`."""
    return text if reader == AS_BUILT else in_markup(text, _values(reader, site))


def filled_text(text: str, reader: str, site: str) -> str:
    """Plain text as that reader gets it; as it is for `AS_BUILT`."""
    return text if reader == AS_BUILT else in_text(text, _values(reader, site))


def _values(reader: str, site: str) -> dict[Sample, str]:
    base = site if site.endswith("/") else f"{site}/"
    return {
        Sample.NAME: _BY_NAME[reader].says,
        Sample.UNSUBSCRIBE: f"{base}u/k1.reader",
        Sample.PREFERENCES: f"{base}p/k1.reader",
    }
