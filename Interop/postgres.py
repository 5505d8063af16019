"""A PostgreSQL of a test's own, which can be frozen as a machine is that still answers the network and does nothing."""

import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time

import pytest

BIN = "/usr/lib/postgresql/15/bin"


def children(parent: int) -> list[int]:
    """The processes that a process has started and that still run."""
    found = []
    for status in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            found.append(int(status.parent.name))
    return found


class Postgres:
    """A server on a port of this machine and in a directory that goes with it; it is used in a `with` statement."""

    def __init__(self, port: int, following: "Postgres | None" = None):
        self.port = port
        self.following = following
        self.is_killed = False
        self.url = f"postgres://cerca@127.0.0.1:{port}/postgres"

    def __enter__(self) -> "Postgres":
        self.folder = tempfile.mkdtemp(prefix="cerca-postgres-")
        self.data = f"{self.folder}/data"
        self.prefix = []
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
            self.prefix = ["runuser", "-u", "postgres", "--"]
        if self.following:
            subprocess.run([*self.prefix, f"{BIN}/pg_basebackup", "-D", self.data, "-R", "-X", "stream", "-c", "fast", "-h",
                            "127.0.0.1", "-p", str(self.following.port), "-U", "cerca"], check=True)
        else:
            subprocess.run([*self.prefix, f"{BIN}/initdb", "-D", self.data, "-A", "trust", "-U", "cerca"], check=True,
                           stdout=subprocess.DEVNULL)
        self.begin()
        # The key of its secrets, for every command from now on; SQLite has one of its own in a file.
        self.environment = pytest.MonkeyPatch()
        if not self.following:
            self.environment.setenv("CERCA_SECRET_KEY", os.urandom(32).hex())
        return self

    def begin(self) -> None:
        """Starts it, also after it was killed, and returns once it takes connections."""
        def launch() -> subprocess.Popen:
            return subprocess.Popen(
                [*self.prefix, f"{BIN}/postgres", "-D", self.data, "-p", str(self.port), "-k", self.folder, "-c",
                 "listen_addresses=127.0.0.1"], stderr=subprocess.DEVNULL)

        was_killed, self.is_killed = self.is_killed, False
        self.process = launch()
        # It listens before it takes connections: what comes in between is told that it is starting up.
        ready = [f"{BIN}/pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port)]
        deadline = time.monotonic() + 90
        while subprocess.run(ready).returncode != 0:
            has_ended = self.process.poll() is not None
            assert time.monotonic() < deadline and (was_killed or not has_ended), "PostgreSQL takes no connections"
            if has_ended:
                # Of the one that was killed something is still there.
                self.process = launch()
            time.sleep(0.05)

    def __exit__(self, *_) -> None:
        self.environment.undo()
        self.thaw()
        if not self.is_killed:
            subprocess.run([*self.prefix, f"{BIN}/pg_ctl", "stop", "-D", self.data, "-m", "immediate"], check=True,
                           stdout=subprocess.DEVNULL)
        self.process.wait(60)
        shutil.rmtree(self.folder)

    def processes(self) -> list[int]:
        """The server's processes, the first one first: each of its connections has one."""
        first = int(pathlib.Path(self.data, "postmaster.pid").read_text().split()[0])
        return [first, *children(first)]

    def _tell(self, number: signal.Signals) -> None:
        for process in self.processes():
            try:
                os.kill(process, number)
            except ProcessLookupError:
                pass

    def kill(self) -> None:
        """Ends every process at once, as loss of power does."""
        self.is_killed = True
        self._tell(signal.SIGKILL)
        self.process.wait(60)

    def query(self, text: str) -> str:
        """What a statement gives, as psql writes it."""
        return subprocess.run([f"{BIN}/psql", "-X", "-A", "-t", "-c", text, self.url], check=True, capture_output=True,
                              text=True).stdout.strip()

    def wait_until_it_follows(self, first: "Postgres") -> None:
        """Waits until it has replayed what the other one has written by now."""
        position = first.query("SELECT pg_current_wal_lsn()")
        deadline = time.monotonic() + 60
        while self.query(f"SELECT pg_last_wal_replay_lsn() >= '{position}'::pg_lsn") != "t":
            assert time.monotonic() < deadline, "the replica does not follow"
            time.sleep(0.05)

    def freeze(self) -> None:
        """Stops every process where it is; connections stay open and are not answered."""
        self._tell(signal.SIGSTOP)

    def thaw(self) -> None:
        """Lets every process go on."""
        self._tell(signal.SIGCONT)
        # What started the server as another user stops with it, and could not take note of its end.
        self.process.send_signal(signal.SIGCONT)
