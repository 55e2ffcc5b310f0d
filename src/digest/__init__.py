"""One frozen edition of evidence records comes in; a digest for every role goes out."""

__version__ = "0.1.0"
