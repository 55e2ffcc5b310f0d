"""An approved mail comes in once, each reader's own mail goes out as a join of bytes."""
