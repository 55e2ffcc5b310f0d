"""The program itself: `digest` and `python -m digest`."""

import sys

from digest.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
