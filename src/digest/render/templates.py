"""Where templates run: they see values, never methods, and their faults become problems."""

from pathlib import Path
from traceback import extract_tb
from typing import Any, NoReturn

from jinja2 import (
    BaseLoader,
    StrictUndefined,
    Template,
    TemplateError,
    TemplateNotFound,
    TemplatesNotFound,
    TemplateSyntaxError,
)
from jinja2.compiler import CodeGenerator
from jinja2.nodes import (
    Expr,
    Filter,
    Getattr,
    Impossible,
    Name,
    Node,
    ScopedEvalContextModifier,
    TemplateData,
)
from jinja2.nodes import Template as Tree
from jinja2.sandbox import ImmutableSandboxedEnvironment
from pydantic import BaseModel

from digest.content.faults import did_you_mean
from digest.content.places import quoted
from digest.problems import DigestError, Problem
from digest.render.unfit import ILLEGAL, holder
from digest.render.wrap import underlined, wrap


class _AsWritten(CodeGenerator):
    """Works nothing out ahead: a template is read in our process, but runs where it may fail."""

    def _output_child_to_const(self, node: Expr, frame: Any, finalize: Any) -> str:
        if not isinstance(node, TemplateData):
            raise Impossible
        return super()._output_child_to_const(node, frame, finalize)


class _Checked(Template):
    """A template whose text every channel can carry."""

    def render(self, *values: Any, **named: Any) -> str:
        """As in Jinja; DigestError H011 for a character no text may hold."""
        text = super().render(*values, **named)
        if bad := ILLEGAL.search(text):
            where = holder(bad.group(), (*values, *named.values()))
            line = text.count("\n", 0, bad.start()) + 1
            raise DigestError(
                _unfit_text(bad.group(), where) if where else _unfit(self, bad.group(), line)
            )
        return text


class _Unknown(StrictUndefined):
    """A name or a field that there is not, told with the nearest one that there is."""

    @property
    def _undefined_message(self) -> str:
        thing, name = self._undefined_obj, self._undefined_name
        if self._undefined_hint or not isinstance(thing, BaseModel) or not isinstance(name, str):
            return str(super()._undefined_message)
        fields = (field for field in dir(type(thing)) if not hasattr(BaseModel, field))
        known = {*type(thing).model_fields, *fields}
        said = f"{type(thing).__name__} has no field {quoted(name)}"
        return f"{said}: {guess}" if (guess := did_you_mean(name, sorted(known))) else said


class Templates(ImmutableSandboxedEnvironment):
    """A Jinja environment whose every fault names the template and the line to mend.

    `places` maps a folder of templates to the prefix its files are reported under. Undefined
    names are errors. A template reads fields and properties of the digest, nothing else of
    Python. Faults are raised as `DigestError`, even out of a bare `get_template().render()`.
    """

    code_generator_class = _AsWritten
    template_class = _Checked

    def __init__(self, loader: BaseLoader, places: dict[Path, str], *, autoescape: bool) -> None:
        super().__init__(
            loader=loader,
            autoescape=autoescape,
            undefined=_Unknown,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            optimized=False,
        )
        self.places = places
        self.filters.update(wrap=wrap, underlined=underlined)
        # Chance would make other bytes of the same input.
        del self.filters["random"], self.globals["lipsum"]

    def _parse(self, source: str, name: str | None, filename: str | None) -> Tree:
        """As in Jinja; where text is escaped, nothing in a template can stop that."""
        tree = super()._parse(source, name, filename)
        if self.autoescape:
            for node in tree.find_all((Filter, ScopedEvalContextModifier)):
                if said := _unescaped(node):
                    raise TemplateSyntaxError(said, node.lineno, name, filename)
        return tree

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Whether a template may read this: fields of a value yes, the model's machinery no."""
        if isinstance(obj, BaseModel):
            return not attr.startswith("_") and not hasattr(BaseModel, attr)
        return super().is_safe_attribute(obj, attr, value)

    def get_template(
        self,
        name: str | Template,
        parent: str | None = None,
        globals: Any = None,  # noqa: A002  # the name is Jinja's
    ) -> Template:
        """The template of that name; DigestError H001 when no folder has it, H004 when unreadable.

        Inside a template `parent` is given and a missing one stays Jinja's own error, so that
        `ignore missing` keeps its meaning; otherwise it surfaces when the page is rendered.
        """
        try:
            return super().get_template(name, parent, globals)
        except TemplateNotFound as error:
            if parent is not None:
                raise
            raise DigestError(_missing(error)) from error
        except UnicodeDecodeError as error:
            raise DigestError(not_utf8(self._first(str(name)), error)) from error

    def handle_exception(self, source: str | None = None) -> NoReturn:
        """Raise the exception of a template as a problem; a bug of ours stays what it is."""
        try:
            super().handle_exception(source)
        except DigestError:
            raise
        except TemplateSyntaxError as error:
            place = self._place(error.filename) or error.name
            raise DigestError(_syntax(error, place)) from error
        except Exception as error:
            file, line = self._last_frame(error)
            if not isinstance(error, TemplateError) and not self._is_users(file):
                raise
            place = self._place(file)
            raise DigestError(_fault(error, place, line)) from error

    def _last_frame(self, error: Exception) -> tuple[str | None, int | None]:
        frames = [
            frame for frame in extract_tb(error.__traceback__) if self._place(frame.filename)
        ]
        return (frames[-1].filename, frames[-1].lineno) if frames else (None, None)

    def _is_users(self, file: str | None) -> bool:
        place = self._place(file)
        return place is not None and not place.startswith("default:")

    def _first(self, name: str) -> str:
        """Where the first file of that name is reported."""
        homes = (prefix for folder, prefix in self.places.items() if (folder / name).is_file())
        return f"{next(homes, 'default:templates')}/{name.removeprefix('default:')}"

    def _place(self, file: str | None) -> str | None:
        """Where a template file is reported; None for what is none."""
        path = Path(file or "")
        places = (
            f"{prefix}/{path.relative_to(folder).as_posix()}"
            for folder, prefix in self.places.items()
            if path.is_relative_to(folder)
        )
        return next(places, None)


