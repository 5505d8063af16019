"""The market's sockets behind TLS, with clients that we did not write and a certificate made at run time."""

import random
import time

import pytest
from exchange import Exchange, sdk_python
from test_accounts import certificate
from test_market_socket import Follower, current_python, seen_book, server_book, trade


@pytest.fixture
def exchange(cerca, tmp_path, monkeypatch):
    """An exchange that is reached by https alone, and a machine that trusts its certificate."""
    chain, key = certificate(tmp_path, "127.0.0.1")
    # One for each library: requests, websocket-client, and Python's own for httpx.
    for variable in ("REQUESTS_CA_BUNDLE", "WEBSOCKET_CLIENT_CA_BUNDLE", "SSL_CERT_FILE"):
        monkeypatch.setenv(variable, str(chain))
    arguments = ["--tls-certificate", str(chain), "--tls-key", str(key), "--feed-interval", "20", "--no-rate-limits"]
    exchange = Exchange(cerca, tmp_path, arguments=arguments)
    exchange.base = exchange.base.replace("http://", "https://")
    with exchange:
        yield exchange


def test_clients_of_both_generations_follow_a_book_by_wss_and_https(exchange):
    ana = exchange.trader("ana@example.org", ETH=1000, CLP=1_000_000_000)
    bea = exchange.trader("bea@example.org", ETH=1000, CLP=1_000_000_000)
    followers = {
        "current, by wss": Follower(exchange, current_python(), "client", "websocket", 0),
        "current, from polls to wss": Follower(exchange, current_python(), "client", "polling,websocket", 0),
        "current, by polls": Follower(exchange, current_python(), "client", "polling", 0),
        "4.4.0, by wss": Follower(exchange, sdk_python(2), "client", "websocket", 0),
        "4.4.0, from polls to wss": Follower(exchange, sdk_python(2), "client", "polling,websocket", 0),
        "SDK": Follower(exchange, sdk_python(2), "sdk", f"{ana.public},{ana.secret}", 0),
    }
    try:
        chance = random.Random(11)
        mine = {ana: [], bea: []}
        deadline = time.monotonic() + 60
        while min(follower.figures()["deltas"] for follower in followers.values()) < 20:
            assert time.monotonic() < deadline, {name: follower.figures() for name, follower in followers.items()}
            for _ in range(5):
                trader = chance.choice([ana, bea])
                trade(trader, chance, mine[trader])
        book = server_book(ana)
        assert book["buy"] or book["sell"]
        for name, follower in followers.items():
            deadline = time.monotonic() + 30
            while seen_book(figures := follower.figures()) != book:
                assert time.monotonic() < deadline, (name, figures)
                time.sleep(0.1)
        # Whoever signs in by wss hears of what is its own.
        assert followers["SDK"].figures()["balance"]["ETH"]["currency"] == "ETH"
        begun = time.monotonic()
        assert exchange.stop() == 0, exchange.log()
        assert time.monotonic() - begun < 5
    finally:
        for follower in followers.values():
            follower.end()
