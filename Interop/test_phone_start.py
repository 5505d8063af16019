"""A phone whose server does not answer: it starts from what it kept, and nothing is lost until the server is back."""

import json
import signal
import subprocess
import time
import urllib.request

import centre
import pytest
from conftest import wait_for_port
from test_phone import PASSWORD, air, shop  # noqa: F401


def kept_of(folder):
    return folder / "outbox.jsonl.kept.json"


def wait_for(condition, what: str, seconds: float = 90) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"did not happen: {what}"
        time.sleep(0.1)


def kill(process) -> None:
    process.send_signal(signal.SIGKILL)
    process.wait()


def begin(air, shop, folder):  # noqa: F811
    """The first start, with the server; what was kept of it is there afterwards, and the phone is gone."""
    phone = shop.phone(air, "--sign-up", "--shops", "100,101")
    wait_for(kept_of(folder).exists, "the answers are kept")
    kill(phone.process)


def token(folder) -> str:
    return json.loads(kept_of(folder).read_text().splitlines()[1])["token"]


def test_it_starts_at_once_from_what_it_kept_and_sends_what_waits_when_the_server_is_back(
        air, shop, tmp_path):  # noqa: F811
    begin(air, shop, tmp_path)
    assert kept_of(tmp_path).stat().st_mode & 0o777 == 0o600
    session = token(tmp_path)
    kill(shop.process)
    shop.beacon(air)
    started = time.monotonic()
    phone = shop.phone(air)
    offline = phone.wait("offline")
    assert time.monotonic() - started < 10, "it waited for the server"
    assert offline["keptAt"].endswith("Z") and f":{shop.port}" in offline["reason"]
    phone.wait("ranged")
    place = phone.wait("position")["place"]
    # It had begun before anybody knew that the server does not answer.
    assert {(entered["major"], entered["minor"]) for entered in phone.named("region.entered")} == {(100, 0)}
    assert (place["shop"], place["zone"]) == ("Shop 0", "till")
    outbox = tmp_path / "outbox.jsonl"
    wait_for(lambda: outbox.exists() and outbox.read_text(), "a sighting waits")
    # Killed, it starts again in the same way, and what waits is still there.
    kill(phone.process)
    waiting = outbox.read_text()
    again = shop.phone(air)
    again.wait("offline")
    assert outbox.read_text().startswith(waiting)
    shop.open()
    again.wait("online")
    assert again.wait("sighting.accepted")["shop"] == "Shop 0"
    assert again.wait("offer.received")["shop"] == "Shop 0"
    wait_for(lambda: not outbox.read_text(), "the outbox is emptied")
    assert len(again.named("offline")) == 1, "it is told once"
    assert again.named("session.renewed") == [] and token(tmp_path) == session, "the session goes on"


def test_people_are_told_in_one_line(air, shop, cerca, tmp_path):  # noqa: F811
    begin(air, shop, tmp_path)
    kill(shop.process)
    result = subprocess.run(
        [cerca, "phone", "--hci", air, "--server", f"http://127.0.0.1:{shop.port}", "--email", "ana@example.com",
         "--password-file", shop.password, "--outbox", tmp_path / "outbox.jsonl", "--seconds", "15",
         "--refine-map"],
        capture_output=True, text=True, timeout=90, env={"LANG": "C", "PATH": "/usr/bin:/bin"}, stdin=subprocess.DEVNULL)
    assert result.returncode == 0
    assert result.stdout.count("no answer") == 1 and "going on with what was kept on" in result.stdout
    # Whoever agrees to more is told to what.
    assert result.stderr.count("once a day at most, one beacon chosen by chance is told") == 1
    assert token(tmp_path) not in result.stdout + result.stderr


def first_start(cerca, air, shop, folder, *more, email="ana@example.com"):  # noqa: F811
    return subprocess.run(
        [cerca, "phone", "--hci", air, "--server", f"http://127.0.0.1:{shop.port}", "--email", email,
         "--password-file", shop.password, "--outbox", folder / "outbox.jsonl", *more],
        capture_output=True, text=True, timeout=90, stdin=subprocess.DEVNULL)


def test_a_first_start_without_the_server_says_what_is_missing(air, shop, cerca, tmp_path):  # noqa: F811
    kill(shop.process)
    result = first_start(cerca, air, shop, tmp_path)
    assert result.returncode == 1 and result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert "nothing is kept of an earlier start" in result.stderr and "start once while the server answers" in result.stderr
    assert not kept_of(tmp_path).exists()


