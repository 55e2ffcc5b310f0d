"""Words on a command line come in; results, problems and an exit code go out."""
