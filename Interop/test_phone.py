"""The whole way without a simulation: a beacon and a phone on controllers that we did not write, and a server."""

import json
import queue
import signal
import subprocess
import sys
import threading
import time

import centre
import pytest
from conftest import wait_for_port

PASSWORD = "correct horse battery staple"


class Lines:
    """The JSON lines of a process, read as they come."""

    def __init__(self, process: subprocess.Popen):
        self.process = process
        self.seen: list[dict] = []
        self.coming: queue.Queue = queue.Queue()
        threading.Thread(target=self.read, args=(process,), daemon=True).start()

    def read(self, process):
        for line in process.stdout:
            self.coming.put(json.loads(line))

    def named(self, name: str) -> list[dict]:
        """The events of that name that were seen so far."""
        return [event for event in self.seen if event["event"] == name]

    def wait(self, event: str, /, seconds: float = 90, **members) -> dict:
        """The next event of that name whose members are as given."""
        return self.wait_any(event, seconds=seconds, **members)

    def wait_any(self, *names: str, seconds: float = 90, **members) -> dict:
        """The next event of one of these names whose members are as given."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            try:
                event = self.coming.get(timeout=left)
            except queue.Empty:
                break
            self.seen.append(event)
            if event["event"] in names and all(event.get(key) == value for key, value in members.items()):
                return event
        raise AssertionError(f"no {names} {members} in {seconds} s; seen: {[e['event'] for e in self.seen]}")


@pytest.fixture
def air(start, free_port):
    """RootCanal: each TCP connection to the port is a controller of its own, and all share one air."""
    port = free_port()
    start(sys.executable, "-m", "rootcanal", "-hci_port", port, "-test_port", free_port(), "-link_port", free_port(),
          "-link_ble_port", free_port(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for_port(port)
    return f"tcp:127.0.0.1:{port}"


@pytest.fixture
def shop(cerca, tmp_path, free_port, start):
    """A server with a venue."""

    class Shop:
        database = f"sqlite:{tmp_path / 'cerca.sqlite'}"
        port = free_port()
        keys = centre.import_venue(cerca, tmp_path, database)
        password = tmp_path / "password"

        def open(self):
            self.process = start(cerca, "serve", "--port", self.port, "--database", self.database)
            wait_for_port(self.port)

        def beacon(self, air, major=100, minor=0, key=None):
            arguments = [cerca, "beacon", "--hci", air, "--ibeacon", f"{centre.UUID},{major},{minor},-59",
                         "--security-key", key or self.keys[f"{major}.{minor}"].hex(), "--interval", "100"]
            return start(*arguments, stdout=subprocess.DEVNULL)

        def phone(self, air, *more, email="ana@example.com", **options):
            return Lines(start(
                cerca, "phone", "--hci", air, "--server", f"http://127.0.0.1:{self.port}", "--email", email,
                "--password-file", self.password, "--outbox", tmp_path / "outbox.jsonl", "--json", *more,
                stdout=subprocess.PIPE, text=True, **options))

    opened = Shop()
    opened.password.write_text(PASSWORD + "\n")
    opened.open()
    return opened


def test_a_beacon_is_heard_proved_and_brings_the_offer(air, shop):
    shop.beacon(air)
    phone = shop.phone(air, "--sign-up", "--shops", "100,101")
    assert phone.wait("region.entered", major=100, minor=0)
    ranged = phone.wait("ranged")["beacons"][0]
    assert (ranged["major"], ranged["minor"]) == (100, 0)
    assert ranged["proximity"] in ("immediate", "near", "far", "unknown") and ranged["distance"] > 0
    position = phone.wait("position")
    # Somewhere on the plan, by the one beacon that there is.
    assert 0 <= position["x"] <= 8 and 0 <= position["y"] <= 6 and position["doubt"] > 0
    assert position["place"]["zone"] == "till" and position["place"]["shop"] in position["place"]["words"]
    accepted = phone.wait("sighting.accepted")
    assert accepted["shop"] == "Shop 0" and accepted["visit"]
    offer = phone.wait("offer.received")
    assert offer["shop"] == "Shop 0" and offer["text"] == {"en": "Gift 0", "es": "Regalo 0"}
    assert all(event["time"].endswith("Z") for event in phone.seen)


def test_a_shop_that_was_not_chosen_learns_nothing(air, shop, tmp_path):
    stranger = shop.beacon(air, major=102)
    phone = shop.phone(air, "--sign-up", "--shops", "100")
    phone.wait("region.entered", major=102)
    # Once a second it says what is around: longer than it stands before a beacon until it lets that prove its presence.
    for _ in range(8):
        phone.wait("ranged")
    stranger.terminate()
    assert stranger.wait(60) == 0
    # Where a shop was chosen it proves it: so nothing else kept it from doing that before.
    shop.beacon(air, major=100)
    phone.wait("sighting.accepted", shop="Shop 0")
    phone.wait("offer.received", shop="Shop 0")
    assert {event["shop"] for event in phone.named("sighting.accepted")} == {"Shop 0"}
    assert phone.named("sighting.rejected") == [], "the phone does not even ask"
    assert {event["shop"] for event in phone.named("offer.received")} == {"Shop 0"}


def test_a_beacon_without_the_key_proves_nothing(air, shop):
    shop.beacon(air, key="00" * 32)
    phone = shop.phone(air, "--sign-up", "--shops", "100")
    assert phone.wait("sighting.rejected")["code"] == "presence.code_mismatch"


def test_what_could_not_be_sent_waits_on_disk_and_goes_out_later(air, shop, tmp_path):
    phone = shop.phone(air, "--sign-up", "--shops", "100")
    # It has signed up and chosen when it hears a beacon, here of a shop that was not chosen.
    stranger = shop.beacon(air, major=102)
    phone.wait("region.entered", major=102)
    stranger.terminate()
    assert stranger.wait(60) == 0
    shop.process.send_signal(signal.SIGKILL)
    shop.process.wait()
    beacon = shop.beacon(air)
    phone.wait("region.entered", major=100)
    outbox = tmp_path / "outbox.jsonl"
    deadline = time.monotonic() + 90
    while not (outbox.exists() and outbox.read_text()):
        assert time.monotonic() < deadline, "nothing waits"
        time.sleep(0.1)
    assert outbox.stat().st_mode & 0o777 == 0o600
    beacon.kill()
    shop.open()
    assert phone.wait("sighting.accepted")["shop"] == "Shop 0"
    deadline = time.monotonic() + 60
    while outbox.read_text():
        assert time.monotonic() < deadline, "the outbox is not emptied"
        time.sleep(0.1)


def order(phone: Lines, line: str) -> None:
    """Writes an order as the phone's owner does."""
    phone.process.stdin.write(line + "\n")
    phone.process.stdin.flush()


