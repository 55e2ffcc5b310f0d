"""A digest's own data as the bytes of its JSON file, the same wherever they are kept."""

import json

from digest.edition.view import Digest


def data(digest: Digest) -> bytes:
    """The digest as indented JSON in UTF-8, ended by a line feed."""
    text = json.dumps(digest.model_dump(mode="json"), ensure_ascii=False, indent=2)
    return f"{text}\n".encode()