def damage(path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:len(whole) // 2])


def make_another_version(path) -> None:
    path.write_text(path.read_text().replace('"format":1', '"format":9', 1))


@pytest.mark.parametrize("harm, reason", [(damage, "damaged"), (make_another_version, "version"), (None, "account")])
def test_a_kept_file_that_is_not_ours_is_told_and_not_used(air, shop, cerca, tmp_path, harm, reason):  # noqa: F811
    begin(air, shop, tmp_path)
    email = "ana@example.com" if harm else "eva@example.com"
    if harm:
        harm(kept_of(tmp_path))
    before = kept_of(tmp_path).read_bytes()
    kill(shop.process)
    result = first_start(cerca, air, shop, tmp_path, "--json", email=email)
    assert result.returncode == 1
    assert [json.loads(line)["event"] for line in result.stdout.splitlines()] == ["kept.unusable"]
    assert json.loads(result.stdout)["reason"] == reason
    assert "start once while the server answers" in result.stderr
    assert kept_of(tmp_path).read_bytes() == before
    # With the server it works, and what it says is kept in place of that.
    shop.open()
    phone = shop.phone(air, *([] if harm else ["--sign-up"]), email=email)
    phone.wait("kept.unusable", reason=reason)
    wait_for(lambda: kept_of(tmp_path).read_bytes() != before, "what is new is kept")
    kill(phone.process)
    assert first_start(cerca, air, shop, tmp_path, "--json", "--seconds", "3", email=email).stdout == ""


def test_a_file_of_another_server_is_not_used(air, shop, cerca, tmp_path, free_port):  # noqa: F811
    begin(air, shop, tmp_path)
    shop.port = free_port()
    result = first_start(cerca, air, shop, tmp_path, "--json")
    assert result.returncode == 1 and json.loads(result.stdout)["reason"] == "account"


def sign_out(shop, session: str) -> None:  # noqa: F811
    request = urllib.request.Request(
        f"http://127.0.0.1:{shop.port}/api/session", method="DELETE",
        headers={"Authorization": f"Bearer {session}", "X-Cerca": "1"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        assert answer.status == 204


def test_a_session_that_was_ended_is_begun_anew_and_nothing_is_lost(air, shop, tmp_path):  # noqa: F811
    begin(air, shop, tmp_path)
    sign_out(shop, token(tmp_path))
    beacon = shop.beacon(air)
    phone = shop.phone(air)
    phone.wait("session.renewed")
    phone.wait("sighting.accepted", shop="Shop 0")
    # And in the middle of a run: a sighting is not thrown away with the session.
    beacon.kill()
    sign_out(shop, token(tmp_path))
    shop.beacon(air, major=101)
    phone.wait("session.renewed")
    phone.wait("sighting.accepted", shop="Shop 1")
    assert phone.named("sighting.rejected") == []


def test_a_password_that_is_refused_ends_the_phone_with_the_reason_and_loses_nothing(
        air, shop, cerca, tmp_path):  # noqa: F811
    begin(air, shop, tmp_path)
    sign_out(shop, token(tmp_path))
    outbox = tmp_path / "outbox.jsonl"
    outbox.write_text(json.dumps(centre.sighting(shop.keys, 100, 0)) + "\n")
    waiting, before = outbox.read_text(), kept_of(tmp_path).read_bytes()
    shop.password.write_text("another password than that\n")
    result = first_start(cerca, air, shop, tmp_path, "--json")
    assert result.returncode == 1 and "accounts.wrong_credentials" in result.stderr
    assert outbox.read_text() == waiting and kept_of(tmp_path).read_bytes() == before
    shop.password.write_text(PASSWORD + "\n")
    phone = shop.phone(air)
    # Its code is that of an earlier minute by now, and the server's answer to it is told.
    phone.wait_any("sighting.accepted", "sighting.rejected")
    wait_for(lambda: not outbox.read_text(), "the outbox is emptied")


def test_a_venue_that_has_changed_meanwhile_holds_without_a_restart(air, shop, cerca, tmp_path):  # noqa: F811
    begin(air, shop, tmp_path)
    kill(shop.process)
    changed = centre.document()
    changed["name"] = "Larger centre"
    changed["shops"][0]["name"] = "Shop with a new name"
    for beacon in changed["beacons"]:
        if (beacon["major"], beacon["minor"]) == (100, 0):
            beacon["zone"] = "window"
    shop.beacon(air)
    phone = shop.phone(air)
    assert phone.wait("position")["place"]["shop"] == "Shop 0"
    centre.import_venue(cerca, tmp_path, shop.database, changed)
    shop.open()
    phone.wait("online")
    phone.wait("venue.changed", name="Larger centre")
    for _ in range(60):
        place = phone.wait("position")["place"]
        if place["shop"] != "Shop 0":
            break
    assert (place["shop"], place["zone"]) == ("Shop with a new name", "window")
    assert len(phone.named("region.entered")) == 1 and phone.named("region.exited") == [], "it has not left"


def test_a_venue_that_is_gone_is_left_with_a_reason(air, shop, cerca, tmp_path, start, free_port):  # noqa: F811
    begin(air, shop, tmp_path)
    kill(shop.process)
    shop.beacon(air)
    phone = shop.phone(air)
    phone.wait("region.entered", major=100)
    # A server at the same address that has the account and no venue.
    database, elsewhere = f"sqlite:{tmp_path / 'empty.sqlite'}", free_port()
    empty = start(cerca, "serve", "--port", elsewhere, "--database", database)
    wait_for_port(elsewhere)
    account = json.dumps({"email": "ana@example.com", "password": PASSWORD}).encode()
    urllib.request.urlopen(urllib.request.Request(
        f"http://127.0.0.1:{elsewhere}/api/accounts", method="POST", data=account,
        headers={"Content-Type": "application/json", "X-Cerca": "1"}), timeout=60).close()
    empty.terminate()
    empty.wait(60)
    shop.database = database
    shop.open()
    phone.wait("session.renewed")
    phone.wait("venue.gone", name="Little centre")
    phone.wait("region.exited", major=100, minor=0)
