"""Two phones on controllers that we did not write, from first hello to warning, against a server; and phones that are
killed at any instant."""

import collections
import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import time

import centre
import pytest
from conftest import wait_for_port
from radios import Controllers, Lines
from tracing import BATCH, DAY, TracingServer

MINUTE = 60_000
# So many of a phone's seconds pass in one of ours, while it is on the air.
SPEED = 120
# What RootCanal selects when it is asked for no power, and for -8 dBm: it gives back what it was asked for, and "no
# preference" is no power.
SELECTED_BY_ROOTCANAL = {None: None, -8: -8}


class Phone:
    """One device: a store, a key beside it in the device's key store, and a clock."""

    def __init__(self, cerca, folder: pathlib.Path):
        folder.mkdir(parents=True, exist_ok=True)
        self.cerca, self.folder, self.store = cerca, folder, folder / "tracing.sqlite"
        self.environment = {**os.environ, "XDG_DATA_HOME": str(folder / "data")}

    def arguments(self, verb: str, *more, at: float | None = None) -> list[str]:
        clock = [] if at is None else ["--clock-offset", round(at / 1000 - time.time())]
        return [str(word) for word in (self.cerca, "exposure", verb, "--store", self.store, "--json", *clock, *more)]

    def call(self, verb: str, *more, at: float | None = None, code: int = 0, **options):
        """What a command prints, an object for each line; the only one if there is one."""
        done = subprocess.run(
            self.arguments(verb, *more, at=at), capture_output=True, text=True, timeout=120, env=self.environment,
            **options)
        assert done.returncode == code, (verb, done.returncode, done.stdout, done.stderr)
        self.said = done.stderr
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        return lines[0] if len(lines) == 1 else lines

    def words(self, verb: str, language: str, at: float) -> str:
        """What a command tells a person whose language this is."""
        environment = {**self.environment, "LC_ALL": f"{language}.UTF-8"}
        arguments = [word for word in self.arguments(verb, at=at) if word != "--json"]
        return subprocess.run(arguments, capture_output=True, text=True, timeout=120, env=environment, check=True).stdout

    def copy(self, folder: pathlib.Path) -> "Phone":
        shutil.copytree(self.folder, folder)
        return Phone(self.cerca, folder)


