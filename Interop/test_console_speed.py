"""Pages of merchants and operators with a long past: `cerca-bench consoles`, and its bounds."""

import json
import os
import subprocess

import pytest

LONG = os.environ.get("CERCA_LONG") == "1"

# Each page within so many milliseconds, and a day counted within so many seconds.
PAGE, DAY = 300, 60


@pytest.mark.alone
@pytest.mark.parametrize("pasts", [pytest.param((20_000, 200_000), id="short")] + (
    [pytest.param((1_000_000, 10_000_000), id="long")] if LONG else []))
def test_pages_do_not_grow_with_the_past(cerca_bench, tmp_path, pasts):
    visits = [argument for past in pasts for argument in ("--visits", str(past))]
    run = subprocess.run([cerca_bench, "consoles", *visits, "--json", "--data", tmp_path],
                         capture_output=True, text=True, timeout=3600)
    assert run.returncode == 0, run.stderr
    small, large = json.loads(run.stdout)["pasts"]
    for past in (small, large):
        print(f"{past['visits']} visits, {past['megabytes']:.0f} MB: a day is counted in {past['daySeconds']:.3f} s")
        for page in past["pages"]:
            print(f"  {page['name']}: p50 {page['p50Milliseconds']} ms, p95 {page['p95Milliseconds']} ms")
            assert page["p95Milliseconds"] < PAGE, page
        assert past["daySeconds"] < DAY
    for before, after in zip(small["pages"], large["pages"], strict=True):
        # Half a millisecond is what the machine itself differs by from one run to the next. A till lists ten times the
        # coupons of a day.
        more = 3 if after["name"] == "merchant/till" else 0.5
        assert after["p50Milliseconds"] <= before["p50Milliseconds"] * 1.1 + more, (before, after)
