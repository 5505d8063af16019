"""Controllers that we did not write, RootCanal (strict) and Bumble (lax), and `cerca beacon` and `cerca scan` on them."""

import json
import os
import pathlib
import queue
import re
import signal
import subprocess
import sys
import threading
import time

import pytest

from conftest import wait_for_port

UUID = "e2c56db5-dffb-48d2-b060-d0f5a71096e0"
KEY = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
IDENTITY_KEY = "000102030405060708090a0b0c0d0e0f"
ADDRESS = "c1:a2:b3:c4:d5:e6"


class Lines:
    """The JSON lines that a process prints, read as they come."""

    def __init__(self, process: subprocess.Popen):
        self.process = process
        self.queue: queue.Queue = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.queue.put(json.loads(line))
        self.queue.put(None)

    def until(self, wanted, seconds: float = 90) -> list[dict]:
        """What is printed up to the first object for which `wanted` holds, that one included."""
        deadline = time.monotonic() + seconds
        seen = []
        while True:
            try:
                event = self.queue.get(timeout=max(0.01, deadline - time.monotonic()))
            except queue.Empty:
                pytest.fail(f"it did not come within {seconds} s; seen: {seen[-5:]}")
            if event is None:
                pytest.fail(f"the process ended with {self.process.wait()}; seen: {seen[-5:]}")
            seen.append(event)
            if wanted(event):
                return seen

    def during(self, seconds: float) -> list[dict]:
        """What is printed in this time."""
        deadline = time.monotonic() + seconds
        seen = []
        while (left := deadline - time.monotonic()) > 0:
            try:
                event = self.queue.get(timeout=left)
            except queue.Empty:
                break
            if event is None:
                break
            seen.append(event)
        return seen


class Controllers:
    """Controllers of one kind: `transports` are two that hear each other."""

    def __init__(self, kind: str, free_port):
        self.kind = kind
        self.ports = [free_port() for _ in range(4)]
        self.process = None
        self.start()

    def start(self):
        if self.kind == "rootcanal":
            names = ("-hci_port", "-test_port", "-link_port", "-link_ble_port")
            arguments = [text for name, port in zip(names, self.ports) for text in (name, str(port))]
            command = [sys.executable, "-m", "rootcanal", *arguments]
            listening = self.ports[:1]
        else:
            listening = self.ports[:2]
            command = [sys.executable, "-m", "bumble.apps.controllers"]
            command += [f"tcp-server:127.0.0.1:{port}" for port in listening]
        # RootCanal's Python starts another process, which would outlive it: the two end together as a group.
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True)
        if self.kind == "rootcanal":
            wait_for_port(listening[0])
        else:
            # A probing connection would be taken for a host; the listening socket shows in /proc instead.
            for port in listening:
                wait_until_listening(port)

    def kill(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    @property
    def transports(self) -> tuple[str, str]:
        second = self.ports[0] if self.kind == "rootcanal" else self.ports[1]
        return f"tcp:127.0.0.1:{self.ports[0]}", f"tcp:127.0.0.1:{second}"


def wait_until_listening(port: int, seconds: float = 90) -> None:
    """Returns once somebody listens on the port, without connecting to it."""
    pattern = re.compile(rf":{port:04X} \S+ 0A ")
    deadline = time.monotonic() + seconds
    while not pattern.search(pathlib.Path("/proc/net/tcp").read_text()):
        assert time.monotonic() < deadline, f"nobody listens on {port}"
        time.sleep(0.05)


@pytest.fixture(params=["rootcanal", "bumble"])
def controllers(request, free_port):
    running = Controllers(request.param, free_port)
    yield running
    running.kill()


@pytest.fixture
def rootcanal(free_port):
    running = Controllers("rootcanal", free_port)
    yield running
    running.kill()


@pytest.fixture
def beacon(cerca, start):
    """Starts `cerca beacon` and returns its lines once it is on air."""

    def begin(transport: str, *options: str) -> Lines:
        process = start(
            cerca, "beacon", "--hci", transport, "--json", *options,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        lines = Lines(process)
        lines.until(lambda event: event["event"] == "beacon.advertising")
        return lines

    return begin


@pytest.fixture
def scan(cerca, start):
    """Starts `cerca scan --json` and returns its lines."""

    def begin(transport: str, *options: str) -> Lines:
        return Lines(
            start(cerca, "scan", "--hci", transport, "--json", *options,
                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True))

    return begin


def is_advertisement(kind: str):
    return lambda event: event["event"] == "advertisement" and event["type"] == kind


def run(cerca, *arguments, **options):
    return subprocess.run([cerca, *arguments], capture_output=True, text=True, timeout=90, **options)
