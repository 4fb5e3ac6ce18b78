"""Addresses of the page for players: this machine's own, or its address in the local network."""

from __future__ import annotations

import ipaddress
import re
import secrets
import socket
from collections.abc import Mapping

from wyrd_tui.engine.named_tuple import NamedTuple

THIS_MACHINE = "127.0.0.1"
SECRET_BYTES = 10
"""Length of the unguessable part: 80 bits, sixteen letters and digits to type where a phone reads no QR code."""
ELSEWHERE = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737): asking for the way to it names our own address, and sends nothing."""


class Address(NamedTuple):
    """An address of the page.

    Attributes:
        host: The number of the machine, in which the browser finds it.
        port: The port, chosen by the machine as the page opens.
        secret: The unguessable part of the path.
    """

    host: str
    port: int
    secret: str

    @property
    def network(self) -> bool:
        """True where others in the local network reach it."""
        return self.host != THIS_MACHINE

    @property
    def path(self) -> str:
        """The path of the page."""
        return f"/{self.secret}"

    @property
    def hosts(self) -> frozenset[str]:
        """Names under which a browser may ask for the page.

        A page of another site that lets its own name lead to this machine is refused by them.
        """
        names = (self.host, "localhost") if not self.network else (self.host,)
        return frozenset(f"{name}:{self.port}" for name in names)

    def __str__(self) -> str:
        return f"http://{self.host}:{self.port}{self.path}"


def make_secret() -> str:
    """Make the unguessable part of an address: small letters and the digits 2 to 7, easy to type on a phone."""
    letters = "abcdefghijklmnopqrstuvwxyz234567"
    number = secrets.randbits(8 * SECRET_BYTES)
    return "".join(letters[number >> shift & 31] for shift in range(0, 8 * SECRET_BYTES, 5))


def remember(secret: str, ports: Mapping[str, int]) -> str:
    """Return the words by which `recall` finds the addresses again."""
    return " ".join((secret, *(f"{host}:{port}" for host, port in ports.items())))


def recall(words: str) -> tuple[str, dict[str, int]]:
    """Return the secret and the ports by host that were kept; a new secret where the words hold none."""
    secret, *places = words.split() or [""]
    ports = {host: int(port) for host, _, port in (place.rpartition(":") for place in places) if port.isdecimal()}
    return secret if re.fullmatch("[a-z2-7]{16}", secret) else make_secret(), ports


def local_network() -> str:
    """Find this machine's address in the local network.

    Raises:
        OSError: There is no local network, or the address is not one of a local network.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        asking.connect(ELSEWHERE)
        host = str(asking.getsockname()[0])
    found = ipaddress.ip_address(host)
    if found.is_loopback or not found.is_private:
        raise OSError(f"{host} is no address of a local network")
    return host
