"""A server with a health authority, and what its staff and its patients hold in their hands."""

import base64
import hashlib
import hmac
import json
import pathlib
import secrets
import struct
import subprocess
import time
import urllib.parse

import httpx
import pytest
from conftest import stay_within, wait_for_port

PASSWORD = "correct horse battery staple"
DAY = 86_400


class Authenticator:
    """An authenticator app, written from RFC 6238 and from nothing of Cerca's."""

    def __init__(self, address: str):
        parts = urllib.parse.urlsplit(address)
        fields = dict(urllib.parse.parse_qsl(parts.query))
        assert (parts.scheme, parts.netloc) == ("otpauth", "totp")
        assert (fields["algorithm"], fields["digits"], fields["period"]) == ("SHA1", "6", "30")
        secret = fields["secret"]
        self.key = base64.b32decode(secret + "=" * (-len(secret) % 8))
        assert len(self.key) == 20
        self.step = 0

    def code(self, step: int | None = None) -> str:
        """A code that is right for half a minute at least, and that was not shown before; or that of a step.

        A code works once, and in the step before and after its own as well. So the first is that of the present step,
        not of the one before, which may end while it is typed; one that follows at once is of the next step, and a
        third waits for the next step to begin.
        """
        if step is None:
            self.step = max(self.step + 1, present())
            while self.step > present() + 1:
                time.sleep(0.1)
            step = self.step
        digest = hmac.new(self.key, struct.pack(">Q", step), hashlib.sha1).digest()
        start = digest[-1] & 15
        number = struct.unpack(">I", digest[start : start + 4])[0] & 0x7FFFFFFF
        return f"{number % 1_000_000:06d}"

    def wrong(self) -> str:
        """Six digits that are no code of this app, nor will be for some minutes."""
        right = {self.code(present() + away) for away in range(-2, 20)}
        return next(digits for number in range(100) if (digits := f"{number:06d}") not in right)


def present() -> int:
    """The step of thirty seconds that it is."""
    return int(time.time()) // 30


class Case:
    """What a phone shows as a QR code: a key, its day, and a number of the installation."""

    def __init__(self, days_ago: int = 13):
        # How many days ago it is stays true for the test.
        stay_within(DAY, 120)
        self.key = secrets.token_bytes(32)
        self.day = int(time.time()) // DAY - days_ago
        whole = self.key + struct.pack(">I", self.day) + secrets.token_bytes(16)
        self.text = "V1." + base64.urlsafe_b64encode(whole).rstrip(b"=").decode()
        digits = hashlib.sha256(whole).hexdigest()[:8].upper()
        self.words = f"{digits[:4]}-{digits[4:]}"


class Site:
    """A running server whose log is kept."""

    def __init__(self, url: str, cerca: pathlib.Path, folder: pathlib.Path, database: str):
        self.url, self.cerca, self.folder, self.database = url, cerca, folder, database
        self.count = 0

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    def staff(self) -> tuple[str, Authenticator]:
        """A new account with the role, made beside the running server."""
        self.count += 1
        email = f"eva{self.count}@salud.example"
        return email, Authenticator(self.admin(email)["otpauth"])

    def admin(self, email: str, role: str | None = "health", password: str = PASSWORD) -> dict:
        return json.loads(self.try_admin(email, role, password, check=True).stdout)

    def try_admin(self, email: str, role: str | None = "health", password: str = PASSWORD, check: bool = False):
        file = self.folder / "password"
        file.write_text(password + "\n")
        entrusting = ["--role", role] if role else []
        return subprocess.run(
            [self.cerca, "admin", "user", "add", email, "--password-file", file, *entrusting, "--database",
             self.database, "--json"], check=check, capture_output=True, text=True)

    def signed_in(self) -> tuple[httpx.Client, str, Authenticator]:
        """A program that is signed in with the role."""
        email, app = self.staff()
        client = httpx.Client(base_url=self.url, timeout=60)
        answer = client.post("/api/session/health", json={"email": email, "password": PASSWORD, "code": app.code()})
        assert answer.status_code == 201, answer.text
        client.headers["Authorization"] = f"Bearer {answer.json()['token']}"
        client.cookies.clear()
        return client, email, app


@pytest.fixture(scope="module")
def site(cerca, free_port, tmp_path_factory):
    """A server with the built web app and every line of its log."""
    folder = tmp_path_factory.mktemp("console")
    database = f"sqlite:{folder / 'cerca.sqlite'}"
    port = free_port()
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [cerca, "serve", "--port", str(port), "--database", database, "--no-rate-limits", "--log-level", "trace"],
            stdout=subprocess.DEVNULL, stderr=log, cwd=pathlib.Path(__file__).resolve().parent.parent)
        try:
            wait_for_port(port)
            yield Site(f"http://127.0.0.1:{port}", cerca, folder, database)
        finally:
            process.terminate()
            process.wait(60)
