"""People on a cluster who send money to each other under keys of their own, and what must be true of it in the end."""

import itertools
import secrets
import time
from collections.abc import Callable
from decimal import Decimal

import history
import httpx
from exchange import PASSWORD
from history import Outcome
from people import Insistent, Site

ASSET, DEPOSIT = "CLP", 1_000_000


class Payer(Insistent):
    """Sends one unit of money to a friend, again and again, each time with a memo that says which it is."""

    def __init__(self, site: Site, name: str):
        super().__init__(site, name)
        self.numbers = itertools.count(1)
        # What each payment is answered, the same however often it is sent.
        self.receipts: dict[str, str] = {}
        self.headers = self.sign_in(f"{name}@example.com")
        self.friend = self.sign_in(f"friend-of-{name}@example.com")
        answer = self.client.get(f"/api/market/balances/{ASSET}/address", headers=self.friend)
        assert answer.status_code == 200, answer.text
        self.address = answer.json()["address"]

    def sign_in(self, email: str) -> dict[str, str]:
        self.site.servers[0].trader(email, **{ASSET: DEPOSIT})
        answer = self.client.post("/api/sessions", json={"email": email, "password": PASSWORD})
        assert answer.status_code == 201, answer.text
        self.client.cookies.clear()
        return {"Authorization": f"Bearer {answer.json()['token']}"}

    def draw(self) -> tuple[str, str, Callable[[], httpx.Response]]:
        time.sleep(0.02)
        name = f"{self.name}-{next(self.numbers)}"
        body = {"address": self.address, "asset": ASSET, "amount": "1", "memo": name}
        headers = self.headers | {"Idempotency-Key": secrets.token_urlsafe(24)}
        return "pay", name, lambda: self.client.post("/api/market/transfers", json=body, headers=headers)

    def accept(self, name: str, answer: httpx.Response) -> bool:
        if answer.status_code == 409:
            assert answer.json()["code"] == "request.key_in_use", answer.text
            return False
        assert answer.status_code == 201, (answer.status_code, answer.text)
        self.receipts[name] = answer.json()["id"]
        return True

    def has(self, headers: dict[str, str]) -> Decimal:
        """What somebody has of the asset."""
        lines = self.client.get("/api/market/balances", headers=headers).json()["balances"]
        return next(Decimal(line["available"]) for line in lines if line["asset"] == ASSET)


def check(payers: list[Payer]) -> str:
    """Each payment that was acknowledged was made once, and none that was refused; both sides have what follows from it."""
    memos = payers[0].site.database.query("SELECT memo FROM transfers WHERE memo LIKE 'payer%'").split()
    deeds = [deed for payer in payers for deed in payer.deeds_of("pay")]
    faults = history.effects(deeds, memos)
    assert faults == [], (len(faults), faults[:5])
    for payer in payers:
        made = sum(memo.rpartition("-")[0] == payer.name for memo in memos)
        assert (payer.has(payer.headers), payer.has(payer.friend)) == (DEPOSIT - made, DEPOSIT + made), payer.name
        assert len(set(payer.receipts.values())) == len(payer.receipts), f"{payer.name} has one receipt for two payments"
    again = len(deeds) - len({deed.subject for deed in deeds})
    unknown = {deed.subject for deed in deeds if deed.outcome is Outcome.UNKNOWN}
    return (f"{sum(len(payer.receipts) for payer in payers)} payments acknowledged, each made once; {len(unknown)} were cut off, "
            f"{again} times one was sent again")
