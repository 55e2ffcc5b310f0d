"""Warnings somebody answers for: they become notes, until what they are about changes."""

import json
from collections.abc import Iterator, Sequence
from enum import Enum, auto
from typing import NamedTuple

from digest.checks.subject import Subject, fingerprint
from digest.checks.table import FINISHED
from digest.content.editions import Waiver
from digest.problems import Problem, Severity

#: Letters of codes that are looked for without rendering anything.
_READ = "CE"

_PUBLICATION = "publication.yaml"


class Scope(Enum):
    """How much was looked at: what was written, all files of a build, or some of them."""

    READ = auto()
    BUILT = auto()
    PART = auto()

    def covers(self, code: str) -> bool:
        """Whether a warning of that code would have been told."""
        read = code[0] in _READ and code not in FINISHED
        return self is Scope.BUILT or (self is Scope.READ and read)


class Asked(NamedTuple):
    """What was said of one edition."""

    subject: Subject
    problems: Sequence[Problem]
    scope: Scope = Scope.READ


class _Answer(NamedTuple):
    """What becomes of each problem, and what there is to say of the waivers."""

    problems: dict[Problem, Problem]
    waivers: tuple[Problem, ...]


def answered(shared: Sequence[Problem], asked: Sequence[Asked]) -> tuple[Problem, ...]:
    """All problems, each once, with those that are waived turned into notes.

    Each warning says what it is about and its target, for those who want to waive it. `shared`
    problems are of files that several editions use: such a warning is waived when every edition
    that was asked, and that it concerns, waives it.
    """
    answers = [_answer(one, tuple(_concerning(one.subject, shared))) for one in asked]
    told = [_together(problem, answers) for problem in shared]
    for one, answer in zip(asked, answers, strict=True):
        told += [*(answer.problems[problem] for problem in one.problems), *answer.waivers]
    return tuple(dict.fromkeys(told))


def waiver_of(problem: Problem) -> str:
    """A waiver of a warning, ready to be copied into the edition; only the reason is missing.

    Empty for what cannot be waived, or is.
    """
    if problem.waived or not problem.target:
        return ""
    at = f"at: {json.dumps(problem.about)}, " if problem.about else ""
    return f"{{code: {problem.code}, {at}target: {problem.target}, reason: ...}}"


def _together(problem: Problem, answers: Sequence[_Answer]) -> Problem:
    said = [one.problems[problem] for one in answers if problem in one.problems]
    return next((one for one in said if not one.waived), said[0] if said else problem)


def _concerning(subject: Subject, shared: Sequence[Problem]) -> Iterator[Problem]:
    """What stands in no file of another edition or of records that are not in this one."""
    content = subject.content
    ours = {_path(subject, name) for name in (subject.edition.id, *subject.edition.records)}
    others = {_path(subject, name) for name in (*content.editions, *content.records)} - ours
    return (problem for problem in shared if problem.path not in others)


def _answer(one: Asked, shared: Sequence[Problem]) -> _Answer:
    """E022 and E023 tell of waivers that waive nothing."""
    bound = {problem: _bound(problem, one.subject) for problem in (*shared, *one.problems)}
    told = dict(bound)
    spent: set[int] = set()
    for problem, named in bound.items():
        for number, waiver in enumerate(one.subject.edition.waive):
            if _holds(waiver, named, one.subject):
                spent.add(number)
                told[problem] = _waived(named, waiver)
                break
    idle = [
        (number, waiver)
        for number, waiver in enumerate(one.subject.edition.waive)
        if number not in spent
    ]
    left = [problem for problem in told.values() if not problem.waived]
    return _Answer(told, tuple(said for each in idle for said in _idle(*each, left, one)))


def _idle(number: int, waiver: Waiver, left: Sequence[Problem], one: Asked) -> Iterator[Problem]:
    near = [problem for problem in left if _near(waiver, problem, one.subject)]
    warnings = [problem for problem in near if problem.severity is Severity.WARNING]
    code = waiver.code
    if warnings:
        about, target = warnings[0].about or "what it is about", warnings[0].target
        why = "is no longer what it was waived for" if waiver.target else "has no target yet"
        hint = f"look at the warning again; if it may stand, write target: {target}"
        yield _void(one.subject, number, "E022", f"{code} is not waived: {about} {why}", hint)
    elif near:
        message = f"{code} is no warning that could be waived"
        yield _void(one.subject, number, "E023", message, "mend it, then take out the waiver")
    elif one.scope.covers(code):
        message = f"nothing says {code}{f' of {waiver.at}' if waiver.at else ''}"
        hint = "take the waiver out: what it waived is mended, or was never said"
        yield _void(one.subject, number, "E023", message, hint)


def _void(subject: Subject, number: int, code: str, message: str, hint: str) -> Problem:
    """A warning about a waiver, which cannot be waived itself."""
    said = subject.warning(code, message, hint, at=(subject.edition.id, f"waive/{number}"))
    return said.model_copy(update={"about": None, "target": None})


def _holds(waiver: Waiver, problem: Problem, subject: Subject) -> bool:
    return (
        problem.severity is Severity.WARNING
        and waiver.target == problem.target
        and _near(waiver, problem, subject)
    )


def _near(waiver: Waiver, problem: Problem, subject: Subject) -> bool:
    """Whether the waiver means this problem, whatever became of its target."""
    if waiver.code != problem.code:
        return False
    return waiver.at is None or _name(waiver.at, subject) == problem.about


def _name(at: str, subject: Subject) -> str:
    """What a waiver calls its target, as problems call it."""
    return subject.about(subject.edition.id, at) if at.startswith("/") else at


def _waived(problem: Problem, waiver: Waiver) -> Problem:
    reason = " ".join(waiver.reason.split())
    return problem.model_copy(update={"severity": Severity.NOTE, "waived": reason})


def _bound(problem: Problem, subject: Subject) -> Problem:
    """The problem; a warning with what it is about, so that it can be waived."""
    if problem.severity is not Severity.WARNING or problem.target:
        return problem
    owners = {_path(subject, subject.edition.id): subject.edition.id, _PUBLICATION: ""}
    owner = owners.get(problem.path) if problem.pointer else None
    if owner is None:
        return problem.model_copy(
            update={"about": problem.path, "target": _print(problem, subject)}
        )
    field, bound = problem.pointer or "", (problem.message,)
    named = subject.warning(problem.code, "", "", at=(owner, field), bound=bound)
    return problem.model_copy(update={"about": named.about, "target": named.target})


def _print(problem: Problem, subject: Subject) -> str:
    """A fingerprint of what a problem says, and of the file of records it stands in."""
    path = problem.path or ""
    read = "" if path == _PUBLICATION else subject.content.inputs.get(path, "")
    return fingerprint(problem.code, path, problem.pointer or "", problem.message, read)


def _path(subject: Subject, owner: str) -> str | None:
    place = subject.content.places.get(owner)
    return place.rpartition(":")[0] if place else None
