"""A server whose SQLite has no room left: nothing that was acknowledged is lost, it goes on reading, and it works again by
itself once there is room.
"""

import pathlib
import shutil
import sqlite3
import subprocess
import time

import history
import httpx
import pytest
import vault_writing
from exchange import Exchange
from history import Outcome
from people import Crowd, Person, Site
from trading import TradingPerson

MEGABYTES = 32


class Disk:
    """A small disk that programs see that are run with its prefix, and nobody else."""

    def __init__(self, folder: pathlib.Path, start):
        self.path = folder / "disk"
        self.path.mkdir()
        mounting = f'mount -t tmpfs -o size={MEGABYTES}m tmpfs "{self.path}" && echo mounted && exec sleep infinity'
        self.holder = start("unshare", "--mount", "sh", "-c", mounting, stdout=subprocess.PIPE, text=True)
        if self.holder.stdout.readline() != "mounted\n":
            pytest.skip("a small disk takes somebody who may mount one")
        self.prefix = ["nsenter", "--mount", f"--target={self.holder.pid}", f"--wd={folder}"]
        # The same folder from outside.
        self.inside = pathlib.Path(f"/proc/{self.holder.pid}/root{self.path}")

    def fill(self) -> None:
        with open(self.inside / "ballast", "wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                pass

    def clear(self) -> None:
        (self.inside / "ballast").unlink()


class Alone(Site):
    """A server without a proxy."""

    def client(self, **options) -> httpx.Client:
        return httpx.Client(base_url=self.servers[0].base, timeout=30, **options)


@pytest.fixture
def disk(tmp_path, start):
    return Disk(tmp_path, start)


@pytest.fixture
def site(cerca, tmp_path, disk):
    server = Exchange(cerca, tmp_path, database=f"sqlite:{disk.path / 'cerca.sqlite'}", arguments=["--no-rate-limits"])
    server.prefix = disk.prefix
    with server:
        yield Alone([server], None, None)


def wait_for(people: list[Person], outcome: Outcome, many: int) -> None:
    """Waits until each of them has had this outcome so often from now on."""
    since, deadline = time.monotonic(), time.monotonic() + 60
    while any(sum(deed.outcome is outcome and deed.begun > since for deed in person.deeds_of("place", "write")) < many
              for person in people):
        assert time.monotonic() < deadline, f"no more is {outcome}"
        time.sleep(0.05)


def test_nothing_is_lost_on_a_full_disk_and_all_goes_on_once_there_is_room(site, disk, tmp_path):
    server, = site.servers
    traders = [TradingPerson(site, f"trader{number}", side) for number, side in enumerate(["buy", "sell"])]
    vault = vault_writing.Vault(site, "vault")
    devices = [vault_writing.Device(site, f"device{number}", vault) for number in range(2)]
    with Crowd([*traders, *devices]) as crowd:
        wait_for(crowd.people, Outcome.DONE, 5)
        disk.fill()
        wait_for(crowd.people, Outcome.REFUSED, 5)
        # What only reads goes on.
        assert httpx.get(f"{server.base}/healthz", timeout=60).status_code == 200
        assert traders[0].trader.call("GET", "/v2/balance").status_code == 200
        disk.clear()
        wait_for(crowd.people, Outcome.DONE, 5)
        # Loss of power on a full disk.
        disk.fill()
        wait_for(crowd.people, Outcome.REFUSED, 5)
        server.kill()
        disk.clear()
        server.start()
        wait_for(crowd.people, Outcome.DONE, 5)
    print(vault_writing.check(devices))
    server.admin("audit-ledger")
    assert server.stop() == 0, server.log()
    # SQLite finds no file by a path that leads into another's folders.
    copy = shutil.copy(disk.inside / "cerca.sqlite", tmp_path / "copy.sqlite")
    with sqlite3.connect(copy) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        names = [name for name, in database.execute("SELECT client_id FROM orders WHERE client_id IS NOT NULL")]
    placed = [deed for trader in traders for deed in trader.deeds_of("place")]
    assert history.effects(placed, names) == []
    counts = {outcome.value: sum(deed.outcome is outcome for deed in placed) for outcome in Outcome}
    print(f"orders on a disk that was full twice: {counts}, {len(names)} there")


def test_a_full_disk_is_answered_as_what_may_pass(site, disk):
    with site.client() as client:
        disk.fill()
        body = {"email": "ana@example.com", "password": "correct horse battery staple"}
        answer = client.post("/api/accounts", json=body)
        assert answer.status_code == 503 and answer.json()["code"] == "storage.unavailable", answer.text
