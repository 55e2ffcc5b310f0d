"""A process that claims a run's mails, announces the first and waits: address and run as words."""

import os
import sys

from digest.delivery.ledger import runs
from digest.delivery.ledger.claims import claim
from digest.delivery.ledger.opening import open_ledger
from digest.delivery.ledger.outcomes import advance
from digest.delivery.ledger.owner import hold
from support.ledgers import NOW, a_gate


def main(address: str, run_id: str) -> None:
    """Hold the mails until the parent says a line or kills this process."""
    with open_ledger(address) as ledger, hold(ledger, f"child-{os.getpid()}", NOW) as owner:
        gate = a_gate(runs.get(ledger, int(run_id)))
        first, *_ = claim(owner, gate, NOW).claims
        advance(owner, gate, NOW, intent=first)
        sys.stdout.write("announced\n")
        sys.stdout.flush()
        sys.stdin.readline()


if __name__ == "__main__":
    main(*sys.argv[1:])
