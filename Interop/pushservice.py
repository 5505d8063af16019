"""Push services that are none: one for browsers, one that speaks APNs over HTTP/2, one that speaks FCM."""

import base64
import collections
import datetime
import http.server
import ipaddress
import json
import os
import socket
import ssl
import threading
import urllib.parse

import h2.config
import h2.connection
import h2.events
import http_ece
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from joserfc import jwt
from joserfc.jwk import ECKey, RSAKey

ORIGIN = "127.0.0.1"


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Device:
    """What a browser or an app keeps for itself: a private key and a secret."""

    def __init__(self):
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)
        self.point = self.private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)

    def registration(self, **more) -> dict:
        return {"p256dh": base64url(self.point), "auth": base64url(self.secret), "language": "es", **more}

    def open(self, body: bytes) -> dict:
        """What a message says, by an implementation that is not ours."""
        return json.loads(http_ece.decrypt(
            body, private_key=self.private, auth_secret=self.secret, version="aes128gcm"))


class Taken(collections.namedtuple("Taken", "path headers body")):
    """A request that came; header names are in lower case."""


class Service:
    """An HTTP server on a port of this machine that keeps what comes."""

    def __init__(self):
        self.taken: list[Taken] = []
        self.arrival = threading.Condition()
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                headers = {name.lower(): value for name, value in self.headers.items()}
                status, more, text = service.answer(Taken(self.path, headers, body))
                self.send_response(status)
                for name, value in more.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)
                service.keep(Taken(self.path, headers, body))

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 256

        self.server = Server(("127.0.0.1", 0), Handler)
        self.port = self.server.server_address[1]
        self.base = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def answer(self, request: Taken):
        raise NotImplementedError

    def keep(self, request: Taken) -> None:
        with self.arrival:
            self.taken.append(request)
            self.arrival.notify_all()

    def wait(self, condition, seconds: float = 120):
        """Waits until what came fulfils a condition; all that came by then."""
        with self.arrival:
            assert self.arrival.wait_for(lambda: condition(self.taken), seconds), f"{len(self.taken)} came"
            return list(self.taken)

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class PushService(Service):
    """A browser's push service (RFC 8030): `/201/…` is taken, `/410/…` is gone, `/429/…` is taken at the second try."""

    def answer(self, request: Taken):
        status = int(request.path.split("/")[1])
        seen = sum(1 for taken in self.taken if taken.path == request.path)
        if status == 429 and seen > 0:
            status = 201
        return status, {"Retry-After": "1"} if status == 429 else {}, b""


def vapid_claims(header: str) -> dict:
    """The claims of a token by which a server shows who it is (RFC 8292), verified."""
    scheme, parameters = header.split(" ", 1)
    fields = dict(part.split("=", 1) for part in parameters.split(","))
    assert scheme == "vapid" and set(fields) == {"t", "k"}
    point = from_base64url(fields["k"])
    key = ECKey.import_key({
        "kty": "EC", "crv": "P-256", "x": base64url(point[1:33]), "y": base64url(point[33:])})
    return jwt.decode(fields["t"], key, algorithms=["ES256"]).claims


