"""The unit of systemd: how much it exposes, and that the server works within it."""

import json
import pathlib
import re
import resource
import signal
import subprocess

import httpx
from conftest import ROOT

FOLDER = ROOT / "Deploy/systemd"
UNIT = FOLDER / "cerca.service"
# systemd-analyze's scale goes from 0 to 10.
MOST_EXPOSED = 1.5


def settings(file: pathlib.Path = UNIT) -> dict[str, str]:
    return dict(line.split("=", 1) for line in file.read_text().splitlines() if re.match(r"[A-Z]\w*=", line))


def exposure(unit: pathlib.Path) -> float:
    """What `systemd-analyze security` says of a unit's file, without a running systemd."""
    said = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", unit], capture_output=True, text=True).stdout
    return float(re.search(r"Overall exposure level for \S+: ([0-9.]+)", said)[1])


def test_the_service_is_exposed_as_little_as_was_agreed(tmp_path):
    assert exposure(UNIT) <= MOST_EXPOSED
    # The judge sees what is missing: a unit without its filter of calls and with its capabilities fails.
    weaker = tmp_path / "cerca.service"
    weaker.write_text(re.sub(r"(?m)^(SystemCallFilter|CapabilityBoundingSet)=.*\n", "", UNIT.read_text()))
    assert exposure(weaker) > MOST_EXPOSED


def test_the_units_lines_are_ones_that_systemd_knows(cerca, tmp_path):
    # Command and manual page lie elsewhere here than where the package puts them.
    unit = tmp_path / "cerca.service"
    text = UNIT.read_text().replace("/usr/bin/cerca", str(cerca))
    unit.write_text(re.sub(r"(?m)^Documentation=.*\n", "", text))
    dropped = tmp_path / "cerca.service.d/secrets.conf"
    dropped.parent.mkdir()
    dropped.write_text((FOLDER / "cerca.service.d/secrets.conf").read_text())
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    assert "cerca.service" not in done.stderr and "secrets.conf" not in done.stderr, done.stderr
    unit.write_text(unit.read_text() + "\n[Service]\nProtectEverything=yes\n")
    assert "ProtectEverything" in subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True).stderr


def test_memory_that_grows_ends_the_service_and_not_the_machine():
    high, most = (int(settings()[name].removesuffix("%")) for name in ("MemoryHigh", "MemoryMax"))
    assert 50 <= high < most < 100
    assert settings()["Restart"] == "on-failure"


def test_it_is_given_longer_to_stop_than_the_server_takes():
    # Docs/watching.md: the delay that goes with HAProxy's checks, and thirty seconds.
    delay = re.search(r"--stop-delay (\d+)", (ROOT / "Deploy/haproxy/haproxy.cfg").read_text())
    assert int(settings()["TimeoutStopSec"]) >= int(delay[1]) + 30


def test_the_standard_options_are_ones_that_the_command_takes(cerca, start, tmp_path, free_port):
    """/etc/default/cerca as it is delivered, with the ports and the folder of this test."""
    options = re.search(r'(?m)^CERCA_OPTIONS="(.*)"$', (FOLDER / "cerca.default").read_text())[1]
    port, figures = free_port(), free_port()
    for ours, here in (("8080", str(port)), ("9464", str(figures)), ("/var/lib/cerca", str(tmp_path))):
        assert options.count(ours) == 1
        options = options.replace(ours, here)
    server = start(cerca, "serve", *options.split(), "--json", cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    assert json.loads(server.stdout.readline())["event"] == "listening"
    assert httpx.get(f"http://127.0.0.1:{figures}/metrics").status_code == 200


def test_the_server_works_with_the_calls_that_the_unit_leaves_it(cerca, start, tmp_path):
    """Signs up, which takes memory for the password's hash, threads and the database, and stops in good order."""
    def serve(unit: pathlib.Path, name: str):
        return start(
            "/usr/bin/python3", ROOT / "Interop/service_filter.py", unit, cerca, "serve", "--port", "0", "--host", "localhost",
            "--database", f"sqlite:{tmp_path}/{name}.sqlite", "--web", ROOT / "Web/dist", "--json", cwd=tmp_path, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, umask=0o077,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096)))

    server = serve(UNIT, "within")
    greeting = json.loads(server.stdout.readline())
    account = {"email": "ana@example.com", "password": "correct horse battery"}
    with httpx.Client(base_url=greeting["address"], timeout=60) as client:
        assert client.get("/healthz").text.strip() == "ok"
        assert client.post("/api/accounts", json=account).status_code == 201
        assert client.post("/api/sessions", json=account).status_code == 201
        assert client.get("/").status_code == 200
    server.send_signal(signal.SIGTERM)
    assert server.wait(10) == 0
    # The filter is one: without the calls of the network nobody listens.
    tighter = tmp_path / "tighter.service"
    tighter.write_text(UNIT.read_text().replace("~@privileged @resources", "~@privileged @resources @network-io"))
    server = serve(tighter, "without")
    assert server.stdout.readline() == "" and server.wait(30) != 0
