"""A sealed bundle and its readers come in; mail goes out, never twice knowingly, never lost."""
