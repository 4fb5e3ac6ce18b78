"""Server of the page for players: one page, one stream of pictures, nothing that changes anything.

It runs in the loop of the table's own screen. A picture is made and sent a moment after the act, so that the GM's own
screen is painted first, and a watcher who reads slowly gets the newest picture and none of those between.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import logging
import re
import socket
from collections.abc import Callable
from contextlib import suppress
from importlib.resources import files
from typing import cast

from aiohttp import web

from wyrd_tui.players.address import THIS_MACHINE, Address, local_network, recall, remember

MOST_WATCHERS = 64
MOST_LINES = 160
"""Most connections at once; a browser opens a few beside the stream."""
MOMENT = 0.02
"""Seconds from an act to its picture: the GM’s own screen is painted first, and the next key comes later."""
AGAIN = 0.25
"""Seconds after which a watcher is tried again who was still reading the picture before."""
HEARTBEAT = 15.0
"""Seconds without a picture after which a line is tried, so that a lost one is noticed at both ends."""
PATIENCE = 10.0
"""Seconds that a watcher has to take a picture."""
STILL_HERE = b": still here\n\n"
PLENTY = 1 << 30
"""Most bytes that may wait on a line; one picture waits at most, so that nobody ever waits for a slow reader."""
SILENT = logging.Logger("silent", logging.CRITICAL + 1)
"""Log that keeps nothing: a line on the terminal would be on the GM's screen."""
FAREWELL = 1.0
"""Seconds that watchers have to hear that the page is closed."""


def _page() -> bytes:
    return files("wyrd_tui.players").joinpath("page.html").read_bytes()


def _hash_of(tag: str, page: bytes) -> str:
    """Return the source expression that allows the page's own script or style, and no other."""
    inside = re.search(rb"<%b>(.*?)</%b>" % (tag.encode(), tag.encode()), page, re.DOTALL)
    digest = hashlib.sha256(inside[1] if inside else b"").digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def _headers(page: bytes) -> dict[str, str]:
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src {_hash_of('script', page)}",
            f"style-src {_hash_of('style', page)}",
            "connect-src 'self'",
            *("base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"),
        )
    )
    return {
        "Cache-Control": "no-store",
        "Content-Security-Policy": policy,
        "Cross-Origin-Resource-Policy": "same-origin",
        "Referrer-Policy": "no-referrer",
        # Else the library names itself and its version.
        "Server": "wyrd",
        "X-Content-Type-Options": "nosniff",
    }


class _TooMany(asyncio.Protocol):
    """Ends a connection that is one too many, before a byte of it is read."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.close()


class _Connection(web.RequestHandler):
    """A connection; a request that cannot be read is refused as all else is that is not the page."""

    address: Address
    refuse: Callable[[int], web.Response]

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """Answer without the library's words, which quote the request, and without its log."""
        return self.refuse(status)


class _Watcher:
    """A browser that follows: what it was sent last, and whether it has read that."""

    def __init__(self, stream: web.StreamResponse, line: asyncio.WriteTransport, address: Address) -> None:
        line.set_write_buffer_limits(PLENTY)
        self.address = address
        self.gone = asyncio.Event()
        """Set as the page closes at the watcher's address."""
        self._stream = stream
        self._line = line
        self._seen = b""
        self._read = asyncio.get_running_loop().time()

    async def take(self, picture: bytes, *, beat: bool = False) -> bool:
        """Send a picture that was not sent yet, else a beat; return False where the one before is still being read.

        The line of a watcher is ended who has read nothing for longer than is waited for.
        """
        words = picture if picture != self._seen else STILL_HERE if beat else b""
        if words and self._line.get_write_buffer_size():
            if asyncio.get_running_loop().time() - self._read > PATIENCE:
                self._line.abort()
            return False
        if words:
            self._read = asyncio.get_running_loop().time()
            self._seen = picture
            with suppress(ConnectionError):
                await self._stream.write(words)
        return True


