"""The key of a database's secrets: where it is, which servers it lets in, and how it is changed while they run."""

import base64
import concurrent.futures
import hashlib
import hmac
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import threading
import time

import httpx
import pytest
from conftest import wait_for_port
from test_server import PASSWORD, postgres  # noqa: F401  (a fixture)


@pytest.fixture(autouse=True)
def unkeyed(monkeypatch):
    """No key in the environment: each test says where its own is."""
    monkeypatch.delenv("CERCA_SECRET_KEY", raising=False)
    monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)


@pytest.fixture
def run(cerca):
    """Runs the command to its end."""
    def done(*arguments, code: int = 0, **environment) -> subprocess.CompletedProcess:
        result = subprocess.run([cerca, *map(str, arguments)], capture_output=True, text=True, timeout=120,
                                env={**os.environ, **environment})
        assert result.returncode == code, result.stderr
        return result

    return done


@pytest.fixture
def serve(cerca, free_port, start):
    """Starts a server on a database, and gives its address once it listens."""
    def begin(database: str, *more, **environment) -> str:
        port = free_port()
        begin.process = start(cerca, "serve", "--port", port, "--database", database, *more,
                              stdout=subprocess.DEVNULL, env={**os.environ, **environment})
        wait_for_port(port)
        return f"http://127.0.0.1:{port}"

    return begin


def refusal(result: subprocess.CompletedProcess) -> str:
    """The one line that says why a command did nothing."""
    [line] = result.stderr.strip().splitlines()
    assert result.stdout == ""
    return line


def account(run, folder: pathlib.Path, database: str, email: str, *more) -> dict:
    """A new account's API key."""
    password = folder / "password"
    password.write_text(PASSWORD)
    run("admin", "user", "add", email, "--password-file", password, "--database", database, *more)
    return json.loads(run("admin", "api-key", email, "--scopes", "read", "--database", database, *more).stdout)


def signed(base: str, key: dict) -> httpx.Response:
    """A request that only the holder of the key's secret can make."""
    stamp, path = f"{time.time():.6f}", "/v2/balance"
    signature = hmac.new(key["secret"].encode(), f"{stamp}{path}".encode(), hashlib.sha384).hexdigest()
    return httpx.get(base + path, timeout=60, headers={
        "X-MKT-APIKEY": key["public"], "X-MKT-SIGNATURE": signature, "X-MKT-TIMESTAMP": stamp})


def contents(folder: pathlib.Path) -> bytes:
    """Everything in the files of an SQLite database, without the keys beside it."""
    return b"".join(path.read_bytes() for path in folder.glob("*.sqlite*") if path.suffix != ".keys")


def test_each_server_of_a_database_has_its_key_or_does_not_start(run, cerca, serve, tmp_path):
    database, keys = f"sqlite:{tmp_path / 'a.sqlite'}", tmp_path / "a.sqlite.keys"
    key = account(run, tmp_path, database, "ana@example.com")
    assert keys.stat().st_mode & 0o777 == 0o600 and len(bytes.fromhex(keys.read_text())) == 32
    assert key["secret"].encode() not in contents(tmp_path)
    base = serve(database)
    assert signed(base, key).status_code == 200
    own = keys.read_text()
    for other in (os.urandom(32).hex(), base64.b64encode(os.urandom(32)).decode()):
        said = refusal(run("serve", "--port", 0, "--database", database, CERCA_SECRET_KEY=other, code=1))
        assert "sealed under the key" in said and other not in said
    os.chmod(keys, 0o644)
    assert "chmod 600" in refusal(run("serve", "--port", 0, "--database", database, code=1))
    os.chmod(keys, 0o600)
    away = keys.rename(tmp_path / "away")
    assert "sealed under the key" in refusal(run("serve", "--port", 0, "--database", database, code=1))
    assert not keys.exists()
    assert "does not exist" in refusal(
        run("serve", "--port", 0, "--database", database, "--secret-key-file", tmp_path / "none", code=1))
    # Wherever it is, it is the same key.
    run("admin", "api-key", "list", "ana@example.com", "--database", database, "--secret-key-file", away)
    credentials = tmp_path / "credentials"
    credentials.mkdir()
    (credentials / "cerca-keys").write_text(base64.b64encode(bytes.fromhex(own)).decode())
    base = serve(database, CREDENTIALS_DIRECTORY=str(credentials))
    assert signed(base, key).status_code == 200


