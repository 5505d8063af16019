"""Backups of a server under load, what ends them early, and the way back. CERCA_LONG=1 loads it for seven minutes."""

import json
import os
import pathlib
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import time

import pytest
from backups import Load, counts
from conftest import ROOT
from exchange import Exchange
from test_kill import PASSWORD
from test_server import postgres  # noqa: F401  (a fixture)

PASSPHRASE = "a passphrase of the tests"
LONG = bool(os.environ.get("CERCA_LONG"))
SECONDS = 300 if LONG else 4


@pytest.fixture(autouse=True)
def unkeyed(monkeypatch):
    """No key in the environment: each test says where its own is."""
    monkeypatch.delenv("CERCA_SECRET_KEY", raising=False)
    monkeypatch.delenv("CREDENTIALS_DIRECTORY", raising=False)


@pytest.fixture
def passphrase(tmp_path) -> pathlib.Path:
    path = tmp_path / "passphrase"
    path.write_text(PASSPHRASE + "\n")
    path.chmod(0o600)
    return path


@pytest.fixture
def admin(cerca):
    """Runs `cerca admin …` to its end."""
    def done(*arguments, code: int = 0, **options) -> subprocess.CompletedProcess:
        result = subprocess.run([cerca, "admin", *map(str, arguments)], capture_output=True, text=True,
                                timeout=1800 if LONG else 180, **options)
        assert result.returncode == code, (result.stdout, result.stderr)
        return result

    return done


def refusal(result: subprocess.CompletedProcess) -> str:
    """The one line that says why a command did nothing."""
    [line] = result.stderr.strip().splitlines()
    assert result.stdout == ""
    return line


@pytest.fixture
def small(admin, tmp_path):
    """A database with an account, and nobody who serves it."""
    (tmp_path / "password").write_text(PASSWORD)
    database = tmp_path / "home" / "a.sqlite"
    database.parent.mkdir()
    admin("user", "add", "ana@example.com", "--password-file", tmp_path / "password", "--database", f"sqlite:{database}")
    return database


def padded(path: pathlib.Path, megabytes: int) -> None:
    """Makes a database so much larger that its copy takes a while, by a table that nobody looks at."""
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE padding (number INTEGER PRIMARY KEY, content BLOB)")
        database.executemany("INSERT INTO padding (content) VALUES (?)",
                             ((os.urandom(1_000_000),) for _ in range(megabytes)))
    database.close()


def test_the_drill_load_backup_load_kill_restore(cerca, admin, passphrase, tmp_path):
    lost, home = tmp_path / "lost", tmp_path / "home"
    for folder in (lost, home):
        folder.mkdir()
    with Exchange(cerca, lost, arguments=["--no-rate-limits"]) as exchange:
        load = Load(exchange, cerca, lost, walkers=6 if LONG else 3, traders=4 if LONG else 2)
        load.start()
        time.sleep(SECONDS)
        began = time.time()
        made = json.loads(admin("backup", tmp_path / "copy", "--keys", tmp_path / "copy.keys", "--passphrase-file",
                                passphrase, "--database", exchange.database, "--json").stdout)
        ended = time.time()
        time.sleep(SECONDS / 2)
        exchange.kill()
        load.stop()
    assert made["bytes"] == (tmp_path / "copy").stat().st_size and made["keyCount"] == 1
    for name in ("copy", "copy.keys"):
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o600
    shutil.rmtree(lost)

    begin = time.monotonic()
    checked = admin("check", tmp_path / "copy", "--keys", tmp_path / "copy.keys", "--passphrase-file", passphrase,
                    "--json")
    checking = time.monotonic() - begin
    begin = time.monotonic()
    database = f"sqlite:{home / 'exchange.sqlite'}"
    restored = json.loads(admin("restore", tmp_path / "copy", "--keys", tmp_path / "copy.keys", "--passphrase-file",
                                passphrase, "--database", database, "--json").stdout)
    assert sorted(path.name for path in home.iterdir()) == ["exchange.sqlite", "exchange.sqlite.keys"]
    held = load.settle(home / "exchange.sqlite", began, ended)
    assert held["accounts"] > 5 and held["visits"] > 20 and held["orders"] > 20, "the load was too light"
    found = counts(checked.stdout)
    assert found["accounts"] == held["accounts"] and found["visits"] == held["visits"]
    with Exchange(cerca, home, database=database, arguments=["--no-rate-limits"]) as exchange:
        ready = time.monotonic() - begin
        exchange.admin("audit-ledger")
        # Whoever was signed in is not; with the password everybody is.
        walker, _ = load.walkers[0]
        walker.port, walker.connection = exchange.port, None
        assert restored["sessionsEnded"] > 0 and walker.call("GET", "/api/account")[0] == 401
        walker.token = None
        status, body = walker.call("POST", "/api/sessions", {"email": walker.email, "password": PASSWORD})
        assert status in (200, 201), body
        # Prices have moved meanwhile: nobody trades until an operator has looked.
        trader = load.traders[0]
        order = {"market": "XLMCLP", "side": "buy", "amount": "1", "price": "90", "type": "limit"}
        key = exchange.key(trader.email)
        assert "XLMCLP" in restored["marketsPaused"]
        assert key.call("POST", "/v2/orders/create", order).json()["status"] == "error"
        exchange.admin("market", "resume", "XLMCLP")
        deadline = time.monotonic() + 30
        while key.call("POST", "/v2/orders/create", order).json()["status"] == "error":
            assert time.monotonic() < deadline, "the market never takes orders again"
            time.sleep(0.1)
    print(f"\n{made['bytes'] / 1e6:.1f} MB with {held}: copied in {made['copySeconds']:.2f} s, looked at in "
          f"{made['checkSeconds']:.2f} s, checked in {checking:.1f} s, restored and serving in "
          f"{ready:.1f} s")


