"""`cerca vault sync` between machines of one person, through a real server that can read nothing.

CERCA_LONG=1 kills it sixty times.
"""

import json
import os
import random
import shutil
import signal
import sqlite3
import statistics
import subprocess
import time
import urllib.request

import pytest
from conftest import wait_for_port
from vaults import BESIDE, HOME, PASSWORD, Vault

KILLS = 60 if os.environ.get("CERCA_LONG") else 20
ACCOUNT = "otra contraseña, la de la cuenta"
EMAIL = "ana@example.com"


class Server:
    def __init__(self, cerca, folder, port, start):
        self.cerca, self.port, self.start = cerca, port, start
        self.path = folder / "server.sqlite"
        self.url = f"http://127.0.0.1:{port}"
        self.open()
        request = urllib.request.Request(
            f"{self.url}/api/accounts", json.dumps({"email": EMAIL, "password": ACCOUNT}).encode(),
            {"Content-Type": "application/json"})
        urllib.request.urlopen(request, timeout=60).close()

    def open(self):
        # Each sync signs in, and an address may not do that as often as these tests do.
        self.process = self.start(
            self.cerca, "serve", "--port", self.port, "--database", f"sqlite:{self.path}", "--no-rate-limits")
        wait_for_port(self.port)

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)

    def bytes(self) -> bytes:
        """All that is on the server's disk."""
        return b"".join(path.read_bytes() for path in self.path.parent.glob("server.sqlite*"))


class Device(Vault):
    """A machine of its own, with an account at the server."""

    def __init__(self, cerca, folder, server: Server):
        folder.mkdir()
        super().__init__(cerca, folder)
        self.account = ["--server", server.url, "--email", EMAIL, "--account-password-file",
                        self.secret("account", ACCOUNT)]

    def sync(self, *more) -> dict:
        return self.ok("sync", *self.account, *more)[0]

    def titles(self) -> list[str]:
        return sorted(line["title"] for line in self.ok("list"))

    def value(self, title: str, field="password") -> str:
        shown = self.run("show", title, "--field", field, "--password-file", self.password)
        assert shown.returncode == 0, shown.stderr
        return shown.stdout.rstrip("\n")

    def add(self, title: str, value: str, category="Web"):
        self.ok("add", "--category", category, "--field", f"password={value}", title)

    def edit(self, title: str, value: str):
        self.ok("edit", title, "--field", f"password={value}")


@pytest.fixture
def server(cerca, tmp_path, free_port, start):
    return Server(cerca, tmp_path, free_port(), start)


@pytest.fixture
def device(cerca, tmp_path, server):
    """A function that makes machines; no agent of theirs outlives the test."""
    made = []

    def make(name: str) -> Device:
        made.append(Device(cerca, tmp_path / name, server))
        return made[-1]

    yield make
    for machine in made:
        machine.run("lock")


def join(device, first: Device, name="dos") -> Device:
    second = device(name)
    code = second.secret("code", first.codes[0])
    joined = second.run(
        "sync", "--join", "ana", *second.account, "--recovery-file", code, "--password-file", second.password,
        "--position", HOME, "--kdf-cost", "floor", json_lines=True)
    assert joined.returncode == 0, joined.stderr
    return second


def test_two_machines_have_the_same(device, server):
    first = device("uno")
    first.create("ana")
    for number in range(40):
        first.add(f"Cuenta {number}", f"secreto {number}")
    assert first.sync() == {"sent": 40 + 6, "received": 0, "conflicts": []}
    second = join(device, first)
    assert second.titles() == first.titles() and second.value("Cuenta 7") == "secreto 7"

    second.edit("Cuenta 7", "cambiado")
    second.ok("remove", "Cuenta 8")
    second.add("Nueva", "del segundo")
    assert second.sync()["sent"] == 3
    assert first.sync()["received"] == 3
    assert first.value("Cuenta 7") == "cambiado" and "Cuenta 8" not in first.titles()
    assert first.titles() == second.titles()
    assert first.sync() == second.sync() == {"sent": 0, "received": 0, "conflicts": []}

    disk = server.bytes()
    for secret in ["Cuenta", "secreto", "cambiado", "Nueva", "Bancos", PASSWORD]:
        assert secret.encode() not in disk


def test_large_attachments_arrive(device, server, tmp_path):
    first = device("uno")
    first.create("ana")
    files = {f"f{number}": random.Random(number).randbytes(900_000) for number in range(3)}
    for name, data in files.items():
        path = tmp_path / f"{name}.bin"
        path.write_bytes(data)
        first.add(name, "x")
        first.ok("attach", name, path)
    first.sync()
    second = join(device, first)
    for name, data in files.items():
        copy = tmp_path / f"copy-{name}.bin"
        second.ok("extract", name, f"{name}.bin", copy)
        assert copy.read_bytes() == data
    first.add("Pequeño", "después")
    assert first.sync()["sent"] == 1 and second.sync()["received"] == 1


def test_what_both_changed_is_kept_twice(device):
    first = device("uno")
    first.create("ana")
    first.add("Correo", "antes")
    first.sync("--device", "portátil")
    second = join(device, first)
    first.edit("Correo", "del portátil")
    second.edit("Correo", "del móvil")
    first.sync("--device", "portátil")
    (title,) = second.sync("--device", "móvil")["conflicts"]
    assert title.startswith("Correo (móvil, ")
    first.sync()
    for machine in (first, second):
        assert machine.value("Correo") == "del portátil" and machine.value(title) == "del móvil"


