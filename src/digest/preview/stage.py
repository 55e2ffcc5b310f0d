"""What stands in the middle of the desk: a mail, a page, a text or printed pages."""

from urllib.parse import quote, urlencode

from digest.preview import choice as axis
from digest.preview.choice import Choice
from digest.preview.personas import AS_BUILT, filled_text
from digest.preview.shown import Shown
from digest.preview.views import exact
from digest.render.artifact import Artifact
from digest.render.channels import EMAIL, PDF, TEXT, WEB
from digest.values import Frozen

#: From here on a mail may be cut off, and from here on it is: bytes of its HTML.
SOFT, HARD = 80_000, 100_000


class PageView(Frozen):
    """A printed page: the address of its picture and what it is called."""

    address: str
    label: str


class Inbox(Frozen):
    """What an inbox shows before the mail is opened."""

    sender: str
    address: str
    subject: str
    preheader: str


class Meter(Frozen):
    """How long a mail is, in bytes, and what that means."""

    size: int
    said: str
    soft: int = SOFT
    hard: int = HARD


class Stage(Frozen):
    """The thing looked at: a frame with an address, a text, or pages.

    `note` says what differs from the file in the bundle, `behind` that it is older than the
    sources. `file` is its name there.
    """

    kind: str = "nothing"
    title: str = ""
    file: str = ""
    size: str = ""
    note: str = ""
    behind: bool = False
    frame: str = ""
    text: str = ""
    pages: tuple[PageView, ...] = ()
    inbox: Inbox | None = None
    meter: Meter | None = None


def stage(chosen: Choice, shown: Shown) -> Stage:
    """What a choice shows of the state."""
    stem = axis.stem(chosen, shown)
    channel = shown.channels.get(chosen.role, {}).get(chosen.channel)
    file = shown.files.get(f"{stem}{channel.suffix}") if channel else None
    if channel is None or file is None:
        return Stage(inbox=_inbox(chosen, shown, stem))
    bare = Stage(
        title=f"{axis.CHANNELS.get(channel.name, channel.name)} for {role_title(chosen, shown)}",
        file=file.path,
        size=f"{len(file.content):,} bytes",
        behind=(stem, channel.name) in shown.behind,
        inbox=_inbox(chosen, shown, stem),
    )
    return bare.model_copy(update=_seen(chosen, shown, file))


def _seen(chosen: Choice, shown: Shown, file: Artifact) -> dict[str, object]:
    """How the file is shown."""
    kinds = {EMAIL.name: _mail, TEXT.name: _text, PDF.name: _print, WEB.name: _page}
    if (how := kinds.get(file.channel)) is not None:
        return how(chosen, shown, file)
    return {"kind": "file"}


def _mail(chosen: Choice, shown: Shown, file: Artifact) -> dict[str, object]:
    meter = {"meter": _meter(len(file.content))}
    whole = shown.files.get(file.path.removesuffix(EMAIL.suffix) + ".eml")
    if chosen.part == "headers":
        head = whole.content.partition(b"\r\n\r\n")[0].decode("ascii") if whole else ""
        name, size = (whole.path, f"{len(whole.content):,} bytes") if whole else ("", "")
        return meter | {"kind": "text", "text": head, "file": name, "size": size}
    if chosen.part == "source":
        text = filled_source(file, chosen, shown)
        return meter | {"kind": "text", "text": text, "note": _filled(chosen)}
    return meter | {"kind": "frame", "frame": _address(chosen, file), "note": _noted(chosen, file)}


def _text(chosen: Choice, shown: Shown, file: Artifact) -> dict[str, object]:
    text = filled_source(file, chosen, shown)
    return {"kind": "text", "text": text, "note": _filled(chosen)}


def _page(chosen: Choice, _: Shown, file: Artifact) -> dict[str, object]:
    return {"kind": "frame", "frame": _address(chosen, file), "note": _noted(chosen, file)}


def _print(chosen: Choice, _: Shown, file: Artifact) -> dict[str, object]:
    count = file.pages or 0
    query = urlencode({"zoom": chosen.zoom, "v": file.sha256[:16]})
    found = tuple(
        PageView(
            address=f"/page/{quote(file.path)}/{number}?{query}",
            label=f"Page {number} of {count}",
        )
        for number in range(1, count + 1)
    )
    return {"kind": "pages", "pages": found, "size": f"{count} pages, {len(file.content):,} bytes"}


def filled_source(file: Artifact, chosen: Choice, shown: Shown) -> str:
    """The text of a file, as the chosen reader gets it."""
    site = shown.content.publication.site_url if shown.content else ""
    return filled_text(file.content.decode(), chosen.reader, site)


def _address(chosen: Choice, file: Artifact) -> str:
    """Where the frame gets its bytes; without a question they are those of the bundle."""
    asked = {
        "look": "" if chosen.look == "exact" else chosen.look,
        "pictures": "" if chosen.pictures == "shown" else chosen.pictures,
        "reader": "" if chosen.reader == AS_BUILT or file.channel != EMAIL.name else chosen.reader,
        "v": file.sha256[:16],
    }
    return f"/bundle/{quote(file.path)}?{urlencode({k: v for k, v in asked.items() if v})}"


def _noted(chosen: Choice, file: Artifact) -> str:
    said = []
    if chosen.look in {"light", "dark"}:
        said.append(f"questions for the colour scheme are answered with {chosen.look}")
    if chosen.look == "forced":
        said.append("recoloured as programs do that know no dark sheet")
    if file.channel == EMAIL.name and chosen.reader != AS_BUILT:
        said.append("filled in for the reader")
    if file.channel == EMAIL.name and chosen.pictures == "shown" and b"cid:" in file.content:
        said.append("attached pictures are in their places")
    if not said:
        return "the very bytes of the bundle" if exact(chosen) else ""
    return f"the bytes of the bundle, {'; '.join(said)}"


def _filled(chosen: Choice) -> str:
    if chosen.reader == AS_BUILT:
        return "the very bytes of the bundle"
    return "the bytes of the bundle, filled in for the reader"


def _inbox(chosen: Choice, shown: Shown, stem: str) -> Inbox | None:
    if chosen.channel != EMAIL.name or stem not in shown.digests:
        return None
    mail = shown.digests[stem].mail
    return Inbox(
        sender=mail.sender_name,
        address=mail.sender_address,
        subject=mail.subject,
        preheader=mail.preheader,
    )


def _meter(size: int) -> Meter:
    if size >= HARD:
        said = "it will be cut off"
    elif size > SOFT:
        said = "it may be cut off"
    else:
        said = f"{SOFT - size:,} below where mail programs begin to cut"
    return Meter(size=size, said=said)


def role_title(chosen: Choice, shown: Shown) -> str:
    """What the chosen role is called."""
    names = {one.role.id: one.role.title for one in shown.digests.values()}
    return names.get(chosen.role, chosen.role)
