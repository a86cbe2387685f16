"""A real browser, driven by its own protocol over a WebSocket: no driver to install beside Chromium itself."""

from __future__ import annotations

import asyncio
import base64
import json
import shutil
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import aiohttp
from tests.conftest import AXE
from tests.sampling import WHOLE

START_S = 60
ANSWER_S = 120
MOST_BYTES = 256 * 1024 * 1024
_ABOUT_COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}

_WIDTHS = (1440, 390)


def at_widths(paths: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield each path with a width of the screen: wide and narrow in turn, or with both where everything is tried."""
    for number, path in enumerate(paths):
        for width in _WIDTHS if WHOLE else (_WIDTHS[number % 2],):
            yield width, path


@dataclass
class Page:
    """One tab: what it asked for, what it said on its console, and the commands that a test needs."""

    socket: aiohttp.ClientWebSocketResponse
    requests: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    _number: int = 0

    async def command(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and return its result; what happens meanwhile is noted."""
        self._number += 1
        await self.socket.send_json({"id": self._number, "method": method, "params": parameters})
        while True:
            message = await self._receive()
            if message.get("id") == self._number:
                assert "error" not in message, message["error"]
                result: dict[str, Any] = message["result"]
                return result

    async def open(self, path: Path, *, width: int = 1440, height: int = 900, dark: bool = False) -> None:
        """Open a file at a size, and wait until it has loaded."""
        await self.visit(path.resolve().as_uri(), width=width, height=height, dark=dark)

    async def visit(self, address: str, *, width: int = 1440, height: int = 900, dark: bool = False) -> None:
        """Open an address at a size, and wait until it has loaded."""
        for domain in ("Page", "Network", "Runtime", "Log"):
            await self.command(f"{domain}.enable")
        await self.command(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600
        )
        await self.darken(dark=dark)
        await self.command("Page.navigate", url=address)
        await self.loaded()

    async def darken(self, *, dark: bool) -> None:
        """Let the reader prefer dark or light pages."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        await self.command("Emulation.setEmulatedMedia", features=[scheme])

    async def violations(self, *impacts: str) -> list[tuple[str, str, str]]:
        """Return what axe finds on this page, light and dark; of the dark one, what its colours can be to blame for.

        Whatever else axe looks at is the same in both.
        """
        await self.evaluate(AXE.read_text(encoding="utf-8"))
        found = []
        for scheme, rules in (("light", {}), ("dark", _ABOUT_COLOURS)):
            await self.darken(dark=scheme == "dark")
            asked = json.dumps({"resultTypes": ["violations"], **rules})
            told = await self.evaluate(f"axe.run({asked}).then(found => found.violations)")
            found += [(scheme, one["id"], one["nodes"][0]["html"][:200]) for one in told if one["impact"] in impacts]
        return found

    async def loaded(self) -> None:
        """Wait until a page has loaded."""
        while (await self._receive()).get("method") != "Page.loadEventFired":
            pass

    async def click(self, selector: str) -> None:
        """Click on the first element that a selector names, and wait for the page that it leads to."""
        await self.evaluate(f"document.querySelector({json.dumps(selector)}).click()")
        await self.loaded()

    async def press(self, key: str, *, modifiers: int = 0) -> None:
        """Press and release a key, by its name as scripts know it; of a single character the text as well."""
        text = {"text": key} if len(key) == 1 and not modifiers else {}
        for kind in ("keyDown", "keyUp"):
            await self.command("Input.dispatchKeyEvent", type=kind, key=key, modifiers=modifiers, **text)

    async def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Press the mouse at a place of the window, move it to another and let go."""
        for kind, (x, y) in (("mousePressed", start), ("mouseMoved", end), ("mouseReleased", end)):
            await self.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)

    async def evaluate(self, script: str) -> Any:
        """Run a script of the test in the page, past the page's own policy, and return its value."""
        found = await self.command("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    async def screenshot(self, *, whole: bool = False) -> bytes:
        """Return what is seen, or the whole page, as PNG."""
        found = await self.command("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        return base64.b64decode(found["data"])

    async def pdf(self) -> bytes:
        """Return the page as it is printed on A4."""
        found = await self.command("Page.printToPDF", paperWidth=8.27, paperHeight=11.69, printBackground=False)
        return base64.b64decode(found["data"])

    async def _receive(self) -> dict[str, Any]:
        message: dict[str, Any] = await self.socket.receive_json(timeout=ANSWER_S)
        parameters = message.get("params", {})
        if message.get("method") == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        if message.get("method") in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"):
            self.said.append(str(parameters))
        return message


@asynccontextmanager
async def chromium_page() -> AsyncIterator[Page]:
    """Start Chromium with a profile of its own, yield a page, and end it."""
    program = shutil.which("chromium")
    assert program is not None
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = await asyncio.create_subprocess_exec(
            program,
            "--headless",
            "--no-sandbox",  # the tests may run as root, where Chromium refuses its sandbox
            "--disable-dev-shm-usage",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            f"--user-data-dir={profile}",
            "--remote-debugging-port=0",
            "about:blank",
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            port = await _port(Path(profile) / "DevToolsActivePort", process)
            async with aiohttp.ClientSession() as session:
                async with session.get(f"http://127.0.0.1:{port}/json/list") as answer:
                    [address] = [one["webSocketDebuggerUrl"] for one in await answer.json() if one["type"] == "page"]
                async with session.ws_connect(address, max_msg_size=MOST_BYTES) as socket:
                    yield Page(socket)
        finally:
            process.terminate()
            await process.wait()


async def _port(file: Path, process: asyncio.subprocess.Process) -> int:
    """Return the port that Chromium chose, as soon as it has written it down."""
    async with asyncio.timeout(START_S):
        while process.returncode is None:
            if file.is_file() and (lines := file.read_text().split()):
                return int(lines[0])
            await asyncio.sleep(0.05)
    raise AssertionError("Chromium ended before it was ready.")
