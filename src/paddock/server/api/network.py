"""Routes for the local network: the address for other devices, and opening the service to them."""

from typing import Any, Final

from litestar import get, put
from litestar.params import JSONBody

from paddock.server.api.error_responses import error_responses
from paddock.server.api.guests import Asking, Here
from paddock.server.api.openapi import KNOWN
from paddock.server.api.schemas import NetworkRequest, NetworkResponse
from paddock.server.api.viewer import as_member
from paddock.server.errors import Forbidden
from paddock.server.network_address import host_of, is_only_here
from paddock.server.services import Services

LONGEST_ADDRESS: Final = 200
"""The longest address in characters that a camera can read from a screen."""
FORWARDED: Final = ("forwarded", "x-forwarded-for", "x-real-ip")
"""Headers of a proxy. Its requests come from this machine, and its clients do not."""


def address_for_others(services: Services, request: Asking) -> str | None:
    """Return the address at which other devices reach this service, or None if only this machine does."""
    if services.config.public_url or services.local_network.url:
        return services.url
    asked = str(request.base_url).rstrip("/")
    if len(asked) <= LONGEST_ADDRESS and not is_only_here(host_of(asked)):
        return asked
    return None if is_only_here(host_of(services.url)) else services.url


def is_at_this_machine(request: Asking) -> bool:
    """Return whether the browser runs on this machine and shows our page under a name of this machine."""
    client = request.client.host if request.client else ""
    proxied = any(name in request.headers for name in FORWARDED)
    return is_only_here(client or "unknown") and is_only_here(host_of(str(request.base_url))) and not proxied


def network_response(services: Services, request: Asking) -> NetworkResponse:
    network = services.local_network
    may_change = network.possible and is_at_this_machine(request)
    return NetworkResponse(address_for_others(services, request), network.url is not None, may_change)


@get("/api/network", summary="Get the address for other devices", responses=error_responses(), sync_to_thread=False)
def network(request: Asking, services: Here) -> NetworkResponse:
    """The address is null while only this machine can reach the service."""
    return network_response(services, request)


@put(
    "/api/network",
    summary="Let devices in the local network join",
    responses=error_responses(401, 403, 404, 409, 413, 422),
    security=KNOWN,
)
async def change_network(request: Asking, services: Here, data: JSONBody[NetworkRequest]) -> NetworkResponse:
    """Open the service to the local network, or close it. Only the host of a table may, at the same machine."""
    if not is_at_this_machine(request):
        raise Forbidden("only the computer that runs Paddock can do this; open the table there")
    viewer = await as_member(request, services, data.table)
    if not viewer.host:
        raise Forbidden("only the host of the table can do this")
    if data.open:
        await services.local_network.open(request.app)
    else:
        await services.local_network.close()
    return network_response(services, request)


NETWORK_ROUTES: list[Any] = [network, change_network]
