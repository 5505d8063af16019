"""Positions and servers that open a vault, with those that others wrote: gpsd, tangd and clevis of Debian."""

import json
import os
import pathlib
import shutil
import subprocess
import time
import xml.etree.ElementTree

import pytest

from conftest import wait_for_port
from gps import Line, Place, Receiver, epoch, start_gpsd, write_track

HOME = Place(40.4167667, -3.7033333)

needs_gpsd = pytest.mark.skipif(not pathlib.Path("/usr/sbin/gpsd").exists(), reason="gpsd is not installed")
needs_tang = pytest.mark.skipif(
    not (pathlib.Path("/usr/libexec/tangd").exists() and shutil.which("socat")),
    reason="tang or socat is not installed",
)


class Vault:
    """`cerca vault` for one person on a device of its own."""

    def __init__(self, cerca: pathlib.Path, folder: pathlib.Path):
        self.cerca = cerca
        self.folder = folder
        self.password = folder / "password"
        self.password.write_text("una contraseña bastante larga\n")
        runtime = folder / "run"
        runtime.mkdir(mode=0o700)
        self.environment = os.environ | {
            "XDG_DATA_HOME": str(folder / "data"),
            "XDG_RUNTIME_DIR": str(runtime),
            "LC_ALL": "C.UTF-8",
        }

    def run(self, *arguments, seconds: float = 100) -> subprocess.CompletedProcess:
        return subprocess.run(
            [self.cerca, "vault", *map(str, arguments)],
            env=self.environment,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=seconds,
        )

    def succeed(self, *arguments) -> list[dict]:
        """The JSON lines of a command that has to succeed."""
        done = self.run(*arguments, "--json")
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    def refuse(self, *arguments, status: int = 1) -> str:
        """The reason of a command that has to be refused."""
        done = self.run(*arguments)
        assert done.returncode == status, (done.returncode, done.stdout, done.stderr)
        assert done.stdout == ""
        return done.stderr

    def create(self, *position, slots: str = "place") -> None:
        """Makes a vault with one item, which opens at the position, or with the password too."""
        password = ["--password-file", self.password] if slots != "place" else []
        self.succeed("create-user", "Ana", *position, *password, "--kdf-cost", "floor")
        way = password or position
        self.succeed("add", "--category", "Web", "--field", "password=mango", "Mail", *way)

    def titles(self, *arguments) -> list[str]:
        return [item["title"] for item in self.succeed("list", *arguments)]


@pytest.fixture
def vault(cerca, tmp_path) -> Vault:
    one = Vault(cerca, tmp_path)
    yield one
    one.run("lock", "--user", "Ana")


@pytest.fixture
def receiver(free_port):
    one = Receiver(HOME, free_port())
    yield one
    one.stop()


@pytest.fixture
def gpsd(start, free_port, receiver) -> str:
    """HOST:PORT of a real gpsd that follows the receiver."""
    port = free_port()
    start_gpsd(start, port, receiver)
    return f"127.0.0.1:{port}"


# gpsd


@needs_gpsd
def test_where_is_what_gpsd_says(vault, gpsd):
    [where] = vault.succeed("where", "--gpsd", gpsd)
    assert where["latitude"] == pytest.approx(HOME.latitude, abs=2e-7)
    assert where["longitude"] == pytest.approx(HOME.longitude, abs=2e-7)
    assert 5 < where["accuracy"] < 25 and where["fits"]


@needs_gpsd
def test_a_vault_opens_where_it_was_made_and_nowhere_else(vault, gpsd, receiver):
    vault.create("--gpsd", gpsd)
    assert vault.titles("--gpsd", gpsd) == ["Mail"]
    receiver.place = HOME.north(10).east(-10)
    wait_until_at(vault, gpsd, receiver.place)
    assert vault.titles("--gpsd", gpsd) == ["Mail"]
    receiver.place = HOME.north(100)
    wait_until_at(vault, gpsd, receiver.place)
    assert "does not open" in vault.refuse("list", "--gpsd", gpsd)
    receiver.place = HOME
    wait_until_at(vault, gpsd, receiver.place)
    assert vault.titles("--gpsd", gpsd) == ["Mail"]


@needs_gpsd
def test_a_coarse_position_is_refused_and_is_no_failed_attempt(vault, gpsd, receiver):
    vault.create("--gpsd", gpsd)
    receiver.dilution = 3.0
    wait_until(lambda: not vault.succeed("where", "--gpsd", gpsd)[0]["fits"])
    for _ in range(5):
        vault.refuse("list", "--gpsd", gpsd)
    assert vault.run("create-user", "Eva", "--gpsd", gpsd, "--kdf-cost", "floor").returncode == 1
    receiver.dilution = 0.9
    wait_until(lambda: vault.succeed("where", "--gpsd", gpsd)[0]["fits"])
    assert vault.titles("--gpsd", gpsd) == ["Mail"]


