"""The HTML of finished mails comes in; what the mail programs of its readers lack comes out."""
