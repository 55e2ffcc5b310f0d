"""A publication folder and a wish come in; what the verb promises goes out."""
