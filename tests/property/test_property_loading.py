"""Whatever stands in a publication's files, loading ends with content or with placed problems."""

import json
import random
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digest.content.loading import Loaded, load
from digest.problems import errors
from support.mutations import FILES, Mutation, mutations
from support.samples import COAST

MUTATIONS = mutations()
SAMPLE = {file: (COAST / file).read_bytes() for file in FILES}

#: Bytes that mean something to one of the formats, beside bytes that mean nothing.
SIGNS = st.sampled_from(
    [
        *(bytes([sign]) for sign in b"{}[]:,\"'\\\n\r\t -&*!|>%@`#?~0.e"),
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"\xed\xa0\xbd",
        b"\xe2\x80\xa8",
        b"\xee\x80\x80",
        b"\xf3\xbf\xbf\xbf",
        b"\\u0000",
        b"\\ud800",
        b"null",
        b"1e999",
        b"NaN",
        b"%YAML 1.1\n",
        b"---\n",
        b"...\n",
        b"<<: ",
        b"? ",
        b"!!python/object:os.system ",
        b"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
        b"&a [*a]",
    ]
)
SPLICES = st.lists(
    st.tuples(
        st.sampled_from(FILES),
        st.floats(0, 1),
        st.integers(0, 40),
        SIGNS | st.binary(max_size=8) | st.text(max_size=4).map(str.encode),
    ),
    min_size=1,
    max_size=4,
)


def _loaded(files: dict[str, bytes]) -> Loaded:
    with tempfile.TemporaryDirectory() as folder:
        for file, data in files.items():
            path = Path(folder) / file
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
        return load(Path(folder))


def _well_formed(loaded: Loaded) -> None:
    """Content or errors, never both and never neither; every problem can be found and printed."""
    assert (loaded.content is None) == bool(errors(loaded.problems))
    places = [(one.path or "", one.line or 0, one.column or 0) for one in loaded.problems]
    assert places == sorted(places)
    for problem in loaded.problems:
        assert problem.path
        assert problem.line
        assert problem.column
        assert problem.hint
        str(problem).encode()


def test_there_are_enough_mutations_and_none_twice() -> None:
    names = {mutation.name for mutation in MUTATIONS}

    assert len(names) == len(MUTATIONS) >= 200


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda one: one.name)
def test_a_broken_file_is_named_with_its_line(mutation: Mutation, tmp_path: Path) -> None:
    loaded = load(mutation.publication(tmp_path))

    _well_formed(loaded)
    lines = [one.line for one in errors(loaded.problems) if one.path == mutation.file]
    assert lines
    assert mutation.line in {0, *lines}


@settings(max_examples=150)
@given(SPLICES)
def test_no_bytes_make_loading_fail(splices: list[tuple[str, float, int, bytes]]) -> None:
    files = dict(SAMPLE)
    for file, share, removed, inserted in splices:
        data = files[file]
        at = int(share * len(data))
        files[file] = data[:at] + inserted + data[at + removed :]

    _well_formed(_loaded(files))


@settings(max_examples=60)
@given(st.sampled_from(FILES), st.binary(max_size=300))
def test_a_file_of_any_bytes_is_read_or_refused(file: str, data: bytes) -> None:
    _well_formed(_loaded({**SAMPLE, file: data}))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
WORDS = (COAST / "records/gate-closing-times.json").read_text("utf-8")
FIELDS = st.sampled_from(sorted(json.loads(WORDS)["versions"][0]["resource"]))


@settings(max_examples=100)
@given(st.dictionaries(FIELDS, JSON, max_size=4))
def test_any_value_of_a_field_is_read_or_refused(changes: dict[str, Any]) -> None:
    record = json.loads(WORDS)
    record["versions"][0]["resource"] |= changes

    _well_formed(
        _loaded({**SAMPLE, "records/gate-closing-times.json": json.dumps(record).encode()})
    )


@settings(max_examples=100)
@given(st.sampled_from(("publication.yaml", "editions/2026-05-04-barriers.yaml")), st.data())
def test_any_value_of_a_yaml_field_is_read_or_refused(file: str, data: st.DataObject) -> None:
    lines = SAMPLE[file].decode().splitlines()
    at = data.draw(st.sampled_from([n for n, line in enumerate(lines) if ": " in line]))
    field = lines[at].split(": ")[0]
    lines[at] = f"{field}: {json.dumps(data.draw(JSON), ensure_ascii=data.draw(st.booleans()))}"

    _well_formed(_loaded({**SAMPLE, file: "\n".join(lines).encode("utf-8", "surrogatepass")}))


def test_the_order_in_which_files_were_written_makes_no_difference(tmp_path: Path) -> None:
    shuffled = random.Random(7)  # noqa: S311  # an order, not a secret
    loaded = []
    for turn in range(4):
        names = [f"{name}.json" for name in "abcdef"]
        shuffled.shuffle(names)
        root = tmp_path / str(turn)
        shutil.copytree(COAST, root)
        for name in names:
            record = {**json.loads(WORDS)["versions"][0]["resource"], "id": name, "extra": 1}
            (root / "records" / name).write_text(json.dumps(record), "utf-8")
        loaded.append(load(root))

    assert loaded[0].content is not None
    assert len(loaded[0].problems) == 6
    assert all(one == loaded[0] for one in loaded)
