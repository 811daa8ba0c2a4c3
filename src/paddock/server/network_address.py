"""The address of this machine in its network, and hosts that only this machine can use."""

import contextlib
import ipaddress
import socket
from typing import Final
from urllib.parse import urlsplit

ELSEWHERE: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses from the ranges for documentation. Connecting a UDP socket asks for the route and sends nothing."""


def lan_address() -> str | None:
    """Return the address of this machine on its default route, IPv4 first, or None without a network."""
    for family, there in ELSEWHERE:
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as trial:
            trial.connect((there, 9))
            found = str(trial.getsockname()[0])
            if not is_only_here(found):
                return found
    return None


def is_only_here(host: str) -> bool:
    """Return whether a host means this machine, so that another device cannot use it in a link.

    >>> [is_only_here(host) for host in ("127.0.0.1", "::1", "0.0.0.0", "localhost", "kitchen.local", "192.168.0.4")]
    [True, True, True, True, False, False]
    """
    with contextlib.suppress(ValueError):
        address = ipaddress.ip_address(host.strip("[]"))
        return address.is_loopback or address.is_unspecified
    return host in ("", "localhost") or host.endswith(".localhost")


def is_every_address(host: str) -> bool:
    """Return whether a server that listens at this host listens at every address of the machine."""
    with contextlib.suppress(ValueError):
        return ipaddress.ip_address(host).is_unspecified
    return host == ""


def host_of(url: str) -> str:
    """Return the host of an address, or an empty string if it cannot be read.

    >>> host_of("http://[::1]:4747/table/x"), host_of("http://127.0.0.1:4747"), host_of("http://[")
    ('::1', '127.0.0.1', '')
    """
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def http_url(host: str, port: int) -> str:
    """Return the address of a server.

    >>> http_url("192.168.0.4", 4747), http_url("2001:db8::7", 80)
    ('http://192.168.0.4:4747', 'http://[2001:db8::7]:80')
    """
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"
