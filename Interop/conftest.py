"""What every interoperability test needs: the command under test, free ports, and servers that end with the test."""

import fcntl
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable

import pytest
from playwright.sync_api import Page, expect, sync_playwright

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Commands speak the language of whoever runs the tests; what the tests read is English.
os.environ["LC_ALL"] = "C.UTF-8"

# Other tests run beside these: what a page takes a second for on its own may take several.
expect.set_options(timeout=60_000)


@pytest.fixture(scope="session")
def cerca() -> pathlib.Path:
    """The command under test: $CERCA, or the newest build."""
    named = os.environ.get("CERCA")
    candidates = [pathlib.Path(named).resolve()] if named else [ROOT / ".build" / kind / "cerca" for kind in ("release", "debug")]
    built = [path for path in candidates if path.exists()]
    assert built, "cerca is not built: run `make build`, or name it in CERCA"
    return max(built, key=lambda path: path.stat().st_mtime)


@pytest.fixture(scope="session")
def cerca_bench(cerca) -> pathlib.Path:
    """The benchmarks that were built beside the command."""
    path = cerca.with_name("cerca-bench")
    assert path.exists(), "cerca-bench is not built: run `make build-bench`"
    return path


# What takes longest, longest first: several processes take a file each, and nobody waits for a long one at the end.
LONGEST = [
    "test_exposure_phone.py", "test_exposure_server.py", "test_vault_faults.py", "test_exposure_web.py",
    "test_vault_sync.py", "test_cluster.py", "test_market_web_orders.py", "test_market_web_wallet.py", "test_market_web_live.py",
    "test_market_web_chart.py", "test_market_web_console.py", "test_web.py", "test_vault_places.py", "test_exposure_zones.py", "test_exposure_console_page.py",
    "test_web_security.py", "test_vault_page.py", "test_vault_acceptance.py", "test_kill.py", "test_radio.py",
    "test_tutorial.py", "test_vault_formats.py", "test_demo.py", "test_market_socket.py", "test_server.py", "test_market_kill.py",
]


def pytest_configure(config):
    config.addinivalue_line("markers", "alone: measures times, which whatever runs beside it would falsify")
    # Else the file with the most tests would come first.
    if hasattr(config.option, "loadscopereorder"):
        config.option.loadscopereorder = False


# Parameters that show one page in another language, color scheme or size.
LOOKS = {"locale", "scheme", "size"}


def pytest_collection_modifyitems(config, items):
    """Puts the tests of the longest files first; within a file they keep their order.

    A test that shows one page in several languages, sizes and schemes runs with the first and the last of them;
    CERCA_LONG=1 runs it with all.
    """
    turn = {name: number for number, name in enumerate(LONGEST)}
    items.sort(key=lambda item: turn.get(item.path.name, len(turn)))
    if os.environ.get("CERCA_LONG"):
        return
    looks: dict[tuple, list] = {}
    for item in items:
        values = item.callspec.params if getattr(item, "callspec", None) else {}
        if values.keys() & LOOKS:
            others = tuple((name, repr(value)) for name, value in sorted(values.items()) if name not in LOOKS)
            looks.setdefault((item.function, others), []).append(item)
    between = [item for same in looks.values() for item in same[1:-1]]
    if between:
        config.hook.pytest_deselected(items=between)
        left = set(between)
        items[:] = [item for item in items if item not in left]


class Ports:
    """TCP ports on which nobody listens and which nobody else is given.

    They lie below those that the system takes for outgoing connections: one of those could be taken by any client of any
    test between the moment when it is found free and the moment when a server listens on it, or while a server that was
    killed starts again. Each is reserved by a lock on its byte of one file, which ends with this process, because
    several processes run tests at the same time.
    """

    def __init__(self):
        first, below = 10_000, 32_768
        try:
            outgoing = pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()
            below = max(first + 5000, min(below, int(outgoing[0])))
        except OSError:
            pass
        self.left = list(range(first, below))
        random.shuffle(self.left)
        # Opened once: to close another descriptor of the file would end all locks of this process.
        self.file = open(pathlib.Path(tempfile.gettempdir()) / f"cerca-ports-{os.getuid()}", "a")

    def find(self) -> int:
        while True:
            port = self.left.pop()
            try:
                fcntl.lockf(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, port)
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


PORTS = Ports()


@pytest.fixture(scope="session")
def free_port():
    """A function that gives a TCP port on which nobody listens."""
    return PORTS.find


@pytest.fixture
def start():
    """A function that starts a process, which ends with the test at the latest."""
    running: list[subprocess.Popen] = []

    def begin(*arguments, **options) -> subprocess.Popen:
        # A session of its own: some programs leave children behind when only they are told to end.
        process = subprocess.Popen([str(argument) for argument in arguments], start_new_session=True, **options)
        running.append(process)
        return process

    def tell(process: subprocess.Popen, number: signal.Signals) -> None:
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            pass

    yield begin
    for process in running:
        tell(process, signal.SIGTERM)
    for process in running:
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            pass
        tell(process, signal.SIGKILL)
        process.wait()


def wait_for_port(port: int, seconds: float = 90) -> None:
    """Returns once somebody listens on the port of this machine."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


def stay_within(period: float, seconds: float) -> None:
    """Returns at an instant after which a period of the clock (of Unix time, so a day is one in UTC) goes on for so long.

    What a test does next falls into one minute, hour or day then, whenever it is run.
    """
    left = period - time.time() % period
    if left < seconds:
        time.sleep(left + 0.05)


def chromium() -> str:
    """Chromium without a window. The same pages cost it a third less of the processor than the one that has windows."""
    path = shutil.which("chromium-headless-shell")
    assert path, "chromium is missing: apt-get install chromium-headless-shell"
    return path


@pytest.fixture(scope="module")
def browser():
    """One headless Chromium for all tests of a file. The camera is one that Chromium makes up."""
    camera = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox", *camera])
        yield browser
        browser.close()


class Pages:
    """Pages in fresh profiles, and what went wrong on any of them."""

    def __init__(self, browser):
        self.browser = browser
        self.contexts = []
        self.faults: list[str] = []

    def new(self, address: str, size: tuple[int, int], expected: Iterable[str] = (),
            is_known: Callable = lambda message: False, **options) -> Page:
        """A page that has not gone anywhere yet.

        What it complains of is a fault, unless the text has one of the expected words or the message is known; a violation of
        the content security policy is such a complaint too.
        """
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]}, base_url=address, **options)
        self.contexts.append(context)
        # Other tests run beside: what takes a second alone may take several.
        context.set_default_timeout(60_000)
        page = context.new_page()

        def note(text: str) -> None:
            if not any(word in text for word in expected):
                self.faults.append(text)

        def hear(message) -> None:
            if message.type in ("error", "warning") and not is_known(message):
                note(message.text)

        page.on("console", hear)
        page.on("pageerror", lambda error: note(str(error)))
        return page


@pytest.fixture
def pages(browser):
    """Pages of this test; what goes wrong on any of them fails it at its end."""
    pages = Pages(browser)
    yield pages
    for context in pages.contexts:
        context.close()
    assert pages.faults == []