def _unescaped(node: Node) -> str:
    """What is wrong with a node that would print text as markup; our own sheet is none."""
    if isinstance(node, ScopedEvalContextModifier):
        return "text is always escaped: leave {% autoescape %} out"
    if not isinstance(node, Filter) or node.name != "safe":
        return ""
    match node.node:
        case Getattr(node=Name(name="style"), attr="sheet"):
            return ""
    return "text is always escaped: write markup into the template itself, not through `safe`"


def not_utf8(path: str, error: UnicodeDecodeError) -> Problem:
    """H004: a file of a theme that is not UTF-8."""
    return Problem(
        code="H004",
        message=f"the file is not UTF-8: {error.reason} at byte {error.start}",
        path=path,
        hint="save the file as UTF-8",
    )


def _unfit(template: Template, character: str, line: int) -> Problem:
    return Problem(
        code="H011",
        message=f"a template writes U+{ord(character):04X}, which no text may hold, "
        f"in line {line} of what it makes",
        pointer=template.name,
        hint="take the character out of the template",
    )


def _unfit_text(character: str, where: str) -> Problem:
    return Problem(
        code="H011",
        message=f"a text of the digest holds U+{ord(character):04X}, which no text may hold",
        pointer=where,
        hint="take the character out of the text",
    )


def _missing(error: TemplateNotFound) -> Problem:
    names = error.templates if isinstance(error, TemplatesNotFound) else [error.name]
    wanted = " or ".join(f'"{name}"' for name in names)
    return Problem(
        code="H001",
        message=f"no folder holds the template {wanted}",
        hint="templates are looked for in the publication's templates/ folder, then in ours",
    )


def _syntax(error: TemplateSyntaxError, place: str | None) -> Problem:
    return Problem(
        code="H002",
        message=f"a template cannot be read: {error.message}",
        path=place,
        line=error.lineno,
        hint="mend the template at this line",
    )


def _fault(error: Exception, place: str | None, line: int | None) -> Problem:
    if isinstance(error, TemplateNotFound):
        return _missing(error).model_copy(update={"path": place, "line": line})
    if isinstance(error, MemoryError):
        message, hint = "a template wants more memory than it may have", "make it smaller"
    elif isinstance(error, RecursionError):
        message, hint = "a template includes itself", "extend ours as `default:` and its path"
    else:
        message = f"a template failed: {error}" if str(error) else "a template failed"
        hint = "a template sees `digest` and `style`: see `digest check --explain H003`"
    return Problem(code="H003", message=message, path=place, line=line, hint=hint)
