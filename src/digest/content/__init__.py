"""The files an author writes come in; a checked publication, its records and editions go out."""
