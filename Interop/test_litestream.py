"""Litestream beside a running server: what a machine that is lost takes with it. CERCA_LONG=1 loads it for an hour."""

import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import time

from backups import Load
from exchange import Exchange

LONG = bool(os.environ.get("CERCA_LONG"))
SECONDS = 3600 if LONG else 10
# Litestream copies once a second; on a machine that does much besides it comes to that later.
LATEST = 10
LITESTREAM = pathlib.Path(sys.executable).with_name("litestream")


def test_what_was_answered_seconds_before_the_machine_was_lost_is_restored(cerca, start, tmp_path, monkeypatch):
    monkeypatch.delenv("CERCA_SECRET_KEY", raising=False)
    lost, replica, home = tmp_path / "lost", tmp_path / "replica", tmp_path / "home"
    for folder in (lost, home):
        folder.mkdir()
    database = lost / "exchange.sqlite"
    with Exchange(cerca, lost, arguments=["--no-rate-limits"]) as exchange:
        load = Load(exchange, cerca, lost, walkers=2, traders=2)
        said = open(tmp_path / "litestream.log", "wb")
        copying = start(LITESTREAM, "replicate", database, f"file://{replica}", stdout=said, stderr=said)
        deadline = time.monotonic() + 60
        while not replica.exists() or not any(path.is_file() for path in replica.rglob("*")):
            assert copying.poll() is None and time.monotonic() < deadline, (tmp_path / "litestream.log").read_text()
            time.sleep(0.1)
        load.start()
        time.sleep(SECONDS)
        log = (lost / "exchange.sqlite-wal").stat().st_size
        assert log < 512 << 20, f"the log has grown to {log} bytes: nobody copies it back"
        instant = time.time()
        copying.send_signal(signal.SIGKILL)
        exchange.kill()
        load.stop()
        copying.wait(60)
    keys = (lost / "exchange.sqlite.keys").rename(tmp_path / "keys")
    begin = time.monotonic()
    back = tmp_path / "back.sqlite"
    done = subprocess.run([LITESTREAM, "restore", "-o", back, f"file://{replica}"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    held = load.settle(back, instant - LATEST, instant)
    home_database = f"sqlite:{home / 'exchange.sqlite'}"
    result = subprocess.run(
        [cerca, "admin", "restore", back, "--database", home_database, "--secret-key-file", keys, "--json"],
        capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["sessionsEnded"] > 0
    with Exchange(cerca, home, database=home_database, arguments=["--secret-key-file", keys]) as exchange:
        ready = time.monotonic() - begin
        check = subprocess.run([cerca, "admin", "check", "--database", home_database, "--secret-key-file", keys],
                               capture_output=True, text=True)
        assert check.returncode == 0, check.stdout + check.stderr
    missing = [load.orders.answered[name] for name in load.orders.answered_before(instant)
               if name not in orders(back)]
    behind = instant - min(missing) if missing else 0
    print(f"\n{held} restored and serving in {ready:.1f} s; the last {behind:.2f} s of answers were lost; "
          f"the log had {log / 1e6:.1f} MB")


def orders(path: pathlib.Path) -> set[str]:
    """The names of the orders in a database."""
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        return {row[0] for row in database.execute("SELECT client_id FROM orders WHERE client_id IS NOT NULL")}
    finally:
        database.close()


def test_a_server_that_begins_again_and_cuts_its_log_breaks_no_replica(cerca, start, tmp_path, monkeypatch):
    monkeypatch.delenv("CERCA_SECRET_KEY", raising=False)
    replica = tmp_path / "replica"
    with Exchange(cerca, tmp_path, arguments=["--no-rate-limits"]) as exchange:
        load = Load(exchange, cerca, tmp_path, walkers=1, traders=1)
        said = open(tmp_path / "litestream.log", "wb")
        copying = start(LITESTREAM, "replicate", tmp_path / "exchange.sqlite", f"file://{replica}", stdout=said,
                        stderr=said)
        for turn in range(3):
            load.start()
            time.sleep(3)
            load.stop()
            if turn == 1:
                exchange.kill()
                exchange.start()
            else:
                exchange.restart()
            for walker, _ in load.walkers:
                walker.connection = None
        instant = time.time()
        # With time to copy, nothing is lost.
        deadline = time.monotonic() + 60
        while True:
            back = tmp_path / f"back-{time.monotonic_ns()}.sqlite"
            done = subprocess.run([LITESTREAM, "restore", "-o", back, f"file://{replica}"], capture_output=True,
                                  text=True)
            assert copying.poll() is None
            if done.returncode == 0 and load.orders.answered_before(instant) <= orders(back):
                break
            assert time.monotonic() < deadline, done.stderr
            time.sleep(0.5)
        load.settle(back, instant, instant)
