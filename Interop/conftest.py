"""What every interoperability test needs: the command under test, free ports, and servers that end with the test."""

import os
import pathlib
import signal
import socket
import subprocess
import time

import pytest
from playwright.sync_api import expect

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Other tests run beside these: what a page takes a second for on its own may take several.
expect.set_options(timeout=20_000)


@pytest.fixture(scope="session")
def cerca() -> pathlib.Path:
    """The command under test: $CERCA, or the newest build."""
    named = os.environ.get("CERCA")
    candidates = [pathlib.Path(named)] if named else [ROOT / ".build" / kind / "cerca" for kind in ("release", "debug")]
    built = [path for path in candidates if path.exists()]
    assert built, "cerca is not built: run `make build`, or name it in CERCA"
    return max(built, key=lambda path: path.stat().st_mtime)


@pytest.fixture(scope="session")
def free_port():
    """A function that gives a TCP port on which nobody listens."""

    def find() -> int:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            return probe.getsockname()[1]

    return find


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


def wait_for_port(port: int, seconds: float = 20) -> None:
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
