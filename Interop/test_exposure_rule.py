"""What an authority can say beside codes and batches: the day of an onset, and the numbers of the risk rule."""

import hashlib
import json
import subprocess
import time

import pytest
from tracing import BATCH, DAY, TracingServer, claims, key, midnight, upload


def followed(first: bytes, days: int) -> bytes:
    """The key of so many days later, from nothing of Cerca's."""
    for _ in range(days):
        first = hashlib.sha256(first).digest()
    return first


def iso(milliseconds: int) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(milliseconds / 1000))


@pytest.fixture
def server(cerca, free_port, tmp_path):
    tracing = TracingServer(cerca, free_port(), f"sqlite:{tmp_path / 'cerca.sqlite'}", tmp_path / "key.pem")
    tracing.move_to(midnight(time.time() * 1000) + DAY // 2 + 60_000)
    yield tracing
    tracing.stop()


def issue(server, *options: str, code: int = 0) -> str:
    done = subprocess.run(
        [server.cerca, "exposure", "issue-code", "--database", server.database, "--exposure-key", server.key_file,
         "--clock-offset", str(server.offset), *options], capture_output=True, text=True, timeout=60)
    assert done.returncode == code, done.stderr
    return done.stdout.strip() if code == 0 else done.stderr


def test_a_report_with_an_onset_begins_two_days_before_it(server, tmp_path):
    today = midnight(server.now)
    old, recent, whole = key(), key(), key()
    uploads = [
        upload(old, today - 14 * DAY, issue(server, "--onset", iso(today - 4 * DAY))),
        upload(recent, today - 3 * DAY, issue(server, "--onset", iso(today - 4 * DAY))),
        upload(whole, today - 14 * DAY, issue(server)),
    ]
    answers = [server.post(body) for body in uploads]
    # Nothing in an answer tells whether an onset was entered.
    assert [(answer.status_code, answer.content) for answer in answers] == [(200, b"")] * 3
    assert len({tuple(sorted(name for name in answer.headers)) for answer in answers}) == 1
    release = server.next_release
    server.move_to(release + 60_000)
    assert server.batch(release) == {
        followed(old, 8): today - 6 * DAY, recent: today - 3 * DAY, whole: today - 14 * DAY}
    server.stop()
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("cerca.sqlite*"))
    assert followed(old, 8) in stored
    assert all(followed(old, days) not in stored for days in range(8)), "what was before is nowhere"


def test_onsets_that_are_none_are_refused_before_a_code_is_made(server):
    today = midnight(server.now)
    for onset in (iso(today + DAY), iso(today - 22 * DAY)):
        assert "--onset" in issue(server, "--onset", onset, code=1)
    assert "--onset" in issue(server, "--onset", "last week", code=2)


RULE = {"version": 3, "intercept": 8, "strength": 0.1, "ratio": 0.75, "nearFrom": 0.4, "minutes": 20, "mediumFrom": 8,
        "highFrom": 25, "dayWeights": [60, 100, 50]}


def rule(cerca, *arguments, code: int = 0):
    done = subprocess.run([cerca, "exposure", "rule", *map(str, arguments)], capture_output=True, text=True, timeout=60)
    assert done.returncode == code, done.stderr
    return done


def test_a_server_gives_its_rule_with_every_batch_and_with_nothing_else(cerca, free_port, tmp_path):
    file = tmp_path / "rule.json"
    file.write_text(json.dumps(RULE, indent=2))
    assert json.loads(rule(cerca, file).stdout) == RULE
    own = json.loads(rule(cerca).stdout)
    assert set(own) == set(RULE) and own["minutes"] == 15
    tracing = TracingServer(cerca, free_port(), f"sqlite:{tmp_path / 'cerca.sqlite'}", tmp_path / "key.pem")
    try:
        first = tracing.now // BATCH * BATCH
        before = tracing.get(f"/v1/exposed/{first}")
        assert "risk-rule" not in claims(before, tracing.public_key)
        tracing.more = ["--risk-rule", str(file)]
        tracing.move_to(first + BATCH + 60_000)
        told = tracing.get(f"/v1/exposed/{first + BATCH}")
        assert json.loads(claims(told, tracing.public_key)["risk-rule"]) == RULE
        # What was served stays as it was, and the body of a batch is that of DP-3T.
        assert "risk-rule" not in claims(tracing.get(f"/v1/exposed/{first}"), tracing.public_key)
        assert tracing.batch(first + BATCH) == {}
        assert set(told.headers) == set(before.headers)
    finally:
        tracing.stop()


@pytest.mark.parametrize(
    "name, value",
    [("version", 0), ("intercept", "8"), ("strength", -0.1), ("ratio", 6), ("nearFrom", 0.01), ("minutes", 7),
     ("mediumFrom", 0), ("highFrom", 7), ("dayWeights", [101]), ("dayWeights", None)])
def test_a_rule_out_of_its_bounds_starts_no_server(cerca, free_port, tmp_path, name, value):
    file = tmp_path / "rule.json"
    file.write_text(json.dumps({**RULE, name: value}))
    assert f"{name} must be" in rule(cerca, file, code=1).stderr
    served = subprocess.run(
        [cerca, "serve", "--port", str(free_port()), "--database", f"sqlite:{tmp_path / 'cerca.sqlite'}", "--risk-rule",
         file], capture_output=True, text=True, timeout=60)
    assert served.returncode == 1 and f"{name} must be" in served.stderr
    assert len(served.stderr.strip().splitlines()) == 1
    assert not (tmp_path / "cerca.sqlite").exists()


def test_a_file_that_is_no_rule_is_refused(cerca, tmp_path):
    file = tmp_path / "rule.json"
    for text in ("", "[]", "7", "{", json.dumps({**RULE, "note": "x" * 3000})):
        file.write_text(text)
        assert "not a JSON object" in rule(cerca, file, code=1).stderr
    assert "cannot be read" in rule(cerca, tmp_path / "missing", code=1).stderr
