"""The example of a PostgreSQL on three machines, as it is delivered: three nodes with etcd, and a server of Cerca beside them.

The machines are addresses of a network of the test's own. One is lost, and the server goes on with what it has acknowledged.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

import pytest
import yaml
from conftest import ROOT
from debian import inside
from test_deploy_package import LONG

FILE = ROOT / "Deploy/patroni/patroni.yml"
NODES = {"db1": "10.0.0.11", "db2": "10.0.0.12", "db3": "10.0.0.13"}
# Docs/operations.md says to expect 25; other tests may run beside this one.
MOST_SECONDS = 40


def test_its_times_are_ones_that_patroni_keeps_and_its_uri_is_one_that_the_command_takes(cerca):
    text = FILE.read_text()
    times = yaml.safe_load(text)["bootstrap"]["dcs"]
    assert times["loop_wait"] + 2 * times["retry_timeout"] <= times["ttl"] and times["ttl"] >= 20
    assert times["synchronous_mode"] is True
    done = subprocess.run(
        [cerca, "serve", "--database", address()], capture_output=True, text=True, timeout=60, env={"PATH": "/usr/bin:/bin"})
    # It is understood; what is missing is the key.
    assert done.returncode == 1 and "needs a key" in done.stderr, done.stderr


def address() -> str:
    return re.search(r'--database "(.+)"', FILE.read_text())[1]


class Machines:
    """Three addresses in a network that ends with the test, under names that programs in it know."""

    def __init__(self, folder: pathlib.Path, start):
        self.folder, self.start = folder, start
        hosts = folder / "hosts"
        hosts.write_text("127.0.0.1 localhost\n" + "".join(f"{where} {name}\n" for name, where in NODES.items()))
        lines = ["ip link set lo up", *(f"ip address add {where}/24 dev lo" for where in NODES.values()),
                 f"mount --bind {hosts} /etc/hosts", "exec sleep infinity"]
        self.world = start(
            "unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc", "sh", "-ec", "; ".join(lines))
        inner = inside(self.world)
        self.enter = ["nsenter", "--net", "--mount", "--pid", "--target", inner]
        deadline = time.monotonic() + 30
        while self.run("getent", "hosts", "db3", check=False).returncode != 0:
            assert time.monotonic() < deadline
            time.sleep(0.1)

    def run(self, *words, check: bool = True, **options) -> subprocess.CompletedProcess:
        done = subprocess.run([*self.enter, *map(str, words)], capture_output=True, text=True, timeout=120, **options)
        assert not check or done.returncode == 0, (words, done.stdout, done.stderr)
        return done

    def begin(self, name: str, *words, **options) -> subprocess.Popen:
        log = open(self.folder / f"{name}.log", "ab")
        return self.start(*self.enter, *words, stdout=log, stderr=log, **options)

    def post(self, path: str, body: dict) -> int:
        """The status that the server of Cerca answers; 0 for no answer."""
        done = self.run(
            "curl", "--silent", "--output", "/dev/null", "--write-out", "%{http_code}", "--max-time", "20", "--header",
            "Content-Type: application/json", "--data", json.dumps(body), f"http://127.0.0.1:8080{path}", check=False)
        return int(done.stdout or 0)


def until(seconds: float, what: str, condition):
    """Returns what a condition gives once that is true."""
    deadline = time.monotonic() + seconds
    while True:
        found = condition()
        if found:
            return found
        assert time.monotonic() < deadline, f"{what}: not within {seconds} s"
        time.sleep(0.25)


@pytest.fixture
def machines(start):
    # The database's user has to reach it.
    folder = pathlib.Path(tempfile.mkdtemp(prefix="cerca-patroni-", dir="/tmp"))
    folder.chmod(0o755)
    machines = Machines(folder, start)
    yield machines
    # With the first process of their space all of them end.
    machines.world.kill()
    machines.world.wait()
    until(30, "the end of all", lambda: shutil.rmtree(folder, ignore_errors=True) or not folder.exists())


POSTGRES = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", "--"]


@LONG
def test_a_node_is_lost_and_nothing_that_was_acknowledged_is(machines, cerca):
    folder = machines.folder
    members = ",".join(f"{name}=http://{name}:2380" for name in NODES)
    for name, where in NODES.items():
        machines.begin(
            f"etcd-{name}", "etcd", "--name", name, "--data-dir", folder / f"etcd-{name}", "--initial-cluster", members,
            "--initial-advertise-peer-urls", f"http://{name}:2380", "--listen-peer-urls", f"http://{where}:2380",
            "--advertise-client-urls", f"http://{name}:2379", "--listen-client-urls", f"http://{where}:2379")
    until(60, "etcd", lambda: machines.run(
        "curl", "--silent", "--fail", "http://db1:2379/health", check=False).stdout.count("true"))

    for name, where in NODES.items():
        home = folder / name
        home.mkdir()
        text = FILE.read_text().replace("db1:8008", f"{name}:8008").replace("db1:5432", f"{name}:5432")
        text = text.replace("name: db1", f"name: {name}").replace(" 0.0.0.0:", f" {where}:")
        text = text.replace("/var/lib/postgresql", str(home))
        # Where the nodes share a machine, so would their sockets.
        text = text.replace("password_encryption: ", "unix_socket_directories: ''\n        password_encryption: ")
        (home / "patroni.yml").write_text(text)
        for path in (home, home / "patroni.yml"):
            shutil.chown(path, "postgres", "postgres")
        (home / "patroni.yml").chmod(0o600)
        checked = machines.run(*POSTGRES, "patroni", "--validate-config", home / "patroni.yml", check=False)
        assert (checked.returncode, checked.stdout + checked.stderr) == (0, ""), checked
        machines.begin(f"patroni-{name}", *POSTGRES, "patroni", home / "patroni.yml", cwd=home)

    def cluster() -> dict[str, str]:
        """What each node is by its own word: leader, sync_standby, replica."""
        done = machines.run("curl", "--silent", "--max-time", "5", "http://db2:8008/cluster", check=False)
        try:
            found = json.loads(done.stdout)["members"]
        except (ValueError, KeyError):
            return {}
        return {member["name"]: member["role"] for member in found if member["state"] == "running"}

    until(120, "three nodes, one of them a synchronous standby",
          lambda: sorted(cluster().values()) == ["leader", "replica", "sync_standby"])
    leader = next(name for name, role in cluster().items() if role == "leader")
    password = {"PATH": os.environ["PATH"], "PGPASSWORD": "CHANGE-ME-2"}
    for statement in ("CREATE ROLE cerca LOGIN PASSWORD 'of cerca'", "CREATE DATABASE cerca OWNER cerca"):
        machines.run("psql", "-h", leader, "-U", "postgres", "-c", statement, env=password)

    secret = folder / "keys"
    secret.write_text("5a" * 32)
    secret.chmod(0o600)
    machines.begin(
        "cerca", cerca, "serve", "--port", "8080", "--no-rate-limits", "--database", address(), "--secret-key-file", secret,
        env={"PATH": os.environ["PATH"], "PGPASSWORD": "of cerca"}, cwd=folder)
    until(60, "the server", lambda: machines.run(cerca, "health", "http://127.0.0.1:8080", check=False).returncode == 0)

    acknowledged = []

    def sign_up() -> bool:
        body = {"email": f"visitor{time.monotonic_ns()}@example.com", "password": "correct horse battery"}
        if machines.post("/api/accounts", body) != 201:
            return False
        acknowledged.append(body)
        return True

    for _ in range(10):
        assert sign_up()
    # The machine is lost: first Patroni, then its PostgreSQL, neither of which can say goodbye.
    inner = machines.run("pgrep", "--full", f"^[^ ]*python3.* {folder}/{leader}/patroni.yml$").stdout.split()
    assert len(inner) == 1, inner
    postmaster = (folder / leader / "15/cerca/postmaster.pid").read_text().splitlines()[0]
    lost = time.monotonic()
    machines.run("kill", "-KILL", inner[0], postmaster)
    until(90, "writing again", sign_up)
    seconds = time.monotonic() - lost
    print(f"writes again after {seconds:.1f} s")
    assert seconds < MOST_SECONDS
    for _ in range(5):
        assert sign_up()
    # All that was acknowledged is there.
    for body in acknowledged:
        assert machines.post("/api/sessions", body) == 201, body
    assert len(acknowledged) == 16
