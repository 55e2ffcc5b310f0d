"""The words of the house a template may print, in the digest's language."""

from digest.values import Frozen


class Wording(Frozen):
    """Fixed headings and labels; compose fills them from the language's message catalogue.

    `language` is theirs: English where the digest's language has no catalogue. Words that name
    the role have it filled in; `{...}` is left where only a template knows more.
    """

    #: The language these words are in.
    language: str
    #: Heading of the list of what follows.
    contents: str
    #: Heading of the summary.
    in_brief: str
    #: Heading of the patterns.
    patterns: str
    #: Label of the question a pattern ends in.
    operating_question: str
    #: Label of a pattern's references.
    supporting_evidence: str
    #: Label of a pattern's strength.
    strength: str
    #: Heading of the entries.
    ledger: str
    #: Heading of the reading notes.
    how_to_read: str
    #: Heading of the terms.
    glossary: str
    #: Label of the link to the research method.
    method: str
    #: Text of that link.
    read_method: str
    #: Heading of what is said about the digest itself.
    about: str
    #: Heading of sources and provenance.
    sources_and_versions: str
    #: Label of the number of records.
    evidence_records: str
    #: Label of the number of patterns.
    cross_source_patterns: str
    #: Label of the tallies of evidence classes.
    evidence_classes: str
    #: Label of the tallies of outcomes.
    outcomes: str
    #: Label of the tallies of freshness.
    freshness: str
    #: Label of the day research was completed.
    researched: str
    #: Label of an entry's organization.
    organization: str
    #: Label of an entry's geography.
    geography: str
    #: Label of the day of publication.
    published: str
    #: Label of the day of the event.
    event: str
    #: Label of the source.
    source: str
    #: Label of the record's version.
    version: str
    #: Label of the day of retrieval.
    retrieved: str
    #: Heading of the omissions.
    left_out: str
    #: Mark of a reference whose target is left out.
    not_in_this_digest: str
    #: Label of a reference's `where`, such as the Executive edition.
    read_in: str
    #: Label of the patterns that cite an entry.
    cited_in: str
    #: Label of a warning.
    do_not_claim: str
    #: Heading of an entry's details, the role filled in.
    details_for_role: str
    #: Label of the row of roles.
    choose_role: str
    #: Mark of the current role in that row.
    this_role: str
    #: Name of the web page.
    web_edition: str
    #: Text of the link to it.
    read_on_web: str
    #: Name of the PDF.
    print_edition: str
    #: Text of the link to the PDF.
    download_pdf: str
    #: Before a page number.
    page: str
    #: Holds {page} and {pages} for the printer to fill.
    page_of: str
    #: Text of the link that ends the mail.
    unsubscribe: str
    #: Text of the link that changes it.
    preferences: str
    #: Label of the edition's id or date.
    edition: str
    #: Name of this digest by its role, the role filled in.
    edition_for: str
    #: Label of the edition before.
    previous_edition: str
    #: Text of the link past the masthead.
    skip_to_content: str
    #: Label of the finding.
    finding: str
    #: Heading of an entry's proof, or text of a link to it.
    full_record: str
    #: Holds {number}; `record` fills it.
    record_number: str
    #: Holds {number}; `pattern` fills it.
    pattern_number: str
    #: Holds {label} and {value}; `fact` fills it.
    labelled: str
    #: Label of a pattern's cautions.
    what_to_distrust: str
    #: Heading of the cautions about the whole edition.
    distrust: str
    #: Last line of a text that scrolls.
    end_of_digest: str
    #: Over entries a mail shortens; holds {count}, {total} and {where} for the mail to fill.
    shortened: str
    #: Over entries a mail only names; likewise.
    named_only: str
    #: The same where no entry is shortened.
    only_named: str
    #: Under it, where titles are cut; holds {limit} for the mail to fill.
    titles_cut: str
    #: Behind the last name, where others are left out; holds {first}, {last} and the three above.
    rest_elsewhere: str

    def record(self, number: int) -> str:
        """The name of a record by its number, such as "Record 3"."""
        return self.record_number.replace("{number}", str(number))

    def pattern(self, number: int) -> str:
        """The name of a pattern by its number, such as "Pattern 2"."""
        return self.pattern_number.replace("{number}", str(number))

    def fact(self, label: str, value: object = "") -> str:
        """A label and what it stands before on one line, such as "Version: 2"."""
        return self.labelled.format(label=label, value=value)
