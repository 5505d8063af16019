"""The server behind the proxies of Debian: each client is who it is, and what clients write themselves changes nothing."""

import pathlib
import ssl
import subprocess

import httpx
import pytest
from conftest import wait_for_port
from exchange import Exchange
from proxies import ConfiguredProxy
from test_accounts import certificate

# What passes bytes on as they come, TLS among them, as Docs/limits.md has it.
PASSED_ON = """
defaults
    mode tcp
    timeout connect 5s
    timeout client 60s
    timeout server 60s
frontend all
    bind 127.0.0.1:{port}
    default_backend cerca
backend cerca
    server one 127.0.0.1:{server} send-proxy-v2
"""

TRUSTED = ["--trusted-proxy", "127.0.0.1/32"]


class Proxy:
    """A server with few sign-ins for an address, and a proxy before it."""

    def __init__(self, exchange: Exchange, base: str, authority: pathlib.Path | None = None):
        self.exchange, self.base = exchange, base
        self.trust = ssl.create_default_context(cafile=authority) if authority else True

    def client(self, address: str, **options) -> httpx.Client:
        """A client at an address of its own."""
        transport = httpx.HTTPTransport(local_address=address, verify=self.trust)
        return httpx.Client(base_url=self.base, transport=transport, timeout=60, **options)


@pytest.fixture(params=["nginx", "haproxy", "haproxy with the PROXY protocol"])
def proxy(request, cerca, tmp_path, free_port, start):
    speaks = "PROXY" in request.param
    arguments = [*TRUSTED, "--limit", "sign-ins-per-address=5/86400", "--limit", "requests-per-address=400/400"]
    with Exchange(cerca, tmp_path, arguments=arguments + ["--proxy-protocol"] * speaks) as exchange:
        if speaks:
            port = free_port()
            configuration = tmp_path / "haproxy.cfg"
            configuration.write_text(PASSED_ON.format(port=port, server=exchange.port))
            start("haproxy", "-db", "-f", configuration)
            wait_for_port(port)
            yield Proxy(exchange, f"http://127.0.0.1:{port}")
        else:
            # Limits count at each server for itself: both are the same one here.
            configured = ConfiguredProxy(
                request.param, tmp_path / "proxy", (exchange.port, exchange.port), free_port(), free_port()).start(start)
            yield Proxy(exchange, configured.base, configured.authority)


def attempt(client: httpx.Client, headers=None) -> int:
    body = {"email": "nobody@example.com", "password": "a wrong password"}
    return client.post("/api/sessions", json=body, headers=headers).status_code


def test_one_clients_failures_do_not_touch_anothers(proxy):
    with proxy.client("127.0.0.2") as first, proxy.client("127.0.0.3") as second:
        answers = [attempt(first) for _ in range(12)]
        assert answers[:5] == [401] * 5 and answers[5:] == [429] * 7
        # Another client signs up and in.
        account = {"email": "ana@example.com", "password": "correct horse"}
        assert second.post("/api/accounts", json=account).status_code == 201
        assert second.post("/api/sessions", json=account).status_code == 201


def test_what_a_client_writes_itself_changes_nothing(proxy):
    with proxy.client("127.0.0.2") as client:
        headers = [
            {"X-Forwarded-For": f"192.0.2.{number}", "Forwarded": f"for=192.0.2.{number}", "X-Real-IP": "192.0.2.9"}
            for number in range(12)
        ]
        answers = [attempt(client, each) for each in headers]
        assert answers[:5] == [401] * 5 and answers[5:] == [429] * 7
        with proxy.client("127.0.0.3") as other:
            assert attempt(other) == 401
    log = proxy.exchange.log()
    assert "127.0.0." not in log.replace(proxy.exchange.base, "") and "192.0.2." not in log


def test_a_key_is_bound_to_its_owners_address(proxy):
    proxy.exchange.account("bea@example.com")
    trader = proxy.exchange.key("bea@example.com", scopes="read", address="127.0.0.8/32")
    for address, status in [("127.0.0.8", 200), ("127.0.0.2", 403)]:
        with proxy.client(address) as trader.client:
            forged = {"X-Forwarded-For": "127.0.0.8", "Forwarded": "for=127.0.0.8"}
            assert trader.call("GET", "/v2/balance").status_code == status
            assert trader.call("GET", "/v2/balance", headers=forged).status_code == status


def test_sockets_and_large_bodies_pass(proxy):
    with proxy.client("127.0.0.2") as client:
        opened = client.get("/socket.io/", params={"EIO": "4", "transport": "polling"})
        assert opened.status_code == 200 and opened.text.startswith("0{")
        # A body that is too large is answered, not hung up on.
        refused = client.post("/api/sessions", content=b" " * 2_000_000, headers={"Content-Type": "application/json"})
        assert refused.status_code == 413 and refused.json()["code"] == "request.too_large"


