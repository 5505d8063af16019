"""Servers and a database that a newer release has been at."""

import sqlite3
import subprocess

import httpx
from conftest import wait_for_port
from exchange import Exchange


def newer(path, since=None) -> None:
    """Does what the next release's first migration would."""
    with sqlite3.connect(path) as database:
        number = database.execute("SELECT MAX(number) + 1 FROM cerca_migrations").fetchone()[0]
        database.execute("ALTER TABLE accounts ADD COLUMN favourite_colour TEXT")
        database.execute("INSERT INTO cerca_migrations VALUES (?, 'colours', 'cbf29ce484222325')", [number])
        database.execute("INSERT INTO cerca_migrations_since VALUES (?, ?)", [number, since or number])


def test_a_release_starts_beside_the_next_one_where_that_only_added(cerca, free_port, start, tmp_path):
    database = tmp_path / "cerca.db"

    def serve():
        port = free_port()
        process = start(cerca, "serve", "--port", port, "--database", f"sqlite:{database}", cwd=tmp_path,
                        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        return process, port

    process, port = serve()
    wait_for_port(port)
    process.terminate()
    process.wait(20)
    with sqlite3.connect(database) as file:
        known = file.execute("SELECT MAX(number) FROM cerca_migrations").fetchone()[0]

    newer(database, since=known)
    process, port = serve()
    wait_for_port(port)
    answer = httpx.post(f"http://127.0.0.1:{port}/api/accounts",
                        json={"email": "ana@example.org", "password": "walks among shops"})
    assert answer.status_code == 201, answer.text
    process.terminate()
    process.wait(20)

    with sqlite3.connect(database) as file:
        file.execute("UPDATE cerca_migrations_since SET since = number WHERE number > ?", [known])
    process, _ = serve()
    errors = process.communicate(timeout=20)[1]
    assert process.returncode == 1
    assert f"migration {known + 1} (colours)" in errors and "newer than this program" in errors
    assert len(errors.strip().splitlines()) == 1


def test_beside_a_running_server_of_its_release_none_starts_once_a_newer_one_did_more(cerca, tmp_path):
    with Exchange(cerca, tmp_path) as running:
        body = {"email": "ana@example.org", "password": "walks among shops"}
        assert httpx.post(f"{running.base}/api/accounts", json=body, timeout=60).status_code == 201
        newer(tmp_path / "exchange.sqlite")
        refused = subprocess.run([cerca, "serve", "--port", "0", "--database", running.database], capture_output=True,
                                 text=True, timeout=60)
        assert refused.returncode == 1 and len(refused.stderr.strip().splitlines()) == 1, refused.stderr
        assert "(colours)" in refused.stderr and "newer than this program" in refused.stderr
        # The one that runs goes on.
        assert running.process.poll() is None
        assert httpx.post(f"{running.base}/api/sessions", json=body, timeout=60).status_code == 201
        assert httpx.get(f"{running.base}/readyz", timeout=60).text == "ok\n"
