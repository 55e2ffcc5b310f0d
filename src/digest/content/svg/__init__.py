"""Anybody's drawing comes in; shapes and colours go out, written anew, or else every flaw."""
