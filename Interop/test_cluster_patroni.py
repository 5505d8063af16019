"""Two servers behind HAProxy on two PostgreSQL under Patroni, named in one URI, with people at work: the database's process,
its standby, its machine and a server are lost, and both servers are restarted; nothing that was acknowledged is lost or doubled.
"""

import time

import pytest
from cluster import Cluster
from patroni import PatroniPair
from test_deploy_package import LONG

# What is asked of it, and what a machine needs besides on which servers, databases, proxy, people and other tests share two
# processors.
POSTGRES_LOST, MACHINE_LOST, SERVER_LOST = 10, 25, 1
BUSY = {POSTGRES_LOST: 8, MACHINE_LOST: 15, SERVER_LOST: 1}
# Nothing was asked of it: writes wait until Patroni has noticed.
STANDBY_LOST = 25
BETWEEN = 15


@pytest.fixture
def cluster(cerca, tmp_path, free_port, start):
    with PatroniPair(free_port, start) as database:
        with Cluster(cerca, tmp_path, database, "haproxy", free_port, BETWEEN) as cluster:
            cluster.proxy.start(start)
            yield cluster


@LONG
def test_nothing_that_was_acknowledged_is_lost_or_doubled_by_any_failure(cluster):
    database = cluster.database

    def lost(what: str, most: float) -> None:
        begun, most = time.monotonic(), most + BUSY[most]
        database.wait_until_it_writes(most)
        print(f"{what}: a node can write after {time.monotonic() - begun:.2f} s")
        cluster.tell(what, begun, within=most)

    cluster.invite()
    with cluster.crowd:
        time.sleep(BETWEEN)
        database.leader().kill_postgres()
        lost("kill -9 of the postmaster, Patroni lives", POSTGRES_LOST)
        database.wait_until_whole()
        standby = next(node for node in database.nodes if node is not database.leader())
        standby.kill()
        cluster.tell("the standby lost", time.monotonic(), STANDBY_LOST)
        standby.begin()
        database.wait_until_whole()
        cluster.lose_a_server(SERVER_LOST + BUSY[SERVER_LOST])
        assert cluster.restart_each(within=2) == 0
        node = database.leader()
        node.kill()
        lost("kill -9 of the postmaster and its Patroni", MACHINE_LOST)
        assert database.leader() is not node
        # The machine comes back, and follows the other one.
        node.begin()
        database.wait_until_whole()
        time.sleep(BETWEEN)
    cluster.check()
