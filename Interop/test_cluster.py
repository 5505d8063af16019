"""Two servers on one PostgreSQL behind a proxy, with people at work: each failure in turn, and afterwards everything that was
acknowledged is there once, nothing else that was refused is, every look at it is explained, and the ledger agrees.

CERCA_LONG=1 (`make test-cluster`) works longer between the failures, freezes server and database, and does all of it behind
nginx as well.
"""

import os
import time

import pytest
from cluster import Cluster
from postgres import Postgres

LONG = bool(os.environ.get("CERCA_LONG"))
BETWEEN = 20 if LONG else 3


@pytest.fixture(params=["haproxy", pytest.param("nginx", marks=pytest.mark.skipif(
    not LONG, reason="takes minutes; CERCA_LONG=1 runs it"))])
def cluster(request, cerca, tmp_path, free_port, start):
    with Postgres(free_port()) as database:
        with Cluster(cerca, tmp_path, database, request.param, free_port, BETWEEN) as cluster:
            cluster.proxy.start(start)
            yield cluster


def test_nothing_that_was_acknowledged_is_lost_or_doubled_by_any_failure(cluster):
    cluster.invite()
    with cluster.crowd:
        time.sleep(BETWEEN)
        cluster.lose_a_server(within=2)
        cluster.database.kill()
        begun = time.monotonic()
        cluster.database.begin()
        print(f"PostgreSQL takes connections after {time.monotonic() - begun:.2f} s")
        cluster.tell("kill -9 of PostgreSQL, which is started again", begun, within=20)
        if LONG:
            cluster.freeze_a_server(within=15)
            cluster.freeze_the_database(within=15)
        failed = cluster.restart_each(within=2)
    # nginx finds out by asking in vain that a server is gone.
    assert failed == 0 or cluster.proxy.kind == "nginx" and failed <= 2
    cluster.check()
