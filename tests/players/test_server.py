"""The page for players as it is served: one page, one stream, read-only, and nothing else, whoever asks."""

from __future__ import annotations

import asyncio
import re
import socket
import stat
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import fields
from functools import partial
from importlib import resources
from pathlib import Path

import pytest
from aiohttp import ClientSession, ClientTimeout

from wyrd_tui.engine import player_view as seen
from wyrd_tui.players import address, server
from wyrd_tui.players.address import Address
from wyrd_tui.players.server import PlayersPage
from wyrd_tui.store.tables.following import keep_address, read_address

SOON = 5.0


class Shown:
    """A page with the picture that it is to show, as a table would make it."""

    def __init__(self) -> None:
        self.picture = '{"act":0}'
        self.told = 0
        self.page = PlayersPage(lambda: self.picture, self._tell)

    def _tell(self) -> None:
        self.told += 1

    def show(self, picture: str) -> None:
        """Show another picture."""
        self.picture = picture
        self.page.changed()


@pytest.fixture(autouse=True)
def brief_farewell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Close pages without the second in which a browser may say goodbye."""
    monkeypatch.setattr(server, "FAREWELL", 0.05)


@asynccontextmanager
async def opened() -> AsyncIterator[tuple[Shown, Address, ClientSession]]:
    """Open a page on this machine, and a browser of sorts."""
    shown = Shown()
    found = await shown.page.open()
    async with ClientSession(timeout=ClientTimeout(SOON)) as browser:
        try:
            yield shown, found, browser
        finally:
            await shown.page.close()


def run(trial: Callable[[], Awaitable[None]]) -> None:
    """Run a trial in a loop of its own."""

    async def whole() -> None:
        async with asyncio.timeout(4 * SOON):
            await trial()

    asyncio.run(whole())


async def reach(condition: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(SOON):
        while not condition():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def deaf_watcher(shown: Shown, found: Address) -> AsyncIterator[None]:
    """Watch the page, and never read."""
    with socket.create_connection((found.host, found.port)) as deaf:
        deaf.sendall(f"GET {found.path}/events HTTP/1.1\r\nHost: {found.host}:{found.port}\r\n\r\n".encode())
        await reach(lambda: shown.page.watchers == 1)
        yield


async def raw(found: Address, request: bytes) -> bytes:
    """Send bytes as they are, and read all that comes back."""
    reader, writer = await asyncio.open_connection(found.host, found.port)
    writer.write(request)
    answer = await asyncio.wait_for(reader.read(), SOON)
    writer.close()
    return answer


def test_the_page_has_a_strict_policy_and_no_cookie() -> None:
    async def trial() -> None:
        async with opened() as (_, found, browser), browser.get(str(found)) as answer:
            assert answer.status == 200
            assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
            policy = answer.headers["Content-Security-Policy"]
            assert policy.startswith("default-src 'none'; script-src 'sha256-")
            assert "unsafe" not in policy
            assert "http" not in policy
            assert "Set-Cookie" not in answer.headers
            assert answer.headers["Cache-Control"] == "no-store"
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert "aiohttp" not in answer.headers["Server"].lower()

    run(trial)


@pytest.mark.parametrize(
    ("function", "word", "record"),
    [
        ("place", "one", seen.SeenPlace),
        ("track", "row", seen.SeenRow),
        ("person", "one", seen.SeenPerson),
        ("rod", "one", seen.SeenChallenge),
        ("pool", "one", seen.SeenPool),
        ("page", "one", seen.SeenPage),
        ("draw", "view", seen.PlayerView),
    ],
)
def test_each_field_that_the_page_reads_is_in_its_record(function: str, word: str, record: type) -> None:
    page = resources.files("wyrd_tui.players").joinpath("page.html").read_text(encoding="utf-8")
    body = re.search(rf"^function {function}\({word}\) {{$(.*?)^}}$", page, re.DOTALL | re.MULTILINE)
    assert body
    read = set(re.findall(rf"\b{word}\.(\w+)", body[1]))
    assert read
    assert read <= {field.name for field in fields(record)}


def test_undecided_stakes_are_told_as_possible() -> None:
    page = resources.files("wyrd_tui.players").joinpath("page.html").read_text(encoding="utf-8")
    assert "On success: ${one.win}" in page
    assert "Won:" not in page
    assert "Lost:" not in page


def test_a_watcher_sees_the_picture_at_once_and_each_change() -> None:
    async def trial() -> None:
        async with opened() as (shown, found, browser), browser.get(f"{found}/events") as stream:
            assert await stream.content.readuntil(b"\n\n") == b'data: {"act":0}\n\n'
            shown.show('{"act":1}')
            assert await stream.content.readuntil(b"\n\n") == b'data: {"act":1}\n\n'

    run(trial)


def test_several_acts_of_a_moment_make_one_picture() -> None:
    async def trial() -> None:
        async with opened() as (shown, found, browser), browser.get(f"{found}/events") as stream:
            await stream.content.readuntil(b"\n\n")
            for act in range(100):
                shown.show(f'{{"act":{act}}}')
            assert await stream.content.readuntil(b"\n\n") == b'data: {"act":99}\n\n'

    run(trial)


def test_a_picture_that_is_the_same_is_not_sent_again() -> None:
    async def trial() -> None:
        async with opened() as (shown, found, browser), browser.get(f"{found}/events") as stream:
            await stream.content.readuntil(b"\n\n")
            shown.show(shown.picture)
            await asyncio.sleep(3 * server.MOMENT)
            shown.show('{"act":2}')
            assert await stream.content.readuntil(b"\n\n") == b'data: {"act":2}\n\n'

    run(trial)


def test_watchers_are_counted_as_they_come_and_go() -> None:
    async def trial() -> None:
        async with opened() as (shown, found, browser):
            async with browser.get(f"{found}/events") as stream:
                await stream.content.readuntil(b"\n\n")
                assert shown.page.watchers == 1
            stream.close()
            await reach(lambda: shown.page.watchers == 0)
            assert shown.told == 2

    run(trial)


def test_watchers_hear_that_the_page_is_closed() -> None:
    async def trial() -> None:
        async with opened() as (shown, found, browser), browser.get(f"{found}/events") as stream:
            await stream.content.readuntil(b"\n\n")
            await shown.page.close()
            assert await stream.content.read() == b"event: closed\ndata: -\n\n"
            assert shown.page.watchers == 0
            with pytest.raises(OSError, match=r"refused|Connect"):
                await asyncio.open_connection(found.host, found.port)

    run(trial)


def test_a_reopened_page_keeps_an_address_of_its_own() -> None:
    async def trial() -> None:
        shown, other = Shown(), Shown()
        first = await shown.page.open()
        await shown.page.close()
        second = await shown.page.open()
        third = await other.page.open()
        await shown.page.close()
        await other.page.close()
        assert second == first
        assert third.secret != first.secret

    run(trial)


def test_a_killed_page_keeps_its_address_unlike_a_closed_one(tmp_path: Path) -> None:
    def page() -> PlayersPage:
        table = tmp_path / "night.toml"
        return PlayersPage(lambda: "{}", lambda: None, read_address(table), partial(keep_address, table))

    async def trial() -> None:
        killed = page()
        first = await killed.open()
        file = tmp_path / "night.page"
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        kept = file.read_text()
        await killed.close()
        assert not file.exists()
        file.write_text(kept)
        again = page()
        assert await again.open() == first
        await again.close()
        fresh = page()
        other = await fresh.open()
        assert other.secret != first.secret
        await fresh.close()

    run(trial)


@pytest.mark.parametrize("kept", ["", "x", "../.. 127.0.0.1:99999999 :", "0" * 16, "a" * 16 + " 127.0.0.1:x"])
def test_a_malformed_kept_address_is_made_anew(kept: str, tmp_path: Path) -> None:
    async def trial() -> None:
        page = PlayersPage(lambda: "{}", lambda: None, kept)
        found = await page.open()
        await page.close()
        assert re.fullmatch("[a-z2-7]{16}", found.secret)

    run(trial)
    (tmp_path / "night.page").write_bytes(b"\xff" * 2000)
    assert read_address(tmp_path / "night.toml") == ""


def test_a_port_taken_meanwhile_is_replaced() -> None:
    async def trial() -> None:
        shown = Shown()
        first = await shown.page.open()
        await shown.page.close()
        with socket.create_server((first.host, first.port)):
            second = await shown.page.open()
            await shown.page.close()
        assert second.port != first.port

    run(trial)


@pytest.mark.parametrize("path", ["/", "/favicon.ico", "/events", "/{secret}/", "/{secret}/other", "/{secret}x", "/.."])
def test_any_other_path_is_not_found(path: str) -> None:
    async def trial() -> None:
        async with opened() as (_, found, browser):
            base = f"http://{found.host}:{found.port}"
            async with browser.get(base + path.format(secret=found.secret)) as answer:
                assert answer.status == 404
                assert await answer.read() == b""

    run(trial)


@pytest.mark.parametrize("host", ["example.org", "127.0.0.1", "localhost:1", "", "a" * 5000])
def test_a_browser_led_here_by_another_name_finds_nothing(host: str) -> None:
    async def trial() -> None:
        async with opened() as (_, found, _browser):
            request = f"GET {found.path} HTTP/1.1\r\nHost: {host}\r\n\r\n"
            assert (await raw(found, request.encode())).startswith(b"HTTP/1.1 404")

    run(trial)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "CONNECT", "BREW"])
def test_no_method_but_get_is_answered(method: str) -> None:
    async def trial() -> None:
        async with opened() as (shown, found, _):
            request = f"{method} {found.path} HTTP/1.1\r\nHost: {found.host}:{found.port}\r\n\r\n"
            status = (await raw(found, request.encode())).split(b" ", 2)[1]
            assert status in (b"405", b"404", b"400")
            assert shown.picture == '{"act":0}'

    run(trial)


@pytest.mark.parametrize(
    "garbage",
    [
        b"\x00" * 500 + b"\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\xff\xfe\xfd\r\n\r\n",
        b"GET " + b"a" * 20000 + b"\r\n\r\n",
    ],
)
def test_garbage_is_refused_and_the_page_goes_on(garbage: bytes) -> None:
    async def trial() -> None:
        async with opened() as (_, found, browser):
            answered = await raw(found, garbage)
            assert b" 400 " in answered.partition(b"\r\n")[0]
            # No word of the library, and none of the request.
            head, _, body = answered.partition(b"\r\n\r\n")
            assert (b"Server: wyrd" in head, body) == (True, b"")
            async with browser.get(str(found)) as answer:
                assert answer.status == 200

    run(trial)


def test_connections_beyond_the_limit_are_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_LINES", 3)

    async def trial() -> None:
        async with opened() as (_, found, _browser):
            held = [await asyncio.open_connection(found.host, found.port) for _ in range(3)]
            await asyncio.sleep(0.05)
            assert await raw(found, b"") == b""
            for _, writer in held:
                writer.close()

    run(trial)


def test_watchers_beyond_the_limit_are_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_WATCHERS", 1)

    async def trial() -> None:
        async with opened() as (shown, found, browser), browser.get(f"{found}/events") as stream:
            await stream.content.readuntil(b"\n\n")
            async with browser.get(f"{found}/events") as second:
                assert second.status == 503
            assert shown.page.watchers == 1

    run(trial)


def test_a_watcher_who_never_reads_is_dropped_without_memory_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "PATIENCE", 0.2)
    monkeypatch.setattr(server, "MOMENT", 0.001)

    async def trial() -> None:
        async with opened() as (shown, found, _), deaf_watcher(shown, found):
            for act in range(400):
                shown.show(f'{{"act":{act},"long":"{"x" * 100_000}"}}')
                await asyncio.sleep(0.005)
                if not shown.page.watchers:
                    break
            assert shown.page.watchers == 0

    run(trial)


def test_a_silent_line_is_tried_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "HEARTBEAT", 0.05)

    async def trial() -> None:
        async with opened() as (_, found, browser), browser.get(f"{found}/events") as stream:
            await stream.content.readuntil(b"\n\n")
            for _ in range(3):
                assert await stream.content.readuntil(b"\n\n") == b": still here\n\n"

    run(trial)


def test_watchers_do_not_wait_for_one_who_never_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOMENT", 0.001)

    async def trial() -> None:
        async with (
            opened() as (shown, found, browser),
            deaf_watcher(shown, found),
            browser.get(f"{found}/events", max_line_size=1 << 20) as stream,
        ):
            await stream.content.readuntil(b"\n\n")
            for act in range(100):
                picture = f'{{"act":{act},"long":"{"x" * 50_000}"}}'
                shown.show(picture)
                assert await stream.content.readuntil(b"\n\n") == f"data: {picture}\n\n".encode()

    run(trial)


def test_the_local_network_is_this_machine_by_its_number_there() -> None:
    found = None
    with suppress(OSError):
        found = address.local_network()
    if found is None:
        pytest.skip("this machine is in no local network")

    async def trial() -> None:
        shown = Shown()
        where = await shown.page.open(network=True)
        assert where.hosts == {f"{found}:{where.port}"}
        async with ClientSession() as browser, browser.get(str(where)) as answer:
            assert answer.status == 200
        await shown.page.close()

    run(trial)


def test_television_and_phones_are_served_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither line is lost as the network is added; it alone is lost as the page is for this machine only again."""
    monkeypatch.setattr(server, "local_network", lambda: "127.0.0.2")

    async def trial() -> None:
        async with opened() as (shown, found, browser), browser.get(f"{found}/events") as television:
            await television.content.readuntil(b"\n\n")
            network = await shown.page.open(network=True)
            assert [*shown.page.addresses] == [network, found]
            async with browser.get(f"{network}/events") as phone:
                await phone.content.readuntil(b"\n\n")
                shown.show('{"act":1}')
                for stream in (television, phone):
                    assert await stream.content.readuntil(b"\n\n") == b'data: {"act":1}\n\n'
                assert await shown.page.open() == found
                assert await phone.content.read() == b"event: closed\ndata: -\n\n"
            assert [*shown.page.addresses] == [found]
            shown.show('{"act":2}')
            assert await television.content.readuntil(b"\n\n") == b'data: {"act":2}\n\n'
            assert await shown.page.open(network=True) == network

    run(trial)


