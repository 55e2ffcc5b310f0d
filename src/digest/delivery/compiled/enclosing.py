"""The print edition travels with the mail: one more part around what was approved."""

import base64
import hashlib

from digest.delivery.compiled.structure import Field, Mail, unfit

_TYPE = "Content-Type"


def enclosed(mail: Mail, name: str, pdf: bytes) -> Mail:
    """The mail with the PDF attached under that file name, which is plain ASCII."""
    boundary = f"=_{hashlib.sha256(pdf).hexdigest()[:32]}.pdf"
    inner = [field for field in mail.fields if field.name == _TYPE]
    if len(inner) != 1 or b"multipart/" not in inner[0].raw.lower():
        raise unfit("it has no parts")
    outer = f'{_TYPE}: multipart/mixed;\r\n boundary="{boundary}"\r\n'.encode()
    fields = tuple(Field(_TYPE, outer) if one == inner[0] else one for one in mail.fields)
    before = f"--{boundary}\r\n".encode() + inner[0].raw + b"\r\n"
    return Mail(fields, (before, *mail.pieces, _part(boundary, name, pdf)))


def _part(boundary: str, name: str, pdf: bytes) -> bytes:
    head = (
        f"\r\n--{boundary}\r\n"
        "Content-Type: application/pdf\r\n"
        "Content-Transfer-Encoding: base64\r\n"
        f'Content-Disposition: attachment;\r\n filename="{name}"\r\n\r\n'
    )
    lines = base64.encodebytes(pdf).replace(b"\n", b"\r\n")
    return head.encode("ascii") + lines + f"\r\n--{boundary}--\r\n".encode()
