"""The one door to the watcher of files: something of a publication's sources has changed."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

from watchfiles import Change, watch
from watchfiles.main import FileChange

from digest.content.loading import PUBLICATION, SOURCES, SUBSCRIBERS
from digest.problems import Problem, WorldError
from digest.render.theme import KINDS

#: What a logo may be, wherever it stands.
PICTURES = {".svg", ".png", ".jpg", ".jpeg"}

#: How long nothing further must happen before a change is told, and the longest wait for that,
#: in milliseconds.
QUIET, LONGEST = 20, 200

#: How often it is looked whether the folder is still the same, in milliseconds.
LOOK = 500


class Watcher:
    """A thread that calls `changed` after every change of a source; `failed` when it ends so."""

    def __init__(
        self,
        root: Path,
        changed: Callable[[], None],
        failed: Callable[[BaseException], None],
    ) -> None:
        self._root = Path(root).resolve()
        self._changed = changed
        self._failed = failed
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, name="desk-watch", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def end(self) -> None:
        """Stop watching."""
        self._end.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            while not self._end.is_set():
                self._follow(self._folder())
        except (OSError, RuntimeError) as error:
            self._failed(_blind(error))

    def _follow(self, folder: tuple[int, int] | None) -> None:
        """Watch that very folder as long as it stands at its place; without one, wait for it."""
        if folder is None:
            self._end.wait(LOOK / 1000)
            return
        # What was saved before the watch stood is told by its first sign of life.
        fresh = True
        for changes in self._watch():
            same = self._folder() == folder
            if changes or fresh or not same:
                self._changed()
            fresh = False
            if not same:
                return

    def _watch(self) -> Iterator[set[FileChange]]:
        """The changes, and an empty set every now and then."""
        return watch(
            self._root,
            watch_filter=self._counts,
            debounce=LONGEST,
            step=QUIET,
            stop_event=self._end,
            rust_timeout=LOOK,
            yield_on_timeout=True,
            raise_interrupt=False,
            ignore_permission_denied=True,
        )

    def _folder(self) -> tuple[int, int] | None:
        """What tells the folder from another one of its name; None when there is none."""
        try:
            found = self._root.stat()
        except OSError:
            return None
        return (found.st_dev, found.st_ino)

    def _counts(self, _: Change, path: str) -> bool:
        """Whether a file takes part: our own output may stand in the same folder."""
        seen = Path(path)
        if not seen.is_relative_to(self._root):
            return True  # the folder itself stands behind a link
        name = seen.relative_to(self._root)
        if any(part.startswith(".") for part in name.parts):
            return False
        if name.as_posix() in {PUBLICATION, SUBSCRIBERS} or name.suffix.lower() in PICTURES:
            return True
        return bool(name.parts) and name.parts[0] in (*SOURCES, *KINDS)


def _blind(error: Exception) -> WorldError:
    return WorldError(
        Problem(
            code="K002",
            message=f"changes of the publication cannot be watched: {error}",
            hint="look at the folder, and at how many files the system lets one watch",
        )
    )
