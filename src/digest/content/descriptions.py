"""What every field of an author's files is for, in one sentence each."""

_PUBLICATION = {
    "id": "A short name of the publication.",
    "title": "The title every digest bears.",
    "publisher": "Who publishes it.",
    "language": "The main language, as a BCP 47 tag such as en-GB.",
    "languages": "Further languages that digests are made in.",
    "timezone": "The IANA time zone in which days begin, such as Europe/London.",
    "site_url": "The https address below which digests can be read.",
    "method_url": "The https address of the page that explains the method.",
    "sender": "Who the mail comes from.",
    "postal_address": "The postal address every mail shows.",
    "streams": "The lines of coverage.",
    "roles": "The kinds of readers; each gets a digest of its own.",
    "evidence_classes": "The kinds of evidence, in the order statistics show them.",
    "outcome_classes": "The kinds of outcome, in the order statistics show them.",
    "freshness": "The rules of age, from the newest to the one that takes the rest.",
    "labels": "Labels of record fields that should read otherwise than their names.",
    "paper": "The paper of the print edition; A4 unless said otherwise.",
    "theme": "What the publication sets of its own look.",
    "approvals": "Who must approve an edition before it is sent.",
    "attach_pdf": "Whether the print edition is enclosed with the mail; linked unless said so.",
}

_APPROVALS = {
    "required": "How many different people must approve; one unless said otherwise.",
    "approvers": "The names of those who may; anybody without it.",
}

_SENDER = {
    "name": "The name mail programs show.",
    "address": "The address the mail comes from.",
    "reply_to": "The address answers go to, if it is another one.",
}

_STREAM = {"id": "A short name, used by records and editions.", "title": "The title readers see."}

_ROLE = {
    "id": "A short name; the files of its digest bear it.",
    "title": "The title readers see.",
    "neutral": "Whether the digest goes without the takeaways of any role.",
    "intro": "What the digest says to these readers first.",
    "fields": "Record fields printed beside the common ones, in this order.",
    "channels": "The channels that are made for it; all of them unless said otherwise.",
    "limit": "The most records its ledger shows.",
    "when_no_takeaway": "Whether a record without a takeaway for the role is shown.",
    "attach_pdf": "Whether its mail encloses the print edition; as the publication says else.",
}

_EVIDENCE_CLASS = {
    "id": "A short name, used by records.",
    "title": "The title readers see.",
    "definition": "What the glossary says of it.",
}

_OUTCOME_CLASS = {**_EVIDENCE_CLASS, "tone": "How it sounds: good, mixed, caution or early."}

_FRESHNESS = {
    "id": "A short name.",
    "title": "The title readers see.",
    "within_days": "The most days before the edition; the last rule has none and takes the rest.",
    "badge": "What a badge says instead of the title; {month} is filled in.",
}

_LOOK = {
    "accent": "The one colour beside ink and greys, as #rrggbb.",
    "logo": "The path of a picture, from the publication's folder.",
    "cover": "Whether print begins with a page for its title alone.",
}

_EDITION = {
    "id": "The name of the edition and of its file.",
    "stream": "The stream it belongs to.",
    "title": "The title readers see.",
    "dated": "The day the research was completed.",
    "previous": "The id of the edition before it in the stream.",
    "summary": "The edition in a few sentences.",
    "preheader": "What mail programs show beside the subject.",
    "subject": "The subject of the mail, if it is not the title.",
    "records": "The ids of the records, in the order of the ledger.",
    "patterns": "What several records support together.",
    "waive": "The warnings somebody answers for, each with the reason.",
}

_WAIVER = {
    "code": "The code of the warning, such as E001.",
    "at": "What it is about: the id of a record or pattern, or a field such as /summary.",
    "target": "The fingerprint that the warning tells; without it nothing is waived.",
    "reason": "Why the warning may stand; it is shown from now on.",
}

_PATTERN = {
    "id": "A short name.",
    "title": "The pattern in one line.",
    "summary": "What the records say together.",
    "question": "The question a reader can ask in their own house.",
    "evidence": "The ids of the records that support it, from at least two sources.",
}

_RECORD = {
    "id": "The id, the same in every version.",
    "title": "The headline of the finding.",
    "organization": "Who stands behind the source.",
    "sector": "The field the organization works in.",
    "geography": "Where the finding holds.",
    "publishedAt": "When the source was published, as a date or a time.",
    "publicationDate": "The day the source was published.",
    "eventDate": "The day it tells of; it may lie ahead.",
    "sourceName": "Who published the source.",
    "sourceLabel": "What to call the source.",
    "sourceUrl": "Where the source can be read.",
    "evidenceClass": "The kind of evidence, one of the publication's.",
    "outcomeClass": "The kind of outcome, one of the publication's.",
    "topics": "What it is about.",
    "streamIds": "The streams it belongs to.",
    "finding": "What the source found.",
    "sledRelevance": "Why it matters to the readers.",
    "evidence": "What the finding rests on.",
    "caveats": "What limits it.",
    "architectureImplications": "What it means for architecture.",
    "governanceImplications": "What it means for governance.",
    "securityPrivacyImplications": "What it means for security and privacy.",
    "accessibilityWorkforceImplications": "What it means for accessibility and staff.",
    "procurementImplications": "What it means for procurement.",
    "operatingModelImplications": "What it means for the operating model.",
    "roles": "What it means for each role, by the role's id.",
    "roleDetails": "Further texts for each role, by the role's id and the field's name.",
    "retrievedAt": "When the source was retrieved.",
    "enrichedAt": "When the record was completed.",
    "enrichmentBasis": "What it was completed from.",
    "sourceVerification": "How the source was verified, in any form.",
}

#: By the name of the model and the name its file uses.
DESCRIPTIONS: dict[str, dict[str, str]] = {
    "Publication": _PUBLICATION,
    "Sender": _SENDER,
    "Stream": _STREAM,
    "Role": _ROLE,
    "EvidenceClass": _EVIDENCE_CLASS,
    "OutcomeClass": _OUTCOME_CLASS,
    "Freshness": _FRESHNESS,
    "Look": _LOOK,
    "Approvals": _APPROVALS,
    "Edition": _EDITION,
    "Pattern": _PATTERN,
    "Waiver": _WAIVER,
    "Record": _RECORD,
}
