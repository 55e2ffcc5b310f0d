"""A whole bundle of the sample, made in no time, and accounts to approve it in."""

from datetime import UTC, datetime
from pathlib import Path
from shutil import copytree

from digest.delivery.identity import Key, Keyring
from digest.delivery.ledger.opening import open_ledger
from digest.press.accounts import Accounts
from digest.press.approve import Approved, Wish, approve, candidate
from digest.press.build import Built
from support.builds import EDITION, built, change
from support.samples import COAST

NOW = datetime(2026, 5, 5, 8, 0, tzinfo=UTC)
KEYS = Keyring(keys=(Key(id="k1", secret=b"0123456789abcdef"),))


def without_print(root: Path) -> None:
    """Publish every role in all channels but print: a whole bundle is then soon made."""

    def narrowed(data: dict[str, list[dict[str, object]]]) -> None:
        for role in data["roles"]:
            role["channels"] = ["email", "text", "web"]

    change(root, narrowed)


def made_once(folder: Path) -> Path:
    """A publication and its bundle side by side, to copy for each test; the folder of both."""
    copytree(COAST, folder / "coast")
    without_print(folder / "coast")
    whole(folder / "coast", folder / "output")
    return folder


def whole(root: Path, output: Path) -> Built:
    """A bundle that may be approved."""
    return built(root, output, channels=())


def accounts(folder: Path) -> Accounts:
    """A ledger in that folder; close it."""
    return Accounts(open_ledger("sqlite:///ledger.sqlite3", base=folder), KEYS)


def approved(
    root: Path, output: Path, book: Accounts, name: str, seal: str | None = None
) -> Approved:
    """Somebody's approval of the sample."""
    wish = Wish(EDITION, name, seal=seal)
    return approve(candidate(root, output, wish), output, book, wish, NOW)
