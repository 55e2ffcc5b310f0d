"""Imported by the parent of all workers: it imports ahead what they will need.

What cannot be imported is passed over here: the task that needs it will say so.
"""

import os
from contextlib import suppress
from importlib import import_module

#: The names of the modules, with blanks between; set while the parent is started.
VARIABLE = "_DIGEST_PRELOAD"

for _name in os.environ.get(VARIABLE, "").split():
    with suppress(Exception):
        import_module(_name)
