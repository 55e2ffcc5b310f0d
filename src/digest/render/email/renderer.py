"""A digest becomes the HTML of a mail: template, compiler, and the rules of a whole letter."""

from digest.edition.view import Digest
from digest.problems import DigestError, Problem, Severity, stop_on_errors
from digest.render.artifact import Rendering
from digest.render.email import completeness, engine, gate
from digest.render.email.cascade import document
from digest.render.email.compiler import Compiled, compile_mail
from digest.render.email.condense import HARD, SOFT, Plan, choose
from digest.render.email.encoder import encode
from digest.render.email.letter import Letter, Letters
from digest.render.email.origins import TEMPLATE, template
from digest.render.email.sources import located
from digest.render.logo import Picture, attached
from digest.render.placeholders import clashes
from digest.render.style import Style
from digest.render.theme import Theme

#: Where a role's limit stands.
PUBLICATION = "publication.yaml"


def render(digest: Digest, theme: Theme) -> Rendering:
    """The HTML of the digest's mail, below 100,000 bytes, with samples for the reader's values."""
    stop_on_errors(clashes(digest))
    press = _Press(digest, theme)
    plan = choose(digest.entries, press.size, elsewhere=press.letters.elsewhere)
    compiled = press.compiled(plan)
    html = _ended(compiled.html)
    found = (*compiled.problems, *_length(html, plan, digest, theme))
    stop_on_errors(found)
    return Rendering(content=html.encode(), problems=found)


class MailStyle(Style):
    """The style of a mail; `logo` is the publication's, None when it has none."""

    logo: Picture | None = None


class _Press:
    """One digest, its template and its look; it renders each plan once."""

    def __init__(self, digest: Digest, theme: Theme) -> None:
        self._theme = theme
        self._template = theme.markup.get_template(TEMPLATE)
        self._style = _style(digest, theme)
        self.letters = Letters(digest)
        self._mjml: dict[Plan, str] = {}

    def letter(self, plan: Plan) -> Letter:
        return self.letters.letter(plan)

    def mjml(self, plan: Plan) -> str:
        if plan not in self._mjml:
            letter = self.letter(plan)
            self._mjml[plan] = self._template.render(digest=letter, style=self._style)
        return self._mjml[plan]

    def size(self, plan: Plan) -> int:
        """Bytes of HTML; a mail that cannot be read yet counts as short: it fails for that."""
        mjml = self.mjml(plan)
        if len(mjml.encode()) > gate.MAX_BYTES:
            return gate.MAX_BYTES
        try:
            gate.parse(mjml)
            return len(_ended(engine.html(encode(mjml))).encode())
        except DigestError:
            return 0

    def compiled(self, plan: Plan) -> Compiled:
        """The mail of a plan; DigestError with every problem at its template's line."""
        letter, mjml = self.letter(plan), self.mjml(plan)
        try:
            compiled = compile_mail(mjml)
        except DigestError as error:
            raise DigestError(*self._located(error.problems, letter)) from error
        root, logo = gate.parse(mjml), self._style.logo
        owed = [
            *completeness.check(root, document(compiled.html), letter),
            *completeness.pictures(root, logo.source if logo else None),
        ]
        found = self._located((*compiled.problems, *owed), letter)
        stop_on_errors(found)
        return Compiled(html=compiled.html, problems=found)

    def _located(self, found: tuple[Problem, ...], letter: Letter) -> tuple[Problem, ...]:
        if not found:
            return ()
        return located(found, self._theme, TEMPLATE, letter, self._style)


def _ended(html: str) -> str:
    """The HTML as it is kept: its last line ends."""
    return html if html.endswith("\n") else f"{html}\n"


def _style(digest: Digest, theme: Theme) -> MailStyle:
    style = theme.style(digest)
    picture = attached(digest, theme.root, ground=style.light.paper)
    return MailStyle(**dict(style), logo=picture)


def _length(html: str, plan: Plan, digest: Digest, theme: Theme) -> tuple[Problem, ...]:
    """What is to be said of the mail's length, at the role that may set a limit.

    Where no condensing helps, a template of the publication's own may be to blame.
    """
    size = len(html.encode())
    found: list[Problem] = []
    if size >= HARD:
        message = f"the mail is {size} bytes long; from {HARD} on it is cut off"
        found.append(_too_long(_t17(digest, message, Severity.ERROR), theme))
    elif size > SOFT:
        message = f"the mail is {size} bytes long; above {SOFT} it may be cut off"
        found.append(_t17(digest, message, Severity.WARNING))
    if size < HARD and plan.whole < len(digest.entries):
        found.append(_t17(digest, *_condensed(plan, len(digest.entries))))
    return tuple(found)


def _too_long(problem: Problem, theme: Theme) -> Problem:
    if not theme.own("mail"):
        return problem
    hint = "print digest.whole, shortened and groups in the place of entries; or limit the role"
    at = template(theme, TEMPLATE)
    return problem.model_copy(update={"path": at, "pointer": None, "hint": hint})


def _t17(digest: Digest, message: str, severity: Severity) -> Problem:
    at = [one.id for one in digest.roles].index(digest.role.id)
    return Problem(
        code="T17",
        message=message,
        severity=severity,
        path=PUBLICATION,
        pointer=f"/roles/{at}",
        hint="show fewer records: set the role's limit",
    )


def _condensed(plan: Plan, entries: int) -> tuple[str, Severity]:
    """What the mail says less of; a warning where it does not name all."""
    rest = entries - plan.whole - plan.shortened
    named = rest if plan.told is None else min(plan.told, rest)
    told = [f"shows {plan.whole} whole", f"shortens {plan.shortened}", f"names {named}"]
    if plan.title:
        told.append(f"cuts titles at {plan.title} characters")
    if plan.linked is not None and plan.linked < named:
        told.append(f"links {plan.linked} of them")
    if named < rest:
        told.append(f"leaves out {rest - named}")
    message = f"of {entries} records the mail {', '.join(told[:-1])} and {told[-1]}"
    return message, Severity.WARNING if named < rest else Severity.NOTE
