"""A ticker beside clients who leaf through a long past: `cerca-bench market --part history`, and its bound."""

import json
import os
import subprocess

import pytest

LONG = os.environ.get("CERCA_LONG") == "1"


@pytest.mark.alone
@pytest.mark.parametrize("fills", [pytest.param(20_000, id="short")] + (
    [pytest.param(10_000_000, id="long")] if LONG else []))
def test_a_ticker_does_not_wait_for_those_who_leaf(cerca_bench, tmp_path, fills):
    run = subprocess.run(
        [cerca_bench, "market", "--part", "history", "--fills", str(fills), "--seconds", "5", "--json",
         "--data", tmp_path], capture_output=True, text=True, timeout=3600)
    assert run.returncode == 0, run.stderr
    history = json.loads(run.stdout)["history"]
    assert history["otherStatuses"] == {}
    assert history["pages"]["count"] > 0 and history["refused"] > 0
    assert history["tickerBeside"]["p99Milliseconds"] < 20, history
