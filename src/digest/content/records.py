"""One finding of one source, with its class, outcome and limits."""

import re
from datetime import date, datetime
from typing import Annotated, Any

from pydantic import ConfigDict, Field
from pydantic.alias_generators import to_camel

from digest.content.formats import DERIVED, Line, RecordId, Ref, Text, WebUrl
from digest.values import Frozen

#: What a detail of a role holds: one text or a list of them.
DetailText = Text | tuple[Text, ...]

#: The detail that warns readers instead of advising them.
UNSUPPORTED_CLAIMS = "unsupportedClaims"


class Record(Frozen):
    """The version of a record that counts; the JSON spells the fields in camelCase.

    All text is plain text. `roles` maps a role id to its takeaway, `role_details` a role id to
    named details. `version` names the version this record is, `versions` all there were.
    """

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    id: RecordId
    title: Line
    organization: Line
    sector: Line | None = None
    geography: Line | None = None
    published_at: date | datetime | None = None
    publication_date: date
    event_date: date | None = None
    source_name: Line | None = None
    source_label: Line | None = None
    source_url: WebUrl
    evidence_class: Ref
    outcome_class: Ref
    topics: tuple[Line, ...] = ()
    stream_ids: tuple[Ref, ...] = ()
    finding: Text
    sled_relevance: Text | None = None
    evidence: Text | None = None
    caveats: Text
    architecture_implications: Text | None = None
    governance_implications: Text | None = None
    security_privacy_implications: Text | None = None
    accessibility_workforce_implications: Text | None = None
    procurement_implications: Text | None = None
    operating_model_implications: Text | None = None
    roles: dict[Ref, Text] = Field(default_factory=dict)
    role_details: dict[Ref, dict[Line, DetailText]] = Field(default_factory=dict)
    retrieved_at: datetime | None = None
    enriched_at: datetime | None = None
    enrichment_basis: Text | None = None
    source_verification: dict[str, Any] = Field(default_factory=dict)
    version: Annotated[str, DERIVED] = ""
    versions: Annotated[tuple[str, ...], DERIVED] = ()

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
