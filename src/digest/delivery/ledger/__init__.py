"""What is about to happen to a mail, and what has, comes in; an account that adds up goes out."""
