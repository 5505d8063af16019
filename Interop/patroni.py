"""A PostgreSQL of two nodes under Patroni with etcd, by the example of Deploy, on ports of this machine."""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.request

import pytest
from conftest import ROOT
from postgres import BIN, children
from proxies import changed

FILE = ROOT / "Deploy/patroni/patroni.yml"
PASSWORD = "of cerca"
AS_POSTGRES = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--"]


class Node:
    """One machine: a Patroni, and the PostgreSQL that it runs."""

    def __init__(self, name: str, folder: pathlib.Path, etcd: int, port: int, asked: int, start):
        self.name, self.folder, self.port, self.asked, self.start = name, folder, port, asked, start
        self.url = f"http://127.0.0.1:{asked}"
        folder.mkdir()
        self.file = folder / "patroni.yml"
        self.file.write_text(changed(FILE, {
            "name: db1\n": f"name: {name}\n", "hosts: [db1:2379, db2:2379, db3:2379]": f"hosts: ['127.0.0.1:{etcd}']",
            "0.0.0.0:8008": f"127.0.0.1:{asked}", "db1:8008": f"127.0.0.1:{asked}",
            "0.0.0.0:5432": f"127.0.0.1:{port}", "db1:5432": f"127.0.0.1:{port}", "10.0.0.0/24": "127.0.0.0/8",
            "/var/lib/postgresql": str(folder),
            # Where the nodes share a machine, so would their sockets.
            "password_encryption: ": "unix_socket_directories: ''\n        password_encryption: ",
        }))
        self.file.chmod(0o600)
        for path in (folder, self.file):
            shutil.chown(path, "postgres", "postgres")

    def begin(self) -> None:
        with open(self.folder.parent / f"{self.name}.log", "ab") as log:
            self.patroni = self.start(*AS_POSTGRES, "patroni", self.file, cwd=self.folder, stdout=log, stderr=log)

    def postmaster(self) -> int:
        return int((self.folder / "15/cerca/postmaster.pid").read_text().split()[0])

    def kill_postgres(self) -> None:
        """Ends the database's process, which Patroni notices."""
        os.kill(self.postmaster(), signal.SIGKILL)

    def kill(self) -> None:
        """Ends all of the machine at once."""
        first = self.postmaster()
        for process in (self.patroni.pid, first, *children(first)):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.patroni.wait()


class PatroniPair:
    """Both nodes and their etcd, with a database for Cerca; it is used in a `with` statement."""

    def __init__(self, free_port, start):
        # The database's user has to reach it.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="cerca-patroni-", dir="/tmp"))
        self.folder.chmod(0o755)
        self.free_port, self.start = free_port, start

    def __enter__(self) -> "PatroniPair":
        etcd, peers = self.free_port(), self.free_port()
        peer, client = f"http://127.0.0.1:{peers}", f"http://127.0.0.1:{etcd}"
        with open(self.folder / "etcd.log", "ab") as log:
            self.etcd = self.start(
                "etcd", "--name", "one", "--data-dir", self.folder / "etcd", "--initial-cluster", f"one={peer}",
                "--initial-advertise-peer-urls", peer, "--listen-peer-urls", peer, "--advertise-client-urls", client,
                "--listen-client-urls", client,
                stdout=log, stderr=log)
        self.nodes = [Node(name, self.folder / name, etcd, self.free_port(), self.free_port(), self.start)
                      for name in ("db1", "db2")]
        hosts = ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)
        self.url = f"postgres://cerca@{hosts}/cerca?target_session_attrs=read-write&connect_timeout=2&tcp_user_timeout=5000"
        self.environment = pytest.MonkeyPatch()
        self.environment.setenv("CERCA_SECRET_KEY", os.urandom(32).hex())
        self.environment.setenv("PGPASSWORD", PASSWORD)
        for node in self.nodes:
            node.begin()
        self.wait_until_whole()
        for statement in (f"CREATE ROLE cerca LOGIN PASSWORD '{PASSWORD}'", "CREATE DATABASE cerca OWNER cerca"):
            subprocess.run(
                [f"{BIN}/psql", "-X", "-q", "-c", statement, f"postgres://postgres@127.0.0.1:{self.leader().port}/postgres"],
                check=True, env=os.environ | {"PGPASSWORD": "CHANGE-ME-2"})
        # Where a machine is busy, a leader may have stepped down in between.
        self.wait_until_whole()
        self.wait_until_it_writes(60)
        return self

    def __exit__(self, *_) -> None:
        self.environment.undo()
        for node in self.nodes:
            node.kill()
        self.etcd.kill()
        self.etcd.wait()
        deadline = time.monotonic() + 30
        while self.folder.exists():
            shutil.rmtree(self.folder, ignore_errors=True)
            assert time.monotonic() < deadline, f"{self.folder} cannot be removed"

    def roles(self) -> dict[str, str]:
        """What each running node is, by the word of any: leader, sync_standby, replica."""
        for node in self.nodes:
            try:
                with urllib.request.urlopen(f"{node.url}/cluster", timeout=5) as answer:
                    members = json.load(answer)["members"]
            except (OSError, ValueError, KeyError):
                continue
            return {member["name"]: member["role"] for member in members if member["state"] == "running"}
        return {}

    def leader(self) -> Node:
        roles = self.roles()
        return next(node for node in self.nodes if roles.get(node.name) == "leader")

    def wait_until_whole(self, seconds: float = 120) -> None:
        """Waits until what is acknowledged is on both nodes."""
        deadline = time.monotonic() + seconds
        while sorted(self.roles().values()) != ["leader", "sync_standby"]:
            assert time.monotonic() < deadline, (self.roles(), self.log())
            time.sleep(0.25)

    def wait_until_it_writes(self, seconds: float) -> None:
        """Waits until a node takes writes again."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                self.query("SELECT 1")
                return
            except subprocess.CalledProcessError:
                assert time.monotonic() < deadline, f"no node can write: {self.log()}"
                time.sleep(0.1)

    def log(self) -> str:
        return "\n".join(path.read_text(errors="replace")[-2000:] for path in sorted(self.folder.glob("*.log")))

    def query(self, text: str) -> str:
        """What a statement gives, as psql writes it, at the node that can write."""
        return subprocess.run([f"{BIN}/psql", "-X", "-A", "-t", "-c", text, self.url], check=True, capture_output=True,
                              text=True).stdout.strip()
