"""A Digest and a theme come in; the artifacts of every channel go out."""
