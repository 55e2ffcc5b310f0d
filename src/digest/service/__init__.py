"""Requests of the public come in; pages, prints and what readers decided for themselves go out."""