def test_a_backup_is_whole_or_not_there(cerca, admin, start, passphrase, small, tmp_path):
    padded(small, 300)
    copies = tmp_path / "copies"
    copies.mkdir()
    database = ["--database", f"sqlite:{small}"]
    for number in (signal.SIGTERM, signal.SIGKILL):
        process = start(cerca, "admin", "backup", copies / "copy", *database, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 60
        while not any(path.stat().st_size > 1_000_000 for path in copies.iterdir()):
            assert process.poll() is None and time.monotonic() < deadline, "it was too fast to be cut off"
            time.sleep(0.001)
        process.send_signal(number)
        process.wait(60)
        # What is left says by its name that it is no backup.
        assert [path.name for path in copies.iterdir()] == ["copy.unfinished"] and process.returncode == -number
    # The next one takes that away.
    admin("backup", copies / "copy", *database)
    assert [path.name for path in copies.iterdir()] == ["copy"]
    before = (copies / "copy").read_bytes()
    assert "exists" in refusal(admin("backup", copies / "copy", *database, code=1))
    assert (copies / "copy").read_bytes() == before


def test_a_file_that_may_not_grow_leaves_nothing(admin, small, tmp_path):
    padded(small, 20)
    bound = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8_000_000, resource.RLIM_INFINITY))
    # Python ignores the signal that would end it, and hands that on.
    said = refusal(admin("backup", tmp_path / "copy", "--database", f"sqlite:{small}", code=1, preexec_fn=bound,
                         restore_signals=False))
    assert "copy" in said and not list(tmp_path.glob("copy*"))


def test_a_full_disk_leaves_nothing(admin, small, tmp_path):
    padded(small, 20)
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk], capture_output=True)
    if mounted.returncode != 0:
        pytest.skip("a small disk takes somebody who may mount one")
    try:
        said = refusal(admin("backup", disk / "copy", "--database", f"sqlite:{small}", code=1))
        assert "storage.full" in said and not list(disk.iterdir())
        # A restore as well.
        admin("backup", tmp_path / "copy", "--database", f"sqlite:{small}")
        said = refusal(admin("restore", tmp_path / "copy", "--database", f"sqlite:{disk / 'a.sqlite'}",
                             "--secret-key-file", f"{small}.keys", code=1))
        assert "storage.full" in said and not list(disk.iterdir())
    finally:
        subprocess.run(["umount", disk], check=True)


