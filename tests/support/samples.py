"""Sample publications that tests share."""

from pathlib import Path

DATA = Path(__file__).parents[1] / "data"

#: A small valid publication with hostile but legal text: three roles, three records, one pattern.
COAST = DATA / "coast"
