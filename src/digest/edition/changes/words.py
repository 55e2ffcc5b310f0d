"""Two texts compared word by word."""

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from digest.edition.changes.tokens import kind, tokens
from digest.edition.changes.view import Fate, Span, TextChange

#: A piece that two changes have between them is kept when it says at least so much.
_LEAST = 4

#: Texts that share less than this are told one after the other.
_LITTLE = 0.3

#: So many pairs of words are compared exactly; beyond, very common words are no landmarks.
_MOST_PAIRS = 200_000


def change(field: str, label: str, before: str | None, after: str | None) -> TextChange | None:
    """How a text changed; None when it did not. An empty text is none."""
    earlier, later = before or "", after or ""
    if earlier == later:
        return None
    fate: Fate = "revised" if earlier and later else "added" if later else "removed"
    return TextChange(field=field, label=label, kind=fate, spans=spans(earlier, later))


def spans(before: str, after: str) -> tuple[Span, ...]:
    """What both texts have and what only one has, in reading order; no span is empty.

    Without the added spans they make `before`, without the removed ones `after`, to the letter.
    """
    first, second = tokens(before), tokens(after)
    pieces = _settled(_compared(first, second))
    if _shared(pieces) < _LITTLE * min(_weight(first), _weight(second)):
        pieces = [_Piece(first, second)]
    return tuple(span for piece in pieces for span in piece.spans())


class _Piece(NamedTuple):
    """A stretch of both texts: the same on both sides, or other words in the same place."""

    before: list[str]
    after: list[str]

    @property
    def same(self) -> bool:
        return self.before == self.after

    def spans(self) -> Iterator[Span]:
        if self.same:
            yield from _span("same", self.before)
        else:
            yield from _span("removed", self.before)
            yield from _span("added", self.after)


def _span(side: str, words: list[str]) -> Iterator[Span]:
    if text := "".join(words):
        yield Span.model_validate({"kind": side, "text": text})


def _compared(first: list[str], second: list[str]) -> Iterator[_Piece]:
    """Equal and changed stretches in turn."""
    lead = _common(first, second)
    tail = _common(first[lead:][::-1], second[lead:][::-1])
    ends = len(first) - tail, len(second) - tail
    yield _Piece(first[:lead], second[:lead])
    yield from _between(first[lead : ends[0]], second[lead : ends[1]])
    yield _Piece(first[ends[0] :], second[ends[1] :])


def _common(first: Sequence[str], second: Sequence[str]) -> int:
    """How many words both begin with."""
    pairs = zip(first, second, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(first), len(second)))


def _between(first: list[str], second: list[str]) -> Iterator[_Piece]:
    long = len(first) * len(second) > _MOST_PAIRS
    matcher = SequenceMatcher(str.isspace, first, second, autojunk=long)
    for _, start, end, start_, end_ in matcher.get_opcodes():
        yield _Piece(first[start:end], second[start_:end_])


def _settled(pieces: Iterable[_Piece]) -> list[_Piece]:
    """The pieces, with what says too little between two changes counted among the changes."""
    told = [piece for piece in pieces if piece.before or piece.after]
    settled: list[_Piece] = []
    for at, piece in enumerate(told):
        inner = 0 < at < len(told) - 1 and piece.same and _weight(piece.before) < _LEAST
        if settled and not settled[-1].same and (inner or not piece.same):
            last = settled[-1]
            settled[-1] = _Piece([*last.before, *piece.before], [*last.after, *piece.after])
        else:
            settled.append(piece)
    return settled


def _shared(pieces: Iterable[_Piece]) -> int:
    return sum(_weight(piece.before) for piece in pieces if piece.same)


def _weight(words: Iterable[str]) -> int:
    """How much words say: a character each of letters, two each where one is nearly a word."""
    kinds = {"word": 1, "alone": 2, "flag": 2}
    return sum(kinds.get(kind(word[0]), 0) * len(word) for word in words)