class PlayersPage:
    """The page for players, from `open` to `close`."""

    def __init__(
        self,
        picture: Callable[[], str],
        told: Callable[[], object],
        kept: str = "",
        keep: Callable[[str], object] = lambda words: None,
    ) -> None:
        """Prepare a page; nothing listens before `open`.

        Args:
            picture: Makes what players see now, as one line of JSON.
            told: Called when a watcher comes or goes.
            kept: The words that `keep` was called with before, so that the same address is served again.
            keep: Keeps the address while the page is open; called with nothing as it closes.
        """
        self._keep = keep
        self._picture = picture
        self._told = told
        self._page = _page()
        self._headers = _headers(self._page)
        self._event = b""
        self._news = asyncio.Event()
        self._watchers: set[_Watcher] = set()
        self._secret, self._ports = recall(kept)
        self._waiting: asyncio.TimerHandle | None = None
        self._feeding: asyncio.Task[None] | None = None
        self._listeners: dict[Address, asyncio.Server] = {}

    @property
    def addresses(self) -> tuple[Address, ...]:
        """Where the page is, in the local network first; empty while it is closed."""
        return tuple(sorted(self._listeners, key=lambda address: not address.network))

    @property
    def watchers(self) -> int:
        """Number of browsers that follow now."""
        return len(self._watchers)

    async def open(self, *, network: bool = False) -> Address:
        """Serve the page to this machine, and to the local network or no longer, under an unguessable address.

        A page that is opened again has the addresses that it had, so that browsers come back by themselves; those that
        still follow are not disturbed.

        Raises:
            OSError: There is no local network, or the machine refuses to listen.
        """
        hosts = (local_network(), THIS_MACHINE) if network else (THIS_MACHINE,)
        if not self._listeners:
            self._http = web.Server(self._answer, handler_cancellation=True)
            self._event = self._make_event()
            self._feeding = asyncio.create_task(self._feed())
        served = {address.host for address in self._listeners}
        for host in hosts:
            if host not in served:
                await self._serve(host)
        self._close_listeners(lambda address: address.host not in hosts)
        self._keep(remember(self._secret, self._ports))
        return self.addresses[0]

    async def _serve(self, host: str) -> None:
        listening = self._listen(host)
        self._ports[host] = int(listening.getsockname()[1])
        address = Address(host, self._ports[host], self._secret)
        loop = asyncio.get_running_loop()
        self._listeners[address] = await loop.create_server(lambda: self._connect(address), sock=listening)

    def _close_listeners(self, which: Callable[[Address], bool]) -> None:
        """Stop listening at some addresses, and have their watchers hear of it."""
        for address in self.addresses:
            if which(address):
                self._listeners.pop(address).close()
        for watcher in self._watchers:
            if watcher.address not in self._listeners:
                watcher.gone.set()

    def _listen(self, host: str) -> socket.socket:
        try:
            return socket.create_server((host, self._ports.get(host, 0)), backlog=MOST_WATCHERS)
        except (OSError, OverflowError):
            # Another program has taken the port meanwhile, or no port has that number.
            return socket.create_server((host, 0), backlog=MOST_WATCHERS)

    async def close(self) -> None:
        """Tell all watchers that the page is closed, and stop listening."""
        if not self._listeners:
            return
        for pending in (self._waiting, self._feeding):
            if pending:
                pending.cancel()
        self._waiting = self._feeding = None
        self._close_listeners(lambda address: True)
        self._keep("")
        await self._http.shutdown(FAREWELL)

    def changed(self) -> None:
        """Send a new picture in a moment."""
        if self._listeners and not self._waiting:
            self._waiting = asyncio.get_running_loop().call_later(MOMENT, self._send)

    def _send(self) -> None:
        self._waiting = None
        self._event = self._make_event()
        self._news.set()

    def _make_event(self) -> bytes:
        return b"data: %b\n\n" % self._picture().encode()

    async def _feed(self) -> None:
        """Bring all watchers the newest picture for as long as the page is open, and none of them waits for another."""
        beat = False
        while True:
            late = False
            for watcher in (*self._watchers,):
                if watcher in self._watchers:
                    late |= not await watcher.take(self._event, beat=beat)
                    # A key pressed meanwhile waits for one watcher alone.
                    await asyncio.sleep(0)
            beat = False
            try:
                async with asyncio.timeout(AGAIN if late else HEARTBEAT):
                    await self._news.wait()
                self._news.clear()
            except TimeoutError:
                beat = not late

    def _connect(self, address: Address) -> asyncio.Protocol:
        if len(self._http.connections) >= MOST_LINES:
            return _TooMany()
        line = _Connection(self._http, loop=asyncio.get_running_loop(), logger=SILENT, access_log=SILENT)
        line.address, line.refuse = address, self._refuse
        return line

    async def _answer(self, request: web.BaseRequest) -> web.StreamResponse:
        address = cast("_Connection", request.protocol).address
        # One answer for all that is not the page: it tells nobody what there would be.
        if address not in self._listeners or request.host not in address.hosts:
            return self._refuse(404)
        if request.path not in (address.path, f"{address.path}/events"):
            return self._refuse(404)
        if request.method != "GET":
            return self._refuse(405)
        if request.path == address.path:
            return web.Response(body=self._page, content_type="text/html", charset="utf-8", headers=self._headers)
        if len(self._watchers) >= MOST_WATCHERS:
            return self._refuse(503)
        return await self._stream(request, address)

    def _refuse(self, status: int) -> web.Response:
        answer = web.Response(status=status, headers=self._headers)
        # A connection that was refused is closed, so that it cannot send a thousand more requests.
        answer.force_close()
        return answer

    async def _stream(self, request: web.BaseRequest, address: Address) -> web.StreamResponse:
        stream = web.StreamResponse(headers={**self._headers, "Content-Type": "text/event-stream"})
        await stream.prepare(request)
        if request.transport is None:
            return stream
        watcher = _Watcher(stream, request.transport, address)
        self._watchers.add(watcher)
        self._told()
        try:
            await watcher.take(self._event)
            await watcher.gone.wait()
        finally:
            self._watchers.discard(watcher)
            self._told()
        with suppress(ConnectionError):
            await stream.write(b"event: closed\ndata: -\n\n")
        return stream
