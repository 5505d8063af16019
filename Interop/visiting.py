"""Visitors of a venue on a cluster, who prove visits; and what must be true of those in the end."""

import itertools
import time

import centre
from exchange import PASSWORD
from history import Outcome
from people import Person, Site

SHOPS, BEACONS = 6, 20


class Visitor(Person):
    """Proves visits; what is acknowledged is the visit's name."""

    def __init__(self, site: Site, name: str, keys: dict[str, bytes]):
        super().__init__(site, name)
        self.keys, self.turns = keys, itertools.cycle(sorted(keys))
        self.acknowledged: set[str] = set()
        body = {"email": f"{name}@example.com", "password": PASSWORD}
        token = self.client.post("/api/accounts", json=body).json()["token"]
        self.client.headers["Authorization"] = f"Bearer {token}"
        choices = {"shops": [{"venue": centre.UUID, "major": 100 + shop} for shop in range(SHOPS)]}
        assert self.client.put("/api/choices", json=choices).status_code == 200

    def once(self) -> None:
        beacon = next(self.turns)
        major, minor = map(int, beacon.split("."))
        body = centre.sighting(self.keys, major, minor, time.time())
        deed, answer = self.ask("visit", beacon, lambda: self.client.post("/api/sightings", json=body))
        if answer is not None and answer.status_code == 200:
            self.acknowledged.add(answer.json()["visit"])
        elif answer is not None:
            # Its code was used by this visitor before, maybe by what was cut off.
            assert answer.json()["code"] == "presence.replayed", answer.text
            deed.outcome = Outcome.REFUSED
            time.sleep(0.05)

    def visits(self) -> list[str]:
        """The proofs of all visits that the server has."""
        return [proof for visit in self.client.get("/api/visits").json()["visits"] for proof in visit["proofs"]]


def check(visitors: list[Visitor]) -> str:
    """Each visit that was acknowledged is there once, and no more of the others than are unknown."""
    for visitor in visitors:
        visits = visitor.visits()
        assert len(visits) == len(set(visits)), f"{visitor.name} has a visit twice"
        assert visitor.acknowledged <= set(visits), f"{visitor.name} has lost a visit"
        unknown = sum(deed.outcome is Outcome.UNKNOWN for deed in visitor.deeds)
        assert len(visits) <= len(visitor.acknowledged) + unknown, f"{visitor.name} has visits that were refused"
    return f"{sum(len(visitor.acknowledged) for visitor in visitors)} visits acknowledged, each there once"
