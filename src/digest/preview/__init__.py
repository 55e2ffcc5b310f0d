"""An author's files and every change of them come in; the editors' desk goes out, on loopback."""
