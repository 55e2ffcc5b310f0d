"""The one table of channels, ours and those of installed packages."""

from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from digest.edition.view import Digest
from digest.problems import Problem, WorldError
from digest.render.artifact import Rendering
from digest.render.theme import Theme
from digest.values import Frozen

#: The entry point group in which a package offers a `Channel` value under the channel's name.
GROUP = "digest.channels"


class Channel(Frozen):
    """A way to publish a digest: one module with `render(digest, theme) -> Rendering`.

    `suffix` follows the digest's stem in the file name. `needs` names the channels whose bytes
    the finished artifacts are made of as well. `preload` names the heavy modules it stands on,
    which a worker process imports ahead, `distribution` the package that brought the channel.
    `templates` is the folder of a theme's templates it renders, None when it has none.
    """

    name: str
    suffix: str
    media_type: str
    module: str
    needs: tuple[str, ...] = ()
    preload: tuple[str, ...] = ()
    distribution: str | None = None
    templates: str | None = None

    def render(self, digest: Digest, theme: Theme) -> Rendering:
        """Render the digest; imports the channel's module the first time.

        Raises `DigestError` for what an author should mend, `WorldError` (B022) when what the
        channel stands on cannot be imported.
        """
        for name in self.preload:
            self._import(name)
        rendering = import_module(self.module).render(digest, theme)
        if not isinstance(rendering, Rendering):
            raise TypeError(f"{self.module}.render() returned {type(rendering).__name__}")
        return rendering

    def _import(self, name: str) -> None:
        try:
            import_module(name)
        except (ImportError, OSError) as error:
            raise WorldError(
                Problem(
                    code="B022",
                    message=f"the channel {self.name} needs {name}, which does not work: {error}",
                    hint="`digest doctor` says what is missing and how to install it",
                )
            ) from error


PDF = Channel(
    name="pdf",
    suffix=".pdf",
    media_type="application/pdf",
    module="digest.render.pdf",
    templates="print",
    preload=("weasyprint", "fontTools.subset"),
)
EMAIL = Channel(
    name="email",
    suffix=".email.html",
    media_type="text/html",
    module="digest.render.email",
    templates="mail",
    needs=("text",),
    preload=("mjml",),
)
TEXT = Channel(
    name="text",
    suffix=".txt",
    media_type="text/plain",
    module="digest.render.text",
    templates="text",
)
WEB = Channel(
    name="web",
    suffix=".html",
    media_type="text/html",
    module="digest.render.web",
    templates="web",
)

#: The channels of the house, in the order they are named.
OURS = (PDF, EMAIL, TEXT, WEB)


def channels() -> dict[str, Channel]:
    """Every channel by name, ours first; `WorldError` when an installed one cannot be used."""
    table = {channel.name: channel for channel in OURS}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
        if entry.name in table:
            raise _unusable(entry, "another channel has that name already")
        table[entry.name] = _load(entry)
    return table


def render(digest: Digest, theme: Theme, name: str) -> Rendering:
    """Render the digest in the channel of that name; KeyError when there is none."""
    return channels()[name].render(digest, theme)


def _load(entry: EntryPoint) -> Channel:
    try:
        channel = entry.load()
    except (ImportError, AttributeError) as error:
        raise _unusable(entry, f"it cannot be imported ({error})") from error
    if not isinstance(channel, Channel) or channel.name != entry.name:
        raise _unusable(entry, f"{entry.value} is no Channel named {entry.name}")
    return channel.model_copy(update={"distribution": entry.dist.name if entry.dist else None})


def _unusable(entry: EntryPoint, why: str) -> WorldError:
    package = f" of the package {entry.dist.name}" if entry.dist else ""
    return WorldError(
        Problem(
            code="B020",
            message=f"the channel {entry.name}{package} cannot be used: {why}",
            hint="mend or uninstall the package that brings the channel",
        )
    )
