"""People who report their day keys on a cluster, for codes of a health authority; and what must be published of them."""

import collections
import dataclasses
import json
import secrets
import time
from collections.abc import Callable

import history
import httpx
from authority import Authenticator
from exchange import PASSWORD
from history import Outcome
from people import Insistent, Site
from tracing import AGENT, BATCH, DAY, ProtoExposedList, chain, claims, exposee, midnight


class Reporter(Insistent):
    """Gets a code from the authority's staff and sends keys of three days for it, as a phone does, with a token."""

    def __init__(self, site: Site, name: str, pause: float = 0):
        super().__init__(site, name)
        # Uploads that are many put the brake on.
        self.pause = pause
        self.first = self.next_release()
        self.reports: dict[str, dict[str, int]] = {}
        email = f"{name}@salud.example"
        said = site.servers[0].admin("user", "add", email, "--password-file", site.servers[0].password_file, "--role",
                                     "health", "--json")
        body = {"email": email, "password": PASSWORD, "code": Authenticator(json.loads(said)["otpauth"]).code()}
        answer = self.client.post("/api/session/health", json=body)
        assert answer.status_code == 201, answer.text
        self.staff = site.client(headers={"Authorization": f"Bearer {answer.json()['token']}"})
        self.client.cookies.clear()

    @staticmethod
    def next_release() -> int:
        """When the batch is released that is being gathered, in milliseconds."""
        return int(time.time() * 1000) // BATCH * BATCH + BATCH

    def draw(self) -> tuple[str, str, Callable[[], httpx.Response]] | None:
        """A report with a new code; one that was cut off stays unused."""
        time.sleep(self.pause)
        _, answer = self.ask("code", "", lambda: self.staff.post("/api/health/codes"))
        if answer is None:
            return None
        assert answer.status_code == 201, (answer.status_code, answer.text)
        today = midnight(time.time() * 1000)
        name = f"{self.name}-{len(self.reports) + 1}"
        keys = {one: today - day * DAY for day, one in enumerate(chain(4)) if day > 0}
        self.reports[name] = {one.hex(): date for one, date in keys.items()}
        body = {"exposedKeys": [exposee(*entry) for entry in keys.items()], "fake": 0,
                "authData": {"value": answer.json()["code"]}}
        headers = {**AGENT, "Idempotency-Key": secrets.token_urlsafe()}
        return "report", name, lambda: self.client.post("/v1/exposedlist", json=body, headers=headers)

    def accept(self, name: str, answer: httpx.Response) -> bool:
        assert answer.status_code == 200, (name, answer.status_code, answer.text)
        return True


def check(reporters: list[Reporter]) -> str:
    """Each key of an acknowledged report is published exactly once, and of the others at most all of an unknown one.

    The first server is started again with a clock by which the last batch is out.
    """
    site = reporters[0].site
    for reporter in reporters:
        brake = reporter.staff.get("/api/health/brake").json()
        assert (brake["state"], brake["held"]) == ("watching", 0), brake
    last = Reporter.next_release()
    server = site.servers[0]
    server.kill()
    server.ahead = last // 1000 - int(time.time()) + 60
    server.start()
    published: list[str] = []
    dates: dict[str, int] = {}
    public = httpx.get(f"{server.base}/api/exposure/parameters", timeout=60).json()["publicKey"]
    for release in range(min(reporter.first for reporter in reporters), last + 1, BATCH):
        answer = httpx.get(f"{server.base}/v1/exposed/{release}", timeout=60)
        assert answer.status_code == 200, (release, answer.status_code)
        claims(answer, public)
        for exposed in ProtoExposedList.FromString(answer.content).exposed:
            published.append(exposed.key.hex())
            dates[exposed.key.hex()] = exposed.keyDate
    reports = {name: keys for reporter in reporters for name, keys in reporter.reports.items()}
    deeds = [deed for reporter in reporters for deed in reporter.deeds_of("report")]
    faults = history.effects([dataclasses.replace(deed, subject=one) for deed in deeds for one in reports[deed.subject]],
                             published)
    for name, keys in reports.items():
        there = set(keys) & set(published)
        if there and there != set(keys):
            faults.append(f"{name} is published in part")
        faults += [f"{name} has a key of another day" for one in there if dates[one] != keys[one]]
    assert faults == [], (len(faults), faults[:5])
    outcomes = collections.Counter(_outcome(deeds, name).value for name in {deed.subject for deed in deeds})
    return (f"{outcomes['done']} reports acknowledged, each of their {3 * outcomes['done']} keys published once; "
            f"{outcomes['unknown']} unknown, {outcomes['refused']} refused")


def _outcome(deeds: list, name: str) -> Outcome:
    """What is known of a report that was sent several times."""
    known = {deed.outcome for deed in deeds if deed.subject == name}
    return next(outcome for outcome in (Outcome.DONE, Outcome.UNKNOWN, Outcome.REFUSED) if outcome in known)
