"""Looks at the machine: libraries, packages, fonts and folders, and says how to mend them."""

import ctypes
import re
import subprocess
import sys
from collections.abc import Iterator
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path
from tempfile import TemporaryFile

from pydantic import ValidationError

from digest.bundle import tools
from digest.edition.phrases import CATALOGUES, SOURCE
from digest.problems import DigestError, Problem, Severity
from digest.render.pdf import fonts
from digest.render.pdf.scripts import Coverage, Report
from digest.values import Frozen

#: Debian's packages of the native libraries behind the print edition.
APT = "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fontconfig"

#: What WeasyPrint loads, by the names the loader knows; tools.NATIVE tells versions of some.
LIBRARIES = {
    "fontconfig": "libfontconfig.so.1",
    "gobject": "libgobject-2.0.so.0",
    "harfbuzz": "libharfbuzz.so.0",
    "harfbuzz-subset": "libharfbuzz-subset.so.0",
    "pango": "libpango-1.0.so.0",
    "pangoft2": "libpangoft2-1.0.so.0",
}

#: Small works that show that a tool does what it is for, each in a process of its own.
PROBES = {
    "weasyprint": "import weasyprint\n"
    "assert weasyprint.HTML(string='<p>x').write_pdf().startswith(b'%PDF')",
    "mjml": "import mjml; assert 'x' in mjml.mjml2html('<mjml><mj-body><mj-section><mj-column>"
    "<mj-text>x</mj-text></mj-column></mj-section></mj-body></mjml>')",
}

#: Sets a line of every script and prints in which fonts, in a process of its own.
COVERAGE = "from digest.render.pdf.coverage import report; print(report().model_dump_json())"

_PIN = re.compile(r"([A-Za-z0-9._-]+)\s*(?:==\s*([^\s;,]+))?")


class State(StrEnum):
    """How a part of the machine is: sound, missing though needed, or missing without harm."""

    OK = "ok"
    BROKEN = "broken"
    OPTIONAL = "optional"


class Finding(Frozen):
    """One part of the machine, how it is, and the problem with it, if there is one."""

    part: str
    state: State
    detail: str
    problem: Problem | None = None


def doctor(output: Path) -> tuple[Finding, ...]:
    """Look at everything a build needs; nothing is raised for what is missing."""
    machinery = (*_python(), *_libraries(), *_packages(), *_works())
    return (*machinery, *_fonts(), *_scripts(), _words(), _cluster(), _output(output))


def _python() -> Iterator[Finding]:
    yield Finding(part="python", state=State.OK, detail=sys.version.split()[0])


def _libraries() -> Iterator[Finding]:
    for name, file in LIBRARIES.items():
        try:
            ctypes.CDLL(file)
        except OSError:
            yield _broken(name, "D001", f"the library {file} is missing", f"on Debian: {APT}")
        else:
            version = tools.native(name) if name in tools.NATIVE else None
            yield Finding(part=name, state=State.OK, detail=version or file)


def _packages() -> Iterator[Finding]:
    """Every package this one was released with, and the exact version where it is pinned."""
    for requirement in _requirements():
        if "extra ==" in requirement or not (found := _PIN.match(requirement)):
            continue
        name, wanted = found.groups()
        version = tools.package(name)
        hint = f"pip install '{name}=={wanted}'" if wanted else f"pip install {name}"
        if version is None:
            yield _broken(name, "D002", f"the Python package {name} is missing", hint)
        elif wanted and version != wanted:
            message = f"the Python package {name} is {version}, and {wanted} is needed"
            yield _broken(name, "D002", message, hint)
        else:
            yield Finding(part=name, state=State.OK, detail=version)


def _requirements() -> list[str]:
    try:
        return requires("digest-press") or []
    except PackageNotFoundError:
        return []


def _works() -> Iterator[Finding]:
    for name, program in PROBES.items():
        part = f"{name} at work"
        try:
            done = subprocess.run(  # noqa: S603  # our own interpreter and our own program
                [sys.executable, "-c", program], capture_output=True, timeout=60, check=False
            )
            said = done.stderr.decode(errors="replace").strip().splitlines()
            failed = done.returncode != 0
        except subprocess.TimeoutExpired:
            said, failed = ["it gave no answer for a minute"], True
        if failed:
            message = f"{name} does not work: {said[-1] if said else 'it died'}"
            yield _broken(part, "D003", message, f"on Debian: {APT}; then install {name} again")
        else:
            yield Finding(part=part, state=State.OK, detail="made a small piece")


def _fonts() -> Iterator[Finding]:
    try:
        files = fonts.assets()
    except DigestError as error:
        for problem in error.problems:
            yield Finding(
                part="fonts", state=State.BROKEN, detail=problem.message, problem=problem
            )
    else:
        yield Finding(part="fonts", state=State.OK, detail=f"{len(files)} files of our families")


def _scripts() -> Iterator[Finding]:
    """Each script and what sets it on this machine, as the typesetter itself finds out."""
    try:
        done = subprocess.run(  # noqa: S603  # our own interpreter and our own program
            [sys.executable, "-c", COVERAGE], capture_output=True, timeout=60, check=True
        )
        scripts = Report.model_validate_json(done.stdout).scripts
    except (subprocess.SubprocessError, ValidationError):
        detail = "unknown: the typesetter does not work"
        yield Finding(part="scripts", state=State.OPTIONAL, detail=detail)
    else:
        yield from map(_script, scripts)


def _script(found: Coverage) -> Finding:
    part = f"script {found.script}"
    if found.missing:
        detail = f"no font has {found.missing} (apt-get install {' '.join(found.packages)})"
        return Finding(part=part, state=State.OPTIONAL, detail=detail)
    return Finding(part=part, state=State.OK, detail=", ".join(found.families))


def _words() -> Finding:
    names = {path.parents[1].name for path in CATALOGUES.glob("*/LC_MESSAGES/digest.po")}
    return Finding(part="languages", state=State.OK, detail=", ".join([SOURCE, *sorted(names)]))


def _cluster() -> Finding:
    version = tools.package("distributed")
    detail = version or "only for --scheduler: pip install 'digest-press[cluster]'"
    state = State.OK if version else State.OPTIONAL
    return Finding(part="cluster", state=state, detail=detail)


def _output(output: Path) -> Finding:
    place = next(path for path in (output, *output.absolute().parents) if path.exists())
    try:
        TemporaryFile(dir=place).close()
    except OSError as error:
        message = f"the output {output} cannot be written: {error.strerror}"
        return _broken("output", "D004", message, "choose another folder with --output")
    return Finding(part="output", state=State.OK, detail=str(output))


def _broken(part: str, code: str, message: str, hint: str) -> Finding:
    problem = Problem(code=code, severity=Severity.ERROR, message=message, hint=hint)
    return Finding(part=part, state=State.BROKEN, detail=message, problem=problem)
