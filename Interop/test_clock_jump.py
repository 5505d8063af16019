"""A server whose wall clock jumps by an hour while it writes a market, beside one whose clock is right: leases go by clocks
that do not jump, so that nothing that was acknowledged is lost or doubled, and the other one's people notice nothing.

CERCA_LONG=1 lets it jump back as well, and behind the right time.
"""

import os
import shutil
import signal
import time

import history
import httpx
import pytest
from debian import inside
from exchange import Exchange, Trader, pair, writer_first
from history import Outcome
from people import Crowd, Site
from postgres import Postgres
from trading import NUMBER, TradingPerson

LONG = bool(os.environ.get("CERCA_LONG"))
HOUR = 3600


class Shifted(Exchange):
    """A server for which faketime tells the time of day; its other clocks are the machine's."""

    def start(self) -> None:
        self.file = self.folder / "clock"
        self.jump(0)
        # The program and not its library alone: that one moves the environment, by which Swift finds its arguments. What it
        # says once gives way to a file that is read each second.
        self.prefix = ["faketime", "--exclude-monotonic", "-f", "+0", "env", "-u", "FAKETIME",
                       f"FAKETIME_TIMESTAMP_FILE={self.file}", "FAKETIME_CACHE_DURATION=1"]
        super().start()

    def jump(self, seconds: int) -> None:
        """Moves the wall clock to so many seconds ahead of the machine's."""
        beside = self.file.with_suffix(".new")
        beside.write_text(f"{seconds:+d}\n")
        beside.replace(self.file)

    def stop(self) -> int:
        os.kill(int(inside(self.process)), signal.SIGTERM)
        return self.process.wait(60)

    def kill(self) -> None:
        if self.process and self.process.poll() is None:
            os.kill(int(inside(self.process)), signal.SIGKILL)
            self.process.wait()


class Direct(Site):
    """Two servers without a proxy: people go to the one that does not write the market, and whose clock stays right."""

    def client(self, **options) -> httpx.Client:
        return httpx.Client(base_url=self.servers[1].base, timeout=30, **options)


@pytest.fixture
def site(cerca, tmp_path, free_port):
    """The first server writes the market."""
    if not shutil.which("faketime"):
        pytest.skip("faketime is not installed")
    with Postgres(free_port()) as database:
        one, two = pair(cerca, tmp_path, database.url, kind=Shifted)
        with one, two:
            yield Direct(writer_first([one, two], database, NUMBER), database, None)


def lease(site: Site) -> tuple[int, str]:
    """The epoch of the market's lease, and the port at which its holder is reached."""
    epoch, address = site.database.query(
        f"SELECT epoch, address FROM market_leases WHERE market = {NUMBER}").split("|")
    return int(epoch), address.rpartition(":")[2]


def test_a_clock_that_jumps_an_hour_moves_no_lease_and_loses_nothing(site):
    shifted, right = site.servers
    traders = [TradingPerson(site, f"trader{number}", side) for number, side in enumerate(["buy", "sell"])]
    there = Trader(shifted, traders[0].trader.email, {"public": traders[0].trader.public, "secret": traders[0].trader.secret})
    assert there.call("GET", "/v2/balance").status_code == 200
    before = lease(site)
    statuses, jumps = [], (HOUR, 0, -HOUR, 0) if LONG else (HOUR,)
    with Crowd(traders):
        for seconds in jumps:
            shifted.jump(seconds)
            # Longer than a lease lives.
            time.sleep(6)
            # Its clock has moved: what is signed by the right time is an hour off there.
            statuses.append(there.call("GET", "/v2/balance").status_code)
    after = lease(site)
    assert [status == 200 for status in statuses] == [seconds == 0 for seconds in jumps], statuses
    assert after == before, (before, after)
    placed = [deed for trader in traders for deed in trader.deeds_of("place")]
    assert {deed.outcome for deed in placed} == {Outcome.DONE}
    names = site.database.query("SELECT client_id FROM orders WHERE client_id IS NOT NULL").split()
    assert history.effects(placed, names) == []
    right.admin("audit-ledger")
    print(f"jumps of the clock of the market's server: {len(jumps)}; {len(placed)} orders by the other server, none failed; "
          f"statuses of the shifted one {statuses}")