def test_who_switches_on_inside_and_asks_is_told_where_they_are(air, shop):
    phone = shop.phone(air, "--sign-up", "--shops", "100", stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    order(phone, "where")
    phone.wait("position.unknown")
    assert phone.named("position") == []
    shop.beacon(air, major=102)
    phone.wait("position")
    for asked in ["where", ""]:
        order(phone, asked)
        answer = phone.wait("position", asked=True)
        assert answer["place"]["major"] == 102 and answer["doubt"] > 0 and answer["place"]["words"]
    # What comes by itself each second says nothing of having been asked for.
    assert any("asked" not in event for event in phone.named("position"))
    for wrong in ["where am i?", "w" * 5000]:
        order(phone, wrong)
        assert "where, screen on, screen off" in phone.process.stderr.readline()
    # Who closes the input has a phone that goes on.
    phone.process.stdin.close()
    phone.wait("position")


def test_regions_are_told_as_their_owner_wants(air, shop):
    phone = shop.phone(air, "--sign-up", "--shops", "100", "--while-screen-on", stdin=subprocess.PIPE)
    order(phone, "screen off")
    order(phone, "where")
    phone.wait("position.unknown")
    beacon = shop.beacon(air)
    for _ in range(3):
        phone.wait("ranged")
    assert phone.named("region.entered") == []
    order(phone, "screen on")
    assert phone.wait("region.state")["state"] == "inside"
    order(phone, "screen off")
    beacon.kill()
    # Ten seconds after the last packet it is outside, and asking is what tells that time has passed.
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        order(phone, "where")
        if phone.wait_any("position", "position.unknown")["event"] == "position.unknown":
            break
    time.sleep(6)
    order(phone, "screen on")
    left = phone.wait("region.state")
    assert (left["state"], left["major"], left["minor"]) == ("outside", 100, 0)
    assert phone.named("region.entered") == phone.named("region.exited") == []
    shop.beacon(air)
    phone.wait("region.entered", major=100, minor=0)
    phone.process.terminate()

    quiet = shop.phone(air, "--no-notify-entry", "--no-notify-exit")
    for _ in range(3):
        quiet.wait("ranged")
    assert quiet.named("region.entered") == []
