"""The one door to the MJML engine: checked MJML in, HTML out, every way to fail a problem."""

from digest.problems import DigestError, Problem

#: What the engine raises from its own depths; it derives from BaseException and has no module.
_PANIC = "PanicException"


def html(mjml: str) -> str:
    """The HTML of MJML that has passed the gate and the encoder; DigestError T20 when it fails.

    No font is linked and no comment kept except conditional ones.
    """
    from mjml import mjml2html  # noqa: PLC0415  # native code, loaded only where mail is rendered

    try:
        return mjml2html(mjml, fonts={}, disable_comments=True)
    except ValueError as error:
        raise DigestError(_problem(str(error))) from error
    except BaseException as error:
        if type(error).__name__ != _PANIC:
            raise
        raise DigestError(_problem(f"it panicked: {error}")) from error


def _problem(why: str) -> Problem:
    return Problem(
        code="T20",
        message=f"the MJML engine refused the mail: {why}",
        hint="simplify the template where it differs from ours, step by step",
    )
