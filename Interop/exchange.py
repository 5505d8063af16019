"""An exchange with accounts, keys and deposits, as the market's tests use it: a server on a database of its own."""

import atexit
import contextlib
import fcntl
import functools
import hashlib
import hmac
import json
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time

import httpx
from conftest import PORTS, ROOT, wait_for_port
from postgres import BIN

MARKETS = ["ETHCLP", "BTCCLP", "XLMCLP", "EOSCLP", "ETHEUR", "BTCEUR", "ETHARS"]
PASSWORD = "correct horse battery staple"
SDKS = pathlib.Path(__file__).resolve().parent / "sdks"


class Trader:
    """An account with an API key; `call` sends what the key signs."""

    def __init__(self, exchange: "Exchange", email: str, key: dict):
        self.exchange = exchange
        self.email = email
        self.public = key["public"]
        self.secret = key["secret"]
        self.client = httpx.Client(base_url=exchange.base, timeout=60)

    def deposit(self, asset: str, amount) -> "Trader":
        """Puts money on the account as the operator would, beside the running server."""
        self.exchange.admin("deposit", self.email, asset, str(amount))
        return self

    def headers(self, path: str, values: str = "", timestamp=None, secret: str | None = None) -> dict[str, str]:
        """The three fields that sign a request to `path` whose fields have these values, sorted by name and joined."""
        timestamp = str(int(self.exchange.time()) if timestamp is None else timestamp)
        key = (secret or self.secret).encode()
        signature = hmac.new(key, (timestamp + path + values).encode(), hashlib.sha384).hexdigest()
        return {"X-MKT-APIKEY": self.public, "X-MKT-SIGNATURE": signature, "X-MKT-TIMESTAMP": timestamp}

    def call(self, method: str, path: str, fields: dict | None = None, timestamp=None, secret=None,
             **options) -> httpx.Response:
        """A signed request; the fields go into the query of a GET and into the form of a POST.

        A request is signed with a time of its own to the microsecond, so that two equal ones are two requests.
        """
        fields = {name: str(value) for name, value in (fields or {}).items()}
        timestamp = timestamp if timestamp is not None else f"{self.exchange.time():.6f}"
        values = "".join(fields[name] for name in sorted(fields)) if method == "POST" else ""
        headers = self.headers(path, values, timestamp, secret) | options.pop("headers", {})
        if method == "POST":
            return self.client.post(path, data=fields, headers=headers, **options)
        return self.client.request(method, path, params=fields, headers=headers, **options)

    def get(self, path: str, **fields):
        """The data of a signed GET that must succeed."""
        return self.data(self.call("GET", path, fields))

    def post(self, path: str, **fields):
        """The data of a signed POST that must succeed."""
        return self.data(self.call("POST", path, fields))

    @staticmethod
    def data(response: httpx.Response):
        body = response.json()
        assert response.status_code == 200 and body["status"] == "success", (response.status_code, body)
        return body["data"]

    def order(self, market: str, side: str, amount, price=None, **more) -> dict:
        """Places an order by API v2: limit with a price, market without one."""
        fields = {"market": market, "side": side, "amount": amount, "type": "market" if price is None else "limit"}
        if price is not None:
            fields["price"] = price
        return self.post("/v2/orders/create", **(fields | more))

    def cancel(self, identifier: str) -> dict:
        """Cancels an order by API v2."""
        return self.post("/v2/orders/cancel", id=identifier)

    def balance(self, asset: str) -> tuple[str, str]:
        """What the account has of an asset: available, and together with what is held for orders."""
        found = [wallet for wallet in self.get("/v2/balance") if wallet["wallet"] == asset]
        return (found[0]["available"], found[0]["balance"]) if found else ("0", "0")

    def balances(self) -> dict[str, tuple[str, str]]:
        """Every balance: available, and together with what is held for orders."""
        return {wallet["wallet"]: (wallet["available"], wallet["balance"]) for wallet in self.get("/v2/balance")}

    def key_file(self) -> pathlib.Path:
        """A file with the key, as `cerca market --key-file` reads it."""
        path = self.exchange.folder / f"{self.public}.key"
        path.write_text(json.dumps({"public": self.public, "secret": self.secret}))
        path.chmod(0o600)
        return path


