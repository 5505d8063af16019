"""Where a device keeps the keys of its vaults: bound to the machine, in a TPM, with the Secret Service; and how old ones
move there."""

import hashlib
import json
import os
import pathlib
import shutil
import socket
import subprocess

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from vaults import HOME, vault, wait_until  # noqa: F401

MACHINE_ID = pathlib.Path("/etc/machine-id").read_text().strip() if os.path.exists("/etc/machine-id") else ""
TAG = hashlib.sha256(f"cerca.vault/machine|{MACHINE_ID}".encode()).hexdigest()[:8]


def state(vault) -> pathlib.Path:
    return vault.home / ".local" / "state" / "cerca" / "keys"


def former(vault) -> pathlib.Path:
    return vault.home / "data" / "cerca" / "keys"


def keys(vault) -> list[pathlib.Path]:
    return sorted(state(vault).glob("vault-*"))


def protection(vault) -> str:
    lines = vault.run("slot", "list", json_lines=True).stdout.splitlines()
    (word,) = {json.loads(line)["deviceKeys"] for line in lines if not json.loads(line)["opensAnywhere"]}
    return word


def unwrapped(path: pathlib.Path) -> bytes:
    """What a file bound to this machine holds, worked out by the description alone."""
    data = path.read_bytes()
    assert data[:6] == b"CVKW\1\3", data[:6]
    salt, nonce, sealed = data[6:38], data[38:50], data[50:]
    key = HKDF(SHA256(), 32, salt, f"cerca.vault/machine-key|{path.name}".encode()).derive(MACHINE_ID.encode())
    return AESGCM(key).decrypt(nonce, sealed, path.name.encode())


# ---- Bound to the machine ----


@pytest.mark.skipif(not MACHINE_ID, reason="this system has no machine-id")
def test_keys_lie_in_the_state_folder_and_the_command_says_so(vault):
    made = vault.create()
    assert made["deviceKeys"] == protection(vault) == "machine"
    assert [path.name.split(".")[1] for path in keys(vault)] == [TAG, TAG]
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in keys(vault))
    assert state(vault).stat().st_mode & 0o777 == 0o700
    assert (state(vault) / "CACHEDIR.TAG").read_text().startswith("Signature: 8a477f597d28d172789f06886806bc55\n")
    assert not former(vault).exists()
    assert all(len(unwrapped(path)) == 32 for path in keys(vault))
    said = vault.run("create-user", "berta", "--password-file", vault.password, "--kdf-cost", "floor")
    assert said.returncode == 0 and "bound to this machine" in said.stderr
    # A backup that heeds the tag has no keys.
    subprocess.run(
        ["tar", "--exclude-caches", "-cf", vault.folder / "backup.tar", "-C", vault.home, "."], check=True)
    listed = subprocess.run(["tar", "-tf", vault.folder / "backup.tar"], capture_output=True, text=True, check=True)
    assert ".vault\n" in listed.stdout and "keys/vault-" not in listed.stdout


def on_another_machine(vault):
    other = vault.folder / "machine-id"
    other.write_text("0123456789abcdef0123456789abcdef\n")
    return [
        "unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
        f'mount --bind "{other}" /etc/machine-id && exec "$@"', "sh"]


@pytest.mark.skipif(
    not MACHINE_ID or subprocess.run(["unshare", "--user", "--map-root-user", "--mount", "true"]).returncode != 0,
    reason="mount namespaces are not allowed here")
def test_a_backup_of_the_home_folder_opens_nowhere_else_by_the_place(vault):
    vault.create()
    shutil.copytree(vault.home, vault.folder / "thief")
    moved = {"HOME": str(vault.folder / "thief"), "XDG_DATA_HOME": str(vault.folder / "thief" / "data")}
    elsewhere = on_another_machine(vault)
    for opening in (["--position", HOME], ["--password-file", vault.password]):
        result = vault.run("list", "--user", "ana", *opening, environment=moved, prefix=elsewhere)
        assert result.returncode == 1 and "lacks the vault's keys" in result.stderr, result.stderr
    code = vault.secret("code", vault.codes[0])
    opened = vault.run("list", "--user", "ana", "--recovery-file", code, environment=moved, prefix=elsewhere)
    assert opened.returncode == 0, opened.stderr


@pytest.mark.skipif(not MACHINE_ID, reason="this system has no machine-id")
def test_keys_of_before_move_when_the_vault_is_opened_next(vault):
    vault.create()
    former(vault).mkdir(mode=0o700)
    for path in keys(vault):
        old = former(vault) / path.name.split(".")[0]
        old.write_bytes(unwrapped(path))
        old.chmod(0o600)
    shutil.rmtree(state(vault))
    before = {path.name: path.read_bytes() for path in former(vault).iterdir()}
    assert len(before) == 2
    assert vault.run("slot", "list", "--json").returncode == 0
    vault.ok("list")
    assert list(former(vault).iterdir()) == [], "they are gone from beside the vault"
    assert {path.name.split(".")[0]: unwrapped(path) for path in keys(vault)} == before
    assert protection(vault) == "machine"
    assert vault.run("list", "--position", HOME).returncode == 0


# ---- A TPM ----