def test_postgres_without_a_key_is_refused_and_servers_share_one(run, serve, postgres, tmp_path):  # noqa: F811
    said = refusal(run("serve", "--port", 0, "--database", postgres, code=1))
    assert "--secret-key-file" in said and "CERCA_SECRET_KEY" in said
    keys = tmp_path / "keys"
    keys.write_text("# of the tests\n" + os.urandom(32).hex() + "\n")
    os.chmod(keys, 0o600)
    first, second = (serve(postgres, "--secret-key-file", keys) for _ in range(2))
    # Both sign with the key that the database keeps.
    public = {httpx.get(f"{base}/api/exposure/parameters", timeout=60).json()["publicKey"] for base in (first, second)}
    assert len(public) == 1 and not list(tmp_path.glob("*.pem")) and not pathlib.Path("cerca-exposure-key.pem").exists()
    key = account(run, tmp_path, postgres, "ana@example.com", "--secret-key-file", keys)
    # So do commands that have only the file to know the key from.
    run("admin", "user", "verify", "ana@example.com", "--database", postgres, "--secret-key-file", keys)
    listed = run("admin", "user", "list", "--database", postgres, "--secret-key-file", keys).stdout
    assert "ana@example.com" in listed
    assert "sealed under the key" in refusal(
        run("serve", "--port", 0, "--database", postgres, CERCA_SECRET_KEY=os.urandom(32).hex(), code=1))
    changed = json.loads(
        run("admin", "rotate-key", "--json", "--database", postgres, "--secret-key-file", keys).stdout)
    assert changed["rows"] >= 2 and len(bytes.fromhex(keys.read_text())) == 32
    for base in (first, second):
        assert signed(base, key).status_code == 200


def test_the_key_changes_beside_a_server_and_requests_go_on(run, serve, tmp_path):
    database, keys = f"sqlite:{tmp_path / 'a.sqlite'}", tmp_path / "a.sqlite.keys"
    made = [account(run, tmp_path, database, f"ana{number}@example.com") for number in range(3)]
    base = serve(database, "--no-rate-limits")
    old, stop = keys.read_text(), threading.Event()

    def ask(key: dict) -> set[int]:
        answers = set()
        while not stop.is_set():
            answers.add(signed(base, key).status_code)
        return answers

    with concurrent.futures.ThreadPoolExecutor() as pool:
        asking = [pool.submit(ask, key) for key in made]
        for _ in range(2):
            run("admin", "rotate-key", "--database", database)
        # A key that was made meanwhile works as well, though the server has never read the file of its own accord.
        late = json.loads(run("admin", "api-key", "ana0@example.com", "--database", database).stdout)
        assert signed(base, late).status_code == 200
        stop.set()
        assert set().union(*(answers.result() for answers in asking)) == {200}
    email = {"email": "new@example.com", "password": PASSWORD}
    # What the server itself seals now, a session's secret, is under the new key.
    assert httpx.post(f"{base}/api/accounts", json=email, timeout=60).status_code < 300
    assert keys.read_text() != old and len(keys.read_text().split()) == 1
    restarted = serve(database)
    assert all(signed(restarted, key).status_code == 200 for key in [*made, late])
    assert "sealed under the key" in refusal(
        run("serve", "--port", 0, "--database", database, CERCA_SECRET_KEY=old.strip(), code=1))


def in_clear(path: pathlib.Path, count: int) -> list[str]:
    """Makes of a database one of before secrets were sealed, with as many API keys, and gives their secrets."""
    secrets = [hashlib.sha256(f"secret {number}".encode()).hexdigest() for number in range(count)]
    with sqlite3.connect(path) as database:
        [owner] = database.execute("SELECT id FROM accounts").fetchone()
        database.executemany(
            "INSERT INTO api_keys (public_text, account_id, secret, label, scopes, addresses, made_day, unsealed)"
            " VALUES (?, ?, ?, '', 'read', '', 20000, 1)",
            [(f"{number:064x}", owner, secret) for number, secret in enumerate(secrets)])
        database.execute("INSERT INTO sealing_backlog (name) VALUES ('api_keys')")
    database.close()
    return secrets


def test_a_server_killed_while_it_seals_leaves_what_the_next_one_finishes(run, cerca, serve, free_port, start, tmp_path):
    path = tmp_path / "a.sqlite"
    key = account(run, tmp_path, f"sqlite:{path}", "ana@example.com")
    # Two hundred rows are sealed in a transaction: there is time to come between.
    secrets = in_clear(path, 6000)
    unsealed = "SELECT COUNT(*) FROM api_keys WHERE unsealed = 1"
    with sqlite3.connect(path, timeout=60) as reader:
        last, kills = reader.execute(unsealed).fetchone()[0], 0
        while last > 0 and kills < 3:
            process = start(cerca, "serve", "--port", free_port(), "--database", f"sqlite:{path}",
                            stdout=subprocess.DEVNULL)
            while (left := reader.execute(unsealed).fetchone()[0]) == last and process.poll() is None:
                time.sleep(0.001)
            process.send_signal(signal.SIGKILL)
            process.wait(60)
            # Whole batches are sealed, and no row is half of each.
            left = reader.execute(unsealed).fetchone()[0]
            assert left % 200 == 0 and left <= last
            last, kills = left, kills + 1
        assert kills > 0
        clear = {row[0] for row in reader.execute("SELECT secret FROM api_keys WHERE unsealed = 1")}
        assert len(clear) == last and clear <= set(secrets)
    reader.close()
    base = serve(f"sqlite:{path}")
    assert signed(base, key).status_code == 200
    for number in (0, 2999, 5999):
        assert signed(base, {"public": f"{number:064x}", "secret": secrets[number]}).status_code == 200
    kept = contents(tmp_path)
    assert not [secret for secret in secrets if secret.encode() in kept]