def test_removable_categories_travel_without_their_items(device):
    first = device("uno")
    first.create("ana")
    first.add("Delicado", "secreto", "Bancos")
    first.add("Corriente", "cualquiera")
    first.ok("category", "set", "Bancos", "--removable")
    first.ok("travel", "on", "--return", "place", *first.account)
    assert first.titles() == ["Corriente"]
    assert first.run("travel", "off", *first.account, "--password-file", first.password).returncode == 1
    assert first.titles() == ["Corriente"]
    first.sync()
    assert first.titles() == ["Corriente"]
    back = first.run("travel", "off", *first.account, "--position", BESIDE)
    assert back.returncode == 0, back.stderr
    assert first.titles() == ["Corriente", "Delicado"] and first.value("Delicado") == "secreto"


def test_an_address_typed_at_a_border_ends_no_journey(device):
    first = device("uno")
    first.create("ana")
    first.add("Delicado", "secreto", "Bancos")
    first.add("Corriente", "cualquiera")
    first.ok("category", "set", "Bancos", "--removable")
    assert first.ok("travel", "on", *first.account)[0]["return"] == "presence"
    for opening in (["--position", HOME], ["--position", HOME, "--password-file", first.password]):
        assert first.run("travel", "off", *first.account, *opening).returncode == 1
    assert first.titles() == ["Corriente"]
    assert first.ok("travel", "status") == [{"travelling": True, "return": "presence"}]
    code = first.secret("code", first.codes[0])
    back = first.run("travel", "off", *first.account, "--recovery-file", code)
    assert back.returncode == 0, back.stderr
    assert first.titles() == ["Corriente", "Delicado"]
    # The place opens it again.
    assert first.run("list", "--position", BESIDE).returncode == 0


def test_a_server_that_went_back_is_noticed(device, server, tmp_path):
    first = device("uno")
    first.create("ana")
    first.add("Correo", "antes")
    first.sync()
    server.close()
    shutil.copy(server.path, tmp_path / "backup")
    server.open()
    first.edit("Correo", "después")
    first.sync()
    server.close()
    # The key is kept apart from copies of the database, and is the same as before.
    for leftover in set(tmp_path.glob("server.sqlite*")) - {tmp_path / "server.sqlite.keys"}:
        leftover.unlink()
    shutil.copy(tmp_path / "backup", server.path)
    server.open()
    before = first.files()
    first.refused("sync", *first.account)
    assert first.files() == before and first.value("Correo") == "después"
    first.sync("--start-over")
    assert any(first.value(title) == "después" for title in first.titles())


def sessions(server) -> int:
    with sqlite3.connect(f"file:{server.path}?mode=ro", uri=True) as database:
        return database.execute("SELECT count(*) FROM sessions").fetchone()[0]


def test_no_session_is_left_behind(device, server):
    first = device("uno")
    first.create("ana")
    first.add("Correo", "antes")
    first.ok("category", "set", "Bancos", "--removable")
    before = sessions(server)
    first.sync()
    second = join(device, first)
    second.sync()
    first.ok("travel", "on", *first.account, "--return", "place")
    assert first.run("travel", "off", *first.account, "--password-file", first.password).returncode == 1
    assert first.run("travel", "off", *first.account, "--position", BESIDE).returncode == 0
    assert sessions(server) == before


def test_no_password_goes_beyond_this_machine_in_clear(device):
    first = device("uno")
    first.create("ana")
    # TEST-NET-1 (RFC 5737): nobody has this address, and nobody may be asked before it is refused.
    away = ["--server", "http://192.0.2.1:9", *first.account[2:]]
    for command in (["sync"], ["travel", "off"]):
        assert "--insecure" in first.refused(*command, *away)


def test_no_server_and_no_account_are_told_in_a_line(device, server):
    first = device("uno")
    first.create("ana")
    first.secret("account", "no es la contraseña")
    assert "password" in first.refused("sync", *first.account)
    first.secret("account", ACCOUNT)
    server.close()
    assert "no answer" in first.refused("sync", *first.account)
    wrong = ["--server", "ftp://example.com", *first.account[2:]]
    assert "http://" in first.refused("sync", *wrong)


def test_kill_at_random_moments_loses_and_doubles_nothing(device):
    chance = random.Random(4)
    first = device("uno")
    first.create("ana")
    for number in range(30):
        first.add(f"Cuenta {number}", f"valor {number}")
    first.sync()
    second = join(device, first)
    expected = {f"Cuenta {number}": f"valor {number}" for number in range(30)}
    lengths: list[float] = []

    def whole(machine: Device) -> None:
        begin = time.monotonic()
        machine.sync()
        lengths.append(time.monotonic() - begin)

    whole(first)
    trial = killed = 0
    # More of them only where too few fell into the middle, as when the machine does much besides.
    while trial < KILLS or (killed < KILLS / 2 and trial < 10 * KILLS):
        machine, other = (first, second) if trial % 2 else (second, first)
        title = f"Cuenta {chance.randrange(30)}"
        expected[title] = f"intento {trial}"
        machine.edit(title, expected[title])
        process = subprocess.Popen(
            [str(machine.cerca), "vault", "sync", *map(str, machine.account), "--password-file", str(machine.password)],
            env=machine.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # What the machine does besides changes how long a sync takes: the latest say it best.
        time.sleep(chance.uniform(0, statistics.median(lengths[-9:])))
        killed += process.poll() is None
        process.kill()
        process.wait()
        whole(machine)
        whole(other)
        trial += 1
    assert killed >= KILLS / 2, "too few were killed in the middle"
    for machine in (first, second):
        assert machine.titles() == sorted(expected)
    for title, value in expected.items():
        assert first.value(title) == value == second.value(title)