def test_keys_are_sealed_and_come_back(admin, passphrase, small, tmp_path):
    own = pathlib.Path(f"{small}.keys").read_text().strip()
    copy, keys = tmp_path / "copy", tmp_path / "copy.keys"
    made = ["backup", copy, "--keys", keys, "--database", f"sqlite:{small}"]
    # Nobody sits at a terminal here.
    assert "--passphrase-file" in refusal(admin(*made, code=1, stdin=subprocess.DEVNULL))
    short = tmp_path / "short"
    short.write_text("short\n")
    short.chmod(0o600)
    assert "12 bytes" in refusal(admin(*made, "--passphrase-file", short, code=1))
    short.chmod(0o644)
    assert "chmod 600" in refusal(admin(*made, "--passphrase-file", short, code=1))
    assert not copy.exists() and not keys.exists()
    admin(*made, "--passphrase-file", passphrase)
    text = keys.read_text()
    assert own not in text and bytes.fromhex(own) not in keys.read_bytes()
    assert bytes.fromhex(own) not in copy.read_bytes() and "argon2id 1 262144 3 " in text
    back = tmp_path / "back"
    back.mkdir()
    again = ["restore", copy, "--keys", keys, "--database", f"sqlite:{back / 'a.sqlite'}"]
    wrong = tmp_path / "wrong"
    wrong.write_text("another passphrase\n")
    wrong.chmod(0o600)
    assert "passphrase" in refusal(admin(*again, "--passphrase-file", wrong, code=1))
    keys.write_text(text.replace("argon2id 1 262144 3 ", "argon2id 1 262144 2 "))
    assert "passphrase" in refusal(admin(*again, "--passphrase-file", passphrase, code=1))
    keys.write_text(text[:len(text) // 2])
    assert refusal(admin(*again, "--passphrase-file", passphrase, code=1)) and not list(back.iterdir())
    keys.write_text(text)
    admin(*again, "--passphrase-file", passphrase)
    assert sorted(path.name for path in back.iterdir()) == ["a.sqlite", "a.sqlite.keys"]
    assert {path.stat().st_mode & 0o777 for path in back.iterdir()} == {0o600}
    assert (back / "a.sqlite.keys").read_text().strip() == own
    assert "exists" in refusal(admin(*again, "--passphrase-file", passphrase, code=1))
    # The keys of another database do not open this one.
    other = tmp_path / "other.sqlite"
    (tmp_path / "foreign").write_text(os.urandom(32).hex())
    (tmp_path / "foreign").chmod(0o600)
    assert "sealed under the key" in refusal(admin(
        "restore", copy, "--database", f"sqlite:{other}", "--secret-key-file", tmp_path / "foreign", code=1))
    assert not other.exists()


def test_a_check_finds_what_is_wrong(admin, passphrase, small, tmp_path):
    def findings(*arguments, code: int) -> dict[str, dict]:
        lines = [json.loads(line) for line in admin("check", *arguments, "--json", code=code).stdout.splitlines()]
        return {line["finding"]: line for line in lines}

    live = ["--database", f"sqlite:{small}"]
    found = findings(*live, code=0)
    assert list(found) == ["file", "schema", "key", "exposure-key", "ledger", "counts"]
    assert found["counts"]["counts"]["accounts"] == 1 and not any(line["isFault"] for line in found.values())
    copy = tmp_path / "copy"
    admin("backup", copy, *live)
    assert found | {"key": None, "exposure-key": None} == (
        findings(copy, code=0) | {"key": None, "exposure-key": None})
    # Another key.
    foreign = tmp_path / "foreign"
    foreign.write_text(os.urandom(32).hex())
    foreign.chmod(0o600)
    assert findings(copy, "--secret-key-file", foreign, code=1)["key"]["isFault"]
    result = admin("check", copy, "--secret-key-file", foreign, code=1)
    assert "WRONG  key:" in result.stdout and len(result.stderr.strip().splitlines()) == 1
    # A balance that nothing moved, a row that refers to nobody, a migration that nobody knows.
    def damaged(*statements: str) -> pathlib.Path:
        path = tmp_path / "damaged"
        shutil.copy(copy, path)
        with sqlite3.connect(path) as database:
            for statement in statements:
                database.execute(statement)
        database.close()
        return path

    with sqlite3.connect(copy) as database:
        columns = [row[1] for row in database.execute("PRAGMA table_info(balances)")]
        [owner] = database.execute("SELECT number FROM ledger_accounts LIMIT 1").fetchone()
        [asset] = database.execute("SELECT number FROM assets LIMIT 1").fetchone()
    database.close()
    values = {"account": owner, "asset": asset}
    listed = ", ".join(str(values.get(column, "'5'")) for column in columns)
    assert findings(damaged(f"INSERT INTO balances ({', '.join(columns)}) VALUES ({listed})"), code=1)["ledger"]["isFault"]
    lost = damaged("DELETE FROM accounts")
    assert findings(lost, code=1)["file"]["isFault"]
    assert "missing" in refusal(admin("restore", lost, "--database", f"sqlite:{tmp_path / 'b.sqlite'}",
                                      "--secret-key-file", f"{small}.keys", code=1))
    newer = damaged("INSERT INTO cerca_migrations VALUES (1000, 'of tomorrow', 'x')")
    assert findings(newer, code=1)["schema"]["isFault"]
    assert "newer than this program" in refusal(admin(
        "restore", newer, "--database", f"sqlite:{tmp_path / 'b.sqlite'}", "--secret-key-file", f"{small}.keys", code=1))
    older = damaged("DELETE FROM cerca_migrations WHERE number = (SELECT MAX(number) FROM cerca_migrations)")
    assert not findings(older, code=0)["ledger"]["isFault"]
    # One that a program of before left, which had one table less for its migrations.
    former = damaged("DROP TABLE cerca_migrations_since")
    was = former.read_bytes()
    assert not findings(former, code=0)["schema"]["isFault"] and former.read_bytes() == was
    admin("restore", former, "--database", f"sqlite:{tmp_path / 'former.sqlite'}", "--secret-key-file", f"{small}.keys")
    # What is no database, and what was altered or cut off on its way.
    noise = tmp_path / "noise"
    noise.write_bytes(os.urandom(50_000))
    whole = copy.read_bytes()
    for content in (noise.read_bytes(), whole[: len(whole) // 3], whole[:40_960] + os.urandom(4096) + whole[45_056:]):
        noise.write_bytes(content)
        assert findings(noise, code=1)["file"]["isFault"]
        refusal(admin("restore", noise, "--database", f"sqlite:{tmp_path / 'b.sqlite'}", "--secret-key-file",
                      f"{small}.keys", code=1))
    assert findings(tmp_path / "none", code=1)["file"]["isFault"]
    with sqlite3.connect(tmp_path / "foreign.sqlite") as database:
        database.execute("CREATE TABLE a (b)")
    database.close()
    assert findings(tmp_path / "foreign.sqlite", code=1)["schema"]["isFault"]
    assert not list(tmp_path.glob("b.sqlite*"))


def test_postgres_is_copied_by_its_own_tools_and_its_keys_are_kept(admin, passphrase, postgres, tmp_path):  # noqa: F811
    own = tmp_path / "own"
    own.write_text(os.urandom(32).hex() + "\n")
    own.chmod(0o600)
    database = ["--database", postgres, "--secret-key-file", own]
    said = refusal(admin("backup", tmp_path / "copy", *database, code=1))
    assert "pgbackrest" in said and "pg_dump" in said and not (tmp_path / "copy").exists()
    (tmp_path / "password").write_text(PASSWORD)
    admin("user", "add", "ana@example.com", "--password-file", tmp_path / "password", *database)
    made = admin("backup", "--keys", tmp_path / "keys", "--passphrase-file", passphrase, *database)
    assert "pg_basebackup" in made.stderr and own.read_text().strip() not in (tmp_path / "keys").read_text()
    found = [json.loads(line) for line in admin("check", *database, "--json").stdout.splitlines()]
    assert [line["finding"] for line in found] == ["file", "schema", "key", "exposure-key", "ledger", "counts"]
    assert not any(line["isFault"] for line in found)
    # One that is older is looked at as it is: the server of before goes on with it.
    state = "SELECT COUNT(*), MAX(number), to_regclass('cerca_migrations_since') IS NULL FROM cerca_migrations"
    sql(postgres, "DELETE FROM cerca_migrations WHERE number = (SELECT MAX(number) FROM cerca_migrations);"
                  "DROP TABLE cerca_migrations_since")
    before = sql(postgres, state)
    admin("backup", "--keys", tmp_path / "more", "--passphrase-file", passphrase, *database)
    found = [json.loads(line) for line in admin("check", *database, "--json").stdout.splitlines()]
    assert [line["finding"] for line in found] == ["file", "schema", "key", "ledger"]
    assert sql(postgres, state) == before
    # What its operator does by hand after a restore.
    [statements] = re.findall("```sql\n(.*?)```", (ROOT / "Docs/backups.md").read_text(), re.DOTALL)
    sql(postgres, statements)
    assert "its own tools" in refusal(admin("restore", tmp_path / "keys", *database, code=1))


def sql(url: str, text: str) -> str:
    """Runs statements by PostgreSQL's own client."""
    return subprocess.run(["psql", url, "-qtAX", "-v", "ON_ERROR_STOP=1", "-c", text], capture_output=True, text=True,
                          check=True).stdout
