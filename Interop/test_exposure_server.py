"""DP-3T's native paths: upstream's own checks of its low-cost server, with one-time codes where it has tokens, and what
it does not check. The clock is the server's start-time option."""

import base64
import concurrent.futures
import json
import os
import pathlib
import secrets
import statistics
import subprocess
import time

import httpx
import pytest
from test_server import postgres  # noqa: F401  (a fixture)
from tracing import AGENT, BATCH, DAY, ProtoExposedList, TracingServer, chain, claims, exposee, key, midnight, upload


def at_once(calls):
    """What each of the calls gives, all of them made at the same time: an answer to an upload takes its time."""
    with concurrent.futures.ThreadPoolExecutor(len(calls)) as pool:
        return [future.result() for future in [pool.submit(call) for call in calls]]


def statuses(server, bodies, path: str = "/v1/exposed") -> list[int]:
    return [answer.status_code for answer in at_once([lambda body=body: server.post(body, path) for body in bodies])]


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def database(request, tmp_path_factory):
    if request.param == "postgres":
        return request.getfixturevalue("postgres")
    return f"sqlite:{tmp_path_factory.mktemp('tracing') / 'cerca.sqlite'}"


@pytest.fixture(scope="module")
def server(cerca, database, free_port, tmp_path_factory):
    """A server that begins at noon (UTC) of today; each test finds it where the one before has left it, never earlier."""
    tracing = TracingServer(cerca, free_port(), database, tmp_path_factory.mktemp("keys") / "key.pem")
    tracing.move_to(midnight(time.time() * 1000) + DAY // 2 + 60_000)
    yield tracing
    tracing.stop()


def test_01_hello(server):
    answer = server.get("/v1")
    assert answer.status_code == 200 and answer.text == "Hello from DP3T WS"
    assert answer.headers["x-hello"] == "dp3t"
    claims(answer, server.public_key)


def test_02_08_a_code_is_taken_and_a_foreign_one_is_not(server):
    today = midnight(server.now)
    taken, foreign = at_once([
        lambda: server.post(upload(key(), today, server.code())), lambda: server.post(upload(key(), today, "0" * 12))])
    assert taken.status_code == 200 and taken.content == b""
    assert foreign.status_code == 403 and foreign.content == b""


def test_03_04_lists(server):
    today = midnight(server.now)
    keys = [exposee(one, today - day * DAY) for day, one in enumerate(chain(2))]
    value = {"authData": {"value": server.code()}}
    assert statuses(server, [{"exposedKeys": keys, "fake": 0, **value}], "/v1/exposedlist") == [200]
    assert statuses(server, [{"exposedKeys": keys, "fake": 0, **value}, {"exposedKeys": keys, "fake": 1}],
                    "/v1/exposedlist") == [403, 200]


def test_one_code_does_not_publish_strangers(server):
    today, code, mine, release = midnight(server.now), server.code(), chain(3), server.next_release
    good = [exposee(one, today - day * DAY) for day, one in enumerate(mine)]
    lists = [[exposee(key(), today) for _ in range(30)], [exposee(key(), today - day * DAY) for day in range(14)],
             [*good, exposee(key(), today - 3 * DAY)], [exposee(mine[0], today), exposee(mine[2], today - DAY)]]
    bodies = [{"exposedKeys": keys, "fake": fake, "authData": {"value": code}} for keys in lists for fake in (0, 1)]
    assert set(statuses(server, bodies, "/v1/exposedlist")) == {400}
    body = {"exposedKeys": good[::2], "fake": 0, "authData": {"value": code}}
    assert statuses(server, [body], "/v1/exposedlist") == [200]
    server.move_to(release + 60_000)
    assert set(server.batch(release)) >= {mine[0], mine[2]}


def test_05_06_empty_and_missing_lists(server):
    value = {"authData": {"value": server.code()}, "fake": 0}
    assert statuses(server, [{"exposedKeys": [], **value}, value, {"exposedKeys": None, **value}],
                    "/v1/exposedlist") == [400, 400, 400]


def test_07_keys_that_are_none(server):
    today = midnight(server.now)
    code = server.code()
    broken = ["", "not base64!", base64.b64encode(bytes(31)).decode(), base64.b64encode(bytes(33)).decode(),
              base64.b64encode(bytes(16)).decode(), None, 5]
    bodies = [{**upload(key(), today, code), "key": text, "fake": fake} for text in broken for fake in (0, 1)]
    answers = at_once([lambda body=body: server.post(body) for body in bodies])
    assert {answer.status_code for answer in answers} == {400}
    assert [answer.text for answer in answers[2:10]] == ["No valid base64 key"] * 8


def test_09_each_key_keeps_its_own_date(server):
    today = midnight(server.now)
    dates = {one: today - day * DAY for day, one in enumerate(chain(14))}
    body = {"exposedKeys": [exposee(*entry) for entry in dates.items()], "authData": {"value": server.code()}}
    release = server.next_release
    assert statuses(server, [body], "/v1/exposedlist") == [200]
    server.move_to(release + 60_000)
    served = server.batch(release)
    assert dates.items() <= served.items()


def test_10_15_a_code_is_used_once(server):
    today, code = midnight(server.now), server.code()
    first = key()
    assert statuses(server, [upload(first, today, code)]) == [200]
    assert statuses(server, [upload(first, today, code), upload(key(), today, code)]) == [403, 403]


def test_11_18_fakes_are_always_taken_and_never_kept(server):
    today, code, faked = midnight(server.now), server.code(), [key() for _ in range(6)]
    bodies = [{**upload(faked[0], today, code), "fake": 1}, {**upload(faked[1], today, code), "fake": 1},
              {**upload(faked[2], today), "fake": 1}, {**upload(faked[3], today, "wrong"), "fake": 1}]
    other = upload(faked[4], today, code)
    del other["fake"]
    bodies += [{**other, "isFake": 1}, {**other, "isFake": True}]
    assert statuses(server, bodies) == [200] * 6
    real, release = key(), server.next_release
    assert statuses(server, [upload(real, today, code)]) == [200], "no fake has used the code"
    server.move_to(release + 60_000)
    served = server.batch(release)
    assert real in served and not set(faked) & set(served)


def test_12_16_a_code_holds_for_three_days(server):
    begin, early, late = midnight(server.now), server.code(), server.code()
    # Of the day on which it was issued nothing finer is kept: it holds until the end of the third day after that.
    server.move_to(begin + 4 * DAY - 60_000)
    assert statuses(server, [upload(key(), midnight(server.now), early)]) == [200]
    server.move_to(begin + 4 * DAY + 60_000)
    assert statuses(server, [upload(key(), midnight(server.now), late)]) == [403]


def test_13_14_17_19_20_21_dates(server):
    today, code = midnight(server.now), server.code()
    outside = [today + 2 * DAY, today + DAY, today + DAY + 60_000, today - 21 * DAY, today - 22 * DAY, 0, -DAY,
               2 ** 63 - 1]
    uneven = [today + 1, today - 1, server.now, today + 7_200_000, today + 0.5, str(today), None, "2026-11-21"]
    for fake in (0, 1):
        assert set(statuses(server, [upload(key(), date, code, fake=fake) for date in outside + uneven])) == {400}
    assert statuses(server, [upload(key(), today, code), upload(key(), today - 20 * DAY, server.code())]) == [200, 200]


def test_22_the_first_batch_of_yesterday(server):
    yesterday = time.strftime("%Y-%m-%d", time.gmtime((server.now - DAY) / 1000))
    answer = server.get(f"/v1/buckets/{yesterday}")
    begin = midnight(server.now) - DAY
    assert answer.json() == {"buckets": [begin + BATCH * number for number in range(12)]}
    assert answer.headers["content-type"] == "application/json"
    claims(answer, server.public_key)
    for path, media_type in (("exposed", "application/x-protobuf"), ("exposedjson", "application/json")):
        batch = server.get(f"/v1/{path}/{begin}")
        assert batch.status_code == 200 and batch.headers["content-type"] == media_type
    today = server.get(f"/v1/buckets/{time.strftime('%Y-%m-%d', time.gmtime(server.now / 1000))}").json()["buckets"]
    assert today[0] == midnight(server.now) and today[-1] == server.next_release - BATCH
    for text in ("2026-02-30", "yesterday", "20261121", "2026-1-1"):
        assert server.get(f"/v1/buckets/{text}").status_code == 400


@pytest.mark.parametrize("path", ["exposed", "exposedjson"])
def test_23_24_instants_without_a_batch(server, path):
    last = server.next_release - BATCH
    for release, status in [(last, 200), (last + 1, 400), (last - 1, 400), (last + BATCH, 404), (last + DAY, 404),
                            (last - 14 * DAY, 404), (last - 14 * DAY + BATCH, 200), (last - 365 * DAY, 404), (0, 404),
                            (-BATCH, 404), ("x", 400), (2 ** 64, 400)]:
        answer = server.get(f"/v1/{path}/{release}")
        assert answer.status_code == status, (release, answer.status_code)
        assert ("signature" in answer.headers) == (status == 200)
        if status != 200:
            assert answer.content == b""


# What upstream checks of signatures and of its database, and what it does not check.

def test_a_batch_is_signed_cached_and_read_by_another_protobuf(server):
    keys, release = chain(14), server.next_release
    mine = {keys[day]: midnight(server.now) - day * DAY for day in (0, 5, 13)}
    body = {"exposedKeys": [exposee(*entry) for entry in mine.items()], "authData": {"value": server.code()}}
    assert statuses(server, [body], "/v1/exposedlist") == [200]
    assert server.get(f"/v1/exposed/{release}").status_code == 404, "the batch that is gathered is never served"
    server.move_to(release + 60_000)
    assert mine.items() <= server.batch(release).items()
    public_key = server.public_key
    for path in (f"/v1/exposed/{release}", f"/v1/exposedjson/{release}"):
        answer = server.get(path)
        found = claims(answer, public_key)
        assert found["batch-release-time"] == str(release) and found["iat"] == release // 1000
        assert answer.headers["x-batch-release-time"] == str(release)
        assert answer.headers["cache-control"] == "max-age=300"
        tag = answer.headers["etag"]
        same = server.get(path, headers={"If-None-Match": tag})
        assert same.status_code == 304 and same.content == b"" and same.headers["etag"] == tag
        assert "signature" not in same.headers
        head = httpx.head(server.base + path, timeout=60)
        assert head.status_code == 200 and head.content == b""
        assert head.headers["content-length"] == str(len(answer.content)) and head.headers["etag"] == tag
        again = server.get(path)
        assert again.content == answer.content and again.headers["signature"] == answer.headers["signature"]
    listed = server.get(f"/v1/exposedjson/{release}").json()
    assert listed["batchReleaseTime"] == release
    assert {base64.b64decode(entry["key"]): entry["keyDate"] for entry in listed["exposed"]} == server.batch(release)
    # A server that starts anew serves the same bytes, signature and all.
    before = server.get(f"/v1/exposed/{release}")
    server.move_to(release + 120_000)
    after = server.get(f"/v1/exposed/{release}")
    assert (before.content, before.headers["signature"]) == (after.content, after.headers["signature"])


def test_a_batch_holds_two_hours_and_is_served_for_fourteen_days(server):
    release = server.next_release + 3 * BATCH
    early, late = key(), key()
    today = midnight(server.now)
    code, other = server.code(), server.code()
    server.move_to(release - 30_000)
    assert statuses(server, [upload(early, today, code)]) == [200]
    server.move_to(release + 1000)
    assert statuses(server, [upload(late, today, other)]) == [200]
    assert early in server.batch(release) and late not in server.batch(release)
    server.move_to(release + BATCH + 1000)
    assert late in server.batch(release + BATCH) and early not in server.batch(release + BATCH)
    server.move_to(release + 14 * DAY - 30_000)
    assert early in server.batch(release)
    server.move_to(release + 14 * DAY + 2000)
    assert server.get(f"/v1/exposed/{release}").status_code == 404


def test_what_was_served_never_changes_even_with_a_clock_that_is_behind(server):
    today, release = midnight(server.now), server.next_release + 6 * BATCH
    code = server.code()
    server.move_to(release + 60_000)
    before = server.get(f"/v1/exposed/{release}").content
    late = key()
    server.move_to(release - 60_000)
    assert statuses(server, [upload(late, today, code)]) == [200]
    server.move_to(release + BATCH + 60_000)
    assert server.get(f"/v1/exposed/{release}").content == before
    assert late in server.batch(release + BATCH)


def test_a_key_that_comes_twice_is_kept_once(server):
    today, twice, release = midnight(server.now), key(), server.next_release
    body = {"exposedKeys": [exposee(twice, today)] * 3, "authData": {"value": server.code()}}
    assert statuses(server, [body], "/v1/exposedlist") == [200]
    assert statuses(server, [upload(twice, today - DAY, server.code())]) == [200]
    server.move_to(release + 60_000)
    assert server.batch(release)[twice] == today


def test_one_code_and_many_uploads_at_once(server):
    today, code, keys, release = midnight(server.now), server.code(), [key() for _ in range(24)], server.next_release
    found = statuses(server, [upload(one, today, code) for one in keys])
    assert sorted(found) == [200] + [403] * 23
    server.move_to(release + 60_000)
    assert set(server.batch(release)) & set(keys) == {keys[found.index(200)]}


def test_who_lost_the_answer_asks_again_with_the_same_token(server):
    today, code, mine = midnight(server.now), server.code(), key()
    token = {"Idempotency-Key": secrets.token_urlsafe()}
    assert server.post(upload(mine, today, code), headers=token).status_code == 200
    answers = at_once([
        lambda: server.post(upload(mine, today, code), headers=token), lambda: server.post(upload(mine, today, code)),
        lambda: server.post(upload(mine, today, code), headers={"Idempotency-Key": "another"}),
        lambda: server.post(upload(key(), today, code), headers=token)])
    assert [answer.status_code for answer in answers] == [200, 403, 403, 403]


def test_hostile_bodies_leave_nothing(server):
    today, code, mine, release = midnight(server.now), server.code(), key(), server.next_release
    good = json.dumps(upload(mine, today, code))
    bodies = [b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 30_000, good[:-1], good + "}",
              {"exposedKeys": [exposee(mine, today)]}, {**upload(mine, today, code), "authData": code},
              {**upload(mine, today, code), "fake": "1"}, {**upload(mine, today, code), "fake": []}]
    assert set(statuses(server, bodies)) == {400}
    assert set(statuses(server, [good, {"exposedKeys": [exposee(key(), today)] * 31}], "/v1/exposedlist")) == {400}
    large = {**upload(mine, today, code), "padding": "x" * 70_000}

    def nameless() -> httpx.Response:
        # Without a User-Agent, which httpx sends unless it is taken away.
        with httpx.Client(timeout=60) as client:
            del client.headers["User-Agent"]
            return client.post(f"{server.base}/v1/exposed", json=upload(mine, today, code))

    answers = at_once([
        lambda: server.post(large), lambda: server.post(good, headers={"Content-Type": "text/plain"}), nameless, *(
            lambda agent=agent: server.post({**upload(key(), today), "fake": 1}, headers={"User-Agent": agent})
            for agent in ("x", "ios-1.1.3-test+meta", ";;;;", "a;b;c;d;e;f"))])
    assert [answer.status_code for answer in answers] == [413, 415, 400] + [200] * 4
    assert statuses(server, [upload(mine, today, code)]) == [200], "the code is still good"
    server.move_to(release + 60_000)
    assert mine in server.batch(release)


def test_every_answer_has_the_headers_of_the_original(server):
    answers = [server.get(path) for path in (
        "/v1", f"/v1/exposed/{server.next_release - BATCH}", f"/v1/exposed/{server.next_release}", "/v1/exposed/1",
        f"/v1/buckets/2020-02-02", "/v1/exposed", "/v1/nothing", "/v2/nothing")]
    answers += at_once([lambda: server.post({}), lambda: server.post({**upload(key(), midnight(server.now)), "fake": 1}),
                        lambda: server.post(upload(key(), midnight(server.now), "0" * 12))])
    assert [answer.status_code for answer in answers] == [200, 200, 404, 400, 200, 405, 404, 404, 400, 200, 403]
    for answer in answers:
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["x-xss-protection"] == "1; mode=block"
        assert "problem" not in answer.headers.get("content-type", "")
        assert ("signature" in answer.headers) == (answer.status_code == 200)


def test_the_date_is_that_of_the_servers_clock(server):
    from email.utils import parsedate_to_datetime

    for path in ("/v1", "/healthz", f"/v1/exposed/{server.next_release - BATCH}"):
        before = server.now / 1000
        answer = server.get(path)
        after = server.now / 1000
        # Whole seconds, and those of a moment ago.
        assert before - 2 < parsedate_to_datetime(answer.headers["date"]).timestamp() < after + 1


def differences(times: dict[int, list[float]]) -> list[str]:
    """What tells the times of real uploads (0) from those of fake ones (1), or either from what they should be."""
    found = []
    if not all(1.5 <= taken < 2.5 for taken in times[0] + times[1]):
        found.append(f"from {min(times[0] + times[1])} to {max(times[0] + times[1])}")
    # Kolmogorov-Smirnov: the largest distance of the two distributions, at one in a thousand.
    count = len(times[0])
    share = lambda kind, limit: sum(taken <= limit for taken in times[kind]) / count
    distance = max(abs(share(0, limit) - share(1, limit)) for limit in times[0] + times[1])
    if distance >= 1.95 * (2 / count) ** 0.5:
        found.append(f"distance {distance}")
    middles = [statistics.median(times[kind]) for kind in (0, 1)]
    if abs(middles[0] - middles[1]) >= 0.02:
        found.append(f"middles {middles}")
    return found


def test_real_and_fake_uploads_cannot_be_told_apart(cerca, free_port, tmp_path):
    """Time and size of many answers of both kinds, asked for in a mixed order by several clients at once."""
    server = TracingServer(cerca, free_port(), f"sqlite:{tmp_path / 'cerca.sqlite'}", tmp_path / "key.pem")

    def sample(count: int = 60) -> dict[int, list[float]]:
        today = midnight(server.now)
        kinds = [fake for fake in (0, 1) for _ in range(count)]
        codes = [server.code() for _ in range(count)]
        bodies = [upload(key(), today, codes.pop() if not fake else "123456789012", fake=fake) for fake in kinds]
        assert len({len(json.dumps(body)) for body in bodies}) == 1
        order = sorted(range(2 * count), key=lambda _: secrets.randbits(32))

        def ask(index: int) -> tuple[int, float, int, list]:
            with httpx.Client(timeout=60) as client:
                client.get(f"{server.base}/v1")
                begin = time.perf_counter()
                answer = client.post(f"{server.base}/v1/exposed", json=bodies[index], headers=AGENT)
                taken = time.perf_counter() - begin
                assert answer.status_code == 200
                shape = [(name, len(value)) for name, value in answer.headers.raw]
                return kinds[index], taken, len(answer.content), shape

        with concurrent.futures.ThreadPoolExecutor(12) as pool:
            answers = list(pool.map(ask, order))
        assert {size for _, _, size, _ in answers} == {0}
        assert len({tuple(shape) for *_, shape in answers}) == 1, "the same header fields, of the same lengths"
        assert all(taken >= 1.5 for _, taken, _, _ in answers)
        return {kind: [taken for fake, taken, _, _ in answers if fake == kind] for kind in (0, 1)}

    try:
        # What differs shows in every sample; what chance makes of one, or what the machine does besides, does not.
        for _ in range(4):
            if not (found := differences(sample())):
                break
        assert found == []
    finally:
        server.stop()


def test_refusals_take_as_long_as_acceptances(server):
    today = midnight(server.now)
    bodies = [upload(key(), today, "0" * 12), upload(key(), 5), b"{", {**upload(key(), today), "fake": 1}]

    def ask(body):
        begin = time.perf_counter()
        server.post(body)
        return time.perf_counter() - begin

    # Whatever else the machine does only adds to a time: the least of several is what the answer itself takes.
    least = [float("inf")] * len(bodies)
    for _ in range(5):
        times = at_once([lambda body=body: ask(body) for body in bodies])
        assert min(times) >= 1.5, times
        least = [min(pair) for pair in zip(least, times)]
        if max(least) < 2.5:
            break
    assert max(least) < 2.5, least


def damm(digits: str) -> int:
    """What Damm's table makes of digits, written from his thesis: 0 when the last is the check digit."""
    table = ["0317598642", "7092154863", "4206871359", "1750983426", "6123045978", "3674209581", "5869720134",
             "8945362017", "9438617205", "2581436790"]
    found = 0
    for digit in digits:
        found = int(table[found][int(digit)])
    return found


def test_guessing_codes_comes_to_an_end_and_nobody_elses_uploads_do(cerca, free_port, tmp_path):
    server = TracingServer(cerca, free_port(), f"sqlite:{tmp_path / 'cerca.sqlite'}", tmp_path / "key.pem")
    try:
        code, today = server.code(), midnight(server.now)
        noise = [f"{number:012}" for number in range(110)]
        assert set(statuses(server, [upload(key(), today, text) for text in noise if damm(text) != 0])) == {403}
        assert statuses(server, [upload(key(), today, server.code())]) == [200], "noise costs nothing"
        guesses = [text for number in range(10**6, 10**6 + 300) if damm(text := f"{number:012}") == 0]
        assert set(statuses(server, [upload(key(), today, text) for text in guesses[:30]])) == {403}
        # From an address that guesses even a right one waits, and so does what is only noise: nothing tells them apart.
        shapes = set()
        for body in (upload(key(), today, code), {**upload(key(), today, "123456789012"), "fake": 1}):
            begin = time.perf_counter()
            answer = server.post(body)
            assert time.perf_counter() - begin >= 1.5
            assert answer.status_code == 429 and answer.content == b""
            assert 1 <= int(answer.headers["Retry-After"]) <= 600
            shapes.add(tuple((name, len(value)) for name, value in answer.headers.raw))
        assert len(shapes) == 1
        transport = httpx.HTTPTransport(local_address="127.0.0.2")
        with httpx.Client(transport=transport, timeout=60) as other:
            answer = other.post(f"{server.base}/v1/exposed", json=upload(key(), today, code), headers=AGENT)
        assert answer.status_code == 200
    finally:
        server.stop()


def test_the_signing_key_is_its_owners_alone_and_belongs_to_the_database(cerca, free_port, tmp_path, monkeypatch):
    monkeypatch.delenv("CERCA_SECRET_KEY", raising=False)
    database = tmp_path / "cerca.sqlite"
    file = tmp_path / "key.pem"
    port = free_port()
    start = lambda: subprocess.Popen([cerca, "serve", "--port", str(port), "--database", f"sqlite:{database}"],
                                     stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    from conftest import wait_for_port

    process = start()
    try:
        wait_for_port(port)
        # Nothing is beside the database but the key under which it keeps that key.
        assert not list(tmp_path.glob("*.pem"))
        assert pathlib.Path(f"{database}.keys").stat().st_mode & 0o777 == 0o600
        public_key = httpx.get(f"http://127.0.0.1:{port}/api/exposure/parameters", timeout=60).json()["publicKey"]
        issued = subprocess.run([cerca, "exposure", "issue-code", "--database", f"sqlite:{database}"],
                                capture_output=True, text=True, timeout=60)
        code = issued.stdout.strip()
        answer = httpx.post(f"http://127.0.0.1:{port}/v1/exposed", headers=AGENT, timeout=60,
                            json=upload(key(), midnight(time.time() * 1000), code))
        assert answer.status_code == 200
    finally:
        process.terminate()
        output = "".join(process.communicate(timeout=60))
    # A file that is named and does not exist is made with the key that the database keeps.
    subprocess.run([cerca, "exposure", "issue-code", "--database", f"sqlite:{database}", "--exposure-key", file],
                   check=True, capture_output=True, timeout=60)
    assert file.stat().st_mode & 0o777 == 0o600
    secret = file.read_text()
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("cerca.sqlite*"))
    assert b"PRIVATE KEY" not in kept and all(line.encode() not in kept for line in secret.splitlines())
    assert "PRIVATE KEY" in secret and "PRIVATE" not in output and code not in output
    assert code.encode() not in b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.suffix != ".pem")
    process = start()
    try:
        wait_for_port(port)
        assert httpx.get(f"http://127.0.0.1:{port}/api/exposure/parameters", timeout=60).json()["publicKey"] == public_key
    finally:
        process.terminate()
        process.communicate(timeout=60)
    os.chmod(file, 0o644)
    refused = subprocess.run([cerca, "serve", "--port", str(port), "--database", f"sqlite:{database}",
                              "--exposure-key", file], capture_output=True, text=True, timeout=60)
    assert refused.returncode == 1 and len(refused.stderr.strip().splitlines()) == 1
    missing = subprocess.run([cerca, "exposure", "issue-code", "--database", f"sqlite:{tmp_path / 'none.sqlite'}"],
                             capture_output=True, text=True, timeout=60)
    assert missing.returncode == 1 and missing.stdout == "" and not (tmp_path / "none.sqlite").exists()
