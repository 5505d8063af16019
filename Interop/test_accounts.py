"""Accounts with strangers: an SMTP server with STARTTLS and login, an authenticator app, and keys made on the machine."""

import datetime
import email
import email.policy
import ipaddress
import json
import pathlib
import re
import ssl
import subprocess
import time
import urllib.parse

import httpx
import pyotp
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword
from conftest import wait_for_port
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

PASSWORD = "correct horse battery"
MAIL_PASSWORD = "a password for mails"


def certificate(folder: pathlib.Path, name: str) -> tuple[pathlib.Path, pathlib.Path]:
    """A certificate for localhost and 127.0.0.1 that certifies itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.timezone.utc)
    names = x509.SubjectAlternativeName(
        [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))])
    made = (
        x509.CertificateBuilder().subject_name(subject).issuer_name(subject).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1)).add_extension(names, False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True).sign(key, hashes.SHA256()))
    chain, private = folder / f"{name}.pem", folder / f"{name}.key"
    chain.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    # A key that others may read is refused.
    private.touch(0o600)
    private.write_bytes(key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    return chain, private


class Mailbox:
    """What an SMTP server does with a mail: keeps it, or refuses it for now."""

    def __init__(self):
        self.envelopes = []
        self.refusals = 0
        self.was_encrypted = []

    async def handle_DATA(self, server, session, envelope):
        if self.refusals > 0:
            self.refusals -= 1
            return "451 come back later"
        self.was_encrypted.append(session.ssl is not None)
        self.envelopes.append(envelope)
        return "250 taken"

    def message(self, number: int = -1):
        return email.message_from_bytes(self.envelopes[number].content, policy=email.policy.default)

    def wait(self, count: int, seconds: float = 90) -> None:
        deadline = time.monotonic() + seconds
        while len(self.envelopes) < count:
            assert time.monotonic() < deadline, f"{len(self.envelopes)} of {count} mails came"
            time.sleep(0.05)


def authenticate(server, session, envelope, mechanism, data):
    right = isinstance(data, LoginPassword) and data == LoginPassword(b"post@example.org", MAIL_PASSWORD.encode())
    return AuthResult(success=right)


class Site:
    """A server of ours, and what a person does with it."""

    def __init__(self, cerca, folder: pathlib.Path, port: int, arguments):
        self.cerca, self.folder, self.port = cerca, folder, port
        self.database = f"sqlite:{folder / 'cerca.sqlite'}"
        self.command = [cerca, "serve", "--port", str(port), "--database", self.database, "--no-rate-limits",
                        *arguments]
        self.base = f"http://127.0.0.1:{port}"

    def client(self, **headers) -> httpx.Client:
        """A browser of its own, with its own cookies."""
        return httpx.Client(base_url=self.base, timeout=60, headers={"X-Cerca": "1", **headers})

    def admin(self, *arguments) -> subprocess.CompletedProcess:
        return subprocess.run([self.cerca, "admin", *arguments, "--database", self.database],
                              capture_output=True, text=True, timeout=60)


@pytest.fixture
def site(cerca, tmp_path, start, free_port):
    """A function that starts a server with these arguments."""
    def begin(*arguments) -> Site:
        site = Site(cerca, tmp_path, free_port(), arguments)
        log = open(tmp_path / "server.log", "ab")
        site.process = start(*site.command, stdout=log, stderr=log, cwd=tmp_path)
        wait_for_port(site.port)
        return site
    return begin


@pytest.fixture
def post(tmp_path, free_port):
    """An SMTP server that takes mails only with STARTTLS and a login, and its certificate."""
    chain, key = certificate(tmp_path, "mail")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chain, key)
    box = Mailbox()
    controller = Controller(
        box, hostname="127.0.0.1", port=free_port(), tls_context=context, require_starttls=True, auth_required=True,
        authenticator=authenticate, ready_timeout=60)
    controller.start()
    box.port, box.certificate = controller.port, chain
    yield box
    controller.stop()


def credentials(**more) -> dict:
    return {"email": "ana@example.org", "password": PASSWORD} | more


def sign_up(server: Site, client: httpx.Client) -> None:
    """An account that the operator made, signed in: no mail goes out for it."""
    password = server.folder / "account-password"
    password.write_text(PASSWORD + "\n")
    made = server.admin("user", "add", "ana@example.org", "--password-file", password)
    assert made.returncode == 0, made.stderr
    answer = client.post("/api/sessions", json=credentials())
    assert answer.status_code == 201, answer.text


def mail_arguments(folder: pathlib.Path, post, trusted=None):
    password = folder / "mail-password"
    password.write_text(MAIL_PASSWORD + "\n")
    return ["--mail", f"smtp://post%40example.org@127.0.0.1:{post.port}", "--mail-password-file", password,
            "--mail-from", "cerca@example.org", "--mail-certificates", trusted or post.certificate]


def approve_devices(client: httpx.Client) -> httpx.Response:
    return client.put("/api/account/device-approval", json={"isOn": True, "password": PASSWORD})


def code_of(message) -> str:
    return re.search(r"^    ([2-9A-HJKMNP-TV-Z]{5})\r?$", message.get_content(), re.MULTILINE).group(1)


def wrong_code(app: pyotp.TOTP) -> str:
    """Six digits that the app shows neither now nor for some minutes."""
    right = {app.at(time.time() + 30 * away) for away in range(-2, 20)}
    return next(digits for number in range(100) if (digits := f"{number:06d}") not in right)


def test_a_new_device_is_approved_by_a_code_from_a_real_mail(site, tmp_path, post):
    """The mail crosses STARTTLS and a login, is refused once for now, and what it says in Spanish is readable."""
    post.refusals = 1
    server = site(*mail_arguments(tmp_path, post))
    with server.client() as desk, server.client(**{"Accept-Language": "es-CL,es;q=0.9"}) as phone:
        sign_up(server, desk)
        assert approve_devices(desk).status_code == 200
        answer = phone.post("/api/sessions", json=credentials(deviceLabel="Teléfono\r\nBcc: eve@example.org"))
        assert answer.status_code == 403 and answer.json()["code"] == "accounts.device_unapproved"
        post.wait(1)
        assert post.was_encrypted == [True]
        assert post.envelopes[0].rcpt_tos == ["ana@example.org"]
        message = post.message()
        assert message["Subject"] == "Código para un dispositivo nuevo"
        assert message["From"] == "cerca@example.org" and message["To"] == "ana@example.org"
        assert message["Bcc"] is None and "Teléfono" in message.get_content()
        challenge = {"challenge": answer.json()["challenge"], "code": code_of(message).lower()}
        assert phone.post("/api/sessions/device", json=challenge | {"code": "22222"}).status_code == 403
        approved = phone.post("/api/sessions/device", json=challenge)
        assert approved.status_code == 201, approved.text
        # The browser is known from now on; another one is not.
        assert phone.post("/api/sessions", json=credentials()).status_code == 201
        with server.client() as stranger:
            assert stranger.post("/api/sessions", json=credentials()).status_code == 403
        told = desk.get("/api/inbox").json()
        assert [one["kind"] for one in told["notifications"]] == ["device.approved"] and told["unread"] == 1
        devices = desk.get("/api/account/devices").json()["devices"]
        assert len(devices) == 2 and sum(device["isCurrent"] for device in devices) == 1
    log = (tmp_path / "server.log").read_text()
    for secret in ("ana@example.org", MAIL_PASSWORD, challenge["code"].upper(), challenge["challenge"]):
        assert secret not in log


def test_a_mail_survives_kill_and_is_not_sent_to_who_cannot_prove_itself(site, tmp_path, post, start):
    """A server that trusts no such certificate sends nothing; the mail waits in the database for one that does."""
    other, _ = certificate(tmp_path, "other")
    server = site(*mail_arguments(tmp_path, post, trusted=other))
    with server.client() as desk, server.client() as phone:
        sign_up(server, desk)
        assert approve_devices(desk).status_code == 200
        assert phone.post("/api/sessions", json=credentials()).status_code == 403
        deadline = time.monotonic() + 90
        while "a message was not taken" not in (tmp_path / "server.log").read_text():
            assert time.monotonic() < deadline
            time.sleep(0.05)
        assert post.envelopes == []
    server.process.kill()
    server.process.wait()
    arguments = [post.certificate if argument == other else argument for argument in server.command]
    start(*arguments, cwd=tmp_path, stdout=subprocess.DEVNULL)
    post.wait(1)
    assert code_of(post.message())


def test_the_second_factor_of_a_stranger_opens_and_recovery_codes_stand_for_it_once(site):
    """pyotp reads the address as an authenticator app does."""
    server = site()
    with server.client() as ana:
        sign_up(server, ana)
        address = ana.post("/api/account/factor", json={"password": PASSWORD}).json()["otpauth"]
        app = pyotp.parse_uri(address)
        assert app.issuer == "Cerca" and app.name == "ana@example.org"
        assert urllib.parse.urlsplit(address).scheme == "otpauth"
        wrong = ana.post("/api/account/factor/confirm", json={"code": wrong_code(app)})
        assert wrong.json()["code"] == "accounts.wrong_code"
        recovery = ana.post("/api/account/factor/confirm", json={"code": app.now()}).json()["codes"]
        assert len(set(recovery)) == 10

        def sign_in(**more) -> tuple[int, str]:
            with server.client() as client:
                answer = client.post("/api/sessions", json=credentials(**more))
                return answer.status_code, answer.json().get("code", "")

        assert sign_in() == (403, "accounts.code_needed")
        assert sign_in(password="another one") == (401, "accounts.wrong_credentials")
        # The next code is right already, by the tolerance of one step; the one before it is not any more.
        following = app.at(time.time() + 30)
        assert sign_in(code=following)[0] == 201
        assert sign_in(code=following) == (403, "accounts.wrong_code")
        assert sign_in(code=recovery[0])[0] == 201
        assert sign_in(code=recovery[0]) == (403, "accounts.wrong_code")
        assert ana.get("/api/account/security").json()["recoveryCodesLeft"] == 9
        gone = ana.post("/api/account/factor/remove", json={"password": PASSWORD, "code": recovery[1]})
        assert gone.status_code == 204 and sign_in()[0] == 201


def test_keys_are_made_listed_and_revoked_on_the_machine(site):
    """`cerca admin api-key` works beside the running server."""
    server = site()
    with server.client() as ana:
        sign_up(server, ana)
        made = server.admin("api-key", "ana@example.org", "--scopes", "read,withdraw", "--expires", "30",
                            "--label", "robot", "--address", "192.0.2.0/24", "2001:db8::/32")
        assert made.returncode == 0, made.stderr
        key = json.loads(made.stdout)
        assert set(key) == {"public", "secret"}
        listed = ana.get("/api/account/keys").json()["keys"]
        assert [one["public"] for one in listed] == [key["public"]] and key["secret"] not in json.dumps(listed)
        assert listed[0]["scopes"] == ["read", "withdraw"]
        assert listed[0]["addresses"] == ["192.0.2.0/24", "2001:db8::/32"]
        shown = server.admin("api-key", "list", "ana@example.org")
        assert json.loads(shown.stdout)["label"] == "robot" and key["secret"] not in shown.stdout
        assert server.admin("api-key", "revoke", "ana@example.org", key["public"]).returncode == 0
        assert ana.get("/api/account/keys").json()["keys"] == []
        assert server.admin("api-key", "revoke", "ana@example.org", key["public"]).returncode == 1
        assert server.admin("api-key", "nobody@example.org").returncode == 1
        assert server.admin("api-key", "ana@example.org", "--scopes", "everything").returncode == 2
        assert server.admin("api-key", "ana@example.org", "--address", "192.0.2.1/24").returncode == 2


def test_mails_become_files_and_without_mail_nothing_depends_on_them(site, tmp_path):
    server = site("--mail", f"file:{tmp_path / 'out'}", "--mail-from", "cerca@example.org")
    with server.client() as desk, server.client() as phone:
        sign_up(server, desk)
        assert approve_devices(desk).status_code == 200
        answer = phone.post("/api/sessions", json=credentials())
        deadline = time.monotonic() + 90
        while not (files := list((tmp_path / "out").glob("*.eml"))):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        message = email.message_from_bytes(files[0].read_bytes(), policy=email.policy.default)
        challenge = {"challenge": answer.json()["challenge"], "code": code_of(message)}
        assert phone.post("/api/sessions/device", json=challenge).status_code == 201
        sessions = desk.get("/api/account/sessions").json()["sessions"]
        assert len(sessions) == 2 and all(one["begunOn"].endswith("T00:00:00.000Z") for one in sessions)
        assert desk.delete("/api/account/sessions").status_code == 204
        assert phone.get("/api/account").status_code == 401 and desk.get("/api/account").status_code == 200
    server.process.terminate()
    server.process.wait(60)
    silent = site()
    with silent.client() as ana:
        assert ana.post("/api/accounts", json=credentials(email="eva@example.org")).status_code == 201
        assert approve_devices(ana).json()["code"] == "accounts.no_mail"
    assert "No mail is sent" in (tmp_path / "server.log").read_text()
