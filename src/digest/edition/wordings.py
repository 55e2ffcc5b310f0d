"""The house's fixed words, filled for one language and one role."""

from digest.edition.phrases import Phrases
from digest.edition.wording import Wording


def wording(say: Phrases, role: str) -> Wording:
    """All fixed headings and labels; `role` is the title of the role the digest is for."""
    return Wording(
        language=say.words_language,
        contents=say.gettext("Contents"),
        in_brief=say.gettext("In brief"),
        patterns=say.gettext("Patterns across the records"),
        operating_question=say.gettext("Operating question"),
        supporting_evidence=say.gettext("Supporting evidence"),
        strength=say.gettext("What it rests on"),
        ledger=say.gettext("Evidence ledger"),
        how_to_read=say.gettext("How to read this digest"),
        glossary=say.gettext("Terms in this digest"),
        method=say.gettext("Method"),
        read_method=say.gettext("Read the full method"),
        about=say.gettext("About this digest"),
        sources_and_versions=say.gettext("Sources and versions"),
        evidence_records=say.gettext("Evidence records"),
        cross_source_patterns=say.gettext("Cross-source patterns"),
        evidence_classes=say.gettext("Evidence classes"),
        outcomes=say.gettext("Outcomes"),
        freshness=say.gettext("Freshness"),
        researched=say.gettext("Research completed"),
        organization=say.gettext("Organization"),
        geography=say.gettext("Geography"),
        published=say.gettext("Published"),
        event=say.gettext("Event"),
        source=say.gettext("Source"),
        version=say.gettext("Version"),
        retrieved=say.gettext("Retrieved"),
        left_out=say.gettext("Left out of this digest"),
        not_in_this_digest=say.gettext("Not in this digest"),
        read_in=say.gettext("Where to read it"),
        cited_in=say.gettext("Cited in"),
        do_not_claim=say.gettext("Do not claim"),
        details_for_role=say.gettext("More for {role}", role=role),
        choose_role=say.gettext("Choose a role"),
        this_role=say.gettext("this digest"),
        web_edition=say.gettext("Web edition"),
        read_on_web=say.gettext("Read it on the web"),
        print_edition=say.gettext("Print edition"),
        download_pdf=say.gettext("Download the PDF"),
        page=say.gettext("Page"),
        page_of=say.gettext("Page {page} of {pages}"),
        unsubscribe=say.gettext("Unsubscribe"),
        preferences=say.gettext("Change what you receive"),
        edition=say.gettext("Edition"),
        edition_for=say.gettext("{role} edition", role=role),
        previous_edition=say.gettext("Previous edition"),
        skip_to_content=say.gettext("Skip to the content"),
        finding=say.gettext("Finding"),
        full_record=say.gettext("Full record"),
        record_number=say.gettext("Record {number}"),
        pattern_number=say.gettext("Pattern {number}"),
        labelled=say.gettext("{label}: {value}"),
        what_to_distrust=say.gettext("What weakens it"),
        distrust=say.gettext("What to distrust"),
        end_of_digest=say.gettext("End of the digest"),
        shortened=say.gettext(
            "Shortened from here, so that mail programs do not cut this mail off: "
            "{count} of {total} records. In full: {where}."
        ),
        named_only=say.gettext(
            "Only named from here, for the same reason: {count} of {total} records. "
            "Their findings and limits: {where}."
        ),
        only_named=say.gettext(
            "Only named, so that mail programs do not cut this mail off: {count} of {total} "
            "records. Their findings and limits: {where}."
        ),
        titles_cut=say.gettext("Titles longer than {limit} characters are cut."),
        rest_elsewhere=say.gettext(
            "Not even named, for the same reason: records {first} to {last}, {count} of {total}. "
            "They stand here: {where}."
        ),
    )
