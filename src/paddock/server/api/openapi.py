"""Additions to the OpenAPI document: security schemes and the body of an upload."""

from dataclasses import dataclass
from typing import Any, Final

import msgspec
from litestar.openapi.spec import Components, OpenAPIMediaType, Operation, RequestBody, Schema, SecurityScheme
from litestar.openapi.spec.security_requirement import SecurityRequirement

from paddock.match.record import Record
from paddock.server.auth.guests import COOKIE

SCHEMES: Final = Components(
    security_schemes={
        "guest": SecurityScheme(
            type="apiKey",
            name=COOKIE,
            security_scheme_in="cookie",
            description="The cookie of a guest, set by `PUT /api/me`",
        ),
        "token": SecurityScheme(
            type="http", scheme="bearer", description="The token of a program, created by `POST /api/me/tokens`"
        ),
    }
)
KNOWN: Final[list[SecurityRequirement]] = [{"guest": []}, {"token": []}]
"""The request comes from a guest or from a guest's program."""
ANYBODY: Final[list[SecurityRequirement]] = [{}, *KNOWN]
"""Unknown clients may ask, too. Known guests are recognised."""


@dataclass
class AsTold(Schema):
    """A schema that msgspec has generated."""

    told: Any = None

    def to_schema(self) -> Any:
        return self.told


def schema_of(kind: type) -> dict[str, Any]:
    """Return the JSON schema of a struct, with all references resolved."""
    (schema,), parts = msgspec.json.schema_components([kind], ref_template="{name}")

    def whole(said: Any) -> Any:
        if isinstance(said, list):
            return [whole(one) for one in said]
        if not isinstance(said, dict):
            return said
        return whole(parts[said["$ref"]]) if "$ref" in said else {name: whole(one) for name, one in said.items()}

    told: dict[str, Any] = whole(schema)
    return told


@dataclass
class Uploading(Operation):
    """An operation whose body is read as raw bytes, since records have their own error messages."""

    def __post_init__(self) -> None:
        self.request_body = RequestBody(
            {"application/json": OpenAPIMediaType(AsTold(told=schema_of(Record)))},
            description="A record: one line of JSON, as in docs/reference/notation.md",
            required=True,
        )