def test_without_the_option_a_header_changes_nothing_and_is_reported_once(cerca, tmp_path):
    with Exchange(cerca, tmp_path, arguments=["--limit", "sign-ins-per-address=5/86400"]) as exchange:
        with httpx.Client(base_url=exchange.base, timeout=60) as client:
            answers = [attempt(client, {"X-Forwarded-For": f"192.0.2.{number}"}) for number in range(8)]
        assert answers == [401] * 5 + [429] * 3
        assert exchange.log().count("--trusted-proxy") == 1 and "192.0.2." not in exchange.log()


def test_a_proxy_that_lies_is_not_believed_and_a_chain_of_trusted_ones_is_read_to_its_end(cerca, tmp_path):
    """127.0.0.8 and 127.0.0.9 are trusted, each in the other's chain; 127.0.0.2 only says that it is a proxy."""
    arguments = ["--trusted-proxy", "127.0.0.8/31", "--limit", "sign-ins-per-address=5/86400"]
    with Exchange(cerca, tmp_path, arguments=arguments) as exchange:
        proxy = Proxy(exchange, exchange.base)

        def answers(address: str, chains) -> list[int]:
            with proxy.client(address) as peer:
                return [attempt(peer, {"X-Forwarded-For": chain} if chain else None) for chain in chains]

        # Whatever it says, it is one client; also when it says that it is a trusted one's.
        lies = [*(f"192.0.2.{number}" for number in range(6)), "127.0.0.9", "192.0.2.9, 127.0.0.9", "127.0.0.2, 127.0.0.8"]
        assert answers("127.0.0.2", lies) == [401] * 5 + [429] * 4
        # Of a trusted one's chain the rightmost counts that is not trusted itself, whatever its client wrote before that.
        chains = [*(f"192.0.2.{number}, 198.51.100.1, 127.0.0.8" for number in range(4)), "198.51.100.1",
                  "127.0.0.9, 198.51.100.1", "198.51.100.1,127.0.0.8 ,, 127.0.0.8,"]
        assert answers("127.0.0.9", chains) == [401] * 5 + [429] * 2
        # Who was named before by the liar has lost nothing, and is the same behind either.
        assert answers("127.0.0.8", ["192.0.2.0"] * 3) + answers("127.0.0.9", ["192.0.2.0"] * 3) == [401] * 5 + [429]
        # A chain that ends in no address is the proxy's own word for nobody.
        nobody = ["198.51.100.7, unknown", "198.51.100.7, 999.1.1.1", None, "_hidden", "nonsense",
                  "198.51.100.7, for=198.51.100.8"]
        assert answers("127.0.0.8", nobody) == [401] * 5 + [429]
        log = exchange.log()
        assert not any(part in log for part in ("192.0.2.", "198.51.100.", "127.0.0.2", "127.0.0.8", "127.0.0.9"))


@pytest.mark.parametrize("arguments", [
    ["--trusted-proxy", "10.0.0.1/8"], ["--trusted-proxy", "proxy.example"], ["--proxy-protocol"],
    ["--trusted-proxy", "10.0.0.0/8", "--forwarded-header", "x-real-ip"], ["--limit", "connections"],
    ["--limit", "nothing=1"], ["--limit", "requests-per-address=many"], ["--metrics-port", "70000"],
])
def test_wrong_options_are_refused(cerca, tmp_path, arguments):
    database = tmp_path / "cerca.sqlite"
    result = subprocess.run(
        [cerca, "serve", "--port", "0", "--database", f"sqlite:{database}", *arguments], capture_output=True, text=True,
        timeout=60)
    assert result.returncode == 64 or result.returncode == 2, result.stderr
    assert not pathlib.Path(database).exists()


def test_a_tls_key_that_others_may_read_is_refused(cerca, tmp_path):
    chain, key = certificate(tmp_path, "127.0.0.1")
    key.chmod(0o644)
    result = subprocess.run(
        [cerca, "serve", "--port", "0", "--database", f"sqlite:{tmp_path / 'cerca.sqlite'}", "--tls-certificate", chain,
         "--tls-key", key], capture_output=True, text=True, timeout=60)
    assert result.returncode == 1
    assert "can be read by others; chmod 600 it" in result.stderr and len(result.stderr.strip().splitlines()) == 1


def test_figures_are_on_a_port_of_their_own(cerca, tmp_path, free_port):
    port = free_port()
    with Exchange(cerca, tmp_path, arguments=["--metrics-port", str(port)]) as exchange:
        wait_for_port(port)
        assert httpx.get(f"{exchange.base}/metrics", timeout=60).status_code == 404
        answer = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=60)
        assert answer.status_code == 200 and "cerca_open_connections" in answer.text
        for path in ("/", "/healthz", "/api/venues", "/metrics/x"):
            assert httpx.get(f"http://127.0.0.1:{port}{path}", timeout=60).status_code == 404, path
    with Exchange(cerca, tmp_path) as exchange:
        assert httpx.get(f"{exchange.base}/metrics", timeout=60).status_code == 404
