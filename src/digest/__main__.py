"""The program itself: `digest` and `python -m digest`."""

import sys
from importlib import import_module


def main() -> int:
    """Run the command line; its exit code, also when it is interrupted while it loads."""
    try:
        code: int = import_module("digest.cli.main").main()
    except KeyboardInterrupt:
        return 130
    return code


if __name__ == "__main__":
    sys.exit(main())