class Exchange:
    """A server with a market, in a folder of its own; it is used in a `with` statement, which starts and ends it."""

    def __init__(self, cerca: pathlib.Path, folder: pathlib.Path, database: str | None = None, arguments=(),
                 peer_port: int | None = None, collars: bool = False):
        self.cerca = cerca
        self.folder = pathlib.Path(folder)
        self.database = database or f"sqlite:{self.folder / 'exchange.sqlite'}"
        # Where other servers of its database reach it.
        self.peer_port = peer_port
        # Whether markets have the collar that they have from the start; tests of other things trade at any price.
        self.collars = collars
        self.arguments = [*arguments, *(["--peer-port", str(peer_port)] if peer_port else [])]
        self.password_file = self.folder / "password"
        self.password_file.write_text(PASSWORD + "\n")
        self.port = PORTS.find()
        self.base = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen | None = None
        # By how many seconds the server's clock is ahead when it starts.
        self.ahead = 0
        # What runs the commands: nothing, or a program that becomes them somewhere else.
        self.prefix: list[str] = []

    def __enter__(self) -> "Exchange":
        self.start()
        return self

    def __exit__(self, *_) -> None:
        self.kill()

    def start(self) -> None:
        """Starts the server, and returns once it listens."""
        if not self.collars:
            self.collars = True
            file = pathlib.Path(self.database.removeprefix("sqlite:"))
            if self.database.startswith("sqlite:") and not self.prefix and not file.exists():
                for suffix in ("", ".keys"):
                    shutil.copy(f"{empty_database(self.cerca)}{suffix}", f"{file}{suffix}")
            else:
                # A first start makes the tables; the next one reads the rules of its markets from them.
                self.launch()
                self.trade_at_any_price()
                self.kill()
        self.launch()

    def launch(self) -> None:
        """Starts the server on its database as it is."""
        log = open(self.folder / "server.log", "ab")
        clock = ["--clock-offset", str(self.ahead)] if self.ahead else []
        self.process = subprocess.Popen(
            [*self.prefix, self.cerca, "serve", "--port", str(self.port), "--database", self.database, *self.arguments, *clock],
            cwd=self.folder, stdout=log, stderr=log)
        log.close()
        try:
            wait_for_port(self.port)
        except OSError:
            raise AssertionError(f"the server does not listen:\n{self.log()}") from None

    def trade_at_any_price(self) -> None:
        """Removes the collars that markets have from the start."""
        if self.prefix:
            for market in MARKETS:
                self.admin("market", "collar", market)
            return
        statement = "UPDATE markets SET collar = 0 WHERE collar IS NULL"
        if not self.database.startswith("sqlite:"):
            subprocess.run([f"{BIN}/psql", "-X", "-q", "-c", statement, self.database], check=True, timeout=60)
            return
        with contextlib.closing(sqlite3.connect(self.database.removeprefix("sqlite:"), timeout=10)) as database:
            database.execute(statement)
            database.commit()

    def time(self) -> float:
        """The server's time."""
        return time.time() + self.ahead

    def stop(self) -> int:
        """Asks the server to end; its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(60)

    def kill(self) -> None:
        """Ends the server at once, in the middle of whatever it does."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def freeze(self) -> None:
        """Stops the server where it is; connections stay open and are not answered."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Lets it go on."""
        self.process.send_signal(signal.SIGCONT)

    def restart(self) -> None:
        """Ends the server as an operator does, and starts it again on the same port."""
        assert self.stop() == 0, self.log()
        self.start()

    def log(self) -> str:
        """What the server has said so far."""
        return (self.folder / "server.log").read_text(errors="replace")

    def admin(self, *arguments) -> str:
        """What `cerca admin …` prints, beside the running server."""
        result = self.try_admin(*arguments)
        assert result.returncode == 0, (arguments, result.stdout, result.stderr)
        return result.stdout

    def try_admin(self, *arguments) -> subprocess.CompletedProcess:
        """Runs `cerca admin …` on the server's database, whatever comes of it."""
        return subprocess.run(
            [*self.prefix, self.cerca, "admin", *map(str, arguments), "--database", self.database], capture_output=True, text=True,
            timeout=60)

    def account(self, email: str) -> None:
        """Makes an account with the common password."""
        self.admin("user", "add", email, "--password-file", self.password_file)
        # Money is sent to it by its address, too.
        self.admin("user", "verify", email)

    def key(self, email: str, scopes: str = "read,trade,withdraw", **options) -> Trader:
        """A new API key of an account; options are those of `cerca admin api-key`."""
        more = [part for name, value in options.items() for part in (f"--{name.replace('_', '-')}", str(value))]
        lines = self.admin("api-key", email, "--scopes", scopes, *more).strip().splitlines()
        return Trader(self, email, json.loads(lines[-1]))

    def trader(self, email: str, **deposits) -> Trader:
        """A new account with a key for everything, and with these deposits."""
        self.account(email)
        trader = self.key(email)
        for asset, amount in deposits.items():
            trader.deposit(asset, amount)
        return trader


