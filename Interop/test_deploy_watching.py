"""Prometheus' rules and Grafana's dashboard: sound by promtool, and of figures that a running server has."""

import json
import re
import shutil
import subprocess
import time

import httpx
import pytest
from conftest import ROOT
from exchange import Exchange

RULES = ROOT / "Deploy/prometheus/rules.yml"
BOARD = json.loads((ROOT / "Deploy/grafana/cerca.json").read_text())
# What Grafana puts in place of its variables.
VARIABLES = {"$__rate_interval": "1m", "$instance": ".+"}


def expressions() -> list[str]:
    """Those of the dashboard's panels, as Prometheus is asked."""
    found = [target["expr"] for panel in BOARD["panels"] for target in panel["targets"]]
    for name, value in VARIABLES.items():
        found = [expression.replace(name, value) for expression in found]
    assert not any("$" in expression for expression in found)
    return found


def promtool(*arguments) -> subprocess.CompletedProcess:
    return subprocess.run(["promtool", *map(str, arguments)], capture_output=True, text=True, timeout=60)


@pytest.fixture(scope="module")
def served(cerca, tmp_path_factory, free_port):
    """The figures of a server that has been asked for something, and their address."""
    port = free_port()
    with Exchange(cerca, tmp_path_factory.mktemp("watched"), arguments=["--metrics-port", str(port)]) as exchange:
        for _ in range(3):
            assert httpx.get(f"{exchange.base}/api/venues", timeout=60).status_code == 200
        yield exchange, f"127.0.0.1:{port}", httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=60).text


def test_promtool_finds_rules_and_configuration_sound_and_alerts_do_what_they_say(tmp_path):
    for words in (
        ("check", "rules", RULES), ("check", "config", RULES.with_name("prometheus.yml")),
        ("test", "rules", RULES.with_name("rules_test.yml")),
    ):
        done = promtool(*words)
        assert done.returncode == 0, done.stdout + done.stderr
    # The judge sees: a threshold that never alerts fails the same tests.
    for file in RULES.parent.iterdir():
        shutil.copy(file, tmp_path)
    (tmp_path / "rules.yml").write_text(RULES.read_text().replace("14.4 * 0.001", "1"))
    assert promtool("test", "rules", tmp_path / "rules_test.yml").returncode != 0


def test_each_figure_that_rules_and_dashboard_name_is_one_of_a_running_server(served):
    _, _, text = served
    kinds = dict(re.findall(r"(?m)^# TYPE (\w+) (\w+)$", text))
    names = set(kinds) | {
        f"{name}_{part}" for name, kind in kinds.items() if kind == "histogram" for part in ("bucket", "sum", "count")}
    rules = RULES.read_text()
    recorded = set(re.findall(r"record: (\S+)", rules))
    written = rules + " ".join(expressions()) + json.dumps(BOARD["templating"])
    for record in recorded:
        written = written.replace(record, "")
    used = set(re.findall(r"\bcerca_\w+", written))
    assert len(used) > 7 and used <= names, used - names
    labels = set(re.findall(r'(\w+)(?:=~?|!=)"', re.sub(r"(?m)^ *(summary|labels):.*$", "", written)))
    assert labels <= {"job", "instance"} | set(re.findall(r'[{,](\w+)="', text)), labels


def test_the_dashboard_is_one():
    panels = BOARD["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels) > 10
    taken = set()
    for panel in panels:
        place = panel["gridPos"]
        assert panel["title"] and panel["targets"] and place["x"] + place["w"] <= 24
        cells = {(x, y) for x in range(place["x"], place["x"] + place["w"]) for y in range(place["y"], place["y"] + place["h"])}
        assert not cells & taken, panel["title"]
        taken |= cells


def test_prometheus_itself_answers_what_the_dashboard_asks(served, tmp_path, start, free_port):
    exchange, address, _ = served
    port = free_port()
    for file in RULES.parent.iterdir():
        shutil.copy(file, tmp_path)
    configuration = (tmp_path / "prometheus.yml").read_text()
    assert '["127.0.0.1:9464", "127.0.0.2:9464"]' in configuration
    configuration = configuration.replace('["127.0.0.1:9464", "127.0.0.2:9464"]', f'["{address}"]').replace("15s", "1s")
    (tmp_path / "prometheus.yml").write_text(configuration)
    log = open(tmp_path / "log", "wb")
    start("prometheus", f"--config.file={tmp_path}/prometheus.yml", f"--storage.tsdb.path={tmp_path}/data",
          f"--web.listen-address=127.0.0.1:{port}", stdout=log, stderr=log)
    client = httpx.Client(base_url=f"http://127.0.0.1:{port}/api/v1", timeout=60)

    def ask(expression: str) -> list:
        answer = client.get("/query", params={"query": expression}).json()
        assert answer["status"] == "success", (expression, answer)
        return answer["data"]["result"]

    def value(expression: str) -> float | None:
        try:
            found = ask(expression)
        except httpx.TransportError:
            return None
        return float(found[0]["value"][1]) if found else None

    deadline = time.monotonic() + 60
    while not value('sum(rate(cerca_http_requests_total{job="cerca"}[1m]))'):
        assert time.monotonic() < deadline, (tmp_path / "log").read_text()[-2000:]
        httpx.get(f"{exchange.base}/api/venues", timeout=60)
        time.sleep(0.3)
    # Nobody was seen, reported or stayed, and nothing failed: those have no lines.
    quiet = ("sightings", "reports", "stays", "5xx")
    for expression in expressions():
        assert ask(expression) or any(word in expression for word in quiet), expression
    groups = client.get("/rules").json()["data"]["groups"]
    assert all(rule["health"] in ("ok", "unknown") for group in groups for rule in group["rules"])
    assert value("up") == 1 and client.get("/alerts").json()["data"]["alerts"] == []