@needs_gpsd
def test_too_few_satellites_are_told_and_are_no_failed_attempt(vault, gpsd, receiver):
    vault.create("--position", HOME)
    receiver.satellites = 3
    wait_until(lambda: "satellites" in vault.run("list", "--gpsd", gpsd).stderr, seconds=240)
    assert vault.titles("--position", HOME) == ["Mail"]


def test_nobody_there_and_a_stranger_are_told(vault, free_port, start):
    vault.create("--position", HOME)
    port = free_port()
    assert "refused" in vault.refuse("list", "--gpsd", f"127.0.0.1:{port}")
    start("socat", f"TCP-LISTEN:{port},fork,reuseaddr", "SYSTEM:echo 220 welcome; sleep 60")
    wait_for_port(port)
    assert "no gpsd" in vault.refuse("list", "--gpsd", f"127.0.0.1:{port}")
    assert vault.titles("--position", HOME) == ["Mail"]


@needs_gpsd
def test_the_agent_locks_when_the_device_leaves(vault, gpsd, receiver):
    vault.create("--gpsd", gpsd)
    vault.succeed("config", "--lock-when-leaving", "--gpsd", gpsd)
    vault.succeed("unlock", "--gpsd", gpsd)
    assert vault.titles() == ["Mail"]
    # A walk within the cell is no departure, and neither is silence.
    receiver.place = HOME.north(15)
    time.sleep(8)
    receiver.is_silent = True
    time.sleep(8)
    receiver.is_silent = False
    assert vault.titles() == ["Mail"]
    receiver.place = HOME.north(300)
    wait_until(lambda: not vault.succeed("unlock", "--status")[0]["unlocked"], seconds=180)
    vault.refuse("list")


def test_the_agent_goes_on_watching_the_file_that_was_meant(vault, tmp_path):
    track = write_track(tmp_path / "track.nmea", [HOME])
    vault.create("--nmea", track)
    vault.succeed("config", "--lock-when-leaving", "--nmea", track)
    # Its name is told from the folder where the command runs, and the agent runs elsewhere.
    vault.succeed("unlock", "--nmea", "track.nmea")
    assert vault.titles() == ["Mail"]
    write_track(track, [HOME.north(300)])
    wait_until(lambda: not vault.succeed("unlock", "--status")[0]["unlocked"], seconds=180)


# NMEA


def test_a_file_a_pipe_and_a_line_open_a_vault(vault, tmp_path):
    track = write_track(tmp_path / "track.nmea", [HOME.north(n % 3) for n in range(16)])
    vault.create("--nmea", track)
    assert vault.titles("--nmea", track) == ["Mail"]
    assert vault.titles("--nmea", "track.nmea") == ["Mail"]

    elsewhere = write_track(tmp_path / "walk.nmea", [HOME, HOME, HOME.east(80)])
    vault.refuse("list", "--nmea", elsewhere)

    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    command = subprocess.Popen(
        [vault.cerca, "vault", "list", "--nmea", pipe, "--json"],
        env=vault.environment,
        stdout=subprocess.PIPE,
        text=True,
    )
    with open(pipe, "w") as receiver:
        receiver.write(epoch(HOME, 1_795_262_400) + "$GPGGA,rubbish*00\r\n" + epoch(HOME, 1_795_262_401))
    assert json.loads(command.communicate(timeout=120)[0])["title"] == "Mail"

    line = Line(HOME)
    assert vault.titles("--nmea", f"{line.path},9600") == ["Mail"]
    assert vault.titles("--nmea", line.path) == ["Mail"]
    line.stop()


