"""Which fonts this machine has, as one short name: another font may set a text otherwise."""

import ctypes
import hashlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

LIBRARY = "libfontconfig.so.1"

#: What tells a face from others, wherever its file stands.
_FACE = b"%{family}|%{style}|%{postscriptname}|%{index}|%{fontversion}"
_FILE = b"%{file}"

#: Fontconfig's name for the fonts of the machine, as against those a program added.
_SYSTEM = 0


class _FontSet(ctypes.Structure):
    """A list of fonts as fontconfig keeps it."""

    _fields_ = (
        ("count", ctypes.c_int),
        ("room", ctypes.c_int),
        ("fonts", ctypes.POINTER(ctypes.c_void_p)),
    )


def system_fonts() -> str | None:
    """How many faces there are, and a hash over all and over the rules that choose among them.

    It is the same on machines that have the same fonts in other places or from another day; None
    without fontconfig.
    """
    try:
        library = _library()
    except (OSError, AttributeError):
        return None
    config = library.FcInitLoadConfigAndFonts()
    if not config:
        return None
    try:
        faces = sorted(_faces(library, config))
        rules = sorted(_rules(library, config))
    finally:
        library.FcConfigDestroy(config)
    total = hashlib.sha256(b"\n".join([*faces, *rules])).hexdigest()
    return f"{len(faces)} faces, {total[:16]}"


def _library() -> ctypes.CDLL:
    library = ctypes.CDLL(LIBRARY)
    pointer, text = ctypes.c_void_p, ctypes.c_char_p
    for name, result, *arguments in (
        ("FcInitLoadConfigAndFonts", pointer),
        ("FcConfigDestroy", None, pointer),
        ("FcConfigGetFonts", ctypes.POINTER(_FontSet), pointer, ctypes.c_int),
        ("FcConfigGetConfigFiles", pointer, pointer),
        ("FcStrListNext", text, pointer),
        ("FcStrListDone", None, pointer),
        ("FcPatternFormat", pointer, pointer, text),
        ("FcStrFree", None, pointer),
    ):
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
    return library


def _faces(library: ctypes.CDLL, config: int) -> Iterator[bytes]:
    found = library.FcConfigGetFonts(config, _SYSTEM)
    for at in range(found.contents.count if found else 0):
        pattern = found.contents.fonts[at]
        size = 0
        with suppress(OSError):
            size = (
                Path(_said(library, pattern, _FILE).decode(errors="surrogateescape"))
                .stat()
                .st_size
            )
        yield _said(library, pattern, _FACE) + f"|{size}".encode()


def _rules(library: ctypes.CDLL, config: int) -> Iterator[bytes]:
    """The hash of every file that tells fontconfig what to prefer."""
    files = library.FcConfigGetConfigFiles(config)
    try:
        while name := library.FcStrListNext(files):
            with suppress(OSError):
                yield hashlib.sha256(
                    Path(name.decode(errors="surrogateescape")).read_bytes()
                ).digest()
    finally:
        library.FcStrListDone(files)


def _said(library: ctypes.CDLL, pattern: int, form: bytes) -> bytes:
    """What fontconfig says of a font in a form."""
    said = library.FcPatternFormat(pattern, form)
    try:
        return ctypes.string_at(said) if said else b""
    finally:
        library.FcStrFree(said)
