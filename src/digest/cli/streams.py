"""The three standard streams, whatever the caller left of them."""

import os
import sys


def stand() -> None:
    """Put the null device in the place of every standard stream that came closed.

    The next file to be opened would take its number otherwise, and would get what libraries and
    children of ours print.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            os.dup2(os.open(os.devnull, os.O_RDWR), number)  # the same number, for children too
            os.set_inheritable(number, True)  # noqa: FBT003  # it has no name
    sys.stdin = sys.stdin or os.fdopen(0, closefd=False)
    sys.stdout = sys.stdout or os.fdopen(1, "w", closefd=False)
    sys.stderr = sys.stderr or os.fdopen(2, "w", closefd=False)
