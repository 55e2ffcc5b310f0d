"""The words of the house a template may print, in the digest's language."""

from digest.values import Frozen


class Wording(Frozen):
    """Fixed headings and labels; compose fills them from the language's message catalogue."""

    contents: str
    in_brief: str
    patterns: str
    operating_question: str
    supporting_evidence: str
    strength: str
    ledger: str
    how_to_read: str
    glossary: str
    method: str
    read_method: str
    about: str
    sources_and_versions: str
    evidence_records: str
    cross_source_patterns: str
    evidence_classes: str
    outcomes: str
    freshness: str
    researched: str
    organization: str
    geography: str
    published: str
    event: str
    source: str
    version: str
    retrieved: str
    left_out: str
    not_in_this_digest: str
    read_in: str
    cited_in: str
    do_not_claim: str
    details_for_role: str
    choose_role: str
    this_role: str
    web_edition: str
    read_on_web: str
    print_edition: str
    download_pdf: str
    page: str
    page_of: str
    unsubscribe: str
    preferences: str
    edition: str
    edition_for: str
    previous_edition: str
    skip_to_content: str
    full_record: str
    record_number: str
    pattern_number: str
    what_to_distrust: str
    end_of_digest: str

    def record(self, number: int) -> str:
        """The name of a record by its number, such as "Record 3"."""
        return self.record_number.replace("{number}", str(number))

    def pattern(self, number: int) -> str:
        """The name of a pattern by its number, such as "Pattern 2"."""
        return self.pattern_number.replace("{number}", str(number))
