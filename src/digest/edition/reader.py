"""What is known of a reader only when a mail is posted, and the samples that keep its place."""

from enum import StrEnum


class Sample(StrEnum):
    """The values of a sample mail; each stands for one reader's own value and nothing else.

    A mail is rendered once with these values. They are plain ASCII without a character that
    HTML, MJML or a header would have to escape, so they arrive in the artifacts as they stand
    here and can be replaced by each reader's own. No text of a publication may contain one.
    """

    NAME = "Reader Q. Sample"
    UNSUBSCRIBE = "https://example.org/readers/sample/unsubscribe"
    PREFERENCES = "https://example.org/readers/sample/preferences"
