"""From what happened in which phase to an outcome: the whole table of SMTP's ends."""

from digest.delivery.outcomes import Connection, Outcome, Pace, Phase, Row
from digest.delivery.smtp.replies import Reply
from digest.delivery.statuses import is_dead

SHUTTING_DOWN = 421
TOO_LARGE = "5.3.4"


def refused(phase: Phase, reply: Reply) -> Outcome:
    """The outcome of a refusal in a mail's transaction: MAIL, RCPT, DATA or the final dot."""
    if reply.code == SHUTTING_DOWN:
        return _shutting_down(phase, reply)
    if reply.code < 500:
        return _said(phase, reply, Row.DEFERRED, Connection.RESET, reason="refused for now")
    if phase is Phase.MAIL:
        return _said(
            phase,
            reply,
            Row.UNTRIED,
            Connection.RESET,
            reason="the server refuses the sender",
        ).model_copy(update={"send": Pace.PAUSE})
    dead = is_dead(reply.enhanced)
    reason = "the mailbox does not exist" if dead else "refused for good"
    found = _said(phase, reply, Row.FAILED, Connection.RESET, reason=reason)
    return found.model_copy(update={"suppress": dead, "policy": not dead})


def accepted(reply: Reply) -> Outcome:
    """The outcome of a mail the server has taken."""
    return _said(Phase.DOT, reply, Row.SENT, Connection.KEEP, reason="")


def lost(phase: Phase, reason: str) -> Outcome:
    """The outcome when the connection ended, or what came was no reply.

    From the dot on nobody can know; before it the mail cannot have been taken.
    """
    if phase is Phase.DOT:
        row, at_once = Row.AMBIGUOUS, False
    else:
        row, at_once = Row.DEFERRED, True
    return Outcome(
        row=row, connection=Connection.DROP, phase=phase, reason=reason, at_once=at_once
    )


def unfit(reason: str, *, enhanced: str | None = None, policy: bool = False) -> Outcome:
    """The outcome of a mail this server cannot take, which it was not even asked to."""
    return Outcome(
        row=Row.FAILED,
        connection=Connection.KEEP,
        phase=Phase.MAIL,
        enhanced=enhanced,
        reason=reason,
        policy=policy,
    )


def closed(phase: Phase, reason: str, reply: Reply | None = None, *, stop: bool) -> Outcome:
    """The outcome when no session comes about; no mail was tried. `stop` asks for a human."""
    return Outcome(
        row=Row.UNTRIED,
        connection=Connection.DROP,
        send=Pace.PAUSE if stop else Pace.BACK_OFF,
        phase=phase,
        code=reply.code if reply else None,
        enhanced=reply.enhanced if reply else None,
        reply=reply.text if reply else "",
        reason=reason,
    )


def _shutting_down(phase: Phase, reply: Reply) -> Outcome:
    """The server ends the connection; after the dot the mail counts as not accepted."""
    reason = "the server is closing the connection"
    found = _said(phase, reply, Row.DEFERRED, Connection.DROP, reason=reason)
    return found.model_copy(update={"doubtful": phase is Phase.DOT})


def _said(phase: Phase, reply: Reply, row: Row, connection: Connection, *, reason: str) -> Outcome:
    return Outcome(
        row=row,
        connection=connection,
        phase=phase,
        code=reply.code,
        enhanced=reply.enhanced,
        reply=reply.text,
        reason=reason,
    )