def certificate(folder) -> tuple[str, str]:
    """A certificate for this machine that signs itself, and its key; the names of both files."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.timezone.utc)
    signed = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=2))
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .add_extension(
            x509.SubjectAlternativeName(
                [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False)
        .sign(key, hashes.SHA256()))
    (folder / "apns.pem").write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    (folder / "apns.key").write_bytes(key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    return str(folder / "apns.pem"), str(folder / "apns.key")


class Apple:
    """Apple's push servers, as far as their protocol goes: HTTP/2 over TLS, tokens, statuses, and GOAWAY now and then.

    The first byte of a device's token says what becomes of it: `41` is gone with a timestamp of now, others are taken.
    """

    def __init__(self, folder, signer: ec.EllipticCurvePrivateKey, requests_per_connection: int = 3):
        self.certificate, key = certificate(folder)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(self.certificate, key)
        self.context.set_alpn_protocols(["h2"])
        self.signer = ECKey.import_key(signer.public_key().public_bytes(
            serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo).decode())
        self.limit = requests_per_connection
        self.taken: list[Taken] = []
        self.refused: list[str] = []
        self.farewells = 0
        # How many seconds its clock is ahead, as that of a server under test may be.
        self.ahead = 0
        self.arrival = threading.Condition()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.base = f"https://localhost:{self.listener.getsockname()[1]}"
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(connection,), daemon=True).start()

    def serve(self, raw):
        try:
            with self.context.wrap_socket(raw, server_side=True) as tls:
                assert tls.selected_alpn_protocol() == "h2"
                self.converse(tls)
        except OSError:
            pass

    def converse(self, tls):
        connection = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        connection.initiate_connection()
        tls.sendall(connection.data_to_send())
        headers, bodies, count = {}, {}, 0
        while data := tls.recv(65536):
            for event in connection.receive_data(data):
                if isinstance(event, h2.events.RequestReceived):
                    headers[event.stream_id], bodies[event.stream_id] = dict(event.headers), b""
                elif isinstance(event, h2.events.DataReceived):
                    bodies[event.stream_id] += event.data
                    connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                elif isinstance(event, h2.events.StreamEnded):
                    request = Taken(
                        headers[event.stream_id][":path"], headers[event.stream_id], bodies[event.stream_id])
                    status, body = self.judge(request)
                    connection.send_headers(event.stream_id, [(":status", str(status))], end_stream=not body)
                    if body:
                        connection.send_data(event.stream_id, json.dumps(body).encode(), end_stream=True)
                    count += 1
                    with self.arrival:
                        (self.taken if status == 200 else self.refused).append(
                            request if status == 200 else f"{status} {body['reason']}")
                        self.arrival.notify_all()
            if count >= self.limit:
                # What comes after these is not looked at any more; whoever asked reads what was answered, and ends it.
                self.farewells += 1
                connection.close_connection()
                tls.sendall(connection.data_to_send())
                tls.settimeout(10)
                while tls.recv(65536):
                    pass
                return
            tls.sendall(connection.data_to_send())

    def judge(self, request: Taken):
        scheme, token = request.headers["authorization"].split(" ")
        try:
            decoded = jwt.decode(token, self.signer, algorithms=["ES256"])
            assert scheme == "bearer" and decoded.header["kid"] == "KEY1234567" and decoded.claims["iss"] == "TEAM123456"
        except Exception:
            return 403, {"reason": "InvalidProviderToken"}
        if request.headers.get("apns-topic") != "org.example.cerca" or request.headers.get("apns-push-type") != "alert":
            return 400, {"reason": "BadTopic"}
        if len(request.body) > 4096:
            return 413, {"reason": "PayloadTooLarge"}
        if request.path.startswith("/3/device/41"):
            now = datetime.datetime.now(datetime.timezone.utc).timestamp()
            return 410, {"reason": "Unregistered", "timestamp": int((now + self.ahead) * 1000)}
        return 200, None

    def wait(self, condition, seconds: float = 120):
        """Waits until what was taken and refused fulfils a condition."""
        with self.arrival:
            assert self.arrival.wait_for(lambda: condition(self.taken, self.refused), seconds), (
                len(self.taken), self.refused)

    def close(self):
        self.listener.close()


class Google(Service):
    """Firebase Cloud Messaging, as far as its protocol goes; a device whose token begins with `gone` is not registered."""

    def __init__(self, key: RSAKey):
        super().__init__()
        self.key = key
        self.tokens = 0

    def answer(self, request: Taken):
        if request.path == "/token":
            form = urllib.parse.parse_qs(request.body.decode())
            claims = jwt.decode(form["assertion"][0], self.key, algorithms=["RS256"]).claims
            if (form["grant_type"] != ["urn:ietf:params:oauth:grant-type:jwt-bearer"]
                    or claims["aud"] != f"{self.base}/token" or claims["exp"] - claims["iat"] > 3600):
                return 400, {}, b"{}"
            self.tokens += 1
            return 200, {}, json.dumps({"access_token": "access", "expires_in": 3600}).encode()
        if request.headers.get("authorization") != "Bearer access":
            return 401, {}, b"{}"
        message = json.loads(request.body)["message"]
        if message["token"].startswith("gone"):
            return 404, {}, json.dumps(
                {"error": {"code": 404, "details": [{"errorCode": "UNREGISTERED"}]}}).encode()
        return 200, {}, b"{}"
