"""Report failures to Sentry: the place in the code and the kind of error, without any data.

The message of an exception can contain a code or a name. A query can contain the history of a game,
and a local variable can contain the secret. So this module lists the fields to send, not the fields
to remove.
"""

from __future__ import annotations

from typing import Any

import sentry_sdk
from sentry_sdk.integrations.django import DjangoIntegration

SENT_TO_SENTRY = ("event_id", "timestamp", "platform", "level", "environment", "transaction", "sdk")
OF_AN_EXCEPTION = ("type", "module", "stacktrace")


def tell_sentry(dsn: str, **more: Any) -> None:
    """Send failures of this process to a project in Sentry."""
    sentry_sdk.init(
        dsn=dsn,
        integrations=[DjangoIntegration(transaction_style="url")],
        auto_enabling_integrations=False,
        # ``send_default_pii`` is not set, because it is off by default and deprecated.
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        auto_session_tracking=False,
        send_client_reports=False,
        traces_sample_rate=None,
        before_send=pick_fields,
        **more,
    )


def pick_fields(event: Any, hint: dict[str, Any]) -> Any:
    """Return the fields of an event that may be sent; None if the event has no exception."""
    raised = event.get("exception", {}).get("values", [])
    if not raised:
        return None
    kinds = [{key: one[key] for key in OF_AN_EXCEPTION if key in one} for one in raised]
    return {key: event[key] for key in SENT_TO_SENTRY if key in event} | {
        "exception": {"values": kinds}
    }