def test_files_that_say_no_position_are_told_and_are_no_failed_attempts(vault, tmp_path):
    vault.create("--position", HOME)
    bad = {
        "empty": b"",
        "text": b"hello\n" * 1000,
        "noise": bytes(range(256)) * 1000,
        "one line": b"$" * 3_000_000,
        "flat": epoch(HOME, 0, satellites=3).encode(),
        "coarse": epoch(HOME, 0, dilution=20).encode(),
        "checksum": epoch(HOME, 0).replace("4025", "4026").encode(),
    }
    for name, content in bad.items():
        path = tmp_path / name
        path.write_bytes(content)
        assert vault.refuse("list", "--nmea", path), name
    assert "there is no" in vault.refuse("list", "--nmea", tmp_path / "nowhere")
    vault.refuse("list", "--nmea", tmp_path)
    assert vault.titles("--position", HOME) == ["Mail"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--position", "40.4"], ["--position", "91,0"], ["--position", "0,181"], ["--position", "40,4168,-3,7038"],
        ["--position", "40.4 N,3.7 W"], ["--position", "1,2,-3"], ["--position", "nan,nan"], ["--gpsd", "::1"],
        ["--gpsd", "host:0"], ["--gpsd", ""], ["--nmea", ""], ["--nmea", "/dev/ttyUSB0,1"],
        ["--position", "1,2", "--gpsd", "localhost"],
    ],
)  # fmt: skip
def test_what_names_no_source_is_wrong_usage(vault, arguments):
    assert vault.refuse("where", *arguments, status=2)


def test_the_drawing_is_made_here(vault, tmp_path):
    done = vault.run("where", "--position", f"{HOME},12", "--svg", tmp_path / "place.svg")
    assert done.returncode == 0, done.stderr
    assert "●" in done.stdout and "↑ N" in done.stdout
    picture = xml.etree.ElementTree.parse(tmp_path / "place.svg").getroot()
    assert picture.tag == "{http://www.w3.org/2000/svg}svg"
    assert picture.find("{http://www.w3.org/2000/svg}title").text
    text = (tmp_path / "place.svg").read_text().replace("http://www.w3.org/2000/svg", "")
    assert "http" not in text and "<script" not in text and str(HOME.latitude)[:5] not in text


# Tang


