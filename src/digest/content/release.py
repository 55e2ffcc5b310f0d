"""Checks what a publication says of its release: who approves it, and what mail encloses."""

from typing import Any

from digest.content.drafts import Draft, tell_twice
from digest.content.publication import Publication


def check_release(draft: Draft[Publication]) -> None:
    """Say what cannot be fulfilled: more approvals than approvers, print that is not made."""
    rule = _part(draft, "approvals")
    if rule is not None:
        _check_approvals(rule)
    for role in draft.parts("roles"):
        _check_enclosure(role)


def _part(draft: Draft[Publication], name: str) -> Draft[Any] | None:
    raw = draft.raw.get(name)
    return Draft(draft.place.below(name), raw) if isinstance(raw, dict) else None


def _check_approvals(rule: Draft[Any]) -> None:
    names = rule.texts("approvers")
    tell_twice(((place, " ".join(name.casefold().split())) for place, name in names), "the name")
    if rule.is_empty_list("approvers"):
        hint = "name somebody, or remove `approvers` to let anybody approve"
        rule.place.below("approvers").fault("C054", "`approvers` is empty", hint)
    required = rule.raw.get("required")
    if names and isinstance(required, int) and required > len(names):
        message = f"{required} people must approve, but only {len(names)} may"
        rule.place.below("required").fault("C065", message, "name more, or ask for fewer")


def _check_enclosure(role: Draft[Any]) -> None:
    channels = [word for _, word in role.texts("channels")]
    if role.raw.get("attach_pdf") is True and channels and "pdf" not in channels:
        message = "the mail is to enclose a print edition that is not made"
        hint = "add `pdf` to its `channels`, or remove `attach_pdf`"
        role.place.below("attach_pdf").fault("C066", message, hint)