@pytest.mark.parametrize("moment", range(4))
def test_a_change_of_the_key_that_is_killed_goes_on(run, cerca, start, tmp_path, moment):
    path, keys = tmp_path / "a.sqlite", tmp_path / "a.sqlite.keys"
    account(run, tmp_path, f"sqlite:{path}", "ana@example.com")
    in_clear(path, 4000)
    # Sealed by whichever command is next.
    run("admin", "api-key", "list", "ana@example.com", "--database", f"sqlite:{path}")
    old = keys.read_text().strip()
    named = "SELECT hex(key_id) FROM cerca_sealing"
    with sqlite3.connect(path, timeout=60) as reader:
        [before] = reader.execute(named).fetchone()
        process = start(cerca, "admin", "rotate-key", "--database", f"sqlite:{path}", stdout=subprocess.DEVNULL)
        waits = [
            lambda: True, lambda: len(keys.read_text().split()) == 2,
            lambda: reader.execute(named).fetchone()[0] != before,
            # A later batch than the first.
            lambda: len({row[0][:7] for row in reader.execute("SELECT secret FROM api_keys")}) > 1]
        while not waits[moment]() and process.poll() is None:
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)
        process.wait(60)
    reader.close()
    assert old in keys.read_text().split() or len(keys.read_text().split()) == 1
    # Every row opens now, and after the change was finished with the new key alone.
    run("admin", "rotate-key", "--database", f"sqlite:{path}")
    [new] = keys.read_text().split()
    assert new != old
    run("admin", "rotate-key", "--database", f"sqlite:{path}")
    run("admin", "api-key", "list", "ana@example.com", "--database", f"sqlite:{path}")


def test_the_most_talkative_log_names_services_and_tells_nothing_of_what_is_in_them(cerca, free_port, start, tmp_path):
    port = free_port()
    log = tmp_path / "log"
    with log.open("w") as errors:
        process = start(cerca, "serve", "--port", port, "--database", f"sqlite:{tmp_path}/cerca.db", "--log-level", "trace",
                        stdout=subprocess.DEVNULL, stderr=errors, cwd=tmp_path)
        wait_for_port(port)
        process.send_signal(signal.SIGTERM)
        process.wait(20)
    lines = log.read_text().splitlines()
    named = [line for line in lines if "Starting service" in line]
    assert any("DeliveryRun" in line for line in named) and any("Housekeeping" in line for line in named)
    assert [line[:200] for line in lines if len(line) > 1000] == []


def test_a_second_server_with_another_exposure_key_does_not_start(cerca, free_port, start, tmp_path):
    database = f"sqlite:{tmp_path / 'a.sqlite'}"
    mine, yours = tmp_path / "mine.pem", tmp_path / "yours.pem"
    port = free_port()
    first = start(cerca, "serve", "--port", port, "--database", database, "--exposure-key", mine,
                  stdout=subprocess.DEVNULL)
    wait_for_port(port)
    # A key that another server made for itself.
    other = start(cerca, "serve", "--port", free_port(), "--database", f"sqlite:{tmp_path / 'b.sqlite'}",
                  "--exposure-key", yours, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while not yours.exists():
        assert time.monotonic() < deadline and other.poll() is None
        time.sleep(0.05)
    asked = [cerca, "serve", "--port", "0", "--database", database, "--exposure-key", yours]
    refused = subprocess.run([*map(str, asked)], capture_output=True, text=True, timeout=60)
    said = refusal(refused)
    assert refused.returncode == 1 and first.poll() is None
    assert str(yours) in said and "--replace-exposure-key" in said and "PRIVATE" not in said
    refused = subprocess.run([cerca, "exposure", "issue-code", "--database", database, "--exposure-key", yours],
                             capture_output=True, text=True, timeout=60)
    assert refused.returncode == 1 and refusal(refused) == said
    # Whoever means it says so; from then on it is the other one that is refused.
    port = free_port()
    start(*asked[:2], "--port", port, *asked[4:], "--replace-exposure-key", stdout=subprocess.DEVNULL)
    wait_for_port(port)
    asked[-1] = mine
    refused = subprocess.run([*map(str, asked)], capture_output=True, text=True, timeout=60)
    assert refused.returncode == 1 and str(mine) in refusal(refused)