class Tang:
    """A real tangd with keys of its own, and what a test does to it."""

    def __init__(self, start, port: int, folder: pathlib.Path):
        self.start = start
        self.port = port
        self.keys = folder
        self.url = f"http://127.0.0.1:{port}"
        folder.mkdir()
        subprocess.run(["/usr/libexec/tangd-keygen", folder], check=True)
        self.up()

    def up(self):
        self.process = self.start(
            "socat", f"TCP-LISTEN:{self.port},bind=127.0.0.1,fork,reuseaddr", f"EXEC:/usr/libexec/tangd {self.keys}",
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        wait_for_port(self.port)

    def down(self):
        self.process.terminate()
        self.process.wait(60)

    @property
    def thumbprint(self) -> str:
        """What `tang-show-keys` shows to whoever runs the server."""
        shown = subprocess.run(["tang-show-keys", str(self.port)], check=True, capture_output=True, text=True)
        return shown.stdout.split()[0]


@pytest.fixture
def tang(start, free_port, tmp_path) -> Tang:
    return Tang(start, free_port(), tmp_path / "tang")


@needs_tang
def test_a_network_opens_a_vault_while_its_server_answers(vault, tang):
    vault.create("--position", HOME, slots="place or password")
    slot = vault.succeed(
        "slot", "add", "--tang", tang.url, "--trust", tang.thumbprint, "--password-file", vault.password
    )[0]
    assert slot["factors"] == ["tang"]
    for _ in range(3):
        assert vault.titles() == ["Mail"]
    tang.down()
    for _ in range(4):
        assert tang.url in vault.refuse("list")
    # The server was away, which is no failed attempt.
    assert vault.titles("--position", HOME) == ["Mail"]
    tang.up()
    assert vault.titles() == ["Mail"]


@needs_tang
def test_only_the_trusted_key_is_trusted_and_keys_are_shown(vault, tang):
    vault.create("--password-file", vault.password, slots="password")
    add = ["slot", "add", "--tang", tang.url, "--password-file", vault.password]
    reason = vault.refuse(*add, "--trust", "A" * 43)
    assert tang.thumbprint in reason
    assert len(vault.succeed("slot", "list")) == 2
    done = vault.run(*add)
    assert done.returncode == 0 and tang.thumbprint in done.stderr
    assert vault.titles() == ["Mail"]


@needs_tang
def test_rotated_keys_go_on_and_removed_ones_are_told(vault, tang):
    vault.create("--password-file", vault.password, slots="password")
    vault.succeed("slot", "add", "--tang", tang.url, "--password-file", vault.password)
    subprocess.run(["/usr/libexec/tangd-rotate-keys", "-d", tang.keys], check=True, capture_output=True)
    assert vault.titles() == ["Mail"]
    # Both old and new keys serve; a new slot takes the new one.
    vault.succeed("slot", "add", "--tang", tang.url, "--trust", tang.thumbprint, "--password-file", vault.password)
    for key in tang.keys.glob(".*.jwk"):
        key.unlink()
    assert vault.titles() == ["Mail"]
    for key in tang.keys.glob("*.jwk"):
        key.unlink()
    subprocess.run(["/usr/libexec/tangd-keygen", tang.keys], check=True)
    assert "does not have the key" in vault.refuse("list")
    assert vault.titles("--password-file", vault.password) == ["Mail"]


@needs_tang
def test_another_server_with_another_key_opens_nothing(vault, tang, start, free_port, tmp_path):
    vault.create("--password-file", vault.password, slots="password")
    vault.succeed("slot", "add", "--tang", tang.url, "--password-file", vault.password)
    tang.down()
    other = Tang(start, free_port(), tmp_path / "other")
    # The thief's server has the name of the file of the old key, and another key in it.
    old = next(path for path in tang.keys.glob("*.jwk") if json.loads(path.read_text())["alg"] == "ECMR")
    new = next(path for path in other.keys.glob("*.jwk") if json.loads(path.read_text())["alg"] == "ECMR")
    other.down()
    new.rename(other.keys / old.name)
    other.port = tang.port
    other.up()
    vault.refuse("list")
    assert vault.titles("--password-file", vault.password) == ["Mail"]


@needs_tang
def test_a_place_and_a_network_together(vault, tang):
    vault.create("--password-file", vault.password, slots="password")
    slot = vault.succeed(
        "slot", "add", "--place", "--tang", tang.url, "--password-file", vault.password, "--position", HOME
    )[0]
    assert sorted(slot["factors"]) == ["place", "tang"]
    assert vault.titles("--position", HOME) == ["Mail"]
    vault.refuse("list", "--position", HOME.north(200))
    tang.down()
    vault.refuse("list", "--position", HOME)


@needs_tang
@pytest.mark.skipif(not shutil.which("clevis"), reason="clevis is not installed")
def test_clevis_and_the_vault_share_a_server(vault, tang, tmp_path):
    configuration = json.dumps({"url": tang.url, "thp": tang.thumbprint})
    sealed = subprocess.run(
        ["clevis", "encrypt", "tang", configuration], input=b"mango", capture_output=True, check=True
    ).stdout
    vault.create("--password-file", vault.password, slots="password")
    vault.succeed(
        "slot", "add", "--tang", tang.url, "--trust", tang.thumbprint, "--password-file", vault.password
    )
    assert vault.titles() == ["Mail"]
    opened = subprocess.run(["clevis", "decrypt"], input=sealed, capture_output=True, check=True).stdout
    assert opened == b"mango"


@needs_tang
def test_the_server_sees_no_two_requests_alike(vault, tang, start, free_port, tmp_path):
    """The blinding: what goes over the network tells neither the key nor which vault asks."""
    vault.create("--password-file", vault.password, slots="password")
    port, record = free_port(), tmp_path / "wire"
    start(
        "socat", "-v", f"TCP-LISTEN:{port},bind=127.0.0.1,fork,reuseaddr", f"TCP:127.0.0.1:{tang.port}",
        stderr=open(record, "wb"),
    )  # fmt: skip
    wait_for_port(port)
    vault.succeed("slot", "add", "--tang", f"http://127.0.0.1:{port}", "--password-file", vault.password)
    for _ in range(3):
        assert vault.titles() == ["Mail"]
    wire = record.read_text(errors="replace")
    sent = [
        json.loads(line[line.index("{") : line.rindex("}") + 1])["x"]
        for line in wire.splitlines()
        if '"ECMR"' in line and '"payload"' not in line
    ]
    # Three questions and three answers, no two alike.
    assert len(sent) == 6 and len(set(sent)) == 6
    assert "Ana" not in wire and "Mail" not in wire


@pytest.mark.parametrize(
    "url", ["", "tang", "ftp://127.0.0.1", "http://", "http://user:word@127.0.0.1", "http://127.0.0.1?x=1"]
)
def test_what_names_no_server_is_refused(vault, url):
    vault.create("--password-file", vault.password, slots="password")
    done = vault.run("slot", "add", "--tang", url, "--password-file", vault.password)
    assert done.returncode in (1, 2) and done.stderr


# What waits for a receiver or a daemon


def wait_until(condition, seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.2)


def wait_until_at(vault: Vault, gpsd: str, place: Place) -> None:
    """Returns once gpsd says this place; it smooths nothing, but what was said before may still be under way."""

    def is_there() -> bool:
        [where] = vault.succeed("where", "--gpsd", gpsd)
        return abs(where["latitude"] - place.latitude) < 1e-6 and abs(where["longitude"] - place.longitude) < 1e-6

    wait_until(is_there)
