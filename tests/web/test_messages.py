"""The messages: what is refused, and that the front end has the same types."""

import json

import pytest

from otherminds.contracts import FormatError
from otherminds.web.messages import read_reply, read_request
from otherminds.web.replies import Refused
from tools import generate_messages


def test_the_front_end_has_these_messages() -> None:
    written = generate_messages.FILE.read_text(encoding="utf-8")
    assert written == generate_messages.messages(), "run: python tools/generate_messages.py"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Invalid JSON"),
        ("[1]", "object"),
        ('{"type": "nothing"}', "does not match any of the expected tags"),
        ('{"turn": 1}', "discriminator"),
        ('{"type": "act", "turn": "1", "action": 2}', "act, turn: Input should be a valid integer"),
        ('{"type": "act", "turn": 1, "action": 1e400}', "act, action"),
        ('{"type": "act", "turn": 1, "action": 2, "token": "x"}', "act, token: Extra inputs"),
        ('{"type": "join", "token": "' + "x" * 81 + '"}', "at most 80 characters"),
        ('{"type": "look_at", "turn": 1, "moves": ' + json.dumps([1] * 501) + "}", "at most 500"),
        ('{"type": "set_pace", "seconds": NaN}', "set_pace, seconds"),
    ],
)
def test_what_is_no_message_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(FormatError, match=sentence) as raised:
        read_request(text)
    assert str(raised.value).endswith(".")
    assert len(str(raised.value)) < 600


def test_what_the_server_writes_can_be_read() -> None:
    told = Refused(request=4, sentence="It is not your turn.")
    assert read_reply(told.model_dump_json()) == told
