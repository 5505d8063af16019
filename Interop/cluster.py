"""A cluster with people at work in it: two servers on one database and a proxy, each failure in turn, and an account of all."""

import collections
import pathlib
import time

import centre
import paying
import reporting
import trading
import vault_writing
import visiting
from exchange import Exchange, pair
from people import Crowd, Site
from proxies import ConfiguredProxy

# What a proxy's check needs to find a server well again, and to find one gone that says so.
NOTICED = 3
# Longer than a lease lives, and than a request waits for its answer.
FROZEN = 12


class Cluster(Site):
    """The servers, what is before and behind them, and the people."""

    def __init__(self, cerca: pathlib.Path, folder: pathlib.Path, database, kind: str, free_port, between: float):
        self.cerca, self.folder, self.between = cerca, folder, between
        servers = pair(cerca, folder, database.url, "--trusted-proxy", "127.0.0.1/32", "--stop-delay", "2.5")
        proxy = ConfiguredProxy(
            kind, folder / "proxy", (servers[0].port, servers[1].port), free_port(), free_port())
        super().__init__(servers, database, proxy)
        self.failed: dict[str, tuple[int, int]] = {}

    def __enter__(self) -> "Cluster":
        for server in self.servers:
            server.start()
        return self

    def __exit__(self, *_) -> None:
        for server in self.servers:
            server.kill()

    def invite(self) -> None:
        """Lets people come: everybody who does what is acknowledged."""
        keys = centre.import_venue(
            self.cerca, self.folder, self.database.url, centre.document(shops=visiting.SHOPS, beacons=visiting.BEACONS))
        self.traders = [trading.TradingPerson(self, f"trader{number}", ["buy", "sell"][number % 2]) for number in range(4)]
        self.visitors = [visiting.Visitor(self, f"visitor{number}", keys) for number in range(2)]
        self.reporters = [reporting.Reporter(self, f"reporter{number}", self.between / 10) for number in range(2)]
        self.payers = [paying.Payer(self, f"payer{number}") for number in range(2)]
        vaults = [vault_writing.Vault(self, f"vault{number}") for number in range(2)]
        self.devices = [vault_writing.Device(self, f"{vault.name}-device{number}", vault)
                        for vault in vaults for number in range(2)]
        self.observer = trading.Observer(self, "observer", self.traders)
        self.banker = trading.Banker(self, "banker")
        self.crowd = Crowd([*self.traders, *self.visitors, *self.reporters, *self.payers, *self.devices,
                            self.observer, self.banker])

    def holder(self) -> Exchange:
        """The server that writes the market."""
        found = self.database.query(f"SELECT address FROM market_leases WHERE market = {trading.NUMBER}").rpartition(":")[2]
        return next(server for server in self.servers if str(server.peer_port) == found)

    def tell(self, what: str, begun: float, within: float) -> int:
        """Says how long nobody's order was answered, and which answers failed since, by status (0 for none); how many did."""
        time.sleep(max(self.between, begun + within - time.monotonic() if not self.orders_since(begun) else 0))
        self.crowd.check()
        answers = [answer for person in self.crowd.people for answer in person.answers if answer[0] > begun]
        orders = self.orders_since(begun)
        assert orders, f"{what}: no order since"
        failed = collections.Counter(status for _, status in answers if status == 0 or status >= 500)
        print(f"{self.proxy.kind}: {what}: orders again after {orders[0] - begun:.2f} s, "
              f"{failed.total()} of {len(answers)} answers failed {dict(failed) if failed else ''}")
        assert orders[0] - begun <= within, what
        return failed.total()

    def orders_since(self, begun: float) -> list[float]:
        """When orders were acknowledged that were placed after an instant."""
        return sorted(deed.ended for trader in self.traders for deed in trader.deeds_of("place")
                      if deed.begun > begun and deed.outcome.value == "done")

    def lose_a_server(self, within: float) -> None:
        """Kills the server that writes the market, and starts it again."""
        holder = self.holder()
        holder.kill()
        self.tell("kill -9 of the market's server", time.monotonic(), within)
        holder.start()
        time.sleep(NOTICED)

    def freeze_a_server(self, within: float) -> None:
        """Stops the server that writes the market where it is, for longer than its lease lives, and lets it go on.

        What it was about to write comes too late then.
        """
        holder = self.holder()
        begun = time.monotonic()
        holder.freeze()
        time.sleep(FROZEN)
        holder.thaw()
        self.tell(f"the market's server frozen for {FROZEN} s", begun, within)

    def freeze_the_database(self, within: float) -> None:
        """Stops PostgreSQL where it is, and lets it go on."""
        self.database.freeze()
        time.sleep(FROZEN)
        self.database.thaw()
        self.tell(f"PostgreSQL frozen for {FROZEN} s, from its end on", time.monotonic(), within)

    def restart_each(self, within: float) -> int:
        """Restarts one server after the other; how many answers failed."""
        begun = time.monotonic()
        for server in self.servers:
            assert server.stop() == 0, server.log()
            server.start()
            # The proxy has to find it well again before the other one goes.
            time.sleep(NOTICED)
        return self.tell("both servers restarted, one after the other", begun, within)

    def check(self) -> None:
        """All that was acknowledged is there once, and every look is explained."""
        print(trading.check(self.traders, self.observer, self.banker))
        print(visiting.check(self.visitors))
        print(paying.check(self.payers))
        print(vault_writing.check(self.devices))
        # Last, for it moves a server's clock.
        print(reporting.check(self.reporters))
