"""One finding of one source, with its class, outcome and limits."""

import re
from datetime import date, datetime
from typing import Any

from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel

from digest.values import Frozen

#: What a detail of a role holds: one text or a list of them.
DetailText = str | tuple[str, ...]

#: The detail that warns readers instead of advising them.
UNSUPPORTED_CLAIMS = "unsupportedClaims"


class Record(Frozen):
    """The version of a record that counts; the JSON spells the fields in camelCase.

    All text is plain text. `roles` maps a role id to its takeaway, `role_details` a role id to
    named details. `version` names the version this record is, `versions` all there were.
    """

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    id: str
    title: str
    organization: str
    sector: str | None = None
    geography: str | None = None
    published_at: date | datetime | None = None
    publication_date: date
    event_date: date | None = None
    source_name: str | None = None
    source_label: str | None = None
    source_url: str
    evidence_class: str
    outcome_class: str
    topics: tuple[str, ...] = ()
    stream_ids: tuple[str, ...] = ()
    finding: str
    sled_relevance: str | None = None
    evidence: str | None = None
    caveats: str
    architecture_implications: str | None = None
    governance_implications: str | None = None
    security_privacy_implications: str | None = None
    accessibility_workforce_implications: str | None = None
    procurement_implications: str | None = None
    operating_model_implications: str | None = None
    roles: dict[str, str] = Field(default_factory=dict)
    role_details: dict[str, dict[str, DetailText]] = Field(default_factory=dict)
    retrieved_at: datetime | None = None
    enriched_at: datetime | None = None
    enrichment_basis: str | None = None
    source_verification: dict[str, Any] = Field(default_factory=dict)
    version: str = ""
    versions: tuple[str, ...] = ()

    def text(self, field: str) -> str | None:
        """The text of a field by its JSON name, such as `architectureImplications`, or None."""
        value = getattr(self, snake(field), None)
        return value if isinstance(value, str) and value else None


#: The fields a role may ask for beside the common ones, by their JSON names, in document order.
ROLE_FIELDS: tuple[str, ...] = (
    "sector",
    "architectureImplications",
    "governanceImplications",
    "securityPrivacyImplications",
    "accessibilityWorkforceImplications",
    "procurementImplications",
    "operatingModelImplications",
)


def snake(field: str) -> str:
    """The Python name of a JSON field: `sourceUrl` becomes `source_url`."""
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", field).lower()


def label_of(field: str) -> str:
    """The label a field name says by itself: `discoveryQuestions` is "Discovery questions"."""
    words = snake(field).replace("_", " ").replace("-", " ").strip()
    return words[:1].upper() + words[1:]