def free_ports() -> int:
    """The first of two free ports in a row."""
    while True:
        with socket.socket() as first, socket.socket() as second:
            first.bind(("127.0.0.1", 0))
            port = first.getsockname()[1]
            try:
                second.bind(("127.0.0.1", port + 1))
                return port
            except OSError:
                continue


@pytest.fixture
def tpm(vault, start):
    if not shutil.which("swtpm"):
        pytest.skip("swtpm is not installed")
    folder = vault.folder / "tpm"
    folder.mkdir()
    port = free_ports()

    def begin():
        process = start(
            "swtpm", "socket", "--tpm2", "--tpmstate", f"dir={folder}", "--server", f"type=tcp,port={port}",
            "--ctrl", f"type=tcp,port={port + 1}", "--flags", "not-need-init,startup-clear")

        def listens():
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", port + 1)) == 0

        wait_until(listens)
        return process

    vault.environment["CERCA_TPM"] = f"swtpm:host=127.0.0.1,port={port}"
    return begin


def test_a_tpm_wraps_the_keys_and_no_copy_opens_without_it(vault, tpm):
    process = tpm()
    assert vault.create()["deviceKeys"] == "tpm"
    assert protection(vault) == "tpm"
    vault.ok("list")
    assert vault.run("list", "--position", HOME).returncode == 0
    said = vault.run("slot", "list")
    assert "TPM" in said.stderr
    files = {path.name: path.read_bytes() for path in keys(vault)}
    process.terminate()
    process.wait(30)
    for opening in (["--position", HOME], ["--password-file", vault.password]):
        refused = vault.run("list", "--user", "ana", *opening)
        assert refused.returncode == 1 and "TPM" in refused.stderr, refused.stderr
    code = vault.secret("code", vault.codes[0])
    assert vault.run("list", "--user", "ana", "--recovery-file", code).returncode == 0
    assert {path.name: path.read_bytes() for path in keys(vault)} == files, "nothing was wrapped anew in silence"
    tpm()
    vault.ok("list")


# ---- The Secret Service ----

# A bus that starts nothing by itself: the machine's own would start a keyring of its own when it is asked for one.
BUS = """<busconfig>
  <type>session</type>
  <listen>{address}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


@pytest.fixture
def keyring(vault, start):
    if not shutil.which("gnome-keyring-daemon") or not shutil.which("dbus-daemon"):
        pytest.skip("gnome-keyring or dbus is not installed")
    address = f"unix:path={vault.folder}/bus"
    (vault.folder / "bus.conf").write_text(BUS.format(address=address))
    start("dbus-daemon", f"--config-file={vault.folder}/bus.conf", "--nofork", env=vault.environment)
    wait_until(lambda: (vault.folder / "bus").exists())
    vault.environment["DBUS_SESSION_BUS_ADDRESS"] = address

    def begin(password: str | None):
        arguments = ["gnome-keyring-daemon", "--foreground", "--components=secrets"]
        process = subprocess.Popen(
            arguments + (["--unlock"] if password else []), env=vault.environment, stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        process.stdin.write((password or "").encode())
        process.stdin.close()

        def answers():
            return subprocess.run(
                ["dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.secrets",
                 "/org/freedesktop/secrets", "org.freedesktop.Secret.Service.ReadAlias", "string:default"],
                env=vault.environment, capture_output=True, text=True).stdout.count("collection") > 0

        wait_until(answers)
        return process

    running = []
    yield lambda password: running.append(begin(password)) or running[-1]
    for process in running:
        process.terminate()
        process.wait(30)


def test_the_secret_service_wraps_the_keys_and_is_named_when_it_is_locked_or_away(vault, keyring):
    process = keyring("llavero")
    assert vault.create()["deviceKeys"] == "secret-service"
    vault.ok("list")
    assert vault.run("list", "--position", HOME).returncode == 0
    files = {path.name: path.read_bytes() for path in keys(vault)}

    def refused():
        result = vault.run("list", "--user", "ana", "--password-file", vault.password)
        assert result.returncode == 1 and "Secret Service" in result.stderr, result.stderr
        assert {path.name: path.read_bytes() for path in keys(vault)} == files
        return result.stderr

    process.terminate()
    process.wait(30)
    locked = keyring(None)
    assert "locked" in refused()
    # A new vault says what it passes over.
    other = vault.run("create-user", "berta", "--password-file", vault.password, "--kdf-cost", "floor")
    assert other.returncode == 1 and "locked" in other.stderr, "the installation's key is wrapped by it"
    locked.terminate()
    locked.wait(30)
    address = vault.environment.pop("DBUS_SESSION_BUS_ADDRESS")
    assert "not there" in refused()
    vault.environment["DBUS_SESSION_BUS_ADDRESS"] = address
    keyring("llavero")
    vault.ok("list")


def test_a_locked_secret_service_is_told_of_where_a_first_vault_is_made(vault, keyring):
    process = keyring("llavero")
    process.terminate()
    process.wait(30)
    keyring(None)
    made = vault.run("create-user", "ana", "--password-file", vault.password, "--kdf-cost", "floor")
    assert made.returncode == 0, made.stderr
    assert "Secret Service" in made.stderr and "bound to this machine" in made.stderr
    vault.ok("list")
