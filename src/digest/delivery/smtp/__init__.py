"""An envelope and a mail come in, one of the few outcomes that matter goes out; by SMTP."""
