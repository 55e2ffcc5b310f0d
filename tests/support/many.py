"""Publications of any number of records, for tests of length and speed."""

from digest.content.corpus import Content
from digest.content.editions import Edition


def many(content: Content, count: int) -> tuple[Content, Edition]:
    """The content's newest edition with `count` records: its own, over and over, renamed."""
    edition = content.newest()
    originals = [content.records[one] for one in edition.records]
    records = [
        originals[number % len(originals)].model_copy(
            update={
                "id": f"{originals[number % len(originals)].id}-{number}",
                "title": f"{originals[number % len(originals)].title} ({number})",
                "source_url": f"https://source.example.org/{number}",
            }
        )
        for number in range(count)
    ]
    longer = edition.model_copy(
        update={"records": tuple(one.id for one in records), "patterns": ()}
    )
    return content.model_copy(
        update={
            "records": {one.id: one for one in records},
            "editions": {longer.id: longer},
        }
    ), longer
