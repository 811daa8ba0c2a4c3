"""What the OpenAPI document says besides what the routes say themselves: who may ask, and the body of an upload."""

from dataclasses import dataclass
from typing import Any, Final

import msgspec
from litestar.openapi.spec import Components, OpenAPIMediaType, Operation, RequestBody, Schema, SecurityScheme
from litestar.openapi.spec.security_requirement import SecurityRequirement

from paddock.match.record import Record
from paddock.server.people import COOKIE

SCHEMES: Final = Components(
    security_schemes={
        "guest": SecurityScheme(
            type="apiKey",
            name=COOKIE,
            security_scheme_in="cookie",
            description="The cookie of a guest, given by `PUT /api/me`",
        ),
        "token": SecurityScheme(
            type="http", scheme="bearer", description="The token of a program, made by `POST /api/me/tokens`"
        ),
    }
)
KNOWN: Final[list[SecurityRequirement]] = [{"guest": []}, {"token": []}]
"""A guest asks, or a program of theirs."""
ANYBODY: Final[list[SecurityRequirement]] = [{}, *KNOWN]
"""Strangers may ask, too; who is known is recognised."""


@dataclass
class AsTold(Schema):
    """A schema in the words of msgspec."""

    told: Any = None

    def to_schema(self) -> Any:
        return self.told


def schema_of(kind: type) -> dict[str, Any]:
    """The JSON schema of a struct, whole, with its parts in their places."""
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
    """The body is read as it came, since a record has its own words for what is wrong with it."""

    def __post_init__(self) -> None:
        self.request_body = RequestBody(
            {"application/json": OpenAPIMediaType(AsTold(told=schema_of(Record)))},
            description="One line of JSON, as docs/notation.md describes it",
            required=True,
        )
