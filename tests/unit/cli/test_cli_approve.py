"""Approving on the command line."""

import stat
from pathlib import Path

from support.approvals import whole, without_print
from support.builds import EDITION, change_role
from support.cli import digest


def _approve(here: Path, *words: str) -> list[str | Path]:
    return ["-P", here, "-o", here.parent / "output", *words]


def test_an_edition_is_approved_and_taken_back(here: Path) -> None:
    output = here.parent / "output"
    without_print(here)
    seal = whole(here, output).manifest.seal

    stale = digest(*_approve(here, "--json", "approve", EDITION, "--by", "Desk", "--seal", "0"))
    done = digest(*_approve(here, "approve", EDITION, "--by", "Desk", "--seal", seal))
    back = digest(*_approve(here, "--json", "approve", EDITION, "--by", "Desk", "--revoke"))
    again = digest(*_approve(here, "--json", "approve", EDITION, "--by", "Desk", "--revoke"))

    assert (stale.code, stale.codes) == (1, ["A003"])
    assert done.code == 0
    assert f"seal      {seal}" in done.out
    assert "audience  2 readers" in done.out
    assert (back.code, back.document["result"]["revocation"]["act"]) == (0, "revoke")
    assert (again.code, again.codes) == (1, ["D041"])
    keys = output / "ledger.keys"
    assert stat.S_IMODE(keys.stat().st_mode) == 0o600
    secret = keys.read_text(encoding="utf-8").split()[1]
    assert secret not in "".join(one.out + one.err for one in (stale, done, back, again))


def test_what_changed_since_an_approval_is_told(here: Path) -> None:
    without_print(here)
    output = here.parent / "output"
    whole(here, output)
    digest(*_approve(here, "approve", EDITION, "--by", "Desk"))
    change_role(here, "planner", intro="For planners.")
    whole(here, output)

    told = digest(*_approve(here, "status", EDITION)).out
    run = digest(*_approve(here, "--json", "status", EDITION)).document["result"]["runs"][0]

    assert (
        "the word of Desk is void: other bytes were approved; since then publication.yaml was "
        "changed\n  1 approval missing\n"
    ) in told
    assert run["approved"] is False
    ((number, undone),) = [(one["approval"], one["changes"]) for one in run["lapses"]]
    assert number == run["approvals"]["voided"][0]["approval"]["number"]
    assert [(one["kind"], one["name"]) for one in undone] == [("input", "publication.yaml")]


def test_an_approval_bears_a_name_of_one_line(here: Path) -> None:
    without_print(here)
    whole(here, here.parent / "output")
    names = ("", "Desk\n  approved by Other", "\x1b[31mDesk", "x" * 201)

    refused = [digest(*_approve(here, "--json", "approve", EDITION, "--by", one)) for one in names]
    done = digest(*_approve(here, "approve", EDITION, "--by", 'דסק "O\'Desk" 😀'))

    assert [(one.code, one.codes) for one in refused] == [(1, ["D042"])] * len(names)
    assert done.code == 0


def test_lost_keys_are_never_replaced(here: Path) -> None:
    without_print(here)
    output = here.parent / "output"
    whole(here, output)
    words = (("approve", EDITION, "--by", "Desk"), ("send", EDITION, "--yes"), ("status",))
    assert digest(*_approve(here, *words[0])).code == 0
    (output / "ledger.keys").unlink()

    refused = [digest(*_approve(here, "--json", *one)) for one in words]

    assert [(one.code, one.codes) for one in refused] == [(3, ["D033"])] * len(words)
    assert not (output / "ledger.keys").exists()


def test_nothing_is_approved_before_it_is_built(here: Path) -> None:
    done = digest(*_approve(here, "--json", "approve", EDITION, "--by", "Desk"))

    assert (done.code, done.codes) == (1, ["B003"])


def test_whose_word_is_taken_back_is_said_while_taking_back(here: Path) -> None:
    done = digest(*_approve(here, "--json", "approve", EDITION, "--by", "Desk", "--whose", "Desk"))

    assert (done.code, done.codes) == (2, ["U009"])


def test_who_takes_back_corrects_nothing(here: Path) -> None:
    words = ("approve", EDITION, "--by", "Desk", "--revoke", "--correct")

    done = digest(*_approve(here, "--json", *words))

    assert (done.code, done.codes) == (2, ["U009"])
