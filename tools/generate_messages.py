"""Writes ``frontend/src/messages.ts``: the front end's types of all messages and of thoughts.

``python tools/generate_messages.py`` after a change of `otherminds.web.messages`; a test compares.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from otherminds.contracts import Thought
from otherminds.web.replies import Reply
from otherminds.web.requests import Request
from otherminds.web.shown import Answer, Minds, OptionValue

FILE = Path(__file__).parents[1] / "frontend" / "src" / "messages.ts"
_HEAD = """\
// What browser and server say to each other. Written by tools/generate_messages.py from the models
// in src/otherminds/web; do not edit. docs/table-protocol.md explains it.
"""
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}

Schema = dict[str, Any]


def _type(schema: Schema) -> str:
    """The TypeScript type of a JSON schema, as far as our models need one."""
    if "tsType" in schema:
        return str(schema["tsType"])
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(map(json.dumps, schema["enum"]))
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " | ".join(dict.fromkeys(map(_type, schema[several])))
    kind = schema.get("type")
    if kind == "null":
        return "null"
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(map(_type, schema['prefixItems']))}]"
        item = _type(schema["items"])
        return f"({item})[]" if " | " in item else f"{item}[]"
    if kind == "object":
        values = schema.get("additionalProperties", True)
        return f"Record<string, {'unknown' if values is True else _type(values)}>"
    return _PLAIN[kind] if kind else "unknown"


def _comment(words: str, indent: str = "") -> Iterator[str]:
    lines = [line.strip() for line in words.split("\n\n")[0].split("\n") if line.strip()]
    if not lines:
        return
    if len(lines) == 1:
        yield f"{indent}/** {lines[0]} */"
        return
    yield f"{indent}/**"
    yield from (f"{indent} * {line}" for line in lines)
    yield f"{indent} */"


def _interface(name: str, schema: Schema) -> Iterator[str]:
    yield from _comment(schema.get("description", ""))
    yield f"export interface {name} {{"
    needed = schema.get("required", ())
    for field, of in schema["properties"].items():
        yield from _comment(of.get("description", ""), "  ")
        yield f"  {field}{'' if field in needed else '?'}: {_type(of)};"
    yield "}"


def _definitions(adapter: TypeAdapter[Any], mode: Any) -> dict[str, Schema]:
    schema = adapter.json_schema(mode=mode)
    own = {schema["title"]: schema} if "properties" in schema else {}
    return {**schema.get("$defs", {}), **own}


def _union(name: str, words: str, members: list[str]) -> Iterator[str]:
    yield from _comment(words)
    yield f"export type {name} ="
    for place, member in enumerate(members):
        yield f"  | {member}{';' if place == len(members) - 1 else ''}"


def _members(adapter: TypeAdapter[Any]) -> list[str]:
    return [_type(each) for each in adapter.json_schema()["oneOf"]]


def messages() -> str:
    """The whole file."""
    requests: TypeAdapter[Any] = TypeAdapter(Request)
    replies: TypeAdapter[Any] = TypeAdapter(Reply)
    models = {
        **_definitions(TypeAdapter(Thought), "validation"),
        **_definitions(replies, "serialization"),
        **_definitions(requests, "validation"),  # what may be left out of requests, may be here
    }
    parts = ["\n".join(_interface(name, models[name])) for name in sorted(models)]
    values: dict[str, Any] = {"Minds": Minds, "OptionValue": OptionValue, "Answer": Answer}
    for name, of in values.items():
        named: TypeAdapter[Any] = TypeAdapter(of)
        parts.append(f"export type {name} = {_type(named.json_schema())};")
    parts.append(
        "\n".join(_union("Request", "Everything that a browser sends.", _members(requests)))
    )
    parts.append("\n".join(_union("Reply", "Everything that the server sends.", _members(replies))))
    return _HEAD + "\n" + "\n\n".join(parts) + "\n"


if __name__ == "__main__":
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(messages(), encoding="utf-8")
