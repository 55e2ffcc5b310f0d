"""Files of a theme that nobody reads, because their names are nearly those of ours."""

from collections.abc import Collection, Iterator, Mapping
from difflib import get_close_matches

from digest.problems import Problem, Severity

#: How alike two names are that one may be meant for the other.
ALIKE = 0.85


def misnamed(kind: str, own: Mapping[str, str], ours: Collection[str]) -> Iterator[Problem]:
    """H014 for every file of the user's that replaces none of ours and that no other one names.

    `own` maps names below the folder of a kind to their texts; `ours` are the names that count.
    """
    open_ = [name for name in ours if name not in own]
    for name in own:
        near = [] if name in ours else get_close_matches(name, open_, n=1, cutoff=ALIKE)
        if near and not any(name in text for text in own.values()):
            yield Problem(
                code="H014",
                severity=Severity.WARNING,
                message="nothing reads this file of the theme",
                path=f"{kind}/{name}",
                hint=f'did you mean "{kind}/{near[0]}"?',
            )
