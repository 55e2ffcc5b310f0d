"""Each reader's own values put in the place of the samples, escaped for where they land."""

import html
import re
from collections.abc import Iterator, Mapping

from digest.edition.reader import Sample
from digest.edition.view import Digest
from digest.problems import Problem, Severity

_SAMPLES = re.compile("|".join(re.escape(one.value) for one in Sample))
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def parts(text: str) -> tuple[str | Sample, ...]:
    """The text as what every reader gets and, between, the samples to replace."""
    pieces: list[str | Sample] = []
    end = 0
    for found in _SAMPLES.finditer(text):
        pieces += [text[end : found.start()], Sample(found[0])]
        end = found.end()
    return (*pieces, text[end:])


def in_markup(text: str, values: Mapping[Sample, str]) -> str:
    """HTML with every sample replaced, in text and attributes alike; ValueError as `in_text`."""
    return _filled(text, {one: html.escape(value) for one, value in values.items()})


def in_text(text: str, values: Mapping[Sample, str]) -> str:
    """Plain text with every sample replaced; ValueError when a value holds a control character.

    A sample without a value is a KeyError: nothing of the sample may reach a reader.
    """
    return _filled(text, values)


def clashes(digest: Digest) -> Iterator[Problem]:
    """M8 for every sample that a text of the publication holds by itself."""
    own = {"reader_name", "unsubscribe_url", "preferences_url"}
    said = digest.model_dump_json(exclude={"mail": own})
    for sample in Sample:
        if sample.value in said:
            yield Problem(
                code="M8",
                message=f'a text holds "{sample.value}", which stands for a reader\'s own value',
                pointer=_holder(digest, sample.value),
                hint="write it otherwise; it would be replaced in every mail",
            )


def nameless(said: str) -> str | None:
    """What is left of a text that names the reader when the name is empty; None when it stands.

    Many readers give no name: it stands alone in its line, or the line falls apart.
    """
    if Sample.NAME.value not in said:
        return None
    return " ".join(said.replace(Sample.NAME.value, "").split()) or None


def falls_apart(rest: str) -> Problem:
    """M9: a line that makes no sense for a reader without a name."""
    return Problem(
        code="M9",
        message=f'a reader without a name reads "{rest[:60]}"',
        severity=Severity.WARNING,
        hint="let digest.mail.reader_name stand alone in its line, or greet without a name",
    )


def _holder(digest: Digest, words: str) -> str:
    """The record and field that hold the words, or the edition."""
    for entry in digest.entries:
        for name in type(entry).model_fields:
            if words in entry.model_dump_json(include={name}):
                return f"{entry.id}/{getattr(getattr(entry, name), 'field', name)}"
    return digest.masthead.edition


def _filled(text: str, values: Mapping[Sample, str]) -> str:
    for sample, value in values.items():
        if _CONTROL.search(value):
            raise ValueError(f"the reader's {sample.name.lower()} holds a control character")
    return _SAMPLES.sub(lambda found: values[Sample(found[0])], text)