def test_a_line_of_the_closed_network_is_served_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even as if it asked this machine."""
    monkeypatch.setattr(server, "local_network", lambda: "127.0.0.2")

    async def trial() -> None:
        async with opened() as (shown, found, _):
            network = await shown.page.open(network=True)
            reader, writer = await asyncio.open_connection(network.host, network.port)
            writer.write(f"GET {network.path} HTTP/1.1\r\nHost: {network.host}:{network.port}\r\n\r\n".encode())
            assert await reader.readuntil(b"</html>")
            await shown.page.open()
            writer.write(f"GET {found.path} HTTP/1.1\r\nHost: {found.host}:{found.port}\r\n\r\n".encode())
            assert b"404" in await reader.read()
            writer.close()

    run(trial)


def test_an_address_of_the_world_is_no_local_network(monkeypatch: pytest.MonkeyPatch) -> None:
    class Asked:
        def __init__(self, *_: object) -> None: ...

        def __enter__(self) -> Asked:
            return self

        def __exit__(self, *_: object) -> None: ...

        def connect(self, _: object) -> None: ...

        def getsockname(self) -> tuple[str, int]:
            return ("8.8.8.8", 1)

    monkeypatch.setattr(socket, "socket", Asked)
    with pytest.raises(OSError, match="no address of a local network"):
        address.local_network()


def test_secrets_are_long_and_never_the_same() -> None:
    made = {address.make_secret() for _ in range(100)}
    assert len(made) == 100
    assert {len(secret) for secret in made} == {16}
