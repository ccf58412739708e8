"""Everything that is sent between browser and server: one JSON text per message.

A message is an object whose ``type`` says which of the models it is. `requests` has what browsers
send, `replies` what the server sends, `shown` what both are made of. The front end's types are made
of the same models by ``tools/generate_messages.py``.
"""

from __future__ import annotations

from pydantic import TypeAdapter, ValidationError

from otherminds.contracts import FormatError
from otherminds.web.replies import Reply
from otherminds.web.requests import Request

__all__ = ["LONGEST", "read_reply", "read_request"]

LONGEST = 64 * 1024
"""Bytes that a message of a browser may have."""

_requests: TypeAdapter[Request] = TypeAdapter(Request)
_replies: TypeAdapter[Reply] = TypeAdapter(Reply)


def read_request(text: str | bytes) -> Request:
    """The message that a browser sent.

    Raises:
        FormatError: it is none; the sentence says what is wrong with it.

    Examples:
        >>> read_request('{"type": "act", "turn": 3, "action": 17}').action
        17
        >>> read_request('{"type": "act", "turn": -1, "action": 17}')
        Traceback (most recent call last):
        ...
        otherminds.contracts.errors.FormatError: act, turn: Input should be greater than or equal \
to 0.
    """
    try:
        return _requests.validate_json(text, strict=True)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ", ".join(str(part) for part in first["loc"])[:200]
        message = first["msg"][:300].rstrip(".")
        raise FormatError(f"{place}: {message}." if place else f"{message}.") from error


def read_reply(text: str | bytes) -> Reply:
    """The message that the server sent; for programs that play through it."""
    return _replies.validate_json(text)
