"""Keys come from a file that nobody else can read, and are added to, never replaced."""

import stat
from pathlib import Path

import pytest

from digest.delivery.identity import Key
from digest.delivery.keys import create, keyring, parse, rotate
from digest.problems import DigestError

FIRST = Key(id="k1", secret=bytes(range(32)))
SECOND = Key(id="k2", secret=bytes(range(32, 64)))


def test_a_file_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "keys"

    made = create(path, FIRST)

    assert keyring(path) == made
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_file_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    create(path, FIRST)

    with pytest.raises(DigestError, match="D032"):
        create(path, SECOND)

    assert keyring(path).current == FIRST


def test_a_new_key_comes_first_and_the_old_one_stays(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    create(path, FIRST)

    assert rotate(path, SECOND).keys == (SECOND, FIRST)
    assert keyring(path).keys == (SECOND, FIRST)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [one.name for one in tmp_path.iterdir()] == ["keys"]


def test_a_key_id_is_used_once(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    create(path, FIRST)

    with pytest.raises(DigestError, match="D031"):
        rotate(path, Key(id="k1", secret=bytes(32)))


def test_a_file_that_others_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    create(path, FIRST)
    path.chmod(0o640)

    with pytest.raises(DigestError, match="D104"):
        keyring(path)


def test_keys_may_come_from_the_environment() -> None:
    text = f" k2  {'ab' * 16} ,k1 {'CD' * 16}\n"

    assert [key.id for key in parse(text).keys] == ["k2", "k1"]


@pytest.mark.parametrize(
    "text", ["", "k1", "k1 geheim", f"k1 {'ab' * 15}", f"k1 {'ab' * 16}\nk1 {'cd' * 16}", "a b c"]
)
def test_what_is_no_key_is_not_repeated(text: str) -> None:
    with pytest.raises(DigestError, match="D031") as error:
        parse(text)

    assert "geheim" not in str(error.value)
    assert error.value.__cause__ is None


def test_keys_that_are_gone_are_to_be_put_back(tmp_path: Path) -> None:
    path = tmp_path / "keys"
    path.touch(0o600)

    with pytest.raises(DigestError, match="D103") as error:
        keyring(path)

    assert "put its keys back" in (error.value.problems[0].hint or "")
