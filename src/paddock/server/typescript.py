"""The page's types and the rooms' English sentences, made of the service's own and the rooms'.

`python -m paddock.server.typescript > web/src/wire.ts`
"""

import json
import re
import typing
from typing import Any

import msgspec

from paddock.games import games
from paddock.server import acts, wire
from paddock.server.entries import Settings

HEADER = "// Made by `python -m paddock.server.typescript` from the service's own types. Do not edit.\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def wire_types() -> list[type]:
    """Every struct that goes over the wire, and the settings inside them."""
    kinds = (wire.Wire, wire.Asked, acts.Act)
    named = {**vars(wire), **vars(acts)}
    found = [kind for kind in named.values() if isinstance(kind, type) and issubclass(kind, kinds)]
    return [kind for kind in found if kind not in kinds]


def view_type(game_view: Any) -> type:
    """What a room's `view` returns."""
    shown: type = typing.get_type_hints(game_view)["return"]
    return shown


def typescript() -> str:
    """All types as one module; each game's view in a namespace of its own."""
    parts = [HEADER, declared(wire_types())]
    every = " | ".join(kind.__name__ for kind in typing.get_args(acts.AnyAct))
    parts.append(f"/** Anything that can be done at a table. */\nexport type AnyAct = {every};\n")
    told = "Welcome | Update | Company | Refused"
    parts.append(f"/** Anything that comes down a table's socket. */\nexport type Message = {told};\n")
    agreed = msgspec.json.encode(msgspec.structs.asdict(Settings())).decode()
    parts.append(
        f"/** Settings as they are unless somebody changed them; what is as here is not sent. */\n"
        f"export const SETTINGS: Required<Settings> = {agreed};\n"
    )
    sentences = {room.id: dict(room.speech.sentences) for room in games()}
    parts.append(
        "/** What scores count and what the coach says, by game, in English. */\n"
        f"export const sentences = {json.dumps(sentences, indent=2, ensure_ascii=False)};\n"
    )
    for room in games():
        inner = declared([view_type(room.view)])
        parts.append(f"/** {room.facts.title} */\nexport namespace {room.id} {{\n{indented(inner)}}}\n")
    return "\n".join(parts)


def declared(kinds: list[type]) -> str:
    return "\n".join(declarations(kinds).values())


def declarations(kinds: list[type] | None = None) -> dict[str, str]:
    """Types by their names, with all that they are made of; without being told which, all that go over the wire."""
    _, components = msgspec.json.schema_components(wire_types() if kinds is None else kinds, ref_template="{name}")
    return {name: interface(name, schema) for name, schema in sorted(components.items())}


def interface(name: str, schema: dict[str, Any]) -> str:
    lines = [f"/** {sentence(schema['description'])} */"] if schema.get("description") else []
    if "properties" not in schema:
        return "\n".join([*lines, f"export type {name} = {spelled(schema)};", ""])
    lines.append(f"export interface {name} {{")
    required = set(schema.get("required", []))
    for field, inner in schema["properties"].items():
        lines.append(f"  {field}{'' if field in required else '?'}: {spelled(inner)};")
    return "\n".join([*lines, "}", ""])


def sentence(text: str) -> str:
    """A docstring's first paragraph on one line."""
    return re.sub(r"\s+", " ", text.split("\n\n")[0]).strip()


def spelled(schema: dict[str, Any]) -> str:
    """A JSON schema in TypeScript.

    >>> spelled({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}})
    '(number | null)[]'
    """
    if "$ref" in schema:
        return str(schema["$ref"])
    if "enum" in schema:
        return " | ".join(f'"{word}"' if isinstance(word, str) else str(word) for word in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(spelled(one) for one in schema["anyOf"]))
    kind = schema.get("type")
    if kind == "array":
        inner = spelled(schema["items"]) if isinstance(schema.get("items"), dict) else "unknown"
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if kind == "object":
        values = schema.get("additionalProperties")
        return f"Record<string, {spelled(values) if isinstance(values, dict) else 'unknown'}>"
    return PLAIN.get(str(kind), "unknown")


def indented(text: str) -> str:
    return "".join(f"  {line}\n" if line else "\n" for line in text.rstrip("\n").split("\n"))


if __name__ == "__main__":
    print(typescript(), end="")
