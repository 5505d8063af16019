"""Devices that write sealed records of a vault on a cluster, two for each vault; and what must be true of those.

To a server a record is bytes that it cannot read: here they name the write that they are from, so that it shows in them.
"""

import base64
import dataclasses
import itertools
import random
import secrets
import time

import history
import httpx
from exchange import PASSWORD
from history import Deed, Outcome
from people import Person, Site

RECORDS = 6


class Vault:
    """A vault of an account, and its records by name."""

    def __init__(self, site: Site, name: str):
        self.name, self.path = name, f"/api/vaults/{secrets.token_hex(16)}/records"
        self.records = {secrets.token_hex(16): f"{name}/{number}" for number in range(RECORDS)}
        body = {"email": f"{name}@example.com", "password": PASSWORD}
        with site.client() as client:
            answer = client.post("/api/accounts", json=body)
        assert answer.status_code == 201, answer.text
        self.headers = {"Authorization": f"Bearer {answer.json()['token']}"}


class Device(Person):
    """Fetches the records, from either server itself, and writes one or more of them at once, as `cerca vault sync` does.

    Whoever was faster is found out by the versions; what was cut off is left unknown.
    """

    def __init__(self, site: Site, name: str, vault: Vault):
        super().__init__(site, name)
        self.vault, self.chance, self.numbers = vault, random.Random(name), itertools.count(1)
        self.turns = itertools.cycle([httpx.Client(base_url=server.base, timeout=30) for server in site.servers])
        # What each look has seen, and which versions each write makes.
        self.looks: list[dict[str, tuple[int, str]]] = []
        self.writes: dict[str, dict[str, int]] = {}

    def once(self) -> None:
        found = self.fetch(next(self.turns))
        if found is not None:
            self.write(found)
        time.sleep(0.02)

    def fetch(self, client: httpx.Client) -> dict[str, tuple[int, str]] | None:
        """Each record with its version and the write that it is from; what is not there yet is left out."""
        found = self.look(self.vault.name, lambda: client.get(self.vault.path, params={"after": 0}, headers=self.vault.headers))
        if found is None:
            return None
        deed, answer = found
        # Until the first write there is no vault.
        assert answer.status_code == 200 or answer.json()["code"] == "vault.unknown", answer.text
        body = answer.json() if answer.status_code == 200 else {"records": [], "hasMore": False}
        assert not body["hasMore"]
        seen = {self.vault.records[record["id"]]: (record["version"], base64.b64decode(record["sealed"]).decode())
                for record in body["records"]}
        deed.value = seen
        self.looks.append(seen)
        return seen

    def write(self, seen: dict[str, tuple[int, str]]) -> None:
        name = f"{self.name}-{next(self.numbers)}"
        chosen = self.chance.sample(sorted(self.vault.records.items()), self.chance.randint(1, 3))
        versions = {record: seen.get(record, (0, ""))[0] for _, record in chosen}
        self.writes[name] = {record: version + 1 for record, version in versions.items()}
        sealed = base64.b64encode(name.encode()).decode()
        changes = [{"id": number, "replaces": versions[record], "sealed": sealed} for number, record in chosen]
        deed, answer = self.ask("write", name, lambda: self.client.post(
            self.vault.path, json={"changes": changes}, headers=self.vault.headers))
        if answer is not None and answer.status_code != 200:
            assert answer.json()["code"] == "vault.conflict", answer.text
            deed.outcome = Outcome.REFUSED

    def of_records(self) -> tuple[list[Deed], list[Deed]]:
        """Its writes and its looks, each as one for every record."""
        writes = [dataclasses.replace(deed, subject=record, value=(version, deed.subject))
                  for deed in self.deeds_of("write") for record, version in self.writes[deed.subject].items()]
        looks = [dataclasses.replace(deed, subject=record, value=deed.value.get(record))
                 for deed in self.deeds_of("look") for record in self.vault.records.values()]
        return writes, looks


def may_become(before: tuple[int, str], after: tuple[int, str]) -> bool:
    """Versions only grow, and each has one content."""
    return after[0] > before[0] or after == before


def check(devices: list[Device]) -> str:
    """Each record is of its last acknowledged write, or of a later one that is unknown, and so it was at every look."""
    for device in devices:
        for client in {id(client): client for client in (next(device.turns) for _ in device.site.servers)}.values():
            assert device.fetch(client) is not None
    writes, looks = [list(itertools.chain(*parts)) for parts in zip(*(device.of_records() for device in devices))]
    faults = history.stale(writes + looks, may_become) + history.invented(writes, looks)
    every = {name: versions for device in devices for name, versions in device.writes.items()}
    faults += history.torn(every, itertools.chain(*(device.looks for device in devices)))
    assert faults == [], (len(faults), faults[:5])
    asked = [deed for device in devices for deed in device.deeds_of("write")]
    assert all(any(deed.outcome is Outcome.DONE for deed in device.deeds_of("write")) for device in devices)
    seen = sum(len(device.looks) for device in devices)
    counts = {outcome: sum(deed.outcome is outcome for deed in asked) for outcome in Outcome}
    return (f"{counts[Outcome.DONE]} writes of vaults acknowledged, none lost; {counts[Outcome.UNKNOWN]} unknown, "
            f"{counts[Outcome.REFUSED]} refused; {seen} looks explained")
