"""Content, digests and artifacts come in; problems an author should mend go out."""
