"""The API reference as an HTML page, generated from the OpenAPI document and the wire types."""

import html
import re
from typing import Any, Final

from paddock.server.page.typescript import declarations, spelled

STYLE: Final = """
:root { color-scheme: light dark; --ink: #23331f; --paper: #fbf7ec; --line: #d9cfb4; --leaf: #3d6b35; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9e4d4; --paper: #1d231b; --line: #465041; --leaf: #9fce8f; } }
body { margin: 0 auto; padding: 1.5rem; max-width: 58rem; font: 1rem/1.55 system-ui, sans-serif; }
body { color: var(--ink); background: var(--paper); }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2.5rem; border-bottom: 2px solid var(--line); }
h3 { margin: 2rem 0 0.25rem; } a { color: var(--leaf); }
code, pre { font-family: ui-monospace, monospace; font-size: 0.92em; }
pre { padding: 0.75rem 1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; }
.method { font-weight: 700; color: var(--leaf); } table { border-collapse: collapse; }
td, th { padding: 0.25rem 0.75rem 0.25rem 0; text-align: left; vertical-align: top; }
"""
"""Every colour has a contrast of at least 7 to 1, in light and dark mode."""

PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Paddock: the API</title>
<link rel="stylesheet" href="{prefix}/api/guide.css">
</head>
<body>
<main>
{content}
</main>
</body>
</html>
"""

OPENING: Final = """
<p>Everything is JSON. A guest sends a name and gets a cookie; a program sends <code>Authorization: Bearer TOKEN</code>.
An error is a <a href="#ErrorResponse">ErrorResponse</a>: a code for programs, an English sentence, the field that is
wrong, the parameters of the sentence, and the clause of the rules that forbids the move.
Programs can read <a href="{prefix}/api/schema/openapi.json">openapi.json</a>.</p>
<h2>The socket of a table</h2>
<p><code><span class="method">WS</span> /api/tables/{key}/socket?after=N</code> and, for spectators,
<code><span class="method">WS</span> /api/watch/{watch}/socket?after=N</code></p>
<p>The first message is a <a href="#Welcome">Welcome</a> with all lines after line <i>N</i>. Every change sends an
<a href="#Update">Update</a>, every error a <a href="#CommandError">CommandError</a>.
A client sends these commands: {acts}.
To reconnect, give the number of the last line that you have seen: no line is lost and none comes twice.</p>
"""


def guide(document: dict[str, Any], prefix: str = "") -> str:
    """Return the page for this OpenAPI document, with links below this path prefix."""
    types = declarations()
    acts = ", ".join(linked(name) for name, text in types.items() if re.search(r"^\s+do: ", text, re.MULTILINE))
    title, says = document["info"]["title"], document["info"]["description"]
    parts = [f"<h1>{html.escape(title)}</h1>", f"<p>{html.escape(says)}</p>", OPENING.replace("{acts}", acts)]
    parts.append("<h2>Over HTTP</h2>")
    for path, methods in document["paths"].items():
        parts += [route(method, path, told) for method, told in methods.items() if isinstance(told, dict)]
    parts.append("<h2>Types</h2>")
    parts += [
        f'<pre id="{name}">{with_links(html.escape(text, quote=False), name, types)}</pre>'
        for name, text in types.items()
    ]
    return PAGE.replace("{content}", "\n".join(parts)).replace("{prefix}", prefix)


def route(method: str, path: str, told: dict[str, Any]) -> str:
    answers = told["responses"]
    good = next(status for status in answers if int(status) < 400)
    rows = []
    if "requestBody" in told:
        rows.append(("send", named(told["requestBody"]["content"])))
    for one in told.get("parameters", []):
        if one["in"] == "query":
            rows.append((html.escape(one["name"]), html.escape(one.get("description", ""))))
    rows.append(("answer", named(answers[good].get("content", {}))))
    refused = ", ".join(f"{status}" for status in answers if int(status) >= 400)
    rows.append(("or an error", refused))
    table = "".join(f"<tr><th>{what}</th><td>{how}</td></tr>" for what, how in rows if how)
    return (
        f"<h3>{html.escape(told['summary'])}</h3>"
        f'<p><code><span class="method">{method.upper()}</span> {html.escape(path)}</code></p>'
        f"<p>{html.escape(told.get('description', ''))}</p><table>{table}</table>"
    )


def named(content: dict[str, Any]) -> str:
    """Return the names of the types that are sent, or the media type if it is not JSON."""
    for media, inner in content.items():
        schema = without_paths(inner.get("schema", {}))
        text = spelled(schema)
        return re.sub(r"\b[A-Z]\w+\b", lambda found: linked(found[0]), text) if "json" in media else html.escape(media)
    return ""


def without_paths(schema: Any) -> Any:
    """Return a schema with plain names as references."""
    if isinstance(schema, dict):
        return {
            key: str(inner).split("/")[-1] if key == "$ref" else without_paths(inner) for key, inner in schema.items()
        }
    return [without_paths(inner) for inner in schema] if isinstance(schema, list) else schema


def linked(name: str) -> str:
    return f'<a href="#{name}">{name}</a>' if name != "Record" else name


def with_links(text: str, own: str, types: dict[str, str]) -> str:
    """Return the text with links from type names to their declarations."""
    return re.sub(
        r"\b[A-Z]\w+\b", lambda found: linked(found[0]) if found[0] in types and found[0] != own else found[0], text
    )
