"""Checked content comes in; one frozen Digest per role and language goes out."""
