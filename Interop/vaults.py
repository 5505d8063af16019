"""A machine with `cerca vault`, as tests of the command use it."""

import json
import os
import pathlib
import pty
import re
import select
import subprocess
import time

import pytest


# A place, one a few metres away in the same cell, and one 75 m away, which is one and a half cells.
HOME = "40.416775,-3.703790,5"
BESIDE = "40.416795,-3.703800,5"
AWAY = "40.417450,-3.703790,5"
PASSWORD = "una contraseña larga y buena"

CIPHERS = [
    "aes-256-gcm", "chacha20-poly1305", "aes-256-gcm-siv", "aes-cbc", "3des", "des", "cast-128", "rc4", "rc2",
]
STANDARD = ["Bancos", "Correo", "Notas", "Tarjetas", "Web", "Wifi"]


class Vault:
    """A machine of one user: a home of its own, and the command in it."""

    def __init__(self, cerca: pathlib.Path, folder: pathlib.Path):
        self.cerca = cerca
        self.folder = folder
        self.home = folder / "home"
        self.home.mkdir()
        self.environment = {
            "HOME": str(self.home), "XDG_DATA_HOME": str(self.home / "data"), "PATH": os.environ["PATH"],
            "XDG_RUNTIME_DIR": str(folder / "run"), "LC_ALL": "en_GB.UTF-8",
        }
        (folder / "run").mkdir(mode=0o700)
        self.password = self.secret("password", PASSWORD)
        self.wrong = self.secret("wrong", "no es la contraseña")
        self.codes: list[str] = []

    def secret(self, name: str, text: str) -> pathlib.Path:
        path = self.folder / name
        path.write_text(text + "\n")
        return path

    def run(self, *arguments, input: str | None = None, prefix=(), environment=None, json_lines=False):
        command = [*map(str, prefix), str(self.cerca), "vault", *map(str, arguments)]
        if json_lines:
            command.append("--json")
        stdin = {"input": input} if input is not None else {"stdin": subprocess.DEVNULL}
        return subprocess.run(
            command, capture_output=True, text=True, timeout=120, env=self.environment | (environment or {}), **stdin)

    def create(self, user="ana", *options, position=HOME, language="es"):
        made = self.run(
            "create-user", user, "--position", position, "--password-file", self.password, "--kdf-cost", "floor",
            "--language", language, *options, json_lines=True)
        assert made.returncode == 0, made.stderr
        line = json.loads(made.stdout)
        self.codes.append(line["recoveryCode"])
        return line

    def ok(self, *arguments, **options):
        """Runs a command with the password; its JSON lines."""
        result = self.run(*arguments, "--password-file", self.password, json_lines=True, **options)
        assert result.returncode == 0, (arguments, result.stderr)
        return [json.loads(line) for line in result.stdout.splitlines()]

    def refused(self, *arguments, code=1, **options) -> str:
        """Runs a command with the password; the reason for which it was refused."""
        result = self.run(*arguments, "--password-file", self.password, **options)
        assert result.returncode == code, (arguments, result.returncode, result.stdout, result.stderr)
        assert result.stdout == ""
        assert code != 1 or len(result.stderr.strip().splitlines()) == 1, result.stderr
        return result.stderr

    def files(self) -> dict[str, bytes]:
        """Every vault file with its bytes."""
        vaults = self.home / "data" / "cerca" / "vault"
        return {path.name: path.read_bytes() for path in vaults.glob("*")} if vaults.exists() else {}


@pytest.fixture
def vault(cerca, tmp_path):
    machine = Vault(cerca, tmp_path)
    yield machine
    # No agent outlives its test.
    machine.run("lock")


def seconds_left(result) -> int:
    assert result.returncode == 3, (result.returncode, result.stderr)
    found = re.search(r"(\d+) seconds", result.stderr)
    assert found, result.stderr
    return int(found.group(1))


def assert_locked(result, seconds: int, since: float) -> None:
    """The command was refused by a lock of so many seconds that began after the instant (of the monotonic clock)."""
    left = seconds_left(result)
    assert seconds - (time.monotonic() - since) - 1 <= left <= seconds, left


def in_terminal(vault, arguments, answers=(), timeout=90) -> bytes:
    """Runs a command on a terminal and answers each question that ends in a colon and a space; all that it showed."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(str(vault.cerca), ["cerca", "vault", *arguments], vault.environment)
    shown, answers, deadline = b"", list(answers), time.monotonic() + timeout
    while time.monotonic() < deadline:
        if not select.select([terminal], [], [], 0.1)[0]:
            continue
        try:
            more = os.read(terminal, 65536)
        except OSError:
            break
        if not more:
            break
        shown += more
        if answers and shown.rstrip(b" ").endswith(b":"):
            os.write(terminal, answers.pop(0).encode() + b"\n")
    _, status = os.waitpid(pid, 0)
    os.close(terminal)
    shown += b"\n[exit %d]" % os.waitstatus_to_exitcode(status)
    return shown


def fail(vault, times, **options):
    return [vault.run("list", "--password-file", vault.wrong, **options) for _ in range(times)]


def add(vault, title="Correo de casa", **fields):
    fields = fields or {"user": "ana", "password": "s3creto-viejo"}
    arguments = [part for kind, value in fields.items() for part in ("--field", f"{kind}={value}")]
    return vault.ok("add", "--category", "Correo", *arguments, title)[0]


def wait_until(condition, seconds=60.0):
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)
