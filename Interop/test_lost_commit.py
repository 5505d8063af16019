"""The database is lost after it has written a commit down and before it has said so: what was asked for may have been done,
whichever of two servers was asked, and is never answered as if it had not.
"""

import concurrent.futures
import pathlib
import time

import httpx
import pytest
from exchange import PASSWORD, Exchange, pair, writer_first
from postgres import Postgres
from test_deploy_package import LONG
from trading import MARKET, NUMBER

pytestmark = LONG


def session(server: Exchange, email: str) -> httpx.Client:
    """Somebody who is signed in at a server, which knows them; a signed request would first keep its signature."""
    client = httpx.Client(base_url=server.base, timeout=60)
    token = client.post("/api/sessions", json={"email": email, "password": PASSWORD}).json()["token"]
    client.cookies.clear()
    client.headers["Authorization"] = f"Bearer {token}"
    assert client.get("/api/market/balances").status_code == 200
    return client


@pytest.fixture(scope="module")
def answers(cerca, free_port, tmp_path_factory):
    """By which server was asked: what it answered, and whether the order is there when the database is back."""
    folder = tmp_path_factory.mktemp("lost")
    with Postgres(free_port()) as database:
        one, two = pair(cerca, folder, database.url)
        with one, two:
            for number in range(2):
                one.trader(f"trader{number}@example.com", CLP=1000)
            servers = writer_first([one, two], database, NUMBER)
            asked = {name: session(server, f"trader{number}@example.com")
                     for number, (name, server) in enumerate(zip(("writer", "other"), servers))}

            def place(name: str) -> httpx.Response:
                return asked[name.partition("-")[0]].post("/api/market/orders", json={
                    "market": MARKET, "side": "buy", "type": "limit", "amount": "1", "price": "90", "clientId": name})

            def lose(name: str) -> tuple[httpx.Response, bool]:
                """Places an order whose commit is written and waits for a standby that there is not; then power is lost."""
                database.query("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
                database.query("SELECT pg_reload_conf()")
                with concurrent.futures.ThreadPoolExecutor(1) as pool:
                    begun = pool.submit(place, name)
                    time.sleep(1)
                    assert not begun.done(), "it did not wait"
                    database.kill()
                    answer = begun.result()
                # What ALTER SYSTEM has set.
                (pathlib.Path(database.data) / "postgresql.auto.conf").write_text("")
                database.begin()
                return answer, name in database.query("SELECT client_id FROM orders").split()

            answers = {"other": lose("other")}
            deadline = time.monotonic() + 60
            while place("writer-before").status_code != 201 or place("other-before").status_code != 201:
                assert time.monotonic() < deadline, "no order goes through"
                time.sleep(0.2)
            yield answers | {"writer": lose("writer")}


def test_by_the_server_that_writes_the_market(answers):
    answer, is_there = answers["writer"]
    assert is_there and answer.status_code == 504, (answer.status_code, answer.text)


def test_by_the_server_that_hands_orders_on(answers):
    answer, is_there = answers["other"]
    assert answer.status_code == 504 or not is_there, (answer.status_code, answer.text)