def morning() -> int:
    """Five past eight in UTC, at most a day ahead: nothing crosses midnight, and codes of now still hold."""
    return (round(time.time() * 1000) // DAY + 1) * DAY + 8 * 60 * MINUTE + 5 * MINUTE


@pytest.fixture(scope="module")
def encounter(cerca, tmp_path_factory, free_port):
    """Ana and Ben have been near each other for 50 minutes, Cleo was alone elsewhere."""
    folder = tmp_path_factory.mktemp("encounter")
    phones = {name: Phone(cerca, folder / name) for name in ("ana", "ben", "cleo")}
    begin = morning()
    airs = []
    running = []
    try:
        airs = [Controllers("rootcanal", free_port) for _ in range(2)]
        for name, phone in phones.items():
            transport = airs[1 if name == "cleo" else 0].transports[0]
            running.append(subprocess.Popen(
                phone.arguments("run", "--hci", transport, "--interval", 100, "--listen", 100, "--clock-speed", SPEED,
                                "--seconds", 50 * 60 / SPEED, at=begin),
                stdout=subprocess.PIPE, text=True, env=phone.environment, start_new_session=True))
        for process in running:
            output, _ = process.communicate(timeout=240)
            assert process.returncode == 0
            assert json.loads(output.splitlines()[0])["event"] == "exposure.started"
    finally:
        for process in running:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
        for air in airs:
            air.kill()

    class Encounter:
        end = begin + 55 * MINUTE

    met = Encounter()
    vars(met).update(phones)
    return met


@pytest.fixture
def server(cerca, free_port, tmp_path):
    running = TracingServer(cerca, free_port(), f"sqlite:{tmp_path / 'cerca.sqlite'}", tmp_path / "key.pem")
    yield running
    running.stop()


def contacts(phone: Phone, at: float) -> int:
    days = phone.call("contacts", at=at)
    return sum(day["contacts"] for day in (days if isinstance(days, list) else [days]))


def test_from_first_hello_to_warning(encounter, server, tmp_path):
    ana, ben, cleo = (getattr(encounter, name).copy(tmp_path / name) for name in ("ana", "ben", "cleo"))
    now = encounter.end
    assert contacts(ana, now) >= 3 and contacts(ben, now) >= 3
    assert cleo.call("contacts", at=now) == []

    # From here on all clocks go on together: the server's says what it is for the phones as well.
    server.move_to(now)
    first = ana.call("sync", "--server", server.base, at=server.now)
    assert (first["batches"], first["keys"], first["matched"], first["warned"]) == (1, 0, 0, False)
    assert first["trustedAnew"] is True

    # A wrong code changes nothing; the right one ends tracing.
    assert ben.call("report", "1" * 12, "--server", server.base, at=server.now, code=1) == {"outcome": "refused"}
    assert ben.call("status", at=server.now)["state"] == "on"
    code = server.code()
    assert ben.call("report", "--server", server.base, at=server.now, input=f"{code[:4]} {code[4:8]} {code[8:]}\n") == {
        "outcome": "taken"}
    assert code not in ben.said
    status = ben.call("status", at=server.now)
    assert status["state"] == "reported" and status["reportPending"] is False
    # On the network the phone goes on as before: it fetches, and throws away what it gets.
    after = ben.call("sync", "--server", server.base, at=server.now)
    assert after["thrownAway"] is True and "error" not in after and after["next"] is not None
    assert ben.call("status", at=server.now)["nextSync"] == after["next"]
    assert ben.call("report", code, "--server", server.base, at=server.now, code=1) == []
    assert ben.call("qr", "--server", server.base, at=server.now, code=1) == []
    # Somebody else cannot use the code again.
    assert cleo.call("report", code, "--server", server.base, at=server.now, code=1) == {"outcome": "refused"}
    # Nothing is out before the batch is released.
    assert ana.call("sync", "--server", server.base, at=server.now)["batches"] == 0

    released = server.next_release + MINUTE
    server.move_to(released)
    day = time.strftime("%Y-%m-%d", time.gmtime(encounter.end / 1000))
    warned = ana.call("sync", "--server", server.base, at=server.now)
    assert warned["batches"] == 1 and warned["keys"] == 1 and warned["matched"] >= 3
    assert warned["warned"] is True and warned["trustedAnew"] is False
    [exposure] = warned["exposureDays"]
    assert (exposure["day"], exposure["daysAgo"], exposure["foundOn"]) == (day, 0, day)
    assert 15 <= exposure["minutes"] <= 60 and exposure["minutes"] % 5 == 0
    assert 30 <= exposure["probability"] <= 100
    weighted = exposure["minutes"] * exposure["probability"] / 100 * 0.8
    assert exposure["grade"] == ("high" if weighted >= 30 else "medium" if weighted >= 10 else "low")
    said = {language: ana.words("status", language, at=server.now) for language in ("es_MX", "en_GB", "pt_BR", "it_IT")}
    for language, risk in (("es_MX", "riesgo"), ("en_GB", "risk"), ("pt_BR", "risco"), ("it_IT", "rischio")):
        assert risk in said[language] and f"{exposure['minutes']} minut" in said[language], said[language]
    assert len(set(said.values())) == 4
    assert [notice["kind"] for notice in warned["notices"]] == ["exposure"]
    assert ana.call("status", at=server.now)["exposureDays"] == warned["exposureDays"]
    thrown = ben.call("sync", "--server", server.base, at=server.now)
    assert (thrown["batches"], thrown["matched"], thrown["warned"], thrown["exposureDays"]) == (1, 0, False, [])
    unwarned = cleo.call("sync", "--server", server.base, at=server.now)
    assert unwarned["keys"] == 1 and unwarned["matched"] == 0 and not unwarned["warned"]
    assert unwarned["exposureDays"] == []
    # Once is enough.
    again = ana.call("sync", "--server", server.base, at=server.now)
    assert again["batches"] == 0 and not again["warned"] and again["exposureDays"] == warned["exposureDays"]

    # Ten days later the warning is gone, three weeks later everything.
    assert ana.call("status", at=released + 11 * DAY)["exposureDays"] == []
    assert ana.call("contacts", at=released + 22 * DAY) == []


def test_a_clock_that_is_wrong_is_told_and_compares_nothing(encounter, server, tmp_path):
    phone = encounter.ana.copy(tmp_path / "phone")
    server.move_to(encounter.end)
    for difference in (65_000, -65_000):
        result = phone.call("sync", "--server", server.base, at=server.now + difference, code=1)
        assert result["error"] == "sync.clock" and result["batches"] == 0
        assert "clock" in phone.said
    assert phone.call("sync", "--server", server.base, at=server.now + 20_000)["batches"] == 1


def test_another_server_key_is_refused(cerca, encounter, server, free_port, tmp_path):
    phone = encounter.ana.copy(tmp_path / "phone")
    now = encounter.end
    server.move_to(now)
    right, wrong = tmp_path / "right.pem", tmp_path / "wrong.pem"
    right.write_text(server.public_key)
    other = TracingServer(cerca, free_port(), f"sqlite:{tmp_path / 'other.sqlite'}", tmp_path / "other.pem")
    try:
        other.move_to(now)
        wrong.write_text(other.public_key)
        refused = phone.call("sync", "--server", server.base, "--public-key", wrong, at=server.now, code=1)
        assert refused["error"] == "sync.signature" or refused["error"] == "sync.changed_key"
        phone = encounter.ana.copy(tmp_path / "second")
        assert phone.call("sync", "--server", server.base, "--public-key", right, at=server.now)["trustedAnew"] is False
        later = now + BATCH
        other.move_to(later)
        assert phone.call("sync", "--server", other.base, at=other.now, code=1)["error"] == "sync.changed_key"
        assert "another key" in phone.said
        server.move_to(later)
        assert phone.call("sync", "--server", server.base, at=server.now)["batches"] == 1
    finally:
        other.stop()


def test_the_files_tell_nothing_and_one_without_the_other_does_not_open(encounter, tmp_path):
    phone = encounter.ana.copy(tmp_path / "phone")
    assert phone.store.stat().st_mode & 0o777 == 0o600
    [key] = (tmp_path / "phone/data/cerca/keys").iterdir()
    assert key.stat().st_mode & 0o777 == 0o600 and key.stat().st_size == 32
    assert key.read_bytes() not in phone.store.read_bytes()
    tables = sqlite3.connect(phone.store).execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    assert {name for name, in tables} >= {"contacts", "known_cases", "exposure_days", "applications", "handshakes"}
    content = phone.store.read_bytes()
    saved = key.read_bytes()
    key.unlink()
    assert phone.call("status", code=1) == [] and "key" in phone.said
    key.write_bytes(bytes(32))
    key.chmod(0o600)
    assert phone.call("status", code=1) == []
    key.write_bytes(saved)
    key.chmod(0o644)
    assert phone.call("status", code=1) == [] and "chmod 600" in phone.said
    key.chmod(0o600)
    assert phone.store.read_bytes() == content, "refusing changes nothing"
    assert phone.call("status", at=encounter.end)["state"] == "on"
    # Deleting asks; where there is nobody to ask it has to be said.
    assert phone.call("delete", code=2) == [] and phone.store.exists()
    assert phone.call("delete", "--yes") == []
    assert not phone.store.exists() and not key.exists()


def test_the_qr_code_holds_the_key_and_is_a_picture(encounter, tmp_path):
    phone = encounter.ana.copy(tmp_path / "phone")
    picture = tmp_path / "case.png"
    shown = phone.call("qr", "--server", "https://cerca.example", "--png", picture, at=encounter.end)
    base, _, case = shown["url"].partition("#case=V1.")
    assert base == "https://cerca.example/console/health" and len(case) == 70
    assert len(shown["checkWords"]) == 9 and shown["checkWords"][4] == "-"
    assert len(shown["modules"]) == len(shown["modules"][0])
    assert picture.read_bytes().startswith(b"\x89PNG\r\n\x1a\n") and picture.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("kind", ["rootcanal", "bumble"])
def test_address_and_identifier_change_together(cerca, start, free_port, tmp_path, kind):
    air = Controllers(kind, free_port)
    try:
        sending, listening = air.transports
        scan = Lines(start(cerca, "scan", "--hci", listening, "--json", stdout=subprocess.PIPE, text=True))
        phone = Phone(cerca, tmp_path / "phone")
        # An epoch of fifteen minutes in a second.
        process = start(
            *phone.arguments("run", "--hci", sending, "--interval", 50, "--clock-speed", 900, "--seconds", 600,
                            at=morning()),
            stdout=subprocess.PIPE, text=True, env=phone.environment)
        addresses = collections.defaultdict(set)

        def nine_heard(event) -> bool:
            if event.get("type") == "exposure":
                addresses[event["identifier"]].add(event["address"])
            return len(addresses) == 9

        scan.until(nine_heard)
        process.terminate()
        assert process.wait(60) == 0
    finally:
        air.kill()
    assert all(len(own) == 1 for own in addresses.values()), "an identifier under two addresses"
    assert len(set.union(*addresses.values())) == len(addresses), "an address with two identifiers"
    # Non-resolvable private addresses: the two highest bits are zero.
    assert all(int(address[:2], 16) < 0x40 for own in addresses.values() for address in own)


@pytest.mark.parametrize("kind", ["rootcanal", "bumble"])
@pytest.mark.parametrize("asked", [None, -8])
def test_a_phone_states_the_power_that_its_controller_says_it_selected(cerca, start, free_port, tmp_path, kind, asked):
    air = Controllers(kind, free_port)
    try:
        sending, listening = air.transports
        scan = Lines(start(cerca, "scan", "--hci", listening, "--json", stdout=subprocess.PIPE, text=True))
        phone = Phone(cerca, tmp_path / "phone")
        request = [] if asked is None else [f"--transmit-power={asked}"]
        process = start(
            *phone.arguments("run", "--hci", sending, "--interval", 50, "--seconds", 600, *request),
            stdout=subprocess.PIPE, text=True, env=phone.environment)
        started = Lines(process).until(lambda event: event["event"] == "exposure.started")[-1]
        heard = scan.until(lambda event: event.get("type") == "exposure")[-1]
        process.terminate()
        assert process.wait(60) == 0
    finally:
        air.kill()
    # Bumble selects 0 dBm whatever it is asked for; what is stated is what was selected, and not what was wanted.
    assert started["commands"] == "extended"
    expected = {"bumble": 0, "rootcanal": SELECTED_BY_ROOTCANAL[asked]}[kind]
    assert (started["transmitPower"], heard.get("tx_power")) == (expected, expected)


def test_one_scan_serves_beacons_and_tracing(cerca, start, free_port, tmp_path):
    database = f"sqlite:{tmp_path / 'cerca.sqlite'}"
    keys = centre.import_venue(cerca, tmp_path, database)
    port = free_port()
    start(cerca, "serve", "--port", port, "--database", database, stdout=subprocess.DEVNULL)
    wait_for_port(port)
    (tmp_path / "password").write_text("correct horse battery staple\n")
    own, other = Phone(cerca, tmp_path / "own"), Phone(cerca, tmp_path / "other")
    own.call("on")
    air = Controllers("rootcanal", free_port)
    try:
        transport = air.transports[0]
        start(cerca, "beacon", "--hci", transport, "--ibeacon", f"{centre.UUID},100,0,-59", "--security-key",
              keys["100.0"].hex(), stdout=subprocess.DEVNULL)
        tracing = start(*other.arguments("run", "--hci", transport, "--interval", 100, "--seconds", 600),
                        env=other.environment, stdout=subprocess.PIPE, text=True)
        Lines(tracing).until(lambda event: event["event"] == "exposure.started")
        both = start(
            cerca, "phone", "--hci", transport, "--server", f"http://127.0.0.1:{port}", "--email", "a@example.com",
            "--password-file", tmp_path / "password", "--sign-up", "--shops", "100", "--seconds", "600",
            "--outbox", tmp_path / "outbox", "--exposure-store", own.store, "--json",
            env=own.environment, stdout=subprocess.PIPE, text=True)
        lines = Lines(both)
        lines.until(lambda event: event["event"] == "sighting.accepted")
        # Once a second it says what is around: meanwhile the two have said hello many times.
        for _ in range(5):
            lines.until(lambda event: event["event"] == "ranged")
        for process in (tracing, both):
            process.terminate()
            assert process.wait(60) == 0
    finally:
        air.kill()
    for phone in (own, other):
        # What was heard is a contact once its quarter of an hour is over.
        soon = time.time() * 1000 + 16 * MINUTE
        phone.call("off", at=soon)
        assert contacts(phone, soon) >= 1


# Killed


def kill_while(phone: Phone, shuffle: random.Random, longest: float, verb: str, *more, at: float, **options) -> bool:
    """Starts a command and kills it at some instant; whether it was killed before it ended."""
    process = subprocess.Popen(phone.arguments(verb, *more, at=at), env=phone.environment, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, **options)
    try:
        process.wait(shuffle.uniform(0, longest))
        return False
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return True


def length(run) -> float:
    """How long something takes, in seconds."""
    begin = time.monotonic()
    run()
    return time.monotonic() - begin


def test_killed_while_synchronising(encounter, server, tmp_path):
    now = encounter.end
    server.move_to(now)
    reporter = encounter.ben.copy(tmp_path / "reporter")
    assert reporter.call("report", server.code(), "--server", server.base, at=server.now)["outcome"] == "taken"
    later = now + 13 * DAY // 2
    server.move_to(later)
    sample = encounter.ana.copy(tmp_path / "sample")
    expected = None

    def whole():
        nonlocal expected
        expected = sample.call("sync", "--server", server.base, at=server.now)

    takes = length(whole)
    assert expected["warned"] and expected["batches"] > 70
    # The epoch that was open when the phone was switched off becomes a contact on the way.
    after = sample.call("status", at=server.now)["contacts"]
    shuffle = random.Random(1)
    turn = killed = 0
    # More than eight only where what the machine does besides made the kills come too late.
    while turn < 8 or (killed < 20 and turn < 40):
        turn += 1
        phone = encounter.ana.copy(tmp_path / f"phone-{turn}")
        before = contacts(phone, now)
        for _ in range(12):
            killed += kill_while(phone, shuffle, takes / 2, "sync", "--server", server.base, at=server.now)
            status = phone.call("status", at=server.now)
            # Warned or not, with the notice that belongs to it; no contact is lost.
            kinds = [notice["kind"] for notice in status["notices"] if notice["kind"] == "exposure"]
            assert len(kinds) == len(status["exposureDays"]) <= 1
            assert status["contacts"] in (before, after) and status["state"] == "on"
        result = phone.call("sync", "--server", server.base, at=server.now)
        status = phone.call("status", at=server.now)
        assert result["exposureDays"] == status["exposureDays"] == expected["exposureDays"]
        assert [notice["kind"] for notice in status["notices"]].count("exposure") == 1
        assert phone.call("sync", "--server", server.base, at=server.now)["batches"] == 0
        compared = sqlite3.connect(phone.store).execute("SELECT count(*) FROM known_cases").fetchone()[0]
        assert compared == expected["batches"], "each batch once"
    assert killed >= 20, "too few fell into the middle"


def test_killed_while_reporting(encounter, server, tmp_path):
    now = encounter.end
    server.move_to(now)
    shuffle = random.Random(2)
    killed = settled = 0
    for turn in range(6):
        phone = encounter.ben.copy(tmp_path / f"phone-{turn}")
        code = server.code()
        for _ in range(4):
            killed += kill_while(phone, shuffle, 2.0, "report", code, "--server", server.base, at=server.now)
            state = phone.call("status", at=server.now)["state"]
            assert state in ("on", "reported")
            if state == "reported":
                break
        else:
            # The same code again: the server knows the attempt, or takes it now; either way it is the last.
            assert phone.call("report", code, "--server", server.base, at=server.now) == {"outcome": "taken"}
            settled += 1
        assert phone.call("status", at=server.now)["state"] == "reported"
        assert phone.call("qr", "--server", server.base, at=server.now, code=1) == []
    assert killed >= 6 and settled >= 1
    released = server.next_release
    server.move_to(released + MINUTE)
    assert len(server.batch(released)) == 1, "each phone is a copy of the same: one key, however often it was sent"


def test_killed_while_forgetting(encounter, tmp_path):
    shuffle = random.Random(3)
    phone = encounter.ana.copy(tmp_path / "sample")
    before = contacts(phone, encounter.end)
    late = encounter.end + 22 * DAY
    takes = length(lambda: phone.call("status", at=late))
    assert contacts(phone, late) == 0
    outcomes = collections.Counter()
    for turn in range(60):
        phone = encounter.ana.copy(tmp_path / f"phone-{turn}")
        kill_while(phone, shuffle, takes, "status", at=late)
        # Seen by a clock of before: all of them or none.
        left = contacts(phone, encounter.end)
        assert left in (0, before)
        outcomes[left] += 1
        assert contacts(phone, late) == 0
        shutil.rmtree(phone.folder)
    assert outcomes[before] > 0


def test_killed_while_beginning(cerca, tmp_path):
    """A store is there whole or not at all, and the next start makes one."""
    shuffle = random.Random(4)
    sample = Phone(cerca, tmp_path / "sample")
    takes = length(lambda: sample.call("on"))
    for turn in range(40):
        phone = Phone(cerca, tmp_path / f"phone-{turn}")
        kill_while(phone, shuffle, takes, "on", at=time.time() * 1000)
        assert phone.call("status")["state"] in ("never", "on")
        phone.call("on")
        assert phone.call("status")["state"] == "on"
