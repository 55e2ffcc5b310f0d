"""The lines of a mail as SMTP needs them: each with its CRLF, and dots in front doubled."""


class Whole(bytes):
    """A mail known to have CRLF alone, and `wire`, the same with its dots doubled.

    Whoever makes one has seen to both: to look through each mail again costs more than all else.
    """

    wire: bytes

    @classmethod
    def of(cls, mail: bytes, wire: bytes) -> "Whole":
        """The mail and what stands for it on the wire."""
        made = cls(mail)
        made.wire = wire
        return made


def check_lines(content: bytes) -> None:
    """ValueError unless every line ends in CRLF and no CR or LF stands alone."""
    if isinstance(content, Whole):
        return
    if not content.endswith(b"\r\n"):
        raise ValueError("the mail does not end with CRLF")
    if not of_lines(content):
        raise ValueError("the mail holds a line end that is not CRLF")


def of_lines(content: bytes) -> bool:
    """Whether no CR or LF stands alone."""
    ends = content.count(b"\r\n")
    return content.count(b"\n") == ends and content.count(b"\r") == ends


def stuffed(content: bytes) -> bytes:
    """The mail with a dot more before each line that begins with one."""
    if isinstance(content, Whole):
        return content.wire
    found = within(content)
    return b"." + found if found.startswith(b".") else found


def within(content: bytes) -> bytes:
    """The same for something that begins amid a line."""
    return content.replace(b"\r\n.", b"\r\n..")


def fits(value: bytes, *, line: bool) -> bool:
    """Whether a value keeps a mail whole: a `line` with its end, or something within lines."""
    return (
        value[:1] not in {b"", b".", b"\n"}
        and (value.endswith(b"\r\n") if line else value[-1:] not in {b"\r", b"\n"})
        and b"\r\n." not in value
        and of_lines(value)
    )


def frames(pieces: list[bytes], lines: set[int]) -> bool:
    """Whether pieces make a whole mail with values that fit in place of the empty ones.

    `lines` are the places of those values that are lines.
    """
    rough = any(piece.startswith(b"\n") or piece.endswith(b"\r") for piece in pieces)
    after = [piece for place in (-1, *lines) for piece in pieces[place + 1 :][:1]]
    mail = b"".join(piece or b"x" for piece in pieces)
    whole = mail.endswith(b"\r\n") and of_lines(mail)
    return whole and not rough and not any(piece.startswith(b".") for piece in after)
