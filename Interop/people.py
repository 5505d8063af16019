"""People at work on several servers at once, each doing one thing after another, and what they were answered."""

import ssl
import threading
import time
from collections.abc import Callable

import httpx
from exchange import Exchange
from history import Deed, Outcome
from proxies import ConfiguredProxy


class Site:
    """Servers of one database, and the proxy before them.

    The database has `url`, and `query(text)` that gives what psql writes.
    """

    def __init__(self, servers: list[Exchange], database, proxy: ConfiguredProxy):
        self.servers, self.database, self.proxy = servers, database, proxy

    def client(self, **options) -> httpx.Client:
        """A client of the proxy."""
        trust = ssl.create_default_context(cafile=self.proxy.authority)
        return httpx.Client(base_url=self.proxy.base, verify=trust, timeout=30, **options)


class Person:
    """Somebody who does one thing after another through the proxy, and keeps what was answered.

    What is cut off, or answered 502 or 504, may have happened or not; what is answered 503, or was never sent because nobody
    listened, has not.
    """

    # Statuses by which a server says that it has not done what it was asked, and may do it later.
    later = {503}

    def __init__(self, site: Site, name: str):
        self.site, self.name = site, name
        self.client = site.client()
        self.deeds: list[Deed] = []
        # When each answer through the proxy came, and its status; 0 for none.
        self.answers: list[tuple[float, int]] = []
        self.fault: BaseException | None = None

    def once(self) -> None:
        """Does one thing."""
        raise NotImplementedError

    def ask(self, kind: str, subject: str, request: Callable[[], httpx.Response],
            value=None) -> tuple[Deed, httpx.Response | None]:
        """Sends a request and writes the deed down; an answer that is neither unknown nor puts off is given back.

        Whoever calls says whether that answer was a refusal.
        """
        deed = Deed(self.name, kind, subject, begun=time.monotonic(), value=value)
        self.deeds.append(deed)
        answer, was_sent = None, True
        try:
            answer = request()
        except httpx.ConnectError:
            was_sent = False
        except httpx.TransportError:
            pass
        now = time.monotonic()
        status = answer.status_code if answer is not None else 0
        self.answers.append((now, status))
        if was_sent and status in (0, 502, 504):
            return deed, None
        is_put_off = not was_sent or status in self.later
        deed.ended, deed.outcome = now, Outcome.REFUSED if is_put_off else Outcome.DONE
        if is_put_off:
            time.sleep(0.1)
            return deed, None
        return deed, answer

    def look(self, subject: str, request: Callable[[], httpx.Response]) -> tuple[Deed, httpx.Response] | None:
        """Looks at something, at one server itself or through the proxy; None where that cannot say."""
        begun = time.monotonic()
        try:
            answer = request()
        except httpx.TransportError:
            answer = None
        if answer is None or answer.status_code >= 500:
            time.sleep(0.05)
            return None
        deed = Deed(self.name, "look", subject, begun, time.monotonic(), Outcome.DONE)
        self.deeds.append(deed)
        return deed, answer

    def deeds_of(self, *kinds: str) -> list[Deed]:
        return [deed for deed in self.deeds if deed.kind in kinds]

    def work(self, until: threading.Event) -> None:
        try:
            while not until.is_set():
                self.once()
        except BaseException as fault:
            self.fault = fault


class Insistent(Person):
    """Somebody who sends again what was cut off, under the same key, until it is answered; what was refused is let go."""

    def __init__(self, site: Site, name: str):
        super().__init__(site, name)
        # What has not been answered: its kind, its name, and the request; and whether it may have happened.
        self.flying: tuple[str, str, Callable[[], httpx.Response]] | None = None
        self.may_have_happened = False

    def draw(self) -> tuple[str, str, Callable[[], httpx.Response]] | None:
        """What to do next."""
        raise NotImplementedError

    def accept(self, name: str, answer: httpx.Response) -> bool:
        """Takes an answer; whether it is one, and not that another attempt is under way."""
        raise NotImplementedError

    def once(self) -> None:
        self.flying = self.flying or self.draw()
        if not self.flying:
            return
        deed, answer = self.ask(*self.flying)
        if answer is not None and not self.accept(self.flying[1], answer):
            deed.outcome = Outcome.REFUSED
        # A refusal of the second attempt says nothing of the first.
        self.may_have_happened = deed.outcome is not Outcome.DONE and (
            self.may_have_happened or deed.outcome is Outcome.UNKNOWN)
        if self.may_have_happened:
            time.sleep(0.1)
        else:
            self.flying = None


class Crowd:
    """People who work while something happens; it is used in a `with` statement, which lets them begin and end."""

    def __init__(self, people: list[Person]):
        self.people, self.until = people, threading.Event()
        self.threads = [threading.Thread(target=person.work, args=(self.until,)) for person in people]

    def __enter__(self) -> "Crowd":
        for thread in self.threads:
            thread.start()
        return self

    def __exit__(self, kind, *_) -> None:
        self.until.set()
        for thread in self.threads:
            thread.join(60)
        if kind is None:
            self.check()

    def check(self) -> None:
        """Nobody met what they did not expect."""
        for person in self.people:
            if person.fault is not None:
                raise AssertionError(f"{person.name}: {person.fault!r}") from person.fault
