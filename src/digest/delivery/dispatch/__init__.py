"""An approved run and its letters come in; mails, each with its line in the ledger, go out."""
