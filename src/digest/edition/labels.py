"""What the fields of a record are called in front of readers."""

from collections.abc import Mapping

from digest.content.records import label_of
from digest.edition.phrases import Phrases
from digest.edition.texts import line


class Labels:
    """Labels in one language: the publication's own first, then ours, then the field's name."""

    def __init__(self, own: Mapping[str, str], say: Phrases) -> None:
        self._own = own
        self._say = say
        self._ours = _ours(say)

    def label(self, field: str) -> str:
        """The label of a field by its JSON name."""
        own = line(self._own.get(field, ""))
        return own or self._ours.get(field) or self._derived(field)

    def _derived(self, field: str) -> str:
        text = line(label_of(field))
        return self._say.gettext(text) if text else field


def _ours(say: Phrases) -> dict[str, str]:
    return {
        "sledRelevance": say.gettext("Why it matters"),
        "evidence": say.gettext("Evidence"),
        "caveats": say.gettext("Limitations"),
        "unsupportedClaims": say.gettext("Do not claim"),
        "sector": say.gettext("Sector"),
        "architectureImplications": say.gettext("Architecture"),
        "governanceImplications": say.gettext("Governance"),
        "securityPrivacyImplications": say.gettext("Security and privacy"),
        "accessibilityWorkforceImplications": say.gettext("Accessibility and workforce"),
        "procurementImplications": say.gettext("Procurement"),
        "operatingModelImplications": say.gettext("Operating model"),
    }
