"""Artifacts come in; a sealed bundle on disk goes out, whole or not at all."""
