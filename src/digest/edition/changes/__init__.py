"""The digests of two sides come in; what changed between them, in values, goes out."""
