"""pgbouncer between a server and its PostgreSQL: whole sessions work, and transactions are refused with the cause."""

import os
import shutil
import socket
import subprocess
import tempfile
import time

import httpx
import pytest
from conftest import wait_for_port
from test_server import PASSWORD, postgres  # noqa: F401  (a fixture)


@pytest.fixture
def pooled(postgres, free_port, start):  # noqa: F811
    """A function that starts a pooler and gives the database's address behind it."""
    folders = []

    def begin(mode: str) -> str:
        folder = tempfile.mkdtemp(prefix="cerca-pgbouncer-")
        folders.append(folder)
        direct, port = postgres.rsplit(":", 1)[1].split("/")[0], free_port()
        with open(f"{folder}/pgbouncer.ini", "w") as file:
            file.write(f"""[databases]
* = host=127.0.0.1 port={direct} user=cerca
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = {mode}
ignore_startup_parameters = extra_float_digits
""")
        as_postgres = []
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres")
            shutil.chown(f"{folder}/pgbouncer.ini", "postgres")
            as_postgres = ["runuser", "-u", "postgres", "--"]
        # With auth_type any everybody is the user of the databases' line.
        start(*as_postgres, "/usr/sbin/pgbouncer", "--quiet", f"{folder}/pgbouncer.ini", stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 30
        while socket.socket().connect_ex(("127.0.0.1", port)) != 0:
            assert time.monotonic() < deadline, "pgbouncer does not listen"
            time.sleep(0.05)
        return f"postgres://cerca@127.0.0.1:{port}/postgres"

    yield begin
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


def test_a_pooler_by_transaction_is_refused_with_the_cause(cerca, pooled, free_port, tmp_path):
    for _ in range(3):
        done = subprocess.run(
            [cerca, "serve", "--port", str(free_port()), "--database", pooled("transaction")], cwd=tmp_path,
            capture_output=True, text=True, timeout=60)
        assert done.returncode == 1
        [line] = done.stderr.strip().splitlines()
        assert "pooler" in line and "pool_mode=session" in line


def test_a_pooler_by_session_serves(cerca, pooled, free_port, start, tmp_path):
    port = free_port()
    start(cerca, "serve", "--port", port, "--database", pooled("session"), cwd=tmp_path, stdout=subprocess.DEVNULL)
    wait_for_port(port)
    answer = httpx.post(
        f"http://127.0.0.1:{port}/api/accounts", json={"email": "pooled@example.org", "password": PASSWORD}, timeout=30)
    assert answer.status_code == 201, answer.text
