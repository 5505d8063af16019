"""What a vault survives: being killed at any moment, a full disk, short writes and failed syncs, damaged bytes, copies;
and what stays behind: no old ciphertext, no key in memory."""

import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import statistics
import subprocess
import time

import pytest

PASSWORD = "una contraseña larga y buena"
HOME = "40.416775,-3.703790,5"
ITEMS = 200
KILLS = 60

# A library that lets the N-th call of a kind on a file below $FAULT_FOLDER fail, and counts how many there were.
FAULTS = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int calls = 0;

/* Whether this call of `kind` is the one that fails; once a disk is full, it stays full. */
static int fails(int descriptor, const char *kind) {
    const char *wanted = getenv("FAULT_KIND"), *folder = getenv("FAULT_FOLDER"), *number = getenv("FAULT_NUMBER");
    if (!wanted || !folder || !number || strcmp(wanted, kind)) return 0;
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t count = readlink(link, path, sizeof path - 1);
    if (count < 0) return 0;
    path[count] = 0;
    if (strncmp(path, folder, strlen(folder))) return 0;
    int call = __sync_fetch_and_add(&calls, 1);
    return strcmp(kind, "write") ? call == atoi(number) : call >= atoi(number);
}

#define SYNC(name) \
    int name(int descriptor) { \
        static int (*real)(int); \
        if (!real) real = (int (*)(int)) dlsym(RTLD_NEXT, #name); \
        if (fails(descriptor, "sync")) { errno = EIO; return -1; } \
        return real(descriptor); \
    }
SYNC(fsync)
SYNC(fdatasync)

/* The first write that fails is cut short, as it is when a disk fills in the middle. */
static ssize_t cut(size_t count) {
    static int full = 0;
    if (full++ == 0 && count > 1) return (ssize_t) (count / 2);
    errno = ENOSPC;
    return -1;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    static ssize_t (*real)(int, const void *, size_t);
    if (!real) real = (ssize_t (*)(int, const void *, size_t)) dlsym(RTLD_NEXT, "write");
    if (fails(descriptor, "write")) {
        ssize_t half = cut(count);
        return half < 0 ? half : real(descriptor, bytes, (size_t) half);
    }
    return real(descriptor, bytes, count);
}

#define PWRITE(name, offset_type) \
    ssize_t name(int descriptor, const void *bytes, size_t count, offset_type place) { \
        static ssize_t (*real)(int, const void *, size_t, offset_type); \
        if (!real) real = (ssize_t (*)(int, const void *, size_t, offset_type)) dlsym(RTLD_NEXT, #name); \
        if (fails(descriptor, "write")) { \
            ssize_t half = cut(count); \
            return half < 0 ? half : real(descriptor, bytes, (size_t) half, place); \
        } \
        return real(descriptor, bytes, count, place); \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)
"""


class Machine:
    """A device with a vault of one user, and what the vault should hold."""

    def __init__(self, cerca: pathlib.Path, folder: pathlib.Path):
        self.cerca, self.folder = cerca, folder
        self.data = folder / "data"
        (folder / "run").mkdir(mode=0o700)
        self.environment = {
            "HOME": str(folder), "XDG_DATA_HOME": str(self.data), "PATH": os.environ["PATH"],
            "XDG_RUNTIME_DIR": str(folder / "run"), "LC_ALL": "en_GB.UTF-8",
        }
        self.password = folder / "password"
        self.password.write_text(PASSWORD + "\n")
        self.passwords: dict[str, str] = {}

    @property
    def vaults(self) -> pathlib.Path:
        return self.data / "cerca" / "vault"

    @property
    def file(self) -> pathlib.Path:
        return next(self.vaults.glob("*.vault"))

    def command(self, *arguments) -> list[str]:
        return [str(self.cerca), "vault", *map(str, arguments), "--password-file", str(self.password)]

    def run(self, *arguments, environment=None, **options):
        return subprocess.run(
            self.command(*arguments), capture_output=True, text=True, timeout=180, stdin=subprocess.DEVNULL,
            env=self.environment | (environment or {}), **options)

    def ok(self, *arguments) -> str:
        result = self.run(*arguments)
        assert result.returncode == 0, (arguments, result.stderr)
        return result.stdout

    def create(self, items: int = ITEMS) -> str:
        made = json.loads(
            self.ok("create-user", "ana", "--kdf-cost", "floor", "--position", HOME, "--language", "es", "--json"))
        plain = {"encrypted": False, "folders": [], "items": []}
        for number in range(items):
            title, secret = f"Cuenta {number:03d}", f"secreto-{number:03d}-" + "x" * (number % 97)
            plain["items"].append({
                "id": f"00000000-0000-0000-0000-{number:012d}", "type": 1, "name": title, "favorite": False,
                "login": {"username": f"ana{number}", "password": secret, "uris": []}, "notes": None,
            })
            self.passwords[title] = secret
        source = self.folder / "items.json"
        source.write_text(json.dumps(plain))
        self.ok("import", "--format", "bitwarden", source)
        return made["recoveryCode"]

    def held(self, *options) -> dict[str, str]:
        """Every item that the vault holds, opened, with its password."""
        opening = options or ("--password-file", self.password)
        result = subprocess.run(
            [str(self.cerca), "vault", "export", "--format", "bitwarden", "-", *map(str, opening)],
            capture_output=True, text=True, timeout=180, stdin=subprocess.DEVNULL, env=self.environment)
        assert result.returncode == 0, result.stderr
        return {item["name"]: item["login"]["password"] for item in json.loads(result.stdout)["items"]}

    def verify(self) -> None:
        assert self.held() == self.passwords


@pytest.fixture
def machine(cerca, tmp_path):
    device = Machine(cerca, tmp_path)
    yield device
    device.run("lock")


class Killer:
    """Starts commands and kills them at moments spread over the time that they take."""

    def __init__(self, machine: Machine):
        self.machine, self.shuffle, self.hits = machine, random.Random(4), 0
        self.seconds: list[float] = []

    def run(self, *arguments) -> bool:
        """Whether the command came to its end before it was killed."""
        started = time.monotonic()
        process = subprocess.Popen(
            self.machine.command(*arguments), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, env=self.machine.environment)
        # The first two run to their end, to know how long that takes.
        if len(self.seconds) >= 2:
            try:
                # What the machine does besides changes how long a command takes: the latest that ended say it best.
                process.wait(self.shuffle.uniform(0, statistics.median(self.seconds[-9:])))
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
        _, errors = process.communicate()
        if process.returncode == -signal.SIGKILL:
            self.hits += 1
            return False
        assert process.returncode == 0, errors
        self.seconds.append(time.monotonic() - started)
        return True

    def turns(self):
        """The number of each turn: two to learn from and one for each kill that is tried.

        There are more only when too few fell into the middle, as when the machine does much besides.
        """
        number = 0
        while number < KILLS + 2 or (self.hits <= KILLS // 3 and number < 10 * KILLS):
            yield number
            number += 1


def test_killed_while_editing_an_item_has_its_old_or_its_new_value(machine):
    machine.create()
    killer = Killer(machine)
    for number in killer.turns():
        title, new = f"Cuenta {number % 7:03d}", f"nuevo-{number}"
        done = killer.run("edit", title, "--field", f"password={new}")
        held = machine.held()
        assert held[title] in ([new] if done else [machine.passwords[title], new])
        machine.passwords[title] = held[title]
        assert held == machine.passwords
    assert killer.hits > KILLS // 3


def test_killed_while_the_cipher_changes_every_item_is_there_under_one_of_the_two(machine):
    machine.create()
    killer = Killer(machine)
    names = ["aes-256-gcm", "chacha20-poly1305", "aes-256-gcm-siv"]
    for number in killer.turns():
        killer.run("cipher", names[number % 3])
        machine.verify()
    assert killer.hits > KILLS // 3


def test_killed_while_the_password_changes_the_old_or_the_new_one_opens(machine):
    machine.create(items=20)
    killer = Killer(machine)
    for number in killer.turns():
        new = machine.folder / "new"
        new.write_text(f"otra contraseña {number}\n")
        done = killer.run("slot", "password", "--new-password-file", new)
        former = machine.password.read_text()
        if not done and machine.run("list").returncode == 0:
            machine.verify()
            continue
        machine.password.write_text(new.read_text())
        try:
            machine.verify()
        except AssertionError:
            machine.password.write_text(former)
            raise
    assert killer.hits > KILLS // 3


@pytest.fixture(scope="session")
def faults(tmp_path_factory) -> pathlib.Path:
    """The library that lets calls fail."""
    compiler = shutil.which("cc") or shutil.which("clang") or shutil.which("gcc")
    if not compiler:
        pytest.skip("no C compiler")
    folder = tmp_path_factory.mktemp("faults")
    (folder / "faults.c").write_text(FAULTS)
    library = folder / "faults.so"
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-O1", "-D_FILE_OFFSET_BITS=32", "-o", library, folder / "faults.c", "-ldl"],
        check=True)
    return library


@pytest.mark.parametrize("kind", ["write", "sync"])
@pytest.mark.parametrize("change", ["edit", "cipher"])
def test_whichever_write_or_sync_fails_the_vault_is_whole_and_the_command_says_so(machine, faults, kind, change):
    machine.create(items=30)
    failures = successes = 0
    for number in range(200):
        title, new = "Cuenta 003", f"nuevo-{number}"
        if change == "edit":
            arguments = ("edit", title, "--field", f"password={new}")
        else:
            # Whichever it is not sealed with now: to ask for the same changes nothing.
            is_default = "aes-256-gcm" in machine.ok("cipher", "--json")
            arguments = ("cipher", "chacha20-poly1305" if is_default else "aes-256-gcm")
        result = machine.run(*arguments, environment={
            "LD_PRELOAD": str(faults), "FAULT_KIND": kind, "FAULT_FOLDER": str(machine.data),
            "FAULT_NUMBER": str(number)})
        held = machine.held()
        if change == "edit":
            assert held[title] in (new, machine.passwords[title])
            assert result.returncode != 0 or held[title] == new
            machine.passwords[title] = held[title]
        assert held == machine.passwords
        assert not list(machine.vaults.glob("*-journal")) and not list(machine.vaults.glob("*.new"))
        if result.returncode == 0:
            # What can fail without harm sets the count of attempts back, or comes after the change.
            successes += 1
            if successes == 3:
                break
            continue
        failures, successes = failures + 1, 0
        assert result.returncode == 1, (result.returncode, result.stderr)
        assert len(result.stderr.strip().splitlines()) == 1 and "secreto" not in result.stderr
    assert failures >= 3


def test_on_a_full_disk_nothing_changes_and_the_reason_is_said(machine):
    machine.create(items=30)
    size = machine.file.stat().st_size
    note = "n" * 100_000

    def limited():
        # The signal that goes with the limit would end the process: what is tried is the error.
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 8192, size + 8192))

    before = machine.file.read_bytes()
    result = machine.run(
        "add", "Demasiado", "--category", "Notas", "--field", f"note={note}", preexec_fn=limited, restore_signals=False)
    assert result.returncode == 1, result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert machine.file.read_bytes() == before
    machine.verify()


def test_no_byte_of_the_file_changes_unnoticed_and_no_damaged_file_is_written_to(machine):
    machine.create(items=8)
    whole = machine.file.read_bytes()
    refused = 0
    shuffle = random.Random(11)
    places = sorted(shuffle.sample(range(len(whole)), 120)) + list(range(0, 100, 4))
    for place in places:
        changed = bytearray(whole)
        changed[place] ^= 1 << shuffle.randrange(8)
        machine.file.write_bytes(changed)
        result = machine.run("search", "cuenta", "--json")
        if result.returncode == 0:
            found = {json.loads(line)["title"] for line in result.stdout.splitlines()}
            assert found == set(machine.passwords), place
        else:
            assert result.returncode == 1 and len(result.stderr.strip().splitlines()) == 1, (place, result.stderr)
            refused += 1
        assert machine.file.read_bytes() == changed, place
        machine.file.write_bytes(whole)
        # A changed slot looks like a wrong password, which counts; a right one sets the count back.
        if result.returncode != 0:
            assert machine.run("list").returncode == 0
    for length in [0, 50, 100, 4096, len(whole) // 2, len(whole) - 1]:
        machine.file.write_bytes(whole[:length])
        result = machine.run("list")
        assert result.returncode == 1 and len(result.stderr.strip().splitlines()) == 1, result.stderr
        assert machine.file.read_bytes() == whole[:length]
    machine.file.write_bytes(whole)
    machine.verify()
    assert refused > len(places) // 4


def test_after_a_change_of_cipher_nothing_of_the_former_ciphertext_is_left(machine):
    import sqlite3

    machine.create()
    with sqlite3.connect(f"file:{machine.file}?mode=ro", uri=True) as database:
        former = [row[0] for row in database.execute("SELECT sealed FROM object")]
    assert len(former) > ITEMS
    machine.ok("cipher", "chacha20-poly1305")
    everything = {path: path.read_bytes() for path in machine.folder.rglob("*") if path.is_file()}
    assert not [path for path in everything if path.name.endswith(("-journal", "-wal", "-shm", ".new"))]
    pieces = set()
    for data in everything.values():
        pieces.update(data[place:place + 16] for place in range(len(data) - 15))
    for blob in former:
        assert not any(blob[place:place + 16] in pieces for place in range(0, len(blob) - 15, 16))
    machine.verify()


def test_a_copy_on_another_device_opens_with_the_recovery_code_alone(machine, cerca, tmp_path_factory):
    code = machine.create(items=20)
    other = Machine(cerca, tmp_path_factory.mktemp("other"))
    other.vaults.mkdir(parents=True, mode=0o700)
    shutil.copy(machine.file, other.vaults)
    for options in [[], ["--position", HOME]]:
        result = other.run("list", "--user", "ana", *options)
        assert result.returncode == 1 and result.stdout == "", result.stdout
    recovery = other.folder / "recovery"
    recovery.write_text(code.lower().replace("-", " ") + "\n")
    assert other.held("--user", "ana", "--recovery-file", recovery) == machine.passwords


def test_an_older_copy_is_refused_until_it_is_accepted(machine):
    code = machine.folder / "code"
    code.write_text(machine.create(items=5))
    older = machine.file.read_bytes()
    machine.ok("edit", "Cuenta 001", "--field", "password=nuevo")
    machine.file.write_bytes(older)
    result = machine.run("list")
    assert result.returncode == 1 and re.search("older", result.stderr), result.stderr
    assert machine.file.read_bytes() == older
    machine.ok("list", "--accept-older", "--recovery-file", code)
    machine.verify()


def test_no_password_and_no_secret_is_left_in_files_or_in_the_memory_of_the_agent(machine):
    machine.create(items=20)
    for path in machine.data.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            assert PASSWORD.encode() not in data and b"secreto-0" not in data and b"Cuenta" not in data, path
    machine.ok("unlock")
    agents = [
        int(entry.name) for entry in pathlib.Path("/proc").iterdir() if entry.name.isdigit() and is_agent(entry, machine)
    ]
    assert len(agents) == 1
    # A process that cannot be dumped hides its memory from others; root may look all the same.
    try:
        data = memory(agents[0])
    except PermissionError:
        data = b""
    assert PASSWORD.encode() not in data and b"secreto-0" not in data
    machine.ok("lock")
    deadline = time.monotonic() + 60
    while pathlib.Path(f"/proc/{agents[0]}").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not is_agent(pathlib.Path(f"/proc/{agents[0]}"), machine)


def is_agent(entry: pathlib.Path, machine: Machine) -> bool:
    """Whether a process is one of this machine's that stays."""
    try:
        command = (entry / "cmdline").read_bytes().split(b"\0")
        return b"vault" in command and str(machine.folder).encode() in (entry / "environ").read_bytes()
    except OSError:
        return False


def memory(process: int) -> bytes:
    """All that a process can write to."""
    parts = []
    with open(f"/proc/{process}/maps") as maps, open(f"/proc/{process}/mem", "rb", 0) as mem:
        for line in maps:
            ends, permissions = line.split()[:2]
            first, last = (int(end, 16) for end in ends.split("-"))
            if not permissions.startswith("rw") or last - first > 1 << 28 or "[v" in line:
                continue
            try:
                mem.seek(first)
                parts.append(mem.read(last - first))
            except OSError:
                continue
    return b"\0".join(parts)