@functools.cache
def empty_database(cerca: pathlib.Path) -> pathlib.Path:
    """A database whose markets trade at any price, with its keys beside it: copied faster than it is made."""
    folder = tempfile.mkdtemp(prefix="cerca-exchange-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    exchange = Exchange(cerca, folder, collars=True)
    exchange.launch()
    exchange.trade_at_any_price()
    assert exchange.stop() == 0, exchange.log()
    return pathlib.Path(exchange.database.removeprefix("sqlite:"))


# How many servers share the markets of a PostgreSQL database; those that were killed stay in the table for a while.
COUNT_SERVERS = "SELECT count(*) FROM market_servers WHERE until > extract(epoch FROM now()) * 1000"


def servers_there(database) -> int:
    """How many servers share the markets of a PostgreSQL database."""
    return int(database.query(COUNT_SERVERS))


def pair(cerca: pathlib.Path, folder: pathlib.Path, database: str, *arguments, kind=Exchange) -> list[Exchange]:
    """Two servers on one database, each with a folder of its own, which reach each other."""
    for name in ("one", "two"):
        (folder / name).mkdir()
    return [kind(cerca, folder / name, database, ["--no-rate-limits", *arguments], PORTS.find()) for name in ("one", "two")]


def writer_first(servers: list[Exchange], database, market: int) -> list[Exchange]:
    """Two running servers once they have shared the markets, and whoever writes this one before the other."""
    deadline = time.monotonic() + 60
    while servers_there(database) != 2:
        assert time.monotonic() < deadline, "two servers do not find each other"
        time.sleep(0.1)
    time.sleep(2.5)
    address = database.query(f"SELECT address FROM market_leases WHERE market = {market}")
    return sorted(servers, key=lambda server: not address.endswith(f":{server.peer_port}"))


class SDK:
    """An official client, in a Python of its own with the versions that it needs; calls go to it line by line."""

    def __init__(self, version: int, exchange: Exchange, public: str, secret: str):
        self.process = subprocess.Popen(
            [sdk_python(version), SDKS / "driver.py", str(version), exchange.base + "/", public, secret],
            cwd=exchange.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __enter__(self) -> "SDK":
        return self

    def __exit__(self, *_) -> None:
        self.process.kill()
        self.process.wait()

    def try_call(self, method: str, *arguments, **named) -> dict:
        """Calls a method of the client: `{"value", "pagination"}`, or `{"error", "status", "id", "message"}`."""
        self.process.stdin.write(json.dumps([method, arguments, named]) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def __getattr__(self, method: str):
        def call(*arguments, **named):
            answer = self.try_call(method, *arguments, **named)
            assert "value" in answer, (method, arguments, named, answer)
            return answer["value"]

        return call


def sdk_python(version: int) -> pathlib.Path:
    """The Python in which the official client of API v1 or v2 is installed; set-up makes it, else the first test."""
    folder = ROOT / f".venv-market-v{version}"
    python, mark = folder / "bin" / "python", folder / "requirements.txt"
    requirements = ROOT / "Interop" / f"requirements-market-v{version}.txt"
    # Tests run beside each other; one of them installs.
    with open(pathlib.Path(tempfile.gettempdir()) / f"cerca-market-v{version}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not mark.exists() or mark.read_text() != requirements.read_text():
            subprocess.run(["python3", "-m", "venv", "--clear", folder], check=True)
            # The first client pins versions that do not run on this Python; what it needs stands in the file.
            alone = ["--no-deps"] if version == 1 else []
            subprocess.run([python, "-m", "pip", "install", "--quiet", "--require-hashes", *alone, "-r", requirements], check=True)
            mark.write_text(requirements.read_text())
    return python
