"""A tracing server as a stranger's client meets it: uploads, batches read by Python's own protobuf, signatures checked by
other people's cryptography."""

import base64
import hashlib
import json
import pathlib
import secrets
import subprocess
import time

import httpx
from conftest import wait_for_port
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

DAY = 86_400_000
BATCH = 7_200_000
AGENT = {"User-Agent": "org.dpppt.interop;1.0;1;Android;30"}


def message(file: str, name: str):
    """A message type of a .proto file that holds nothing but plain proto3 messages, without a compiler."""
    types = {"int64": 3, "bytes": 12}
    text = "\n".join(line.split("//")[0] for line in pathlib.Path(file).read_text().splitlines())
    described = descriptor_pb2.FileDescriptorProto(name=file, syntax="proto3")
    current = None
    for statement in text.replace("{", "{;").replace("}", ";};").split(";"):
        words = statement.split()
        if words[:1] == ["message"]:
            current = described.message_type.add(name=words[1])
        elif words[:1] == ["}"]:
            current = None
        elif current is not None and len(words) >= 4 and words[-2] == "=":
            repeated, kind, label = words[0] == "repeated", words[-4], words[-3]
            field = current.field.add(name=label, number=int(words[-1]), label=3 if repeated else 1)
            if kind in types:
                field.type = types[kind]
            else:
                field.type, field.type_name = 11, f".{kind}"
    pool = descriptor_pool.DescriptorPool()
    pool.Add(described)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(name))


ROOT = pathlib.Path(__file__).resolve().parent.parent
ProtoExposedList = message(str(ROOT / "Sources/ExposureWire/Generated/exposed.proto"), "ProtoExposedList")


def midnight(milliseconds: float) -> int:
    """The midnight in UTC before an instant."""
    return int(milliseconds) // DAY * DAY


def key() -> bytes:
    """A day key of nobody."""
    return secrets.token_bytes(32)


def chain(days: int) -> list[bytes]:
    """The keys of one phone on that many days, today's first: each day's is the SHA-256 of that of the day before."""
    keys = [key()]
    while len(keys) < days:
        keys.insert(0, hashlib.sha256(keys[0]).digest())
    return keys


def exposee(key: bytes, date: int) -> dict:
    return {"key": base64.b64encode(key).decode(), "keyDate": date}


def upload(key: bytes, date: int, code: str = "", **more) -> dict:
    """The body of `POST /v1/exposed`."""
    return {**exposee(key, date), "authData": {"value": code}, "fake": 0, **more}


def b64url(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def claims(answer: httpx.Response, public_key: str) -> dict:
    """The claims of an answer's signature, which must hold for its body."""
    head, payload, signature = answer.headers["signature"].split(".")
    assert json.loads(b64url(head))["alg"] == "ES256"
    raw = b64url(signature)
    assert len(raw) == 64
    der = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    verifier = serialization.load_pem_public_key(public_key.encode())
    verifier.verify(der, f"{head}.{payload}".encode(), ec.ECDSA(hashes.SHA256()))
    found = json.loads(b64url(payload))
    assert found["content-hash"] == base64.b64encode(hashlib.sha256(answer.content).digest()).decode()
    assert found["hash-alg"] == "sha-256" and found["iss"] == "dp3t"
    assert found["exp"] - found["iat"] == 14 * 86_400
    return found


class TracingServer:
    """`cerca serve` on one database, whose clock can be moved by starting it again."""

    def __init__(self, cerca, port: int, database: str, key_file, offset: int = 0):
        self.cerca, self.port, self.database, self.key_file = cerca, port, database, str(key_file)
        self.base = f"http://127.0.0.1:{port}"
        self.process = None
        # Further options of `cerca serve`, for the next start.
        self.more: list[str] = []
        self.start(offset)

    def start(self, offset: int) -> None:
        """Starts, or starts again, with the clock `offset` seconds ahead of this machine's."""
        self.stop()
        self.offset = offset
        self.process = subprocess.Popen(
            [self.cerca, "serve", "--port", str(self.port), "--database", self.database, "--exposure-key",
             self.key_file, "--clock-offset", str(offset), *self.more], stdout=subprocess.DEVNULL)
        wait_for_port(self.port)

    def stop(self) -> None:
        if self.process:
            self.process.terminate()
            assert self.process.wait(60) == 0
            self.process = None

    def move_to(self, milliseconds: float) -> None:
        """Starts again with the clock at an instant."""
        self.start(round(milliseconds / 1000 - time.time()))

    @property
    def now(self) -> int:
        """The instant that the server's clock shows, in milliseconds."""
        return round((time.time() + self.offset) * 1000)

    @property
    def next_release(self) -> int:
        """The release of the batch that is being gathered."""
        return self.now // BATCH * BATCH + BATCH

    def code(self) -> str:
        """A new one-time code, issued beside the running server."""
        done = subprocess.run(
            [self.cerca, "exposure", "issue-code", "--database", self.database, "--exposure-key", self.key_file,
             "--clock-offset", str(self.offset)], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        code = done.stdout.strip()
        assert len(code) == 12 and code.isdigit() and done.stdout.count("\n") == 1 and done.stderr == ""
        return code

    def post(self, body, path: str = "/v1/exposed", headers: dict | None = None, **more) -> httpx.Response:
        if isinstance(body, (dict, list)):
            more["json"] = body
        else:
            more["content"] = body
        merged = {"Content-Type": "application/json", **AGENT, **(headers or {})}
        return httpx.post(self.base + path, headers=merged, timeout=60, **more)

    def get(self, path: str, **more) -> httpx.Response:
        return httpx.get(self.base + path, timeout=60, **more)

    @property
    def public_key(self) -> str:
        return self.get("/api/exposure/parameters").json()["publicKey"]

    def batch(self, release: int) -> dict[bytes, int]:
        """The keys of a batch and their days, as Python's protobuf reads them."""
        answer = self.get(f"/v1/exposed/{release}")
        assert answer.status_code == 200, answer.status_code
        assert answer.headers["content-type"] == "application/x-protobuf"
        batch = ProtoExposedList.FromString(answer.content)
        assert batch.batchReleaseTime == release
        keys = [exposed.key for exposed in batch.exposed]
        assert keys == sorted(set(keys)), "the order tells nothing"
        return {exposed.key: exposed.keyDate for exposed in batch.exposed}
