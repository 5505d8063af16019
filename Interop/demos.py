"""A demo that runs for the tests of a file."""

import contextlib
import json
import subprocess
from collections.abc import Iterator

from conftest import PORTS, ROOT


@contextlib.contextmanager
def demo_of(cerca, visitors: int, speed: int) -> Iterator[dict]:
    """A demo with so many people, so many times as fast as their day is; what it says of itself when it has begun."""
    process = subprocess.Popen(
        [cerca, "demo", "--port", str(PORTS.find()), "--visitors", str(visitors), "--speed", str(speed), "--json"],
        stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        yield json.loads(process.stdout.readline())
    finally:
        process.terminate()
        process.wait(60)
