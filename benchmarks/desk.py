"""From a saved record to the new mail on screen, beside rendering that one mail alone."""

import json
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

from digest.cli.runners import hire, lasting, processes
from digest.content.loading import load
from digest.edition.compose import compose
from digest.edition.view import Digest
from digest.preview.approvals import Approvals
from digest.preview.choice import choice, stem
from digest.preview.desk import Rest
from digest.preview.looks import Pages
from digest.preview.shown import Phase
from digest.preview.studio import Means, Studio
from digest.render import email
from digest.render.theme import Theme
from digest.settings import settings
from ratios import SEEDS, Report, best, parser

#: The budget: the desk's work for one mail, in renderings of that mail.
MOST = 2.0

#: How long the desk may take before the benchmark gives up, in seconds.
PATIENCE = 300


class Editor:
    """Saves a record again and again and waits for what the desk makes of it."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "seeds"
        shutil.copytree(SEEDS, self.root)
        self._news = threading.Condition()
        self._saves = 0
        self._pages = Pages()
        self._file = next(iter(sorted((self.root / "records").rglob("*.json"))))
        self._text = self._file.read_text("utf-8")
        self.role = "executive"

    def told(self) -> None:
        """The studio has news."""
        with self._news:
            self._news.notify_all()

    def save(self) -> str:
        """Save the first record with another finding; a word that only this save has."""
        self._saves += 1
        word = f"reading{self._saves}"
        data = json.loads(self._text)
        envelope = data[0] if isinstance(data, list) else data
        envelope["versions"][-1]["resource"]["finding"] += f" Taken as {word}."
        self._file.write_text(json.dumps(data, indent=1), "utf-8")
        return word

    def see(self, studio: Studio, word: str) -> None:
        """Wait until the mail on screen holds the word, then draw the page around it."""
        name = f"{self.role}.email.html"
        with self._news:
            if not self._news.wait_for(partial(_holds, studio, name, word), PATIENCE):
                raise SystemExit(f"the desk does not show {word}: {studio.now.problems}")
        shown = studio.now
        chosen = choice({"role": self.role}, shown)
        self._pages.desk(shown, chosen, self.root, "", Rest(Approvals()))

    def rest(self, studio: Studio) -> float:
        """Seconds until everything is made."""
        began = time.perf_counter()
        with self._news:
            self._news.wait_for(lambda: studio.now.phase is Phase.DONE, PATIENCE)
        return time.perf_counter() - began

    def round(self, studio: Studio) -> None:
        """One edit, from its save to the screen."""
        word = self.save()
        studio.changed()
        self.see(studio, word)

    def digest(self) -> Digest:
        """The digest of the role as its files are now."""
        content = load(self.root).content
        if content is None:
            raise SystemExit("the sample publication is broken")
        role = content.publication.role(self.role)
        return compose(content, content.newest(), role, content.publication.language)


def _holds(studio: Studio, name: str, word: str) -> bool:
    file = studio.now.files.get(name)
    return file is not None and word.encode() in file.content


@contextmanager
def opened(editor: Editor, output: Path) -> Iterator[Studio]:
    """A studio as `digest preview` has it, with everything made once."""
    machine = settings()
    quick = lasting(machine)
    means = Means(
        quick,
        partial(hire, machine),
        processes(machine),
        reuse=True,
    )
    studio = Studio(editor.root, output, means, told=editor.told)
    studio.start()
    editor.rest(studio)
    shown = studio.now
    studio.look(stem(choice({"role": editor.role}, shown), shown), "email")
    try:
        yield studio
    finally:
        studio.end()
        quick.close()


def compare(report: Report, rounds: int, folder: Path) -> None:
    """Say what an edit costs at the desk, and what rendering its mail alone does."""
    editor = Editor(folder)
    with opened(editor, folder / "output") as studio:
        theme, work = Theme(editor.root), partial(editor.round, studio)
        desk, alone, waits = [], [], []
        for _ in range(rounds + 1):
            desk.append(best(1, work))
            waits.append(editor.rest(studio))
            alone.append(best(1, partial(email.render, editor.digest(), theme)))
    # The first round opens templates on both sides.
    report.say("the mail alone", min(alone[1:]))
    report.say("from the save to the screen", min(desk[1:]))
    report.say("from there until all is printed and written", min(waits[1:]))
    ratio = min(desk[1:]) / min(alone[1:])
    report.ratio("the desk's work, in renderings of that mail", ratio, most=MOST)


def main() -> None:
    options = parser(__doc__, rounds=5).parse_args()
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        compare(report, options.rounds, Path(folder))
    report.close(strict=options.strict)


if __name__ == "__main__":
    main()
