"""People who report their day keys on a cluster, for codes of a health authority; and what must be published of them."""

import collections
import dataclasses
import json
import secrets
import time

import history
import httpx
from authority import Authenticator
from exchange import PASSWORD
from history import Outcome
from people import Person, Site
from tracing import AGENT, BATCH, DAY, ProtoExposedList, claims, exposee, key, midnight


class Reporter(Person):
    """Gets a code from the authority's staff and sends keys of three days for it, as a phone does.

    What was cut off is sent again with its token until it is answered; what was refused is let go.
    """

    def __init__(self, site: Site, name: str, pause: float = 0):
        super().__init__(site, name)
        # Uploads that are many put the brake on.
        self.pause = pause
        self.first = self.next_release()
        self.reports: dict[str, dict[str, int]] = {}
        self.flying: tuple[str, dict, dict] | None = None
        email = f"{name}@salud.example"
        said = site.servers[0].admin("user", "add", email, "--password-file", site.servers[0].password_file, "--role",
                                     "health", "--json")
        body = {"email": email, "password": PASSWORD, "code": Authenticator(json.loads(said)["otpauth"]).code()}
        answer = self.client.post("/api/session/health", json=body)
        assert answer.status_code == 201, answer.text
        self.staff = site.client(headers={"Authorization": f"Bearer {answer.json()['token']}"})
        self.client.cookies.clear()

    @staticmethod
    def next_release(ahead: float = 0) -> int:
        """When the batch is released that is being gathered, in milliseconds."""
        return int((time.time() + ahead) * 1000) // BATCH * BATCH + BATCH

    def once(self) -> None:
        if not self.flying:
            self.draw()
            return
        name, body, headers = self.flying
        deed, answer = self.ask("report", name, lambda: self.client.post("/v1/exposedlist", json=body, headers=headers))
        if deed.outcome is Outcome.UNKNOWN:
            time.sleep(0.1)
            return
        assert answer is None or answer.status_code == 200, (answer.status_code, answer.text)
        attempts = [attempt.outcome for attempt in self.deeds_of("report") if attempt.subject == name]
        # A refusal of the second attempt says nothing of the first.
        if deed.outcome is Outcome.DONE or Outcome.UNKNOWN not in attempts:
            self.flying = None
            time.sleep(self.pause)

    def draw(self) -> None:
        """Gets a code for the next report; one that was cut off stays unused."""
        _, answer = self.ask("code", "", lambda: self.staff.post("/api/health/codes"))
        if answer is None:
            return
        assert answer.status_code == 201, (answer.status_code, answer.text)
        today = midnight(time.time() * 1000)
        name = f"{self.name}-{len(self.reports) + 1}"
        keys = {key(): today - day * DAY for day in range(1, 4)}
        self.reports[name] = {one.hex(): date for one, date in keys.items()}
        body = {"exposedKeys": [exposee(*entry) for entry in keys.items()], "fake": 0,
                "authData": {"value": answer.json()["code"]}}
        self.flying = name, body, {**AGENT, "Idempotency-Key": secrets.token_urlsafe()}


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
    assert server.stop() == 0, server.log()
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
